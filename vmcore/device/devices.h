// SPDX-License-Identifier: Apache-2.0
// The device table: one row a kind of device, each with a probe that says whether it can be used
// here and why not. A row is an id ("cpu", "cuda:0") and what `rscope devices` prints.
#pragma once

#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/device/allocator.h"
#include "vmcore/device/device_id.h"
#include "vmcore/run/device_row.h"

namespace relaxscope {

/// Every device of this machine, usable or not. Probes run each time; a CUDA driver is looked for by dlopen.
std::vector<DeviceRow> listDevices();
/// "x86-64, 2 cores".
std::string hostText();
/// "cpu", "cuda", "cuda:1"; an error for names that are unknown or cannot be used, with the reason. "cpu:1" and so on
/// are more devices of the host, each with memory of its own, so that programs for several devices run without them.
Result<DeviceId> parseDevice(const std::string& name);

/// A device as `--device` names it.
struct DeviceChoice {
  DeviceId id;
  std::string name;  ///< "cpu", "cuda:1"
  Allocator::Kind allocator = Allocator::Kind::Pooled;
};
/// "cpu:1=naive": a device, and its allocator where that is not `usual`.
Result<DeviceChoice> parseDeviceChoice(const std::string& text, Allocator::Kind usual);
/// "pooled" or "naive".
Result<Allocator::Kind> parseAllocator(const std::string& name);
const char* allocatorName(Allocator::Kind kind);

}  // namespace relaxscope
