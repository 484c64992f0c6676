// SPDX-License-Identifier: Apache-2.0
// Means that a quarter of disturbed runs does not move: those over the runs whose total time lies in the middle half.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace relaxscope {

/// The runs whose totals lie in the middle half: of n runs, the n / 4 fastest and the n / 4 slowest are left out
/// (rounded down), so up to three runs are all kept. Runs of equal totals are left out in their order.
class MiddleHalf {
 public:
  MiddleHalf() = default;
  explicit MiddleHalf(std::span<const double> totals);

  /// Kept runs, ascending.
  [[nodiscard]] const std::vector<uint32_t>& runs() const { return runs_; }
  [[nodiscard]] size_t size() const { return runs_.size(); }
  /// Place of a run in runs(), or kLeftOut.
  [[nodiscard]] uint32_t placeOf(size_t run) const { return run < places_.size() ? places_[run] : kLeftOut; }
  static constexpr uint32_t kLeftOut = 0xFFFFFFFFu;

  /// Half the 95 % interval of the mean of `values`, one per kept run in order. Runs are kept by their total, which
  /// narrows the spread of a value that makes up much of it: the part of the spread that follows the totals is that of
  /// a trimmed mean (Tukey and McLaughlin 1963). NaN for fewer than two runs.
  [[nodiscard]] double halfWidthOfMean(std::span<const double> values) const;

 private:
  std::vector<uint32_t> runs_, places_;
  std::vector<double> totals_;  ///< of kept runs
};

/// The 97.5 % quantile of Student's distribution; within 0.2 % (tabulated up to four degrees of freedom). At least one
/// degree.
double studentQuantile(size_t degrees);

/// Mean of the middle half of the values; NaN if there are none.
double interquartileMean(std::span<const double> values);

}  // namespace relaxscope
