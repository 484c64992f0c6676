// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/record/row_arena.h"

#include <sys/mman.h>

#include <cstring>
#include <new>
#include <utility>

namespace relaxscope {

void RowArena::make(size_t rows) {
  constexpr size_t kHugePage = size_t{2} << 20;
  const size_t bytes = (rows * sizeof(PackedRow) + kHugePage - 1) / kHugePage * kHugePage;
  auto* const block = static_cast<PackedRow*>(std::aligned_alloc(kHugePage, bytes));
  if (block == nullptr) throw std::bad_alloc();
  std::unique_ptr<PackedRow[], Free> made(block);
#if defined(MADV_HUGEPAGE)
  static_cast<void>(::madvise(block, bytes, MADV_HUGEPAGE));  // without it pages are small, which is only slower
#endif
  std::memset(static_cast<void*>(block), 0, bytes);
  rows_ = std::move(made);
  capacity_ = bytes / sizeof(PackedRow);
}

}  // namespace relaxscope
