// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/geometry/step_series.h"

#include <algorithm>
#include <cmath>

namespace relaxscope {

void StepSeries::append(int64_t time, int64_t value) {
  times_.append(times_.empty() ? time : std::max(time, times_.back()));
  values_.append(value);
  size_t count = times_.size();
  for (size_t level = 0; count % kFan == 0 && count > 0; ++level, count /= kFan) {
    if (level == levels_.size()) levels_.emplace_back();
    Extent node{INT64_MAX, INT64_MIN};
    for (size_t i = count - kFan; i < count; ++i) {
      const Extent part = level == 0 ? Extent{values_[i], values_[i]} : levels_[level - 1][i];
      node.min = std::min(node.min, part.min);
      node.max = std::max(node.max, part.max);
    }
    levels_[level].push_back(node);
  }
}

template <class Holds>
size_t StepSeries::firstWhere(Holds&& holds) const {
  size_t first = 0, last = size();
  while (first < last) {
    const size_t middle = first + (last - first) / 2;
    if (holds(middle)) last = middle;
    else first = middle + 1;
  }
  return first;
}

size_t StepSeries::pointsUntil(double t) const {
  if (times_.empty() || t < static_cast<double>(times_.front())) return 0;
  if (t >= static_cast<double>(times_.back())) return times_.size();
  const auto wanted = static_cast<int64_t>(std::floor(t));
  return firstWhere([&](size_t i) { return times_[i] > wanted; });
}

std::optional<int64_t> StepSeries::valueAt(double t) const {
  const size_t count = pointsUntil(t);
  if (count == 0) return std::nullopt;
  return values_[count - 1];
}

std::optional<StepSeries::Extent> StepSeries::extent(size_t first, size_t last) const {
  if (first >= last) return std::nullopt;
  Extent all{INT64_MAX, INT64_MIN};
  for (size_t i = first; i < last;) {
    Extent part{values_[i], values_[i]};
    size_t step = 1;
    size_t span = kFan;
    for (const auto& level : levels_) {
      if (i % span != 0 || i + span > last || i / span >= level.size()) break;
      part = level[i / span];
      step = span;
      span *= kFan;
    }
    all.min = std::min(all.min, part.min);
    all.max = std::max(all.max, part.max);
    i += step;
  }
  return all;
}

std::optional<StepSeries::Extent> StepSeries::extentIn(double begin, double end) const {
  const size_t before = pointsUntil(begin);
  return extent(before == 0 ? 0 : before - 1, pointsUntil(end));
}

size_t StepSeries::findValue(size_t first, size_t last, int64_t value) const {
  while (first < last && values_[first] != value) ++first;
  return first;
}

void StepSeries::columns(double begin, double end, std::span<Column> out) const {
  std::fill(out.begin(), out.end(), Column{});
  if (empty() || !(end > begin)) return;
  const double scale = (end - begin) / static_cast<double>(out.size());
  // A point at the left edge of a column belongs to that column.
  const auto pointsBefore = [&](double t) {
    if (t <= static_cast<double>(times_.front())) return size_t{0};
    const auto wanted = static_cast<int64_t>(std::ceil(t));
    return firstWhere([&](size_t i) { return times_[i] >= wanted; });
  };
  size_t at = pointsBefore(begin);
  for (size_t x = 0; x < out.size(); ++x) {
    const double right = begin + static_cast<double>(x + 1) * scale;
    size_t next = at;
    if (at < size() && static_cast<double>(times_[at]) < right) next = pointsBefore(right);
    if (at == 0 && next == 0) continue;
    Column& column = out[x];
    column.defined = true;
    column.changed = next > at;
    column.first = at > 0 ? values_[at - 1] : values_[at];
    column.last = values_[next - 1];
    const auto inside = extent(at > 0 ? at - 1 : at, next);
    column.min = inside->min;
    column.max = inside->max;
    at = next;
  }
}

}  // namespace relaxscope
