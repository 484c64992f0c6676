// SPDX-License-Identifier: Apache-2.0
// Gives memory that was freed back to the system. The C library keeps what a task with large temporary columns has
// freed, for tasks that may never come.
#pragma once

#if __has_include(<gnu/libc-version.h>)
#include <malloc.h>
#endif

namespace relaxscope {

/// Takes some milliseconds per GiB in use; for the end of a long task, on its own thread.
inline void releaseFreeMemory() {
#if __has_include(<gnu/libc-version.h>)
  malloc_trim(0);
#endif
}

}  // namespace relaxscope
