// SPDX-License-Identifier: Apache-2.0
// A row of the device list, usable or not.
#pragma once

#include <cstdint>
#include <string>

namespace relaxscope {

struct DeviceRow {
  std::string id, name;
  bool usable = false;
  std::string reason;  ///< why it is not usable
  uint64_t memoryBytes = 0;
};

}  // namespace relaxscope
