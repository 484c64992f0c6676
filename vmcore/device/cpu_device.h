// SPDX-License-Identifier: Apache-2.0
// The host as a device: work is complete when the call that requests it returns, so all streams are one.
#pragma once

#include <memory>

#include "vmcore/device/device.h"

namespace relaxscope {

/// Host memory without a device; `index` distinguishes the host devices of a program.
std::shared_ptr<MemorySource> hostMemory(int32_t index = 0);
std::shared_ptr<Device> makeCpuDevice(int32_t index);

}  // namespace relaxscope
