// SPDX-License-Identifier: Apache-2.0
// Memory for the rows of a recording: touched when it is made, so that no run faults pages in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace relaxscope {

/// An event in four words, which take fewer instructions to write than seven fields. Words known before the clock is
/// read alternate with those that depend on it, so that compilers do not join stores and wait for both.
struct PackedRow {
  int64_t start;
  uint64_t pcAndFunction;
  int64_t duration;
  uint64_t calleeDepthKind;
};

class RowArena {
 public:
  /// Room for at least `rows`, rounded up to whole huge pages, which the system is asked for. Throws std::bad_alloc.
  void make(size_t rows);
  void release() { *this = {}; }
  [[nodiscard]] PackedRow* begin() const { return rows_.get(); }
  [[nodiscard]] size_t capacity() const { return capacity_; }

 private:
  struct Free {
    void operator()(PackedRow* rows) const { std::free(rows); }
  };
  std::unique_ptr<PackedRow[], Free> rows_;
  size_t capacity_ = 0;
};

}  // namespace relaxscope
