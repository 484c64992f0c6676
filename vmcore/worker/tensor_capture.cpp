// SPDX-License-Identifier: Apache-2.0
#include "vmcore/worker/tensor_capture.h"

#include <tvm/ffi/any.h>

#include <utility>

#include "vmcore/vm/value_convert.h"

namespace relaxscope::worker {

TensorCapture::TensorCapture(const CaptureRequest& request, ElementLayout layout)
    : bytes_(request.bytes), layout_(layout) {
  for (const CaptureSite& site : request.sites) arguments_[site.pc].push_back(site.argument);
}

void TensorCapture::take(uint32_t pc, const TVMFFIAny* args, int32_t count) {
  const auto found = arguments_.find(pc);
  if (found == arguments_.end()) return;
  for (const uint32_t argument : found->second) {
    if (count < 0 || argument >= static_cast<uint32_t>(count)) continue;
    const DLTensor* tensor = tensorOf(args[argument]);
    if (tensor == nullptr) continue;
    uint64_t bytes = (tensor->dtype.bits + 7U) / 8U;
    for (int32_t i = 0; i < tensor->ndim; ++i) bytes *= static_cast<uint64_t>(tensor->shape[i]);
    Result<Value> value = bytes > bytes_ || tensors_.size() >= kMostTensors
                              ? Result<Value>(Error("too large"))
                              : toPlain(tvm::ffi::AnyView::CopyFromTVMFFIAny(args[argument]), layout_);
    if (!value) {
      ++left_;
      continue;
    }
    bytes_ -= bytes;
    tensors_.push_back({pc, argument, *std::move(value)});
  }
}

}  // namespace relaxscope::worker
