// SPDX-License-Identifier: Apache-2.0
// The pages of resources/docs/rules, compiled in.
#pragma once

#include <span>
#include <string_view>

namespace relaxscope {

/// Headings of a page below its title, in order: of a rule of the linter, and of one of the verifier or of the readers.
inline constexpr const char* kRulePageHeadings[] = {"What it means", "Why it matters", "How to mend it in TVM",
                                                    "Example"};
inline constexpr const char* kFaultPageHeadings[] = {"What it means", "Why it matters", "How to mend it"};

struct RulePage {
  std::string_view id, text;
};
/// All pages, by id.
std::span<const RulePage> rulePages();
/// The page of a rule of linter, verifier or readers as Markdown; empty if there is no such rule.
std::string_view rulePage(std::string_view id);
/// The text under a heading of a page, without blank lines around it; empty if it has no such heading.
std::string_view rulePageSection(std::string_view id, std::string_view heading);

}  // namespace relaxscope
