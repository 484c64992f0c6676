// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/allocator.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "vmcore/device/cpu_device.h"

namespace relaxscope {
namespace {

/// Above the memory of any machine; some C library allocators do not handle larger requests cleanly.
constexpr size_t kMaxBytes = size_t{1} << 46;

/// Unused bytes that a pool keeps beyond its peak use.
constexpr uint64_t kSpareBytes = uint64_t{64} << 20;

/// Only written under the lock, so a plain read-modify-write suffices.
template <class Sum>
void addTo(std::atomic<Sum>& sum, int64_t delta) {
  sum.store(sum.load(std::memory_order_relaxed) + static_cast<Sum>(delta), std::memory_order_relaxed);
}

}  // namespace

Allocator::Allocator(Kind kind, uint64_t limitBytes, std::shared_ptr<MemorySource> source)
    : kind_(kind), limit_(limitBytes), source_(source != nullptr ? std::move(source) : hostMemory()) {}

Allocator::~Allocator() { trimLocked(); }

void Allocator::lock() noexcept {
  while (busy_.exchange(true, std::memory_order_acquire)) {
    while (busy_.load(std::memory_order_relaxed)) std::this_thread::yield();
  }
}

size_t Allocator::bytesOf(size_t place) const {
  if (place < kBlockSteps) return (place + 1) * kBufferAlignment;
  return ((place - kBlockSteps) % 8 + 9) << ((place - kBlockSteps) / 8 + 9);
}

void Allocator::freeBin(size_t place) noexcept {
  std::vector<void*>& blocks = bins_[place].free;
  for (void* block : blocks) source_->give(block);
  addTo(pooled_, -static_cast<int64_t>(bytesOf(place) * blocks.size()));
  blocks.clear();
}

void Allocator::shrinkTo(uint64_t most) noexcept {
  if (most == 0)
    for (size_t place = 0; place < kBlockClasses; ++place) freeBin(place);
  while (pooled_.load(std::memory_order_relaxed) > most) {
    size_t oldest = kBlockClasses;
    for (size_t place = 0; place < kBlockClasses; ++place)
      if (!bins_[place].free.empty() && (oldest == kBlockClasses || bins_[place].used < bins_[oldest].used))
        oldest = place;
    if (oldest == kBlockClasses) return;
    freeBin(oldest);
  }
}

void* Allocator::popFrom(size_t place) noexcept {
  std::vector<void*>& free = bins_[place].free;
  void* const block = free.back();
  free.pop_back();
  addTo(pooled_, -static_cast<int64_t>(bytesOf(place)));
  counters_.poolHits.store(counters_.poolHits.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  return block;
}

void* Allocator::borrowLarger(const BlockClass& wanted) noexcept {
  constexpr size_t kWorthIt = 64 << 10, kClassesToTwice = 8;
  if (wanted.bytes <= kWorthIt) return nullptr;
  for (size_t place = wanted.place + 1; place < kBlockClasses && place <= wanted.place + kClassesToTwice; ++place) {
    if (bins_[place].free.empty()) continue;
    const uint64_t surplus = bytesOf(place) - wanted.bytes;
    if (limit_ != 0 && lentSurplus_ + surplus > limit_ / 8) return nullptr;
    try {
      lent_.emplace(bins_[place].free.back(), place);
    } catch (const std::bad_alloc&) { return nullptr; }
    lentSurplus_ += surplus;
    bins_[place].used = uses_;
    return popFrom(place);
  }
  return nullptr;
}

/// Called before a block is requested from the system: unused blocks of other sizes must exceed neither the limit nor
/// the pool's own bound.
void Allocator::makeRoomFor(size_t size, uint64_t live) noexcept {
  const uint64_t unused = unusedBytes();
  if (limit_ != 0 && unused != 0 && live + unused > limit_ - size) return trimLocked();
  const uint64_t bound = static_cast<uint64_t>(most_) + kSpareBytes;
  if (unused > bound) shrinkTo(bound / 4 * 3);
}

void* Allocator::allocate(size_t bytes, size_t alignment) {
  if (bytes > kMaxBytes)
    throw OutOfMemory{false, bytes, static_cast<uint64_t>(counters_.live.load(std::memory_order_relaxed)), limit_,
                      source_->room()};
  const size_t size = naiveBlockBytes(bytes);
  struct Guard {
    Allocator& allocator;
    explicit Guard(Allocator& a) : allocator(a) { a.lock(); }
    ~Guard() { allocator.unlock(); }
  } guard(*this);
  const int64_t live = counters_.live.load(std::memory_order_relaxed);
  if (limit_ != 0 && (size > limit_ || static_cast<uint64_t>(live) > limit_ - size))
    throw OutOfMemory{true, bytes, static_cast<uint64_t>(live), limit_, {}};
  const BlockClass pooled = kind_ == Kind::Pooled ? blockClassOf(size) : BlockClass{0, size};
  void* block = nullptr;
  if (kind_ == Kind::Pooled) {
    Bin& bin = bins_[pooled.place];
    bin.used = ++uses_;
    block = bin.free.empty() ? borrowLarger(pooled) : popFrom(pooled.place);
    if (block == nullptr) makeRoomFor(size, static_cast<uint64_t>(live));
  }
  if (block == nullptr) {
    block = source_->take(pooled.bytes, alignment);
    if (block == nullptr && unusedBytes() != 0) {
      trimLocked();
      block = source_->take(pooled.bytes, alignment);
    }
    if (block == nullptr) throw OutOfMemory{false, bytes, static_cast<uint64_t>(live), limit_, source_->room()};
  }
  const int64_t signedSize = static_cast<int64_t>(size);
  addTo(counters_.live, signedSize);
  addTo(counters_.allocated, signedSize);
  counters_.allocations.store(counters_.allocations.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  most_ = std::max(most_, live + signedSize);
  if (live + signedSize > counters_.peak.load(std::memory_order_relaxed))
    counters_.peak.store(live + signedSize, std::memory_order_relaxed);
  return block;
}

size_t Allocator::placeOf(const void* block, size_t size) noexcept {
  if (!lent_.empty()) [[unlikely]] {
    if (const auto lent = lent_.find(block); lent != lent_.end()) {
      const size_t place = lent->second;
      lentSurplus_ -= bytesOf(place) - blockClassOf(size).bytes;
      lent_.erase(lent);
      return place;
    }
  }
  return blockClassOf(size).place;
}

void Allocator::release(void* block, size_t bytes) noexcept {
  if (block == nullptr) return;
  const size_t size = naiveBlockBytes(bytes);
  lock();
  bool kept = false;
  if (kind_ == Kind::Pooled) {
    const size_t place = placeOf(block, size);
    try {
      bins_[place].free.push_back(block);
      addTo(pooled_, static_cast<int64_t>(bytesOf(place)));
      kept = true;
    } catch (const std::bad_alloc&) {
      // No memory for the free list: release the block instead.
    }
  }
  addTo(counters_.live, -static_cast<int64_t>(size));
  addTo(counters_.freed, static_cast<int64_t>(size));
  unlock();
  if (!kept) source_->give(block);
}

void Allocator::trimLocked() noexcept { shrinkTo(0); }

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
