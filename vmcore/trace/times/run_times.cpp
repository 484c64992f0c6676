// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/times/run_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "vmcore/base/text/text.h"
#include "vmcore/trace/times/middle_half.h"

namespace relaxscope {
namespace {

/// The interval that contains the median with 95 % confidence, or a wider one that leaves out `mostOutside` values at
/// each end. With fewer than six values, their full range.
void setMedianInterval(RunTimes& times, std::vector<double> values, size_t mostOutside = SIZE_MAX) {
  if (values.size() < 2) return;
  std::sort(values.begin(), values.end());
  const size_t outside = std::min(mostOutside, valuesOutsideMedianInterval(values.size()));
  times.lowNs = values[outside];
  times.highNs = values[values.size() - 1 - outside];
  times.halfWidthNs = (times.highNs - times.lowNs) / 2;
}

/// Of a few values, by Student's distribution.
void setMeanInterval(RunTimes& times, std::span<const double> values) {
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  const auto count = static_cast<double>(values.size());
  times.halfWidthNs = studentQuantile(values.size() - 1) * std::sqrt(squares / (count - 1) / count);
  times.lowNs = times.medianNs - times.halfWidthNs;
  times.highNs = times.medianNs + times.halfWidthNs;
}

std::vector<uint32_t> outliersOf(std::span<const double> ns) {
  constexpr size_t kMinSamples = 8;
  if (ns.size() < kMinSamples) return {};
  std::vector<double> sorted(ns.begin(), ns.end());
  const double low = quantile(sorted.begin(), sorted.end(), 0.25), high = quantile(sorted.begin(), sorted.end(), 0.75);
  const double reach = 1.5 * (high - low);
  std::vector<uint32_t> found;
  for (size_t i = 0; i < ns.size(); ++i)
    if (ns[i] < low - reach || ns[i] > high + reach) found.push_back(static_cast<uint32_t>(i));
  std::stable_sort(found.begin(), found.end(), [&](uint32_t a, uint32_t b) { return ns[a] > ns[b]; });
  return found;
}

}  // namespace

/// The number of values below the median is binomial with p = 1/2.
size_t valuesOutsideMedianInterval(size_t values) {
  constexpr size_t kExact = 1000;
  const auto count = static_cast<double>(values);
  if (values > kExact) return static_cast<size_t>(std::max(0.0, std::floor(count / 2 - 1.96 * std::sqrt(count) / 2)));
  size_t low = 0;
  double probability = std::exp2(-count), sum = probability;
  while (sum <= 0.025) {
    probability *= (count - static_cast<double>(low)) / (static_cast<double>(low) + 1);
    if (sum + probability > 0.025) break;
    sum += probability;
    ++low;
  }
  return low;
}

double quantile(std::vector<double>::iterator begin, std::vector<double>::iterator end, double fraction) {
  const auto count = static_cast<double>(end - begin);
  const double place = fraction * (count - 1);
  const auto low = static_cast<std::ptrdiff_t>(place);
  std::nth_element(begin, begin + low, end);
  const double value = *(begin + low);
  if (begin + low + 1 == end || place == static_cast<double>(low)) return value;
  const double next = *std::min_element(begin + low + 1, end);
  return value + (place - static_cast<double>(low)) * (next - value);
}

RunTimes runTimesOf(std::span<const double> ns) {
  RunTimes times;
  times.count = ns.size();
  if (ns.empty()) return times;
  double sum = 0, squares = 0;
  for (const double time : ns) sum += time;
  times.meanNs = sum / static_cast<double>(ns.size());
  for (const double time : ns) squares += (time - times.meanNs) * (time - times.meanNs);
  if (ns.size() > 1) times.sigmaNs = std::sqrt(squares / static_cast<double>(ns.size() - 1));
  std::vector<double> values(ns.begin(), ns.end());
  times.minNs = *std::min_element(values.begin(), values.end());
  times.maxNs = *std::max_element(values.begin(), values.end());
  setMedianInterval(times, values);
  times.medianNs = quantile(values.begin(), values.end(), 0.5);
  times.outliers = outliersOf(ns);
  return times;
}

RunTimes runTimesOfProcesses(std::span<const std::vector<double>> processes) {
  constexpr size_t kFew = 6;  // the range of fewer medians holds the median too seldom
  constexpr size_t kOneIn = 15;
  std::vector<double> all, medians;
  for (const std::vector<double>& ns : processes) {
    if (ns.empty()) continue;
    all.insert(all.end(), ns.begin(), ns.end());
    std::vector<double> sorted = ns;
    medians.push_back(quantile(sorted.begin(), sorted.end(), 0.5));
  }
  RunTimes times = runTimesOf(std::span<const double>(all));
  if (medians.size() < 2) return times;
  std::vector<double> sorted = medians;
  times.medianNs = quantile(sorted.begin(), sorted.end(), 0.5);
  if (medians.size() < kFew) setMeanInterval(times, medians);
  else setMedianInterval(times, medians, std::max<size_t>(1, medians.size() / kOneIn));
  return times;
}

std::string medianText(const RunTimes& times) {
  const std::string median = durationText(times.medianNs);
  return std::isnan(times.halfWidthNs) ? median : fmt::format("{} ± {}", median, durationText(times.halfWidthNs));
}

std::string outlierText(const RunTimes& times, std::span<const double> ns) {
  constexpr size_t kNamed = 4;
  if (times.outliers.empty()) return {};
  std::string text = fmt::format("{} of {}: ", times.outliers.size(), ns.size());
  for (size_t i = 0; i < std::min(kNamed, times.outliers.size()); ++i)
    text +=
        fmt::format("{}run {} ({})", i == 0 ? "" : ", ", times.outliers[i] + 1, durationText(ns[times.outliers[i]]));
  return times.outliers.size() > kNamed ? text + ", ..." : text;
}

}  // namespace relaxscope
