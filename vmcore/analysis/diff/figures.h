// SPDX-License-Identifier: Apache-2.0
// Memory and layers of matched functions.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "vmcore/analysis/diff/diff.h"
#include "vmcore/analysis/function_facts.h"

namespace relaxscope::diffing {

inline constexpr size_t kMostFigures = 64;  ///< pairs of bytecode functions, those that changed first

/// Nothing when stopped.
std::optional<std::vector<MemoryChange>> memoryChanges(const FunctionFacts& oldFacts, const FunctionFacts& nowFacts,
                                                       const std::vector<FunctionPair>& functions,
                                                       const std::stop_token& stop);
std::optional<std::vector<LayerChange>> layerChanges(const FunctionFacts& oldFacts, const FunctionFacts& nowFacts,
                                                     const std::vector<FunctionPair>& functions,
                                                     const std::stop_token& stop);

}  // namespace relaxscope::diffing
