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

/// Recorded runs of one process over unrecorded runs of another. The speed of a program differs from process to process
/// (addresses, binding, the processor's predictions) by more than the pairs within one of them show.
struct ProcessRatios {
  double low = 1, high = 1;  ///< of the ratios between any two processes, see ratiosBetween()
  uint32_t processes = 0;
};
/// Of so many processes, the one that stretches the interval most may be disturbed and does not count.
inline constexpr size_t kProcessesWithOneDisturbed = 6;
/// Fewer processes have no ratios to speak of.
inline constexpr size_t kMinProcesses = 3;
/// Nothing for fewer than kMinProcesses, more than kMaxProcesses, or times that are not positive.
std::optional<ProcessRatios> ratiosBetween(std::span<const ProcessTimes> processes);
/// The interval that holds for a time taken in another process: that of one process, widened to the ratios between
/// several where there are any.
Accuracy acrossProcesses(Accuracy ofOne, const std::optional<ProcessRatios>& ratios);
/// "+8.1 %", "-0.3 %": a ratio as a difference from 1.
std::string excessText(double ratio);

}  // namespace relaxscope
