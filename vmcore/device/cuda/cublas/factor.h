// SPDX-License-Identifier: Apache-2.0
// A factor alpha or beta of a product as cuBLAS reads it from the host: in the type of the sums.
#pragma once

#include "vmcore/base/bytes/half_float.h"
#include "vmcore/device/cuda/cublas/abi.h"

namespace relaxscope::cuda::blas {

class Factor {
 public:
  Factor(ComputeType type, double value) {
    switch (type) {
      case Compute16F: value_.half = floatToHalf(static_cast<float>(value)); break;
      case Compute32F: value_.single = static_cast<float>(value); break;
      case Compute64F: value_.whole = value; break;
      case Compute32I: value_.integer = static_cast<int32_t>(value); break;
    }
  }
  [[nodiscard]] const void* address() const { return &value_; }

 private:
  union {
    double whole = 0;
    float single;
    uint16_t half;
    int32_t integer;
  } value_;
};

}  // namespace relaxscope::cuda::blas
