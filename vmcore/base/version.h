// SPDX-License-Identifier: Apache-2.0
// The version that programs print and files name as their writer.
#pragma once

#include <string>
#include <string_view>

namespace relaxscope {

/// "0.2.0": what project() in CMakeLists.txt says.
std::string_view version();

/// A program with its version: "rscope 0.2.0".
std::string withVersion(std::string_view program);

}  // namespace relaxscope
