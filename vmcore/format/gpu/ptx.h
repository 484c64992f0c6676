// SPDX-License-Identifier: Apache-2.0
// Internal to format. What PTX states of its kernels before they are compiled: bounds of blocks and static shared
// memory. Directives: NVIDIA's "PTX ISA", "Performance-Tuning Directives" and "State Spaces".
#pragma once

#include <string_view>
#include <vector>

#include "vmcore/model/kernel_resources.h"

namespace relaxscope::gpu {

/// Registers, local memory and constants are absent: ptxas or the driver assigns them. Shared memory is absent if the
/// text declares it outside of a kernel, or in a way that this reader does not know. Any text is accepted.
std::vector<KernelResources> readPtx(std::string_view text);

}  // namespace relaxscope::gpu
