// SPDX-License-Identifier: Apache-2.0
// Scratch memory of kernels (TVMBackendAllocWorkspace): a stack of blocks per thread, usually freed in LIFO order.
// Freed blocks are kept for the next kernel of the thread. Blocks are of whole pages, and chosen as TVM's runtime
// chooses them, so that both take the same bytes from the system.
#pragma once

#include <cstdint>

namespace relaxscope {

/// Of this process, over all threads.
struct WorkspaceBytes {
  uint64_t held = 0;   ///< taken from the system, in use and kept
  uint64_t inUse = 0;  ///< at most since workspaceBytes() was called last: the highest of each thread, added up
};
WorkspaceBytes workspaceBytes();

/// 64-byte aligned; null when there is no memory.
void* workspaceAllocate(uint64_t bytes);
/// Frees `block`; false where this thread did not allocate it.
bool workspaceFree(void* block);

}  // namespace relaxscope
