// SPDX-License-Identifier: Apache-2.0
// The device table: one row per kind of device, each with a probe that reports whether it is usable on this host and
// why not. A row has an id ("cpu", "cuda:0") and what `rscope devices` prints.
#pragma once

#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/device/allocator.h"
#include "vmcore/device/device_id.h"
#include "vmcore/run/device_row.h"

namespace relaxscope {

/// Every device of this host, usable or not. Probes run on every call; the CUDA driver is located by dlopen.
std::vector<DeviceRow> listDevices();
/// Name of this machine; empty if it has none.
std::string hostName();
/// "Intel(R) Xeon(R) Processor @ 2.80GHz, 2 threads": model as the system reports it, and hardware threads for kernels.
std::string processorText();
/// "Intel(R) Xeon(R), 8 threads": the name of a processor with the threads of kernels.
std::string withThreads(const std::string& processor);
/// "x86-64, 2 threads".
std::string hostText();
/// The CPUs that the calling thread may use: "0-3,8"; empty if the system does not tell.
std::string affinityText();
/// "cpu", "cuda", "cuda:1"; an error with the reason for names that are unknown or unusable. "cpu:1" and so on are
/// further host devices, each with its own memory, so that programs for several devices run on one host. "emulated:1"
/// is cuda:1 of the emulated GPU, which this process then uses.
Result<DeviceId> parseDevice(const std::string& name);

/// A device as `--device` names it.
struct DeviceChoice {
  DeviceId id;
  std::string name;  ///< "cpu", "cuda:1", "emulated:1"
  Allocator::Kind allocator = Allocator::Kind::Pooled;
};
/// "cpu:1=naive": a device, and its allocator if it differs from `usual`.
Result<DeviceChoice> parseDeviceChoice(const std::string& text, Allocator::Kind usual);
/// "pooled" or "naive".
Result<Allocator::Kind> parseAllocator(const std::string& name);
const char* allocatorName(Allocator::Kind kind);

}  // namespace relaxscope
