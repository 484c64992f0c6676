// SPDX-License-Identifier: Apache-2.0
// The shape heaps of activations under way, watched for changes while values are recorded. A stack: the watches of an
// activation go with its frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "vmcore/vm/ffi.h"
#include "vmcore/vm/record/recorder.h"

namespace relaxscope {

class HeapWatches {
 public:
  /// Watches the heap a call returned, for the activation that will use it, in place of `before`, the activation's
  /// watch so far; -1: none, also when the value is no heap.
  int32_t watch(const ffi::Any& heap, uint32_t function, int32_t before, Recorder& recorder);
  [[nodiscard]] HeapWatch& at(int32_t watch) { return watches_[static_cast<size_t>(watch)]; }

  [[nodiscard]] size_t size() const { return watches_.size(); }
  [[nodiscard]] bool empty() const { return watches_.empty(); }
  /// Ends all but the first `count`.
  void shrinkTo(size_t count) noexcept;
  void clear() { watches_.clear(); }

 private:
  std::vector<HeapWatch> watches_;
};

}  // namespace relaxscope
