// SPDX-License-Identifier: Apache-2.0
// The rules of the linter, from the rows of lint_rules.def.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "vmcore/base/diagnostics.h"

namespace relaxscope {

/// In the order of lint_rules.def, most important first. An index into lintRules().
enum class LintRule : uint8_t {
#define RS_LINT(rule, ...) rule,
#include "vmcore/analysis/lint/lint_rules.def"
};

struct LintRuleRow {
  LintRule rule{};
  const char* id = nullptr;  ///< "constant-transposed"
  Severity severity = Severity::Info;
  bool costs = false;           ///< whether its sites are calls that take time
  const char* title = nullptr;  ///< "Weights are transposed on every run"
};

std::span<const LintRuleRow> lintRules();
const LintRuleRow& lintRule(LintRule rule);
/// The rule of an id, or null.
const LintRuleRow* findLintRule(std::string_view id);

}  // namespace relaxscope
