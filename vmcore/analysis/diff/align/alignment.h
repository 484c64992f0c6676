// SPDX-License-Identifier: Apache-2.0
// Finds the instructions of two functions that belong together.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "vmcore/analysis/diff/align/function_code.h"
#include "vmcore/analysis/diff/align/pairing.h"
#include "vmcore/analysis/diff/align/unifier.h"

namespace relaxscope::diffing {

/// Calls of both functions that are one step of the computation; at least one on each side.
struct OperationGroup {
  std::vector<uint32_t> old, now;  ///< instructions, ascending
};
struct Alignment {
  Pairing instructions, values, blocks;
  std::vector<OperationGroup> groups;  ///< of calls without partners, several on one side
  Comparison comparison;               ///< of the paired instructions
};

/// First by position and by colour, which finds all functions that are the same; else the longest common sequences of
/// ever coarser keys, then along definitions and uses, then instructions that moved. Nothing when stopped. Tensors that
/// were edited become partners in `constants`.
std::optional<Alignment> align(const FunctionCode& old, const FunctionCode& now, const Pairing& parameters,
                               EditedConstants& constants, const std::stop_token& stop);

}  // namespace relaxscope::diffing
