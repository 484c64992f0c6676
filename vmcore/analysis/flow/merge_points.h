// SPDX-License-Identifier: Apache-2.0
// The blocks in which several definitions of a register meet: iterated dominance frontiers (Cytron et al.,
// "Efficiently computing static single assignment form", 1991), restricted to blocks that the register is live into.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "vmcore/analysis/flow/cfg.h"
#include "vmcore/analysis/flow/dominators.h"

namespace relaxscope {

/// Blocks by register, each at most once. Only reachable blocks.
struct RegisterBlocks {
  Adjacency writes;   ///< blocks that write or kill the register
  Adjacency exposed;  ///< blocks that read or kill it before they write it
};
struct MergePoints {
  /// Registers that have a merge at the start of each block, ascending.
  Adjacency registers;
  /// By register: too intricate, no merges were placed. Frontiers can be quadratic in the size of the code; the work is
  /// therefore bounded by a multiple of it.
  std::vector<bool> open;
};

/// Blocks by their immediate dominator.
Adjacency dominatorChildren(const Cfg& cfg);
/// Nothing when stopped.
std::optional<MergePoints> placeMerges(const Cfg& cfg, const RegisterBlocks& blocks, const std::stop_token& stop);

/// (owner, node) pairs as lists by owner, in the order of the pairs.
Adjacency listsOf(size_t owners, const std::vector<std::pair<uint32_t, uint32_t>>& pairs);

}  // namespace relaxscope
