// SPDX-License-Identifier: Apache-2.0
// Memory of a device for storages, counted and limited. Two kinds behind one class: naive gives every
// block back at once; pooled keeps freed blocks for the next storage of about that size: models ask for
// the same few sizes again and again, those of dynamic shapes for ever new ones. Before a block comes
// from the system, unused ones beyond what was in use at most, and 64 MiB, are given back. Blocks are
// aligned to 64 bytes: generated kernels assume it and do not check.
//
// Blocks may be freed on any thread, also after the machine that took them has gone, so storages
// share the allocator.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
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
  std::string_view kind;  ///< "MemoryLimit" or "MemoryError"
  uint64_t wanted = 0, live = 0, limit = 0;
};

/// Running sums since the last reset; readable from any thread.
struct AllocatorCounters {
  std::atomic<int64_t> live{0};  ///< bytes of storages in use
  std::atomic<int64_t> peak{0};
  std::atomic<int64_t> allocated{0};  ///< bytes ever asked for, reused ones too
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

  /// Bytes of the block that a pool takes for so many: as many up to 4 KiB (in steps of 64), above that up to an eighth
  /// more.
  static size_t pooledBytes(size_t bytes) { return classOf(roundedUp(bytes)).bytes; }

  /// A block of at least `bytes` (64 for zero), its contents undefined; a fresh one begins at a multiple of
  /// `alignment`. Throws OutOfMemory.
  void* allocate(size_t bytes, size_t alignment = kBufferAlignment);
  /// Gives a block of allocate(bytes) back.
  void release(void* block, size_t bytes) noexcept;
  /// Returns the pool's unused blocks to the system.
  void trim() noexcept;

  [[nodiscard]] const AllocatorCounters& counters() const { return counters_; }
  /// Bytes of the pool's unused blocks.
  [[nodiscard]] uint64_t unusedBytes() const { return pooled_.load(std::memory_order_relaxed); }
  void resetCounters();
  [[nodiscard]] Kind kind() const { return kind_; }
  /// Whose memory it is.
  [[nodiscard]] DeviceId device() const { return device_; }

 private:
  /// The sizes of a pool: multiples of 64 up to 4 KiB, then eight to each power of two.
  struct SizeClass {
    size_t place = 0, bytes = 0;
  };
  static constexpr size_t kSmallest = 64, kStepsEnd = 4096, kClasses = kStepsEnd / kSmallest + 8 * 35;
  static size_t roundedUp(size_t bytes) {
    return (std::max<size_t>(bytes, 1) + kBufferAlignment - 1) & ~(kBufferAlignment - 1);
  }
  static SizeClass classOf(size_t size) {  // a multiple of 64
    if (size <= kStepsEnd) return {size / kSmallest - 1, size};
    const int shift = std::bit_width(size - 1) - 4;
    const size_t steps = (size - 1) >> shift;  // 8 to 15
    return {kStepsEnd / kSmallest + static_cast<size_t>(shift - 9) * 8 + (steps - 8), (steps + 1) << shift};
  }
  /// One size of the pool with its free blocks, newest last.
  struct Bin {
    std::vector<void*> free;
    uint64_t used = 0;  ///< when a block of it was last asked for
  };
  [[nodiscard]] size_t bytesOf(size_t place) const;
  void freeBin(size_t place) noexcept;
  /// Gives blocks of the sizes that were longest not asked for back to the system until the pool holds at most `most`
  /// bytes.
  void shrinkTo(uint64_t most) noexcept;
  void trimLocked() noexcept;
  void makeRoomFor(size_t size, uint64_t live) noexcept;
  /// An unused block of up to twice the size, where blocks are so large that looking for one is worth it; null where
  /// there is none. Under a limit lent blocks together have at most an eighth of it more than was asked for.
  void* borrowLarger(const SizeClass& wanted) noexcept;
  void* popFrom(size_t place) noexcept;
  /// Where a block that comes back belongs.
  size_t placeOf(const void* block, size_t size) noexcept;
  void lock() noexcept;
  void unlock() noexcept { busy_.store(false, std::memory_order_release); }

  const Kind kind_;
  const uint64_t limit_;
  const DeviceId device_;
  std::atomic<bool> busy_{false};  ///< held for some twenty instructions where a block is there
  std::array<Bin, kClasses> bins_;
  std::unordered_map<const void*, size_t>
      lent_;                         ///< blocks in use that serve for a smaller size: the places of their own
  uint64_t lentSurplus_ = 0;         ///< by how much they are larger
  uint64_t uses_ = 0;                ///< clock of Bin::used
  int64_t most_ = 0;                 ///< bytes in use at most, ever
  std::atomic<uint64_t> pooled_{0};  ///< bytes lying in free lists; written under the lock
  AllocatorCounters counters_;
};

}  // namespace relaxscope
