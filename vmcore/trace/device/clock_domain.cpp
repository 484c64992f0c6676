// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/device/clock_domain.h"

#include <algorithm>
#include <cmath>

#include "vmcore/trace/times/tick_range.h"

namespace relaxscope {
namespace {

constexpr auto kMaxSum = static_cast<double>(kMaxTicks);
/// Clocks of computers differ by less than a thousandth; a larger difference is a stop of the trace's clock.
constexpr double kMaxDrift = 0.01;

/// `a - b`, also of untrusted times.
double distance(int64_t a, int64_t b) {
  return a >= b ? static_cast<double>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b))
                : -static_cast<double>(static_cast<uint64_t>(b) - static_cast<uint64_t>(a));
}

int64_t moved(int64_t ticks, double by) {
  const double sum = static_cast<double>(ticks) + by;
  if (std::abs(sum) >= kMaxSum) return static_cast<int64_t>(std::copysign(kMaxSum, sum));
  return ticks + std::llround(by);
}

int64_t between(const ClockPair& a, const ClockPair& b, int64_t device) {
  return moved(a.ticks, distance(device, a.device) / distance(b.device, a.device) * distance(b.ticks, a.ticks));
}

/// Ticks per nominal tick from `a` to `b`.
double rate(const ClockPair& a, const ClockPair& b, double nsPerTick) {
  return distance(b.ticks, a.ticks) * nsPerTick / distance(b.device, a.device);
}

}  // namespace

std::optional<ClockPair> narrowestPair(std::span<const ClockReading> readings) {
  std::optional<ClockPair> best;
  for (const ClockReading& reading : readings) {
    const int64_t width = reading.after - reading.before;
    if (width >= 0 && (!best || width < best->width))
      best = ClockPair{reading.device, reading.before + width / 2, width};
  }
  return best;
}

ClockMap::ClockMap(std::vector<ClockPair> pairs, double nsPerTick) : nsPerTick_(nsPerTick) {
  std::ranges::stable_sort(pairs, {}, &ClockPair::device);
  for (const ClockPair& pair : pairs)
    if (pairs_.empty() || (pair.device > pairs_.back().device && pair.ticks >= pairs_.back().ticks))
      pairs_.push_back(pair);
}

int64_t ClockMap::toTicks(int64_t deviceNs) const {
  if (pairs_.empty()) return moved(0, static_cast<double>(deviceNs) / nsPerTick_);
  const auto after = std::ranges::upper_bound(pairs_, deviceNs, {}, &ClockPair::device);
  if (after != pairs_.begin() && after != pairs_.end()) return between(*std::prev(after), *after, deviceNs);
  const ClockPair& nearest = after == pairs_.end() ? pairs_.back() : pairs_.front();
  return moved(nearest.ticks, distance(deviceNs, nearest.device) / nsPerTick_);
}

double ClockMap::errorNs() const {
  if (pairs_.empty()) return -1;
  double bracket = 0, bend = 0;
  for (const ClockPair& pair : pairs_) bracket = std::max(bracket, static_cast<double>(pair.width) / 2);
  for (size_t i = 1; i + 1 < pairs_.size(); ++i) {
    const ClockPair &before = pairs_[i - 1], &at = pairs_[i], &after = pairs_[i + 1];
    const bool stopped =
        std::abs(rate(before, at, nsPerTick_) - 1) > kMaxDrift || std::abs(rate(at, after, nsPerTick_) - 1) > kMaxDrift;
    if (!stopped) bend = std::max(bend, std::abs(distance(between(before, after, at.device), at.ticks)));
  }
  return (bracket + bend) * nsPerTick_;
}

}  // namespace relaxscope
