// SPDX-License-Identifier: Apache-2.0
// Copies the tensors that a run's calls write (CaptureRequest), in the order of the calls.
#pragma once

#include <tvm/ffi/c_api.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "vmcore/run/capture.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope::worker {

class TensorCapture {
 public:
  TensorCapture(const CaptureRequest& request, ElementLayout layout);

  /// To be called after each call of an instruction; the arguments must be alive. What does not fit, and tensors that
  /// cannot be copied, are counted.
  void take(uint32_t pc, const TVMFFIAny* args, int32_t count);
  [[nodiscard]] bool wanted() const { return !arguments_.empty(); }
  std::vector<CapturedTensor> takeAll() { return std::move(tensors_); }
  [[nodiscard]] uint64_t left() const { return left_; }

 private:
  static constexpr size_t kMostTensors = 100'000;
  std::unordered_map<uint32_t, std::vector<uint32_t>> arguments_;  ///< by pc
  uint64_t bytes_;
  ElementLayout layout_;
  std::vector<CapturedTensor> tensors_;
  uint64_t left_ = 0;  ///< tensors that were not copied
};

}  // namespace relaxscope::worker
