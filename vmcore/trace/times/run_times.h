// SPDX-License-Identifier: Apache-2.0
// Statistics of repeated measurements: the runs of a trace, or of a timed function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace relaxscope {

/// The value at a fraction of sorted order, linearly interpolated (as NumPy's `percentile`). Reorders the values, of
/// which there must be at least one.
double quantile(std::vector<double>::iterator begin, std::vector<double>::iterator end, double fraction);

/// How many of `count` sorted values lie below the interval that contains their median with 95 % confidence, and as
/// many above it; 0 with fewer than six values, whose full range contains it with less confidence.
size_t valuesOutsideMedianInterval(size_t count);

/// Times in nanoseconds, zeros if there are none. How they scatter is NaN with fewer than two.
struct RunTimes {
  size_t count = 0;
  double medianNs = 0, meanNs = 0, minNs = 0, maxNs = 0;
  double sigmaNs = std::numeric_limits<double>::quiet_NaN();
  double halfWidthNs = std::numeric_limits<double>::quiet_NaN();  ///< half the 95 % interval of the median
  double lowNs = std::numeric_limits<double>::quiet_NaN();        ///< ends of that interval
  double highNs = std::numeric_limits<double>::quiet_NaN();
  /// Indices of the measurements more than 1.5 interquartile ranges outside the quartiles (Tukey's rule), slowest
  /// first. Empty for fewer than eight measurements.
  std::vector<uint32_t> outliers;
};
RunTimes runTimesOf(std::span<const double> ns);

/// The same of repeats in several processes: the median is that of the processes' medians, and its interval is over
/// processes, whose times differ by more than the repeats of one. Of nine processes and more it leaves out one
/// in fifteen at each end, and at least one, which may be disturbed: were they independent, more could be left out, but
/// processes that follow one another share the machine's speed of that moment. `outliers` count on from process to
/// process. With a single process, runTimesOf() of it.
RunTimes runTimesOfProcesses(std::span<const std::vector<double>> processes);

/// "21.1 µs ± 120 ns"; without "±" if the interval is not known.
std::string medianText(const RunTimes& times);

/// "6 of 20: run 8 (41.2 µs), run 1 (38.0 µs), ...": numbers from 1, at most four; empty without outliers.
std::string outlierText(const RunTimes& times, std::span<const double> ns);

}  // namespace relaxscope
