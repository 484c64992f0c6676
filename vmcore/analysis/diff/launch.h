// SPDX-License-Identifier: Apache-2.0
// How kernels of a device are launched: the extents and flags that the host passes, by name, and limits in the source.
#pragma once

#include <string>
#include <vector>

#include "vmcore/analysis/diff/device_code.h"

namespace relaxscope::diffing {

/// "block.x, thread.x": the tags of all kernels.
std::string launchText(const std::vector<DeviceCode>& kernels);
/// What differs, kernel by kernel in their order; of a kernel that one side lacks all is on the other side.
std::vector<LaunchChange> launchChanges(const std::vector<DeviceCode>& old, const std::vector<DeviceCode>& now);

}  // namespace relaxscope::diffing
