// SPDX-License-Identifier: Apache-2.0
// Functions by handle, how many of their blocks a multiprocessor holds, and launches of other libraries.
#pragma once

#include <cstdint>

#include "vmcore/emulated/driver/objects.h"
#include "vmcore/emulated/library_kernel.h"

namespace relaxscope::emulated {

/// The function of a handle, which must belong to the context; throws Refusal.
FunctionState& functionOf(const ContextState& context, cuda::Function handle);
/// Blocks of that many threads that a multiprocessor runs at a time.
int blocksPerMultiprocessor(const KernelEntry& kernel, uint32_t threads, uint64_t dynamicShared);
/// Counts a launch; throws if the configuration loses the GPUs at it.
void countLaunch(ContextState& context);
/// SubmitKernel; throws Refusal.
int submitKernel(cuda::Stream stream, const LibraryKernel& kernel);

}  // namespace relaxscope::emulated
