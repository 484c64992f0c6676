// SPDX-License-Identifier: Apache-2.0
// Memory of a device for storages, counted and limited. Two kinds behind one class: naive gives every
// block back at once; pooled keeps freed blocks by exact size for the next storage of that size
// (models ask for the same few sizes again and again). Blocks are aligned to 64 bytes: generated
// kernels assume it and do not check.
//
// Blocks may be freed on any thread, also after the machine that took them has gone, so storages
// share the allocator.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vmcore/device/device_id.h"

namespace relaxscope {

inline constexpr size_t kBufferAlignment = 64;

/// What a request fails for: the allocator's limit, or memory that the system does not have.
struct OutOfMemory {
  std::string_view kind;   ///< "MemoryLimit" or "MemoryError"
  uint64_t wanted = 0, live = 0, limit = 0;
};

/// Running sums since the last reset; readable from any thread.
struct AllocatorCounters {
  std::atomic<int64_t> live{0};        ///< bytes of storages in use
  std::atomic<int64_t> peak{0};
  std::atomic<int64_t> allocated{0};   ///< bytes ever asked for, reused ones too
  std::atomic<int64_t> freed{0};
  std::atomic<uint64_t> allocations{0};
  std::atomic<uint64_t> poolHits{0};
};

class Allocator {
 public:
  enum class Kind : uint8_t { Naive, Pooled };
  Allocator(Kind kind, uint64_t limitBytes, DeviceId device = {}) : kind_(kind), limit_(limitBytes), device_(device) {}
  ~Allocator();
  Allocator(const Allocator&) = delete;
  Allocator& operator=(const Allocator&) = delete;

  /// A block of at least `bytes` (64 for zero), its contents undefined; a fresh one begins at a multiple of `alignment`.
  /// Throws OutOfMemory.
  void* allocate(size_t bytes, size_t alignment = kBufferAlignment);
  /// Gives a block of allocate(bytes) back.
  void release(void* block, size_t bytes) noexcept;
  /// Returns the pool's unused blocks to the system.
  void trim() noexcept;

  [[nodiscard]] const AllocatorCounters& counters() const { return counters_; }
  void resetCounters();
  [[nodiscard]] Kind kind() const { return kind_; }
  /// Whose memory it is.
  [[nodiscard]] DeviceId device() const { return device_; }

 private:
  /// One size of the pool with its free blocks, newest last.
  struct Bin {
    size_t bytes = 0;
    std::vector<void*> free;
  };
  Bin& binOf(size_t bytes);
  void trimLocked() noexcept;
  void lock() noexcept;
  void unlock() noexcept { busy_.store(false, std::memory_order_release); }

  const Kind kind_;
  const uint64_t limit_;
  const DeviceId device_;
  std::atomic<bool> busy_{false};  ///< held for some twenty instructions
  std::vector<Bin> bins_;          ///< a model has few sizes: found by place, not by hashing
  std::unordered_map<size_t, uint32_t> binIndex_;
  static constexpr size_t kRecent = 64;
  struct Recent { size_t bytes = 0; uint32_t bin = 0; };
  Recent recent_[kRecent];         ///< direct-mapped cache in front of binIndex_
  uint64_t pooled_ = 0;            ///< bytes lying in free lists
  AllocatorCounters counters_;
};

}  // namespace relaxscope
