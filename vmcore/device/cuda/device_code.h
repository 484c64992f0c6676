// SPDX-License-Identifier: Apache-2.0
// The code of one CUDA module of a library, loaded into the GPUs that run it. Source is compiled at the first use of a
// device of its architecture; binary images are loaded as they are.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "vmcore/device/cuda/cuda_device.h"
#include "vmcore/model/library.h"

namespace relaxscope::cuda {

class DeviceCode {
 public:
  /// `name`: of the module, for messages: "the CUDA module of model.so".
  DeviceCode(CodePart code, std::string name) : code_(std::move(code)), name_(std::move(name)) {}
  /// Unloads the modules; a context that is lost has unloaded them already.
  ~DeviceCode();
  DeviceCode(const DeviceCode&) = delete;
  DeviceCode& operator=(const DeviceCode&) = delete;

  /// A kernel on a device, which must be the current one of this thread. Throws DeviceFault.
  Function kernel(const CudaDevice& device, const std::string& name);
  /// The content of the code: "CUDA C++ source".
  [[nodiscard]] const std::string& content() const { return code_.content; }

 private:
  struct Loaded {
    const CudaDevice* device = nullptr;
    Module module = nullptr;
  };
  Module load(const CudaDevice& device) const;
  [[nodiscard]] std::string loadFault(const CudaDevice& device, int status, const std::string& log) const;

  const CodePart code_;
  const std::string name_;
  std::mutex lock_;
  std::vector<Loaded> loaded_;
};

}  // namespace relaxscope::cuda
