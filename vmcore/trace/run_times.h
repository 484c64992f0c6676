// SPDX-License-Identifier: Apache-2.0
// Figures of repeated measurements: of the runs of a trace, or of a function that is timed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace relaxscope {

/// The value at a fraction of sorted order, between neighbours in proportion (as NumPy's `percentile`). Reorders
/// the values, of which there is at least one.
double quantile(std::vector<double>::iterator begin, std::vector<double>::iterator end, double fraction);

/// Times in nanoseconds; zeros where there is none.
struct RunTimes {
  double medianNs = 0, meanNs = 0, minNs = 0, maxNs = 0, sigmaNs = 0;
  double halfWidthNs = 0;  ///< half the 95 % interval of the median
  /// Numbers of the measurements that lie more than one and a half interquartile ranges outside of the quartiles
  /// (Tukey's rule), slowest first. None where there are fewer than eight.
  std::vector<uint32_t> outliers;
};
RunTimes runTimesOf(std::span<const double> ns);

/// "6 of 20: run 7 (41.2 µs), run 0 (38.0 µs), ...": at most four are named; empty without outliers.
std::string outlierText(const RunTimes& times, std::span<const double> ns);

}  // namespace relaxscope
