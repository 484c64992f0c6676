// SPDX-License-Identifier: Apache-2.0
// Large pages of the system for memory that will be filled: one page fault in place of 512, and one entry of the
// processor's page cache where a kernel walks down the columns of a matrix.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

namespace relaxscope {

inline constexpr size_t kLargePage = size_t{2} << 20;

/// Asks for large pages for memory that nobody has touched yet. Whole ones inside it only: what lies beside is not ours
/// to decide about.
inline void useLargePages(void* memory, size_t size) {
  const uintptr_t first = (reinterpret_cast<uintptr_t>(memory) + kLargePage - 1) & ~(kLargePage - 1);
  const uintptr_t end = (reinterpret_cast<uintptr_t>(memory) + size) & ~(kLargePage - 1);
  if (first < end) ::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

}  // namespace relaxscope
