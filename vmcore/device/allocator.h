// SPDX-License-Identifier: Apache-2.0
// Memory of a device for storages, counted and limited. Two kinds behind one class: naive releases every block
// immediately; pooled keeps freed blocks for later storages of a similar size, because models request the same few
// sizes repeatedly, or ever new ones with dynamic shapes. Before a block is requested from the system, unused blocks
// beyond the peak use plus 64 MiB are released. Blocks are aligned to 64 bytes: generated kernels assume it without a
// check.
//
// Blocks may be freed on any thread, also after the VM that allocated them was destroyed, so storages share ownership
// of the allocator.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "vmcore/base/block_bytes.h"
#include "vmcore/device/device.h"

namespace relaxscope {

/// Why a request fails: the allocator's limit, or the system has no memory left.
struct OutOfMemory {
  bool overLimit = false;  ///< else the system has no memory left
  uint64_t wanted = 0, live = 0, limit = 0;
  MemorySource::Room room;  ///< of the device, where its driver tells
};

/// Running totals since the last reset; readable from any thread.
struct AllocatorCounters {
  std::atomic<int64_t> live{0};  ///< bytes of storages in use
  std::atomic<int64_t> peak{0};
  std::atomic<int64_t> allocated{0};  ///< bytes of all requests, reused blocks included
  std::atomic<int64_t> freed{0};
  std::atomic<uint64_t> allocations{0};
  std::atomic<uint64_t> poolHits{0};
};

class Allocator {
 public:
  enum class Kind : uint8_t { Naive, Pooled };
  /// `source` null: memory of the host.
  Allocator(Kind kind, uint64_t limitBytes, std::shared_ptr<MemorySource> source = nullptr);
  ~Allocator();
  Allocator(const Allocator&) = delete;
  Allocator& operator=(const Allocator&) = delete;

  /// Returns a block of at least `bytes` (64 for zero) with undefined contents; a new one is aligned to `alignment`.
  /// Throws OutOfMemory, or DeviceFault.
  void* allocate(size_t bytes, size_t alignment = kBufferAlignment);
  /// Releases a block of allocate(bytes).
  void release(void* block, size_t bytes) noexcept;
  /// Returns the pool's unused blocks to the system.
  void trim() noexcept;

  [[nodiscard]] const AllocatorCounters& counters() const { return counters_; }
  /// Bytes of the pool's unused blocks.
  [[nodiscard]] uint64_t unusedBytes() const { return pooled_.load(std::memory_order_relaxed); }
  void resetCounters();
  [[nodiscard]] Kind kind() const { return kind_; }
  /// The device that owns the memory.
  [[nodiscard]] DeviceId device() const { return source_->id(); }

 private:
  /// One size class with its free blocks, newest last.
  struct Bin {
    std::vector<void*> free;
    uint64_t used = 0;  ///< uses_ at its last request
  };
  [[nodiscard]] size_t bytesOf(size_t place) const;
  void freeBin(size_t place) noexcept;
  /// Releases the blocks of the least recently requested sizes until the pool holds at most `most` bytes.
  void shrinkTo(uint64_t most) noexcept;
  void trimLocked() noexcept;
  void makeRoomFor(size_t size, uint64_t live) noexcept;
  /// Returns an unused block of up to twice the size, for sizes large enough to be worth the search; null where there
  /// is none. Under a limit the surplus of all lent blocks is at most an eighth of the limit.
  void* borrowLarger(const BlockClass& wanted) noexcept;
  void* popFrom(size_t place) noexcept;
  /// Size class to which a released block belongs.
  size_t placeOf(const void* block, size_t size) noexcept;
  void lock() noexcept;
  void unlock() noexcept { busy_.store(false, std::memory_order_release); }

  const Kind kind_;
  const uint64_t limit_;
  const std::shared_ptr<MemorySource> source_;
  std::atomic<bool> busy_{false};  ///< held for about twenty instructions when a free block exists
  std::array<Bin, kBlockClasses> bins_;
  std::unordered_map<const void*, size_t> lent_;  ///< blocks in use for a smaller size: their own size class
  uint64_t lentSurplus_ = 0;                      ///< surplus bytes of these blocks
  uint64_t uses_ = 0;                             ///< logical clock of Bin::used
  int64_t most_ = 0;                              ///< peak bytes in use since construction
  std::atomic<uint64_t> pooled_{0};               ///< bytes in free lists; written under the lock
  AllocatorCounters counters_;
};

}  // namespace relaxscope
