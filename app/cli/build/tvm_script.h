// SPDX-License-Identifier: Apache-2.0
// The script that runs in the Python of TVM: vmcore/python/tvm_builder/relaxscope_tvm_build.py, embedded by CMake.
#pragma once

#include <string_view>

namespace relaxscope::cli {

extern const std::string_view kTvmScript;

}  // namespace relaxscope::cli
