// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/device_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace relaxscope::emulated {
namespace {

constexpr uint64_t kAlignment = 256;
constexpr uint64_t kFilledBytes = uint64_t{64} << 20;  ///< larger blocks stay zero, so that they cost nothing
constexpr size_t kMaxFreed = 4096;                     ///< freed blocks remembered for messages

constexpr uint64_t roundUp(uint64_t bytes, uint64_t unit) { return (bytes + unit - 1) / unit * unit; }

/// Bytes that a block takes of the memory.
constexpr uint64_t takenBy(uint64_t bytes) { return roundUp(bytes, kAlignment); }
/// Bytes of addresses: one unit after each block belongs to none, so that a write beyond a block hits no other.
constexpr uint64_t spanOf(uint64_t bytes) { return takenBy(bytes) + kAlignment; }

}  // namespace

DeviceMemory::DeviceMemory(uint64_t totalBytes)
    : total_(totalBytes), range_(roundUp(2 * totalBytes + (uint64_t{64} << 20), kPage)) {
  file_ = memfd_create("emulated GPU", MFD_CLOEXEC);
  if (file_ < 0 || ftruncate(file_, static_cast<off_t>(range_)) != 0) throw std::bad_alloc();
  void* const addresses = mmap(nullptr, range_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  void* const access = mmap(nullptr, range_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_, 0);
  if (addresses == MAP_FAILED || access == MAP_FAILED) throw std::bad_alloc();
  madvise(access, range_, MADV_DONTDUMP);
  base_ = reinterpret_cast<uint64_t>(addresses);
  access_ = static_cast<char*>(access);
  next_ = base_;
}

DeviceMemory::~DeviceMemory() {
  munmap(reinterpret_cast<void*>(base_), range_);
  munmap(access_, range_);
  close(file_);
}

uint64_t DeviceMemory::gapIn(uint64_t from, uint64_t to, uint64_t span) const {
  auto block = live_.upper_bound(from);
  if (block != live_.begin()) {
    const Allocation& before = std::prev(block)->second;
    from = std::max(from, before.address + spanOf(before.bytes));
  }
  for (; block != live_.end() && block->first < to; ++block) {
    if (block->first >= from && block->first - from >= span) return from;
    from = block->first + spanOf(block->second.bytes);
  }
  return from <= to && to - from >= span ? from : 0;
}

void DeviceMemory::forgetFreed(uint64_t address, uint64_t span) {
  auto block = freed_.lower_bound(address);
  if (block != freed_.begin() && std::prev(block)->first + std::prev(block)->second.bytes > address) --block;
  while (block != freed_.end() && block->first < address + span) block = freed_.erase(block);
}

uint64_t DeviceMemory::allocate(uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes == 0 || bytes > total_ || takenBy(bytes) > total_ - used_) return 0;
  const uint64_t span = spanOf(bytes);
  uint64_t address = gapIn(next_, base_ + range_, span);
  if (address == 0) address = gapIn(base_, base_ + range_, span);
  if (address == 0) return 0;
  next_ = address + span;
  used_ += takenBy(bytes);
  forgetFreed(address, span);
  live_[address] = {address, bytes, ++serial_};
  if (bytes <= kFilledBytes) std::memset(bytesAt(address), 0xFF, bytes);
  return address;
}

bool DeviceMemory::release(uint64_t address) {
  const std::lock_guard lock(mutex_);
  const auto block = live_.find(address);
  if (block == live_.end()) return false;
  const uint64_t bytes = block->second.bytes;
  if (freed_.size() >= kMaxFreed)
    freed_.erase(std::min_element(freed_.begin(), freed_.end(),
                                  [](const auto& a, const auto& b) { return a.second.serial < b.second.serial; }));
  freed_[address] = block->second;
  used_ -= takenBy(bytes);
  live_.erase(block);
  // Whole pages go back to the system; they read as zero afterwards.
  const uint64_t first = roundUp(offsetOf(address), kPage), last = (offsetOf(address) + bytes) / kPage * kPage;
  if (first < last) madvise(access_ + first, last - first, MADV_REMOVE);
  return true;
}

std::optional<Allocation> DeviceMemory::find(uint64_t address, uint64_t bytes) const {
  const std::lock_guard lock(mutex_);
  auto block = live_.upper_bound(address);
  if (block == live_.begin()) return std::nullopt;
  --block;
  const uint64_t offset = address - block->first;
  if (offset >= block->second.bytes || bytes > block->second.bytes - offset) return std::nullopt;
  return block->second;
}

std::string DeviceMemory::explain(uint64_t address) const {
  const std::lock_guard lock(mutex_);
  if (!owns(address)) return "not an address of device memory";
  const auto blockBefore = [address](const std::map<uint64_t, Allocation>& blocks) {
    const auto block = blocks.upper_bound(address);
    return block == blocks.begin() ? nullptr : &std::prev(block)->second;
  };
  const Allocation *live = blockBefore(live_), *freed = blockBefore(freed_);
  const auto described = [](const Allocation& block) {
    return fmt::format("block of {} bytes, allocation {}", block.bytes, block.serial);
  };
  if (freed != nullptr && address - freed->address < freed->bytes)
    return fmt::format("byte {} of the freed {}", address - freed->address, described(*freed));
  if (live == nullptr) return "device memory that no block has";
  const uint64_t offset = address - live->address;
  if (offset < live->bytes) return fmt::format("byte {} of the {}", offset, described(*live));
  return fmt::format("{} bytes after the end of the {}", offset - live->bytes, described(*live));
}

uint64_t DeviceMemory::freeBytes() const {
  const std::lock_guard lock(mutex_);
  return total_ - used_;
}

size_t DeviceMemory::blocks() const {
  const std::lock_guard lock(mutex_);
  return live_.size();
}

}  // namespace relaxscope::emulated
