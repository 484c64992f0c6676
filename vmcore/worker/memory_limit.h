// SPDX-License-Identifier: Apache-2.0
// How much memory a run may take, and how much the process has (Linux: /proc, cgroups 1 and 2).
#pragma once

#include <cstdint>

namespace relaxscope::worker {

/// Three quarters of what the machine and the process's cgroup have free now.
uint64_t defaultMemoryLimit();

struct MemoryUse { uint64_t addressSpace = 0, resident = 0; };
/// Of this process. Async-signal-safe; zeros where /proc cannot be read.
MemoryUse memoryUse() noexcept;

/// What a run may take beyond what the process had when the limit was set. One a process.
class MemoryLimit {
 public:
  /// Zero takes the limit away. `watchOnly`: no RLIMIT_AS (drivers and sanitizers map far more than they use).
  void set(uint64_t bytes, bool watchOnly) noexcept;
  [[nodiscard]] uint64_t bytes() const { return bytes_; }
  /// Whether the process has more than it may by what is resident. Async-signal-safe.
  [[nodiscard]] bool exceeded() const noexcept;
  /// Whether the address space is so nearly used up that allocations fail. Async-signal-safe.
  [[nodiscard]] bool exhausted() const noexcept;

 private:
  uint64_t bytes_ = 0;
  uint64_t residentTop_ = 0;       ///< resident bytes that are too many; 0 without limit
  uint64_t addressTop_ = 0;        ///< RLIMIT_AS; 0 when not set
};

}  // namespace relaxscope::worker
