// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/objects/device_copy.h"

#include <fmt/format.h>

#include <cstring>
#include <vector>

#include "vmcore/run/failure_kind.h"

namespace relaxscope {
namespace {

void copyStrided(const DLTensor& source, const char* from, int axis, size_t elementBytes, char*& to) {
  if (axis == source.ndim) {
    std::memcpy(to, from, elementBytes);
    to += elementBytes;
    return;
  }
  for (int64_t i = 0; i < source.shape[axis]; ++i)
    copyStrided(source, from + i * source.strides[axis] * static_cast<int64_t>(elementBytes), axis + 1, elementBytes,
                to);
}

bool isCompact(const DLTensor& tensor) { return tensor.strides == nullptr || ffi::IsContiguous(tensor); }

/// Bytes between the first and the last element of a strided tensor, the last included; strides must not be negative.
size_t spanOf(const DLTensor& tensor, size_t elementBytes) {
  uint64_t last = 0;
  for (int axis = 0; axis < tensor.ndim; ++axis) {
    if (tensor.strides[axis] < 0) raise("ValueError", "a tensor with negative strides on a GPU cannot be copied");
    last += static_cast<uint64_t>(tensor.shape[axis] - 1) * static_cast<uint64_t>(tensor.strides[axis]);
  }
  return static_cast<size_t>(last + 1) * elementBytes;
}

size_t elementBytesOf(const DLTensor& tensor, ElementLayout layout) {
  size_t bits = static_cast<size_t>(tensor.dtype.bits) * tensor.dtype.lanes;
  if (layout == ElementLayout::WholeBytes) bits = (bits + 7) / 8 * 8;
  if (bits % 8 != 0) raise("ValueError", "a strided tensor of elements smaller than a byte cannot be copied");
  return bits / 8;
}

/// Copies the elements of a strided tensor in host memory to compact host memory.
void compactOnHost(const DLTensor& source, const char* from, ElementLayout layout, void* to) {
  char* at = static_cast<char*>(to);
  copyStrided(source, from, 0, elementBytesOf(source, layout), at);
}

/// Copies all elements to compact host memory.
void copyToHostBytes(const DLTensor& source, ElementLayout layout, void* to, size_t bytes) {
  if (isCompact(source)) return readBytes(source, tensorData(source), to, bytes);
  if (isHostMemory(source.device)) return compactOnHost(source, tensorData(source), layout, to);
  std::vector<char> span(spanOf(source, elementBytesOf(source, layout)));
  readBytes(source, tensorData(source), span.data(), span.size());
  compactOnHost(source, span.data(), layout, to);
}

}  // namespace

void raiseDeviceFault(const DeviceFault& fault) {
  raise(fault.isLost() ? failureKindName(FailureKind::DeviceLost) : "DeviceError", fault.what());
}

Device& deviceOf(const DLTensor& tensor) {
  Device* const device = findDevice({tensor.device.device_type, tensor.device.device_id});
  if (device == nullptr)
    raise("ValueError", fmt::format("a tensor on device type {}, which cannot be read here",
                                    static_cast<int>(tensor.device.device_type)));
  return *device;
}

void readBytes(const DLTensor& tensor, const void* from, void* to, size_t bytes) {
  if (bytes == 0) return;
  if (isHostMemory(tensor.device)) std::memcpy(to, from, bytes);
  else onDevice([&] { deviceOf(tensor).copyToHost(to, from, bytes); });
}

void writeBytes(const DLTensor& tensor, void* to, const void* from, size_t bytes) {
  if (bytes == 0) return;
  if (isHostMemory(tensor.device)) std::memcpy(to, from, bytes);
  else onDevice([&] { deviceOf(tensor).copyFromHost(to, from, bytes); });
}

const DLTensor& onHost(const DLTensor& tensor, const std::shared_ptr<Allocator>& allocator, ElementLayout layout,
                       ffi::ObjectPtr<ffi::TensorObj>& kept) {
  if (isHostMemory(tensor.device)) return tensor;
  kept = copyToTensor(allocator, tensor, layout);
  return *kept;
}

ffi::ObjectPtr<ffi::TensorObj> copyToTensor(const std::shared_ptr<Allocator>& allocator, const DLTensor& source,
                                            ElementLayout layout) {
  if (!isHostMemory(source.device)) static_cast<void>(deviceOf(source));
  auto copy = makeTensor(allocator, source.shape, source.ndim, source.dtype, layout);
  const size_t bytes = tensorBytes(source.shape, source.ndim, source.dtype, layout);
  if (bytes == 0) return copy;
  if (source.data == nullptr) raise("ValueError", "a tensor without data was given");
  const bool sameDevice = source.device.device_type == copy->device.device_type &&
                          source.device.device_id == copy->device.device_id && !isHostMemory(source.device);
  if (sameDevice && isCompact(source)) {
    onDevice([&] { deviceOf(source).copyWithin(copy->data, tensorData(source), bytes); });
  } else if (isHostMemory(copy->device)) {
    copyToHostBytes(source, layout, copy->data, bytes);
  } else if (isHostMemory(source.device) && isCompact(source)) {
    writeBytes(*copy, copy->data, tensorData(source), bytes);
  } else {  // strided, or between two GPUs
    std::vector<char> staged(bytes);
    copyToHostBytes(source, layout, staged.data(), bytes);
    writeBytes(*copy, copy->data, staged.data(), bytes);
  }
  return copy;
}

}  // namespace relaxscope
