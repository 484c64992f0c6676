// SPDX-License-Identifier: Apache-2.0
// A device: its kind and number.
#pragma once

#include <cstdint>

namespace relaxscope {

struct DeviceId {
  int32_t type = 1;  ///< DLPack's DLDeviceType: 1 CPU, 2 CUDA
  int32_t index = 0;

  friend bool operator==(const DeviceId&, const DeviceId&) = default;
};

}  // namespace relaxscope
