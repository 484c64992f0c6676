// SPDX-License-Identifier: Apache-2.0
// Finds the functions of two tables that belong together: set by hand, by name, by code, by the place in the call
// graph, by the most similar code.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "vmcore/analysis/diff/align/symbols.h"
#include "vmcore/analysis/diff/diff.h"

namespace relaxscope::diffing {

struct FunctionMatch {
  FuncIndex old, now;  ///< rows of the function tables; one may be invalid
  MatchReason reason = MatchReason::None;
};
struct FunctionMatches {
  std::vector<FunctionMatch> functions;  ///< bytecode and compiled functions, in the order of the new table, then old
  std::vector<FunctionMatch> packed;     ///< functions that are called by name, likewise
  FunctionClasses classes;
};
/// Nothing when stopped. `renames`: functions whose code is the same under another name, as rows.
std::optional<FunctionMatches> matchFunctions(const Executable& old, const Executable& now,
                                              const ConstantClasses& constants, const DiffOptions& options,
                                              const std::vector<FunctionMatch>& renames, const std::stop_token& stop);

}  // namespace relaxscope::diffing
