// SPDX-License-Identifier: Apache-2.0
// A CUDA library on a GPU: in our engine, and in TVM's VM where its CUDA runtime is at hand. Times are those of the
// wall clock, from the call until the GPU is idle.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/function.h>

#include <memory>
#include <string>
#include <vector>

#include "vmcore/device/device.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope::bench {

/// Nanoseconds of the monotonic clock.
double wallNs();

class GpuModel {
 public:
  /// `device` as rscope names it: "cuda:0". Ends the benchmark on an error; with `withTvm` TVM's runtime is loaded.
  GpuModel(const std::string& path, const std::string& device, bool withTvm);
  /// Nanoseconds of one run, of `runs`.
  double ours(int runs);
  double theirs(int runs);
  /// The same of runs that are recorded with the work of the GPU; what the hand-over takes is not contained.
  double recorded(int runs);
  [[nodiscard]] VirtualMachine& vm() { return *vm_; }
  [[nodiscard]] Device& device() { return *device_; }

 private:
  double timeOf(const tvm::ffi::Function& main, int runs);

  std::unique_ptr<VirtualMachine> vm_;
  Device* device_ = nullptr;
  tvm::ffi::Function main_{nullptr}, theirMain_{nullptr};
  tvm::ffi::Any theirVm_;
  std::vector<tvm::ffi::Any> arguments_;
};

}  // namespace relaxscope::bench
