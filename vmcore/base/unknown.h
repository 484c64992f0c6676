// SPDX-License-Identifier: Apache-2.0
// The value of a figure that is not known. Outputs leave it out, or write null.
#pragma once

#include <limits>

namespace relaxscope {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace relaxscope
