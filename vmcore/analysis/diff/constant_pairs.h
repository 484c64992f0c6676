// SPDX-License-Identifier: Apache-2.0
// The constants of two pools side by side.
#pragma once

#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "vmcore/analysis/diff/align/pairing.h"
#include "vmcore/analysis/diff/diff.h"

namespace relaxscope::diffing {

/// Constants of equal content are the same; tensors that code names at the same places were edited, and so were other
/// constants that only one side has: `links`, pairs of classes that paired instructions name, come first, then those of
/// the same type in order. Nothing when stopped.
std::optional<std::vector<ConstantPair>> pairConstants(const Executable& old, const Executable& now,
                                                       const ConstantClasses& classes, const EditedConstants& edited,
                                                       const std::vector<std::pair<uint32_t, uint32_t>>& links,
                                                       bool ignored, const std::stop_token& stop);

}  // namespace relaxscope::diffing
