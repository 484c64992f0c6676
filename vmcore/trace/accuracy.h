// SPDX-License-Identifier: Apache-2.0
// How far the times of a recording can be trusted: measured runs compared with unrecorded runs made in turns with them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "vmcore/trace/trace.h"

namespace relaxscope {

/// Recorded over unrecorded time, pair by pair. The interval holds the median with 95 % confidence (sign test on the
/// sorted ratios), whatever the distribution of the times.
struct Accuracy {
  double ratio = 1;          ///< median; 1.08: recorded runs take 8 % longer
  double low = 1, high = 1;  ///< interval of the median
  double wallRatio = 1;      ///< median with the time that the recording excludes from its clock
  uint32_t pairs = 0;
};

/// Fewer pairs give no 95 % interval.
inline constexpr size_t kMinPairs = 6;

/// Median of recorded[i] / unrecorded[i] and its interval; nothing for fewer than kMinPairs pairs or times that are not
/// positive. `wall` has the recorded runs' time by the wall clock. All spans have the same length.
std::optional<Accuracy> accuracyOf(std::span<const double> recorded, std::span<const double> wall,
                                   std::span<const double> unrecorded);
/// Of a trace's measured runs.
std::optional<Accuracy> accuracyOf(const Trace& trace);
/// Pairs of a complete measured run and the unrecorded run beside it.
size_t pairCount(const Trace& trace);
/// Why a trace has no accuracy: one clause, empty if it has one.
std::string whyNoAccuracy(const Trace& trace);
/// "+8.1 %", "-0.3 %": a ratio as a difference from 1.
std::string excessText(double ratio);

}  // namespace relaxscope
