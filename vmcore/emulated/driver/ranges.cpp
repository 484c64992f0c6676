// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/driver/ranges.h"

#include <fmt/format.h>

namespace relaxscope::emulated {

std::string whyOutside(const DeviceMemory* memory, uint64_t address, uint64_t bytes) {
  if (memory == nullptr) return fmt::format("{:#x} is not an address of device memory", address);
  if (memory->find(address, bytes)) return {};
  if (const auto block = memory->find(address))
    return fmt::format("{} bytes from byte {} of a block of {} bytes, allocation {}", bytes, address - block->address,
                       block->bytes, block->serial);
  return fmt::format("{:#x}: {}", address, memory->explain(address));
}

}  // namespace relaxscope::emulated
