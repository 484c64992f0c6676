// SPDX-License-Identifier: Apache-2.0
// A row of the device list, usable or not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace relaxscope {

struct DeviceRow {
  std::string id, name;
  bool usable = false;
  std::string reason;  ///< why it is not usable
  uint64_t memoryBytes = 0;
  bool emulated = false;               ///< computed on the CPU; times are no measure
  std::string architecture, driver;    ///< of GPUs: "sm_80"; "CUDA 12.4"
  std::vector<std::string> libraries;  ///< of a usable GPU: "cuBLAS 13.0 (/usr/local/cuda/lib64/libcublas.so.13)"
  std::vector<std::string> missing;    ///< what is not available on a usable device, and why
};

}  // namespace relaxscope
