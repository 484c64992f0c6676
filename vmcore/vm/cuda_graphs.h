// SPDX-License-Identifier: Apache-2.0
// The captured CUDA graphs of a VM, and the memory that their launches use.
#pragma once

#include <tvm/ffi/any.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "vmcore/device/device.h"

namespace relaxscope {

struct CudaGraphKey {
  int64_t entry = 0;
  std::vector<int64_t> shape;
  friend auto operator<=>(const CudaGraphKey&, const CudaGraphKey&) = default;
};

class CudaGraphs {
 public:
  virtual ~CudaGraphs() = default;
  /// Launches the graph of `key` on the current stream and returns the result of its capture; false if it has none.
  virtual bool replay(const CudaGraphKey& key, tvm::ffi::Any* result) = 0;
  /// Captures what `call` launches, without running it. What the device refuses during a capture (allocation of its
  /// memory, waiting for it) is raised as "DeviceError".
  virtual void capture(const CudaGraphKey& key, const std::function<void(tvm::ffi::Any*)>& call,
                       tvm::ffi::Any* result) = 0;
  /// The kept result of an allocating function; null before keepAllocation.
  [[nodiscard]] virtual const tvm::ffi::Any* allocation(int64_t entry) const = 0;
  virtual void keepAllocation(int64_t entry, tvm::ffi::Any result) = 0;
};

/// `device` is a CUDA device and outlives the graphs.
std::unique_ptr<CudaGraphs> makeCudaGraphs(Device& device);

}  // namespace relaxscope
