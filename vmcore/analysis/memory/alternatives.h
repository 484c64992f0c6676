// SPDX-License-Identifier: Apache-2.0
// A memory plan against other plans for the same tensors. All figures are bytes of blocks, as those of the plan.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/analysis/memory/plan.h"

namespace relaxscope {

struct MemoryFigure {
  uint64_t bytes = 0;
  std::string formula;  ///< before rounding to blocks
};
struct MemoryAlternatives {
  MemoryFigure live;         ///< this plan: the peak of what is alive at once, callees' storages included
  MemoryFigure allStorages;  ///< this plan: every storage of the function, none freed
  MemoryFigure perTensor;    ///< one storage for every tensor, none freed
  /// The most that tensors of the function need at one instruction: no plan for the same order of calls has less.
  MemoryFigure smallest;
  InstrIndex smallestPc;  ///< where that is first; invalid without tensors
  bool known = true;      ///< false if the bytes of some storage or tensor are not known: then figures leave them out
};

MemoryAlternatives memoryAlternatives(const MemoryPlan& plan);

/// Bytes after each instruction that changes them, in order of pc.
struct MemoryPoint {
  InstrIndex pc;
  uint64_t bytes = 0;
};
/// One storage for every tensor, none freed.
std::vector<MemoryPoint> bytesWithoutReuse(const MemoryPlan& plan);

}  // namespace relaxscope
