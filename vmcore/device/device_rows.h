// SPDX-License-Identifier: Apache-2.0
// One probe per kind of device; devices.cpp holds the table.
#pragma once

#include <vector>

#include "vmcore/run/device_row.h"

namespace relaxscope {

std::vector<DeviceRow> probeCpu();
/// Looks for the CUDA driver by dlopen; runs nothing on a GPU.
std::vector<DeviceRow> probeCuda();

}  // namespace relaxscope
