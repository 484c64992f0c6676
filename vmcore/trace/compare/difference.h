// SPDX-License-Identifier: Apache-2.0
// A time of two traces, how they differ, and how far the difference can be trusted.
#pragma once

#include <cstdint>
#include <string>

#include "vmcore/trace/compare/side_times.h"

namespace relaxscope {

enum class DifferenceMark : uint8_t {
  Unknown,  ///< there is no interval
  Same,     ///< the interval contains 0, or the difference is below kLeastDifference
  Faster,   ///< the new one takes less
  Slower
};
/// "", "=", "faster", "slower": as in tables and JSON.
const char* differenceMarkText(DifferenceMark mark);

/// Smaller differences are not called any, as a share of the larger time: code and data at other addresses make as
/// much.
inline constexpr double kLeastDifference = 0.01;

/// Nanoseconds per run.
struct TimeDifference {
  double oldNs = 0, newNs = 0;
  double halfWidthNs = 0;  ///< half the 95 % interval of the difference; NaN: not known
  DifferenceMark mark = DifferenceMark::Unknown;

  [[nodiscard]] double ns() const { return newNs - oldNs; }
  /// Of the old time; NaN if there is none.
  [[nodiscard]] double relative() const;
  /// The smallest difference that would have a mark; NaN: not known.
  [[nodiscard]] double smallestNs() const;
  /// Lower end of the interval of relative(); NaN: not known.
  [[nodiscard]] double relativeLow() const;
};

/// Negative times count as 0. `inTurns`: values of one process each are pairs, and the interval is that of their
/// differences; else it is that of two times taken independently.
TimeDifference differenceOf(const SideFigure& old, const SideFigure& now, bool inTurns);

}  // namespace relaxscope
