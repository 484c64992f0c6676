// SPDX-License-Identifier: Apache-2.0
// Copies and fills. Pageable host memory is read at the call and written before the call returns; pinned memory is read
// and written when the stream comes to it.
#include <cstring>
#include <memory>
#include <vector>

#include "vmcore/emulated/driver/capture.h"
#include "vmcore/emulated/driver/driver.h"
#include "vmcore/emulated/driver/ranges.h"
#include "vmcore/emulated/driver/scheduler.h"

namespace relaxscope::emulated::api {
namespace {

/// Checks a range of device memory; `device`: it must belong to this one.
void checkRange(uint64_t address, uint64_t bytes, int device, const char* argument) {
  const std::string why = whyOutside(memoryOf(address), address, bytes);
  require(why.empty(), InvalidValue, fmt::format("{}: {}", argument, why));
  require(driver().devices[static_cast<size_t>(device)].memory->owns(address), InvalidValue,
          fmt::format("{}: is memory of another device than {}", argument, device));
}

bool isPinned(const void* host, size_t bytes) {
  const auto address = reinterpret_cast<uintptr_t>(host);
  for (const DeviceState& device : driver().devices) {
    if (device.primary == nullptr) continue;
    auto block = device.primary->hostBlocks.upper_bound(address);
    if (block == device.primary->hostBlocks.begin()) continue;
    --block;
    const uint64_t offset = address - block->first;
    if (offset >= block->second) continue;
    require(
        bytes <= block->second - offset, InvalidValue,
        fmt::format("host memory: {} bytes from byte {} of a pinned block of {} bytes", bytes, offset, block->second));
    return true;
  }
  return false;
}

void checkHost(const void* host, const char* argument) {
  require(host != nullptr, InvalidValue, fmt::format("{}: is null", argument));
  require(memoryOf(reinterpret_cast<uint64_t>(host)) == nullptr, InvalidValue,
          fmt::format("{}: is an address of device memory", argument));
}

/// Calls `use` with the bytes if they are still a block's when the stream comes to them.
template <class Use>
std::optional<KernelFault> withBytes(uint64_t address, uint64_t bytes, const char* what, Use use) {
  const DeviceMemory* const memory = memoryOf(address);
  const std::string why = whyOutside(memory, address, bytes);
  if (!why.empty()) return KernelFault{IllegalAddress, fmt::format("{}: {}", what, why)};
  return use(memory->bytesAt(address));
}

std::shared_ptr<Work> copyWork(WorkKind kind, uint64_t bytes, bool pinned = false) {
  auto work = std::make_shared<Work>();
  work->record.kind = kind;
  work->record.bytes = bytes;
  work->record.pinned = pinned;
  return work;
}

GraphNodeState nodeOf(GraphNodeType type) {
  GraphNodeState node;
  node.type = type;
  return node;
}

int copyBetween(StreamState& stream, uint64_t to, uint64_t from, size_t bytes) {
  const auto work = copyWork(WorkKind::CopyOnDevice, bytes);
  work->run = [=] {
    return withBytes(from, bytes, "copy: source", [=](const char* source) {
      return withBytes(to, bytes, "copy: target", [=](char* target) -> std::optional<KernelFault> {
        std::memmove(target, source, bytes);
        return std::nullopt;
      });
    });
  };
  submit(stream, work, nodeOf(NodeMemcpy));
  return Success;
}

template <class Value>
int fill(uint64_t to, Value value, size_t count, Stream handle) {
  ContextState& context = currentContext();
  StreamState& stream = streamOf(context, handle);
  if (count == 0) return Success;
  require(count <= SIZE_MAX / sizeof(Value), InvalidValue, fmt::format("count: {} is too large", count));
  require(to % sizeof(Value) == 0, InvalidValue, fmt::format("to: is not aligned to {} bytes", sizeof(Value)));
  const size_t bytes = count * sizeof(Value);
  checkRange(to, bytes, context.device, "to");
  const auto work = copyWork(WorkKind::Fill, bytes);
  work->record.value = value;
  work->run = [=] {
    return withBytes(to, bytes, "fill", [=](char* target) -> std::optional<KernelFault> {
      for (size_t i = 0; i < count; ++i) std::memcpy(target + i * sizeof(Value), &value, sizeof(Value));
      return std::nullopt;
    });
  };
  submit(stream, work, nodeOf(NodeMemset));
  return Success;
}

}  // namespace

int copyToDevice(DevicePointer to, const void* from, size_t bytes, Stream handle) {
  ContextState& context = currentContext();
  StreamState& stream = streamOf(context, handle);
  if (bytes == 0) return Success;
  checkRange(to, bytes, context.device, "to");
  checkHost(from, "from");
  const bool pinned = isPinned(from, bytes);
  std::shared_ptr<const std::vector<char>> staged;
  const char* source = static_cast<const char*>(from);
  if (!pinned && stream.capture == nullptr) {
    staged = std::make_shared<const std::vector<char>>(source, source + bytes);
    source = staged->data();
  }
  const auto work = copyWork(WorkKind::CopyToDevice, bytes, pinned);
  work->run = [=] {
    return withBytes(to, bytes, "copy: target", [&](char* target) -> std::optional<KernelFault> {
      std::memcpy(target, staged == nullptr ? source : staged->data(), bytes);
      return std::nullopt;
    });
  };
  submit(stream, work, nodeOf(NodeMemcpy));
  return Success;
}

int copyToHost(void* to, DevicePointer from, size_t bytes, Stream handle) {
  ContextState& context = currentContext();
  StreamState& stream = streamOf(context, handle);
  if (bytes == 0) return Success;
  checkRange(from, bytes, context.device, "from");
  checkHost(to, "to");
  const bool pinned = isPinned(to, bytes);
  const auto work = copyWork(WorkKind::CopyToHost, bytes, pinned);
  work->run = [=] {
    return withBytes(from, bytes, "copy: source", [=](const char* source) -> std::optional<KernelFault> {
      std::memcpy(to, source, bytes);
      return std::nullopt;
    });
  };
  const OperationRef operation = submit(stream, work, nodeOf(NodeMemcpy));
  if (!pinned && operation != nullptr) waitFor(context, {operation});
  return Success;
}

int copyOnDevice(DevicePointer to, DevicePointer from, size_t bytes, Stream handle) {
  ContextState& context = currentContext();
  StreamState& stream = streamOf(context, handle);
  if (bytes == 0) return Success;
  checkRange(to, bytes, context.device, "to");
  checkRange(from, bytes, context.device, "from");
  return copyBetween(stream, to, from, bytes);
}

int copyPeer(DevicePointer to, Context toContext, DevicePointer from, Context fromContext, size_t bytes,
             Stream handle) {
  StreamState& stream = streamOf(currentContext(), handle);
  const ContextState& target = *driver().contexts.at(toContext, "toContext", InvalidContext);
  const ContextState& source = *driver().contexts.at(fromContext, "fromContext", InvalidContext);
  throwFault(target);
  throwFault(source);
  if (bytes == 0) return Success;
  checkRange(to, bytes, target.device, "to");
  checkRange(from, bytes, source.device, "from");
  return copyBetween(stream, to, from, bytes);
}

int fillBytes(DevicePointer to, unsigned char value, size_t count, Stream stream) {
  return fill(to, value, count, stream);
}

int fillWords(DevicePointer to, unsigned value, size_t count, Stream stream) { return fill(to, value, count, stream); }

}  // namespace relaxscope::emulated::api
