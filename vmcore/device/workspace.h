// SPDX-License-Identifier: Apache-2.0
// Scratch memory of kernels (TVMBackendAllocWorkspace): a stack of blocks per thread, usually freed in LIFO order.
// Freed blocks are kept for the next kernel of the thread.
#pragma once

#include <cstdint>

namespace relaxscope {

/// 64-byte aligned; null when there is no memory.
void* workspaceAllocate(uint64_t bytes);
/// Frees `block`; false where this thread did not allocate it.
bool workspaceFree(void* block);

}  // namespace relaxscope
