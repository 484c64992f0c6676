// SPDX-License-Identifier: Apache-2.0
// Scratch memory of kernels (TVMBackendAllocWorkspace): a stack of blocks a thread, freed last in,
// first out in the usual case. Freed blocks stay for the next kernel of the thread.
#pragma once

#include <cstdint>

namespace relaxscope {

/// 64-byte aligned; null when there is no memory.
void* workspaceAllocate(uint64_t bytes);
/// Whether `block` was one of this thread's.
bool workspaceFree(void* block);

}  // namespace relaxscope
