// SPDX-License-Identifier: Apache-2.0
// Data of tensors on any device of this process. Faults of a device are raised as "DeviceError", or as "DeviceLost" if
// the device accepts no more work.
#pragma once

#include <cstddef>
#include <utility>

#include "vmcore/device/device.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {

[[noreturn]] void raiseDeviceFault(const DeviceFault& fault);
/// Runs `work` and raises its device faults.
template <class Work>
decltype(auto) onDevice(Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const DeviceFault& fault) { raiseDeviceFault(fault); }
}

/// Whether this process reads the tensor's memory directly.
inline bool isHostMemory(DLDevice device) {
  return device.device_type == kDLCPU || device.device_type == kDLCUDAHost || device.device_type == kDLROCMHost;
}
/// The device that holds the tensor; raises "ValueError" for one that is not open.
Device& deviceOf(const DLTensor& tensor);

/// Copies bytes from a tensor's memory on any device to the host; complete when it returns.
void readBytes(const DLTensor& tensor, const void* from, void* to, size_t bytes);
/// Copies bytes from the host to a tensor's memory on any device.
void writeBytes(const DLTensor& tensor, void* to, const void* from, size_t bytes);

/// The tensor itself if it is in host memory, else a compact copy in `allocator`'s memory, which `kept` keeps alive.
const DLTensor& onHost(const DLTensor& tensor, const std::shared_ptr<Allocator>& allocator, ElementLayout layout,
                       ffi::ObjectPtr<ffi::TensorObj>& kept);

}  // namespace relaxscope
