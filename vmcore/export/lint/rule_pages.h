// SPDX-License-Identifier: Apache-2.0
// The pages of resources/docs/rules, compiled in.
#pragma once

#include <span>
#include <string_view>

#include "vmcore/analysis/lint/rule.h"

namespace relaxscope {

/// Headings of a page below its title, in order.
inline constexpr const char* kRulePageHeadings[] = {"What it means", "Why it matters", "How to mend it in TVM",
                                                    "Example"};

struct RulePage {
  std::string_view id, text;
};
/// All pages, by id.
std::span<const RulePage> rulePages();
/// The page of a rule as Markdown.
std::string_view rulePage(LintRule rule);
/// The text under a heading of a page, without blank lines around it; empty if it has no such heading.
std::string_view rulePageSection(LintRule rule, std::string_view heading);

}  // namespace relaxscope
