// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/difference_histogram.h"

#include <algorithm>
#include <cmath>

#include "vmcore/analysis/diff/element_pairs.h"

namespace relaxscope {
namespace {

/// The bin of a value; halves, as the span of finite numbers may be infinite.
size_t binOf(double value, double low, double high) {
  const double span = high / 2 - low / 2;
  if (!(span > 0)) return DifferenceHistogram::kBins / 2;
  const double place = (value / 2 - low / 2) / span * static_cast<double>(DifferenceHistogram::kBins);
  return std::min(DifferenceHistogram::kBins - 1, static_cast<size_t>(std::max(0.0, place)));
}

}  // namespace

std::optional<DifferenceHistogram> differenceHistogram(const TensorConstant& old, const TensorConstant& now,
                                                       const std::stop_token& stop) {
  if (!diffing::haveElementPairs(old, now)) return std::nullopt;
  DifferenceHistogram out;
  const auto isEqual = [](double was, double is, bool same) { return same || (std::isnan(was) && std::isnan(is)); };
  const bool measured = diffing::forEachElementPair(old, now, stop, [&](double was, double is, bool same) {
    ++out.elements;
    if (isEqual(was, is, same)) return void(++out.equal);
    const double difference = is - was;
    if (!std::isfinite(difference)) return;
    out.low = out.binned == 0 ? difference : std::min(out.low, difference);
    out.high = out.binned == 0 ? difference : std::max(out.high, difference);
    ++out.binned;
  });
  if (!measured) return std::nullopt;
  if (out.binned == 0) return out;
  const bool counted = diffing::forEachElementPair(old, now, stop, [&](double was, double is, bool same) {
    if (!isEqual(was, is, same) && std::isfinite(is - was)) ++out.bins[binOf(is - was, out.low, out.high)];
  });
  if (!counted) return std::nullopt;
  return out;
}

}  // namespace relaxscope
