// SPDX-License-Identifier: Apache-2.0
// Each rule of the linter has a page with all headings, and each page a rule.
#include "vmcore/export/rule_pages.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace relaxscope
