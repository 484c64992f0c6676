// SPDX-License-Identifier: Apache-2.0
// Memory limit of a run and memory use of the process (Linux: /proc, cgroups 1 and 2).
#pragma once

#include <atomic>
#include <cstdint>

namespace relaxscope::worker {

/// Three quarters of the memory that the host and the process's cgroup have free now.
uint64_t defaultMemoryLimit();

struct MemoryUse {
  uint64_t addressSpace = 0, resident = 0;
};
/// Of this process. Async-signal-safe; zeros where /proc cannot be read.
MemoryUse memoryUse() noexcept;

/// Address space that may be used beyond the limit: register stack, thread stacks and libraries are reserved, not used.
inline constexpr uint64_t kOwnReservations = uint64_t{256} << 20;
/// The worker's own use beyond the limit: libraries, stacks, frames being sent.
inline constexpr uint64_t kOwnUse = uint64_t{64} << 20;

/// Limit on memory beyond the process's use at the time it is set. One per process.
class MemoryLimit {
 public:
  /// Zero removes the limit. `watchOnly`: no RLIMIT_AS (drivers and sanitizers map far more than they use).
  void set(uint64_t bytes, bool watchOnly) noexcept;
  [[nodiscard]] uint64_t bytes() const { return bytes_; }
  /// Whether the resident memory exceeds the limit. Async-signal-safe.
  [[nodiscard]] bool exceeded() const noexcept;
  /// Whether the address space is nearly exhausted, so that allocations fail. Async-signal-safe.
  [[nodiscard]] bool exhausted() const noexcept;

 private:
  // Set on the engine's thread, read by the monitoring thread and by signal handlers.
  std::atomic<uint64_t> bytes_{0};
  std::atomic<uint64_t> residentTop_{0};  ///< resident bytes above which the limit is exceeded; 0 without limit
  std::atomic<uint64_t> addressTop_{0};   ///< RLIMIT_AS; 0 when not set
};

}  // namespace relaxscope::worker
