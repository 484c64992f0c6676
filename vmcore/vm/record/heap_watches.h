// SPDX-License-Identifier: Apache-2.0
// Watches of the shape heaps of current activations, to record changes while values are recorded. A stack: the watches
// of an activation end with its frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "vmcore/vm/ffi.h"
#include "vmcore/vm/record/recorder.h"

namespace relaxscope {

class HeapWatches {
 public:
  /// Watches the heap that a call returned to an activation, replacing `before`, the activation's previous watch (-1:
  /// none). Returns the new watch, or `before` if the value is not a heap.
  int32_t watch(const ffi::Any& heap, uint32_t function, int32_t before, Recorder& recorder);
  [[nodiscard]] HeapWatch& at(int32_t watch) { return watches_[static_cast<size_t>(watch)]; }

  [[nodiscard]] size_t size() const { return watches_.size(); }
  [[nodiscard]] bool empty() const { return watches_.empty(); }
  /// Ends all watches but the first `count`.
  void shrinkTo(size_t count) noexcept;
  void clear() { watches_.clear(); }

 private:
  std::vector<HeapWatch> watches_;
};

}  // namespace relaxscope
