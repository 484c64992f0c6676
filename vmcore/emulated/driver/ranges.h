// SPDX-License-Identifier: Apache-2.0
// Whether ranges of device memory are inside of blocks.
#pragma once

#include <cstdint>
#include <string>

#include "vmcore/emulated/device_memory.h"

namespace relaxscope::emulated {

/// The reason why [address, address + bytes) is not inside one block of `memory`, which may be null; empty if it is.
std::string whyOutside(const DeviceMemory* memory, uint64_t address, uint64_t bytes);

}  // namespace relaxscope::emulated
