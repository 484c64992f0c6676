// SPDX-License-Identifier: Apache-2.0
// Copies of the tensors that calls write, for the comparison of two runs.
#pragma once

#include <cstdint>
#include <vector>

#include "vmcore/run/value.h"

namespace relaxscope {

/// An argument of a Call instruction whose tensor is copied when the call has returned.
struct CaptureSite {
  uint32_t pc = 0, argument = 0;
};
struct CapturedTensor {
  uint32_t pc = 0, argument = 0;
  Value value;  ///< a TensorValue
};
/// Which tensors the run that records values copies. Nothing beyond `bytes`.
struct CaptureRequest {
  std::vector<CaptureSite> sites;
  uint64_t bytes = uint64_t{256} << 20;
};

}  // namespace relaxscope
