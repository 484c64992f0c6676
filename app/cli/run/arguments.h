// SPDX-License-Identifier: Apache-2.0
// Arguments of a call from what a person gave: specs by name or position, arrays of files, and made-up
// values for what is missing but known from the function's own checks. Reads files; no worker, no Qt.
#pragma once

#include <string>
#include <vector>

#include "vmcore/analysis/summary.h"
#include "vmcore/base/result.h"
#include "vmcore/run/input_spec.h"
#include "vmcore/run/value.h"

namespace relaxscope {

/// The extent that stands for a symbolic dimension nothing tells the value of.
inline constexpr int64_t kMadeUpDim = 4;

struct BoundArguments {
  std::vector<Value> values;
  std::vector<std::string> madeUp;   ///< "x: float32[4, 16], random with seed 0", one a missing argument
  std::string text;                  ///< of all, in one line, for the profile
};
/// Puts `first` on the first parameters (no more than there are) and `specs` on others: by name where one matches,
/// else by position among those left. Arrays are read from their files. Missing arguments are made up.
Result<BoundArguments> bindArguments(std::vector<Value> first, const std::vector<InputSpec>& specs, const std::vector<ParamInfo>& params, uint64_t seed);
/// "float32[4, 16]", "3", "(2, 9)", "tuple of 2".
std::string valueSummary(const Value& value);

}  // namespace relaxscope
