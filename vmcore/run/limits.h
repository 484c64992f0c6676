// SPDX-License-Identifier: Apache-2.0
// Resource limits of a load and of the calls of a run.
#pragma once

#include <cstdint>

namespace relaxscope {

/// Zero means no limit.
struct Limits {
  double timeSeconds = 0;
  uint64_t memoryBytes = 0;
  bool memoryDefault = true;           ///< three quarters of the memory that is free at start; memoryBytes is ignored
  uint64_t steps = uint64_t{1} << 32;  ///< instructions per call
  uint64_t stackDepth = 10'000;
};

}  // namespace relaxscope
