// SPDX-License-Identifier: Apache-2.0
// How much memory a run may take, and how much the process has (Linux: /proc, cgroups 1 and 2).
#pragma once

#include <atomic>
#include <cstdint>

namespace relaxscope::worker {

/// Three quarters of what the machine and the process's cgroup have free now.
uint64_t defaultMemoryLimit();

struct MemoryUse {
  uint64_t addressSpace = 0, resident = 0;
};
/// Of this process. Async-signal-safe; zeros where /proc cannot be read.
MemoryUse memoryUse() noexcept;

/// What a run may take beyond what the process had when the limit was set. One a process. The address
/// space may grow by kOwnReservations more: register stack, thread stacks and libraries are reserved, not used.
inline constexpr uint64_t kOwnReservations = uint64_t{256} << 20;
/// What the worker itself comes to use beyond that: libraries, stacks, frames on their way.
inline constexpr uint64_t kOwnUse = uint64_t{64} << 20;
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
  // Set on the engine's thread, read by the watching one and by signal handlers.
  std::atomic<uint64_t> bytes_{0};
  std::atomic<uint64_t> residentTop_{0};  ///< resident bytes that are too many; 0 without limit
  std::atomic<uint64_t> addressTop_{0};   ///< RLIMIT_AS; 0 when not set
};

}  // namespace relaxscope::worker
