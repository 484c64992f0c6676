// SPDX-License-Identifier: Apache-2.0
// Blocks of device memory and of pinned host memory.
#include <cstdlib>

#include "vmcore/emulated/device_memory.h"
#include "vmcore/emulated/driver/activity.h"
#include "vmcore/emulated/driver/capture.h"
#include "vmcore/emulated/driver/driver.h"
#include "vmcore/emulated/driver/scheduler.h"

namespace relaxscope::emulated::api {
namespace {

/// Above the memory of any machine; some C library allocators do not handle larger requests cleanly.
constexpr size_t kMaxHostBytes = size_t{1} << 38;

enum class Operation : uint8_t { Allocate, Release };
enum class Memory : uint8_t { Device, Pinned };

void report(Operation operation, Memory memory, int device, uint64_t address, uint64_t bytes) {
  MemoryCallRecord record;
  record.release = operation == Operation::Release;
  record.pinned = memory == Memory::Pinned;
  record.device = static_cast<uint32_t>(device);
  record.correlation = currentCall().correlation;
  record.address = address;
  record.bytes = bytes;
  record.time = currentCall().startNs;
  reportMemory(record);
}

}  // namespace

int memAlloc(DevicePointer* block, size_t bytes) {
  ContextState& context = currentContext();
  requireOutput(block, "block");
  require(bytes > 0, InvalidValue, "bytes: must be greater than 0");
  forbidDuringCapture(context);
  DeviceMemory& memory = *driver().devices[static_cast<size_t>(context.device)].memory;
  const uint64_t address = memory.allocate(bytes);
  require(address != 0, OutOfDeviceMemory,
          fmt::format("bytes: {} are wanted, {} of {} are free", bytes, memory.freeBytes(), memory.totalBytes()));
  context.blocks.insert(address);
  *block = address;
  report(Operation::Allocate, Memory::Device, context.device, address, bytes);
  return Success;
}

int memFree(DevicePointer block) {
  forbidDuringCapture(currentContext());
  for (DeviceState& device : driver().devices) {
    const std::shared_ptr<ContextState> owner = device.primary;
    if (owner == nullptr || !owner->blocks.contains(block)) continue;
    waitForAll(*owner);  // as the driver does
    owner->blocks.erase(block);
    const auto freed = device.memory->find(block);
    report(Operation::Release, Memory::Device, owner->device, block, freed ? freed->bytes : 0);
    device.memory->release(block);
    return Success;
  }
  const DeviceMemory* const memory = memoryOf(block);
  throw Refusal{InvalidValue, fmt::format("block: {:#x} is not the start of a block, but {}", block,
                                          memory == nullptr ? "no address of device memory" : memory->explain(block))};
}

int memInfo(size_t* free, size_t* total) {
  requireOutput(free, "free");
  requireOutput(total, "total");
  const DeviceMemory& memory = *driver().devices[static_cast<size_t>(currentContext().device)].memory;
  *free = memory.freeBytes();
  *total = memory.totalBytes();
  return Success;
}

int memAllocHost(void** block, size_t bytes) {
  ContextState& context = currentContext();
  requireOutput(block, "block");
  require(bytes > 0, InvalidValue, "bytes: must be greater than 0");
  forbidDuringCapture(context);
  void* made = nullptr;
  require(bytes <= kMaxHostBytes && posix_memalign(&made, kPage, bytes) == 0, OutOfDeviceMemory,
          fmt::format("bytes: {} are wanted", bytes));
  context.hostBlocks[reinterpret_cast<uintptr_t>(made)] = bytes;
  *block = made;
  report(Operation::Allocate, Memory::Pinned, context.device, reinterpret_cast<uintptr_t>(made), bytes);
  return Success;
}

int memFreeHost(void* block) {
  forbidDuringCapture(currentContext());
  for (DeviceState& device : driver().devices) {
    const std::shared_ptr<ContextState> owner = device.primary;
    const auto address = reinterpret_cast<uintptr_t>(block);
    if (owner == nullptr || !owner->hostBlocks.contains(address)) continue;
    waitForAll(*owner);  // a copy may still use it
    report(Operation::Release, Memory::Pinned, owner->device, address, owner->hostBlocks.at(address));
    owner->hostBlocks.erase(address);
    std::free(block);
    return Success;
  }
  throw Refusal{InvalidValue, fmt::format("block: {} is not the start of a pinned block", block)};
}

}  // namespace relaxscope::emulated::api
