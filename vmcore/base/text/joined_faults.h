// SPDX-License-Identifier: Apache-2.0
// Many faults in one line.
#pragma once

#include <string>
#include <vector>

namespace relaxscope {

/// "a; b; c": the first few hundred faults and the beginning of a long one; a file may have millions, and names of any
/// length.
std::string joinedFaults(const std::vector<std::string>& faults);

}  // namespace relaxscope
