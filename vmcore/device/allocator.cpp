// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/allocator.h"

#include <algorithm>
#include <cstdlib>
#include <thread>

namespace relaxscope {
namespace {

/// More than any machine has; some allocators of the C library do not take such a request well.
constexpr size_t kMostBytes = size_t{1} << 46;

size_t roundUp(size_t bytes) { return (std::max<size_t>(bytes, 1) + kBufferAlignment - 1) & ~(kBufferAlignment - 1); }

/// Not aligned_alloc: the size need be no multiple of the alignment.
void* fresh(size_t bytes, size_t alignment) {
  void* block = nullptr;
  return posix_memalign(&block, alignment, bytes) == 0 ? block : nullptr;
}

void add(std::atomic<int64_t>& sum, int64_t delta) {
  // Written under the lock only, so a plain read-modify-write is enough.
  sum.store(sum.load(std::memory_order_relaxed) + delta, std::memory_order_relaxed);
}

}  // namespace

Allocator::~Allocator() { trimLocked(); }

void Allocator::lock() noexcept {
  while (busy_.exchange(true, std::memory_order_acquire)) {
    while (busy_.load(std::memory_order_relaxed)) std::this_thread::yield();
  }
}

Allocator::Bin& Allocator::binOf(size_t bytes) {
  Recent& recent = recent_[(bytes / kBufferAlignment) % kRecent];
  if (recent.bytes != bytes) {
    auto at = binIndex_.find(bytes);
    if (at == binIndex_.end()) {
      // In this order: where the second throws for lack of memory, an unused bin is left and no entry without one.
      bins_.push_back({bytes, {}});
      at = binIndex_.emplace(bytes, static_cast<uint32_t>(bins_.size() - 1)).first;
    }
    recent = {bytes, at->second};
  }
  return bins_[recent.bin];
}

void* Allocator::allocate(size_t bytes, size_t alignment) {
  if (bytes > kMostBytes) throw OutOfMemory{"MemoryError", bytes, static_cast<uint64_t>(counters_.live.load(std::memory_order_relaxed)), limit_};
  const size_t size = roundUp(bytes);
  struct Guard {
    Allocator& allocator;
    explicit Guard(Allocator& a) : allocator(a) { a.lock(); }
    ~Guard() { allocator.unlock(); }
  } guard(*this);
  const int64_t live = counters_.live.load(std::memory_order_relaxed);
  if (limit_ != 0 && (size > limit_ || static_cast<uint64_t>(live) > limit_ - size))
    throw OutOfMemory{"MemoryLimit", bytes, static_cast<uint64_t>(live), limit_};
  void* block = nullptr;
  if (kind_ == Kind::Pooled) {
    Bin& bin = binOf(size);
    if (!bin.free.empty()) {
      block = bin.free.back();
      bin.free.pop_back();
      pooled_ -= size;
      counters_.poolHits.store(counters_.poolHits.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    } else if (limit_ != 0 && pooled_ != 0 && static_cast<uint64_t>(live) + pooled_ > limit_ - size) {
      trimLocked();   // unused blocks of other sizes would break the limit
    }
  }
  if (block == nullptr) {
    block = fresh(size, alignment);
    if (block == nullptr && pooled_ != 0) {
      trimLocked();
      block = fresh(size, alignment);
    }
    if (block == nullptr) throw OutOfMemory{"MemoryError", bytes, static_cast<uint64_t>(live), limit_};
  }
  const int64_t signedSize = static_cast<int64_t>(size);
  add(counters_.live, signedSize);
  add(counters_.allocated, signedSize);
  counters_.allocations.store(counters_.allocations.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  if (live + signedSize > counters_.peak.load(std::memory_order_relaxed)) counters_.peak.store(live + signedSize, std::memory_order_relaxed);
  return block;
}

void Allocator::release(void* block, size_t bytes) noexcept {
  if (block == nullptr) return;
  const size_t size = roundUp(bytes);
  lock();
  bool kept = false;
  if (kind_ == Kind::Pooled) {
    try {
      binOf(size).free.push_back(block);
      pooled_ += size;
      kept = true;
    } catch (const std::bad_alloc&) {
      // No memory for the list itself: give the block back instead.
    }
  }
  add(counters_.live, -static_cast<int64_t>(size));
  add(counters_.freed, static_cast<int64_t>(size));
  unlock();
  if (!kept) std::free(block);
}

void Allocator::trimLocked() noexcept {
  for (Bin& bin : bins_) {
    for (void* block : bin.free) std::free(block);
    bin.free.clear();
  }
  pooled_ = 0;
}

void Allocator::trim() noexcept {
  lock();
  trimLocked();
  unlock();
}

void Allocator::resetCounters() {
  lock();
  counters_.peak.store(counters_.live.load(std::memory_order_relaxed), std::memory_order_relaxed);
  counters_.allocated.store(0, std::memory_order_relaxed);
  counters_.freed.store(0, std::memory_order_relaxed);
  counters_.allocations.store(0, std::memory_order_relaxed);
  counters_.poolHits.store(0, std::memory_order_relaxed);
  unlock();
}

}  // namespace relaxscope
