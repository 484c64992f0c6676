// SPDX-License-Identifier: Apache-2.0
// CUDA C++ source to an image for a device, through NVRTC (or nvcc) and the cache on disk.
#pragma once

#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/device/cuda/cuda_device.h"

namespace relaxscope::cuda {

/// An error holds the compiler's message with its line. `name` is shown in place of a file name.
Result<std::vector<char>> compileFor(const CudaDevice& device, const std::string& source, const std::string& name);

}  // namespace relaxscope::cuda
