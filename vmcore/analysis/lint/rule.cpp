// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/lint/rule.h"

#include <algorithm>

namespace relaxscope {
namespace {

constexpr bool Time = true, NoTime = false;

constexpr LintRuleRow kRuleRows[] = {
#define RS_LINT(rule, id, severity, costs, title) {LintRule::rule, id, Severity::severity, costs, title},
#include "vmcore/analysis/lint/lint_rules.def"
};

constexpr bool hasErrors() {
  for (const LintRuleRow& row : kRuleRows)
    if (row.severity == Severity::Error) return true;
  return false;
}
static_assert(!hasErrors(), "errors are the verifier's");

}  // namespace

std::span<const LintRuleRow> lintRules() { return kRuleRows; }

const LintRuleRow& lintRule(LintRule rule) { return kRuleRows[static_cast<size_t>(rule)]; }

const LintRuleRow* findLintRule(std::string_view id) {
  const auto* const found = std::ranges::find(kRuleRows, id, &LintRuleRow::id);
  return found == std::end(kRuleRows) ? nullptr : found;
}

}  // namespace relaxscope
