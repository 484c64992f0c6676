// SPDX-License-Identifier: Apache-2.0
// Functions by handle, and how many of their blocks a multiprocessor holds.
#pragma once

#include <cstdint>

#include "vmcore/emulated/driver/objects.h"

namespace relaxscope::emulated {

/// The function of a handle, which must belong to the context; throws Refusal.
FunctionState& functionOf(const ContextState& context, cuda::Function handle);
/// Blocks of that many threads that a multiprocessor runs at a time.
int blocksPerMultiprocessor(const KernelEntry& kernel, uint32_t threads, uint64_t dynamicShared);

}  // namespace relaxscope::emulated
