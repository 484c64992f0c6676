// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/record/heap_watches.h"

#include <utility>

#include "vmcore/vm/objects/objects.h"

namespace relaxscope {

int32_t HeapWatches::watch(const ffi::Any& heap, uint32_t function, int32_t before, Recorder& recorder) {
  const DLTensor* tensor = tensorOf(*rawValues(&heap));
  if (tensor == nullptr || tensor->ndim != 1) return before;
  HeapWatch watch;
  watch.heap = heap;
  watch.slots = static_cast<const int64_t*>(tensor->data);
  watch.count = static_cast<uint32_t>(tensor->shape[0]);
  watch.frame = recorder.nextSerial();
  watch.function = function;
  watch.seen.assign(watch.slots, watch.slots + watch.count);
  if (before < 0) {
    watches_.push_back(std::move(watch));
    return static_cast<int32_t>(watches_.size()) - 1;
  }
  at(before) = std::move(watch);
  return before;
}

void HeapWatches::shrinkTo(size_t count) noexcept {
  if (count < watches_.size()) watches_.erase(watches_.begin() + static_cast<std::ptrdiff_t>(count), watches_.end());
}

}  // namespace relaxscope
