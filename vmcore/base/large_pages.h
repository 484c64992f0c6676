// SPDX-License-Identifier: Apache-2.0
// Large pages for memory that will be filled: one page fault instead of 512, and one TLB entry when a kernel walks down
// the columns of a matrix.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

namespace relaxscope {

inline constexpr size_t kLargePage = size_t{2} << 20;

/// Requests large pages for untouched memory. Only for the whole pages inside it, because the rest of a partial page
/// belongs to others.
inline void useLargePages(void* memory, size_t size) {
  const uintptr_t first = (reinterpret_cast<uintptr_t>(memory) + kLargePage - 1) & ~(kLargePage - 1);
  const uintptr_t end = (reinterpret_cast<uintptr_t>(memory) + size) & ~(kLargePage - 1);
  if (first < end) ::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

}  // namespace relaxscope
