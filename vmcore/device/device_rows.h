// SPDX-License-Identifier: Apache-2.0
// One probe a kind of device; devices.cpp holds the table.
#pragma once

#include <vector>

#include "vmcore/wire/messages.h"

namespace relaxscope {

std::vector<wire::DeviceRow> probeCpu();
/// Looks for the CUDA driver by dlopen; runs nothing on a GPU.
std::vector<wire::DeviceRow> probeCuda();

}  // namespace relaxscope
