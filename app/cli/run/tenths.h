// SPDX-License-Identifier: Apache-2.0
// Rounding of times for JSON.
#pragma once

#include <cmath>

namespace relaxscope::cli {

/// Nanoseconds, rounded to tenths: clocks are not more precise.
inline double tenths(double ns) { return std::round(ns * 10) / 10; }

}  // namespace relaxscope::cli
