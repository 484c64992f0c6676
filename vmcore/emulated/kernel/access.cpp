// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/kernel/access.h"

#include <sys/mman.h>

#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "vmcore/device/cuda/abi.h"
#include "vmcore/emulated/device_memory.h"
#include "vmcore/emulated/kernel/fiber.h"

namespace relaxscope::emulated {
namespace {

constexpr uint64_t kNull = 1 << 20;  ///< addresses below come from a null pointer

bool isMisaligned(uint64_t address, uint64_t alignment) { return (address & (alignment - 1)) != 0; }

}  // namespace

AccessCheck::~AccessCheck() {
  for (const auto& block : opened_) {
    mmap(reinterpret_cast<void*>(block.firstPage), block.pageBytes, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  }
}

/// Blocks that kernels reach through pointers in memory are opened where they are, until the launch ends.
bool AccessCheck::openBlock(const DeviceMemory& memory, uint64_t address, uint64_t bytes) {
  const auto block = memory.find(address, bytes);
  if (!block) return false;
  const uint64_t first = block->address & ~(kPage - 1),
                 last = (block->address + block->bytes + kPage - 1) & ~(kPage - 1);
  if (mmap(reinterpret_cast<void*>(first), last - first, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory.file(),
           static_cast<off_t>(memory.offsetOf(first))) == MAP_FAILED) {
    return false;
  }
  opened_.push_back({block->address, block->address + block->bytes, first, last - first});
  return true;
}

bool AccessCheck::allows(uint64_t address, uint64_t bytes, bool write, uint64_t alignment, uint64_t stackLow) {
  const ImageHeader& header = run_.image->header();
  const AccessLimits& limits = header.bindings->limits;
  std::string place;
  bool inside = false;
  if (windows_.targetAt(address) != nullptr) {
    const Window& window = limits.windows[(address - limits.windowsBegin) >> limits.windowShift];
    inside = address >= window.begin && bytes <= window.end - window.begin && address <= window.end - bytes;
    place = windowPlace(address);
  } else if (const uint64_t at = address - reinterpret_cast<uintptr_t>(header.dynamicShared);
             at < kDynamicSharedBytes) {
    inside = at + bytes <= limits.dynamicBytes;
    place = fmt::format("byte {} of {} of dynamic shared memory", at, limits.dynamicBytes);
  } else if (run_.image->owns(address)) {
    inside = true;
    place = header.sharedBegin != nullptr || !run_.kernel->shared.empty() ? "a shared or global variable"
                                                                          : "a global variable";
  } else {
    const auto opened = [&](const Opened& b) { return address >= b.begin && address + bytes <= b.end; };
    inside = std::any_of(opened_.rbegin(), opened_.rend(), opened);
    const DeviceMemory* memory = !inside && run_.memoryOf ? run_.memoryOf(address) : nullptr;
    if (memory != nullptr) inside = openBlock(*memory, address, bytes);
    if (!inside || isMisaligned(address, alignment)) place = otherPlace(address, stackLow);
  }
  if (inside && !isMisaligned(address, alignment)) return true;
  status_ = inside ? cuda::MisalignedAddress : cuda::IllegalAddress;
  text_ = fmt::format("{} {} byte{} at {}", write ? "writes" : "reads", bytes, bytes == 1 ? "" : "s", place);
  if (inside) text_ += fmt::format(": its address must be a multiple of {}", alignment);
  return false;
}

/// "parameter 1 (argument 2), index 96 of 96".
std::string AccessCheck::windowPlace(uint64_t address) const {
  const WindowTarget& target = *windows_.targetAt(address);
  const auto byte = static_cast<int64_t>(windows_.deviceAddress(address) - target.address);
  if (target.elementBytes == 0) return fmt::format("parameter {}, byte {} of {}", target.parameter, byte, target.bytes);
  const auto element = static_cast<int64_t>(target.elementBytes);
  const int64_t index = byte >= 0 ? byte / element : -((element - 1 - byte) / element);
  std::string place = fmt::format("parameter {} ({}), index {} of {}", target.parameter, target.name, index,
                                  target.bytes / target.elementBytes);
  if (const int64_t rest = byte - index * element; rest != 0) place += fmt::format(", byte {} of the element", rest);
  return place;
}

std::string AccessCheck::otherPlace(uint64_t address, uint64_t stackLow) const {
  if (address < kNull) return fmt::format("address 0x{:x}: a null pointer", address);
  // The parameter that points closest below.
  const DanglingPointer* nearest = nullptr;
  for (const auto& pointer : dangling_) {
    if (pointer.value <= address && (nearest == nullptr || pointer.value > nearest->value)) nearest = &pointer;
  }
  std::string place = fmt::format("address 0x{:x}", address);
  constexpr uint64_t kFar = uint64_t{1} << 32;
  if (nearest != nullptr && nearest->value != 0 && address - nearest->value < kFar) {
    place = fmt::format("parameter {}, byte {}", nearest->parameter, address - nearest->value);
  }
  const DeviceMemory* memory = run_.memoryOf ? run_.memoryOf(address) : nullptr;
  if (memory != nullptr) {
    const auto block = memory->find(address);
    return block ? fmt::format("byte {} of {} of a block", address - block->address, block->bytes)
                 : place + ": " + memory->explain(address);
  }
  const uint64_t stacks = uint64_t{1024} * (FiberStacks::kStackBytes + kPage);
  if (address + stacks > stackLow && address < stackLow + stacks) return place + ": the local memory of another thread";
  return place + ": host memory";
}

}  // namespace relaxscope::emulated
