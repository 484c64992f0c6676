// SPDX-License-Identifier: Apache-2.0
// Each rule of the linter has a page with all headings, and each page a rule.
#include "vmcore/export/lint/rule_pages.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace relaxscope {
namespace {

TEST(RulePages, HaveARuleEach) {
  for (const RulePage& page : rulePages()) EXPECT_NE(findLintRule(page.id), nullptr) << page.id;
  EXPECT_EQ(rulePages().size(), lintRules().size());
}

TEST(RulePages, HaveTheTitleOfTheRuleAndAllHeadingsInOrder) {
  for (const LintRuleRow& rule : lintRules()) {
    const std::string page(rulePage(rule.rule));
    EXPECT_TRUE(page.starts_with("# " + std::string(rule.title) + "\n")) << rule.id;
    size_t at = 0;
    for (const char* const heading : kRulePageHeadings) {
      const size_t found = page.find("\n## " + std::string(heading) + "\n");
      ASSERT_NE(found, std::string::npos) << rule.id << ": " << heading;
      EXPECT_GT(found, at) << rule.id << ": " << heading;
      at = found;
      EXPECT_FALSE(rulePageSection(rule.rule, heading).empty()) << rule.id << ": " << heading;
    }
    EXPECT_NE(page.find("Before:\n```\n"), std::string::npos) << rule.id;
    EXPECT_NE(page.find("After:\n```\n"), std::string::npos) << rule.id;
  }
  EXPECT_TRUE(rulePageSection(LintRule::DeadCall, "No such heading").empty());
}

TEST(RulePages, AreInChineseToo) {
  const std::filesystem::path folder = RELAXSCOPE_DOCS "/rules/zh_CN";
  std::set<std::string> ids;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) ids.insert(entry.path().stem());
  EXPECT_EQ(ids.size(), lintRules().size());
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
    const std::string english(rulePage(rule.rule));
    EXPECT_EQ(english.substr(english.rfind("Before:") + 7, english.rfind("After:") - english.rfind("Before:") - 7),
              page.str().substr(page.str().rfind("修改前：") + 12,
                                page.str().rfind("修改后：") - page.str().rfind("修改前：") - 12))
        << rule.id;
  }
}

}  // namespace
}  // namespace relaxscope
