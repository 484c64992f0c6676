// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/compile.h"

#include <fmt/format.h>

namespace relaxscope::cuda {

Result<std::vector<char>> compileFor(const CudaDevice&, const std::string&, const std::string& name) {
  return Error(fmt::format("{} is CUDA C++ source, and no compiler for it was found", name));
}

}  // namespace relaxscope::cuda
