// SPDX-License-Identifier: Apache-2.0
// The device table: one row a kind of device, each with a probe that says whether it can be used
// here and why not. A row is an id ("cpu", "cuda:0") and what `rscope devices` prints.
#pragma once

#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/wire/messages.h"

namespace relaxscope {

/// Every device of this machine, usable or not. Probes run each time; a CUDA driver is looked for by dlopen.
std::vector<wire::DeviceRow> listDevices();
/// "x86-64, 2 cores".
std::string hostText();
/// A parsed device name: DLPack type and index.
struct DeviceId {
  int32_t type = 1;
  int32_t index = 0;
};
/// "cpu", "cuda", "cuda:1"; an error for names that are unknown or cannot be used, with the reason.
Result<DeviceId> parseDevice(const std::string& name);

}  // namespace relaxscope
