// SPDX-License-Identifier: Apache-2.0
// Allocator counters of a run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace relaxscope {

struct DeviceMemory {
  std::string device, allocator;
  int64_t liveBytes = 0, peakBytes = 0;
  int64_t unusedBytes = 0;  ///< of blocks that the pool keeps for later storages
  uint64_t allocations = 0, poolHits = 0;
};
struct Counters {
  int64_t liveBytes = 0, peakBytes = 0, unusedBytes = 0;
  uint64_t allocations = 0, poolHits = 0;
  uint64_t calls = 0;
  std::vector<DeviceMemory> devices;  ///< one row per device, where there are several
  uint64_t runs = 0;                  ///< that the counts are of, of all kinds; 0: not known
  /// That the process holds for kernels, beside storages; it keeps the most that it has needed.
  int64_t workspaceBytes = 0;
};

}  // namespace relaxscope
