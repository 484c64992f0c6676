// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/kernel/windows.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>

#include "vmcore/emulated/device_memory.h"

namespace relaxscope::emulated {
namespace {

constexpr uint64_t kMostReserved = uint64_t{8} << 40, kLeastReserved = uint64_t{64} << 30;
constexpr uint32_t kUsualShift = 34;  ///< 16 GiB from window to window

void* pointer(uint64_t address) { return reinterpret_cast<void*>(static_cast<uintptr_t>(address)); }
uint64_t pageFloor(uint64_t value) { return value & ~(kPage - 1); }
/// Bytes of the pages that hold a target.
uint64_t pagesBytes(const WindowTarget& target) {
  return pageFloor(target.address + std::max<uint64_t>(target.bytes, 1) + kPage - 1) - pageFloor(target.address);
}

}  // namespace

ParameterWindows::~ParameterWindows() {
  if (reserved_ != 0) munmap(pointer(begin_), reserved_);
}

/// Address space without memory: as much as the process may have.
bool ParameterWindows::reserve() {
  for (uint64_t bytes = kMostReserved; reserved_ == 0 && bytes >= kLeastReserved; bytes /= 2) {
    void* memory = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) continue;
    begin_ = reinterpret_cast<uintptr_t>(memory);
    reserved_ = bytes;
  }
  return reserved_ != 0;
}

/// In the middle of a slot, so that accesses before and after a tensor fall into the same one.
uint64_t ParameterWindows::mappingBegin(size_t index) const {
  return begin_ + (static_cast<uint64_t>(index) << shift_) + (uint64_t{1} << (shift_ - 2));
}

void ParameterWindows::unmap(size_t index) {
  if (mapped_[index].bytes == 0) return;
  mmap(pointer(mappingBegin(index)), mapped_[index].bytes, PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  mapped_[index] = {};
}

bool ParameterWindows::map(std::vector<WindowTarget> targets, std::string& why) {
  if (!reserve()) {
    why = "there is no address space for the emulated GPU";
    return false;
  }
  uint64_t largest = 0;
  for (const auto& target : targets) largest = std::max(largest, pagesBytes(target));
  uint32_t shift = kUsualShift;
  while (shift > 20 && (reserved_ >> shift) < targets.size()) --shift;
  while (largest > (uint64_t{1} << (shift - 1))) ++shift;
  if ((reserved_ >> shift) < std::max<size_t>(targets.size(), 1)) {
    why = fmt::format("there is no address space for {} parameters of up to {} bytes", targets.size(), largest);
    return false;
  }
  if (shift != shift_) {
    for (size_t i = 0; i < mapped_.size(); ++i) unmap(i);
    shift_ = shift;
    mapped_.clear();
  }
  mapped_.resize(std::max(mapped_.size(), targets.size()));
  windows_.assign(reserved_ >> shift_, {});
  targets_ = std::move(targets);
  for (size_t i = 0; i < targets_.size(); ++i) {
    const WindowTarget& target = targets_[i];
    struct stat status{};
    fstat(target.memory->file(), &status);
    const Mapped wanted{status.st_dev, status.st_ino, pageFloor(target.memory->offsetOf(target.address)),
                        pagesBytes(target)};
    if (mapped_[i] != wanted) {
      unmap(i);
      if (mmap(pointer(mappingBegin(i)), wanted.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
               target.memory->file(), static_cast<off_t>(wanted.offset)) == MAP_FAILED) {
        why = fmt::format("the memory of parameter {} cannot be mapped: {}", target.parameter, std::strerror(errno));
        return false;
      }
      mapped_[i] = wanted;
    }
    const uint64_t begin = inWindow(i, target.address);
    windows_[i] = {begin, begin + target.bytes};
  }
  return true;
}

uint64_t ParameterWindows::inWindow(size_t index, uint64_t address) const {
  return mappingBegin(index) + (address - pageFloor(targets_[index].address));
}

const WindowTarget* ParameterWindows::targetAt(uint64_t address) const {
  if (address - begin_ >= reserved_) return nullptr;
  const uint64_t index = (address - begin_) >> shift_;
  return index < targets_.size() ? &targets_[index] : nullptr;
}

uint64_t ParameterWindows::deviceAddress(uint64_t address) const {
  const uint64_t index = (address - begin_) >> shift_;
  return address - mappingBegin(index) + pageFloor(targets_[index].address);
}

void ParameterWindows::describe(AccessLimits& limits) const {
  limits.windowsBegin = begin_;
  limits.windowsBytes = static_cast<uint64_t>(windows_.size()) << shift_;
  limits.windows = windows_.data();
  limits.windowShift = shift_;
}

}  // namespace relaxscope::emulated
