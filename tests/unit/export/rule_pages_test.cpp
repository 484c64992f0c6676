// SPDX-License-Identifier: Apache-2.0
// Each rule has a page that says more than its title, and each page a rule.
#include "vmcore/export/lint/rule_pages.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>

#include "vmcore/analysis/lint/rule.h"
#include "vmcore/analysis/verify/verifier.h"

namespace relaxscope {
namespace {

/// Rules of the readers, which are in no table.
constexpr const char* kReaderRules[] = {"ambiguous-variant", "compressed",    "late-bound-constants", "library",
                                        "module-payload",    "module-symbol", "tensor-device",        "trailing-bytes"};

std::set<std::string, std::less<>> faultRules() {
  std::set<std::string, std::less<>> ids(std::begin(kReaderRules), std::end(kReaderRules));
  for (const RuleRow& row : verifierRules()) ids.emplace(row.id);
  return ids;
}

/// Whether a text has the sections in order, each with a sentence or more that is not the title again.
void expectSections(std::string_view id, std::span<const char* const> headings) {
  const std::string page(rulePage(id));
  ASSERT_TRUE(page.starts_with("# ")) << id;
  const std::string title = page.substr(2, page.find('\n') - 2);
  size_t at = 0;
  for (const char* const heading : headings) {
    const size_t found = page.find("\n## " + std::string(heading) + "\n");
    ASSERT_NE(found, std::string::npos) << id << ": " << heading;
    EXPECT_GT(found, at) << id << ": " << heading;
    at = found;
    constexpr size_t kLeastBytes = 40;
    const std::string_view section = rulePageSection(id, heading);
    EXPECT_GE(section.size(), kLeastBytes) << id << ": " << heading << ": " << section;
    EXPECT_NE(section.find('.'), std::string_view::npos) << id << ": " << heading;
    EXPECT_FALSE(section.starts_with(title)) << id << ": " << heading << " is the title again";
  }
}

TEST(RulePages, HaveARuleEach) {
  const auto faults = faultRules();
  for (const RulePage& page : rulePages())
    EXPECT_TRUE(findLintRule(page.id) != nullptr || faults.contains(page.id)) << page.id;
  EXPECT_EQ(rulePages().size(), lintRules().size() + faults.size());
}

TEST(RulePages, HaveTheTitleOfTheRuleAndAllHeadingsInOrder) {
  for (const LintRuleRow& rule : lintRules()) {
    const std::string page(rulePage(rule.id));
    EXPECT_TRUE(page.starts_with("# " + std::string(rule.title) + "\n")) << rule.id;
    expectSections(rule.id, std::span(kRulePageHeadings).first(3));
    EXPECT_FALSE(rulePageSection(rule.id, kRulePageHeadings[3]).empty()) << rule.id;
    EXPECT_NE(page.find("Before:\n```\n"), std::string::npos) << rule.id;
    EXPECT_NE(page.find("After:\n```\n"), std::string::npos) << rule.id;
  }
  EXPECT_TRUE(rulePageSection("dead-call", "No such heading").empty());
  EXPECT_TRUE(rulePage("no-such-rule").empty());
}

TEST(RulePages, OfTheVerifierHaveCauseConsequenceAndRemedy) {
  for (const std::string& id : faultRules()) expectSections(id, kFaultPageHeadings);
}

TEST(RulePages, AreInChineseToo) {
  const std::filesystem::path folder = RELAXSCOPE_DOCS "/rules/zh_CN";
  std::set<std::string> ids;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) ids.insert(entry.path().stem());
  const auto faults = faultRules();
  EXPECT_EQ(ids.size(), lintRules().size() + faults.size());
  for (const std::string& id : faults) {
    std::stringstream page;
    page << std::ifstream(folder / (id + ".md")).rdbuf();
    for (const char* const heading : {"\n## 含义\n", "\n## 为何重要\n", "\n## 如何处理\n"})
      EXPECT_NE(page.str().find(heading), std::string::npos) << id << heading;
  }
  for (const LintRuleRow& rule : lintRules()) {
    EXPECT_TRUE(ids.contains(rule.id)) << rule.id;
    std::stringstream page;
    page << std::ifstream(folder / (std::string(rule.id) + ".md")).rdbuf();
    size_t at = 0;
    for (const char* const heading : {"\n## 含义\n", "\n## 为何重要\n", "\n## 在 TVM 中如何处理\n", "\n## 示例\n"}) {
      const size_t found = page.str().find(heading);
      ASSERT_NE(found, std::string::npos) << rule.id << heading;
      EXPECT_GT(found, at) << rule.id << heading;
      at = found;
    }
    // The code is that of the English page.
    const std::string english(rulePage(rule.id));
    EXPECT_EQ(english.substr(english.rfind("Before:") + 7, english.rfind("After:") - english.rfind("Before:") - 7),
              page.str().substr(page.str().rfind("修改前：") + 12,
                                page.str().rfind("修改后：") - page.str().rfind("修改前：") - 12))
        << rule.id;
  }
}

}  // namespace
}  // namespace relaxscope
