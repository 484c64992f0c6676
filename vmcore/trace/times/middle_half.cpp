// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/times/middle_half.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

namespace relaxscope {
namespace {

double meanOf(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

double studentQuantile(size_t degrees) {
  constexpr double kFew[] = {12.706, 4.303, 3.182, 2.776};
  if (degrees <= std::size(kFew)) return kFew[degrees - 1];
  const auto n = static_cast<double>(degrees);
  return 1.95996 + 2.37228 / n + 2.8225 / (n * n) + 2.555 / (n * n * n);
}

MiddleHalf::MiddleHalf(std::span<const double> totals) : places_(totals.size(), kLeftOut) {
  std::vector<uint32_t> order(totals.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return totals[a] < totals[b]; });
  const auto out = static_cast<std::ptrdiff_t>(totals.size() / 4);
  runs_.assign(order.begin() + out, order.end() - out);
  std::sort(runs_.begin(), runs_.end());
  for (uint32_t place = 0; place < runs_.size(); ++place) {
    places_[runs_[place]] = place;
    totals_.push_back(totals[runs_[place]]);
  }
}

double MiddleHalf::halfWidthOfMean(std::span<const double> values) const {
  const size_t kept = runs_.size();
  if (kept < 2 || values.size() != kept) return std::numeric_limits<double>::quiet_NaN();
  const double mean = meanOf(values), meanTotal = meanOf(totals_);
  double squares = 0, totalSquares = 0, products = 0;
  for (size_t i = 0; i < kept; ++i) {
    squares += (values[i] - mean) * (values[i] - mean);
    totalSquares += (totals_[i] - meanTotal) * (totals_[i] - meanTotal);
    products += (values[i] - mean) * (totals_[i] - meanTotal);
  }
  // A run that was left out counts as the kept one nearest to it: with the value that follows from that one's total.
  const size_t leftOut = (places_.size() - kept) / 2;
  if (leftOut != 0 && totalSquares > 0) {
    const double slope = products / totalSquares;
    const auto [least, most] = std::minmax_element(totals_.begin(), totals_.end());
    const double low = slope * (*least - meanTotal), high = slope * (*most - meanTotal);
    squares += static_cast<double>(leftOut) * (low * low + high * high);
  }
  const auto all = static_cast<double>(places_.size());
  const double error = std::sqrt(squares / (all - 1)) / (static_cast<double>(kept) / all * std::sqrt(all));
  return studentQuantile(kept - 1) * error;
}

double interquartileMean(std::span<const double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const size_t out = sorted.size() / 4;
  return meanOf(std::span(sorted).subspan(out, sorted.size() - 2 * out));
}

}  // namespace relaxscope
