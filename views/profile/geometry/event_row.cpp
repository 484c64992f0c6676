// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/geometry/event_row.h"

#include <algorithm>
#include <cmath>

namespace relaxscope {

void EventRow::reserve(size_t count) {
  starts_.reserve(count);
  durations_.reserve(count);
  names_.reserve(count);
  events_.reserve(count);
}

void EventRow::append(int64_t start, int64_t duration, uint32_t name, uint32_t event) {
  int64_t end = start + std::max<int64_t>(duration, 0);
  if (start < lastEnd_) {
    start = lastEnd_;
    end = std::max(end, start);
    ++adjusted_;
  }
  lastEnd_ = end;
  const int64_t length = end - start;
  if (length >= static_cast<int64_t>(kLong)) {
    long_.emplace_back(static_cast<uint32_t>(starts_.size()), length);
    durations_.push_back(kLong);
  } else {
    durations_.push_back(static_cast<uint32_t>(length));
  }
  starts_.push_back(start);
  names_.push_back(name);
  events_.push_back(event);
  if (starts_.size() % kFan == 0) growPyramid();
}

int64_t EventRow::longDuration(size_t i) const {
  const auto found =
      std::lower_bound(long_.begin(), long_.end(), std::pair<uint32_t, int64_t>(static_cast<uint32_t>(i), INT64_MIN));
  return found->second;
}

void EventRow::growPyramid() {
  size_t count = starts_.size();
  for (size_t level = 0; count % kFan == 0 && count > 0; ++level) {
    addNode(level);
    count /= kFan;
  }
}

void EventRow::addNode(size_t level) {
  if (level == levels_.size()) levels_.emplace_back();
  Summary sum;
  int64_t start = 0;
  if (level == 0) {
    const size_t first = starts_.size() - kFan;
    start = starts_[first];
    for (size_t i = first; i < starts_.size(); ++i) {
      const auto ticks = static_cast<double>(duration(i));
      sum.busyTicks += ticks;
      if (ticks > sum.longestTicks) {
        sum.longestTicks = ticks;
        sum.longest = static_cast<uint32_t>(i);
      }
    }
  } else {
    const Level& below = levels_[level - 1];
    const size_t first = below.start.size() - kFan;
    start = below.start[first];
    for (size_t i = first; i < below.start.size(); ++i) {
      sum.busyTicks += static_cast<double>(below.busy[i]);
      if (static_cast<double>(below.longest[i]) > sum.longestTicks) {
        sum.longestTicks = static_cast<double>(below.longest[i]);
        sum.longest = below.dominant[i];
      }
    }
  }
  Level& here = levels_[level];
  here.start.push_back(start);
  here.dominant.push_back(sum.longest);
  here.longest.push_back(static_cast<float>(sum.longestTicks));
  here.busy.push_back(static_cast<float>(sum.busyTicks));
}

size_t EventRow::memoryBytes() const {
  size_t bytes = starts_.size() * (sizeof(int64_t) + 3 * sizeof(uint32_t)) + long_.size() * sizeof(long_[0]);
  for (const Level& level : levels_)
    bytes += level.start.size() * (sizeof(int64_t) + sizeof(uint32_t) + 2 * sizeof(float));
  return bytes;
}

size_t EventRow::firstStartingFrom(double t) const {
  if (starts_.empty() || t <= static_cast<double>(starts_.front())) return 0;
  if (t > static_cast<double>(starts_.back())) return starts_.size();
  const auto wanted = static_cast<int64_t>(std::ceil(t));
  return static_cast<size_t>(std::lower_bound(starts_.begin(), starts_.end(), wanted) - starts_.begin());
}

size_t EventRow::firstReaching(double t) const {
  size_t i = firstStartingFrom(t);
  while (i > 0 && static_cast<double>(end(i - 1)) > t) --i;  // at most once: slices do not overlap
  return i;
}

uint32_t EventRow::sliceOfEvent(uint32_t event) const {
  const auto found = std::lower_bound(events_.begin(), events_.end(), event);
  if (found == events_.end() || *found != event) return kNoSlice;
  return static_cast<uint32_t>(found - events_.begin());
}

int EventRow::levelAt(size_t i, size_t last) const {
  int best = -1;
  size_t span = kFan;
  for (size_t level = 0; level < levels_.size(); ++level, span *= kFan) {
    if (i % span != 0 || i + span > last || i / span >= levels_[level].start.size()) break;
    best = static_cast<int>(level);
  }
  return best;
}

EventRow::Summary EventRow::summarize(size_t first, size_t last) const {
  Summary sum;
  for (size_t i = first; i < last;) {
    const int level = levelAt(i, last);
    if (level < 0) {
      const auto ticks = static_cast<double>(duration(i));
      sum.busyTicks += ticks;
      if (ticks > sum.longestTicks) {
        sum.longestTicks = ticks;
        sum.longest = static_cast<uint32_t>(i);
      }
      ++i;
      continue;
    }
    const Level& nodes = levels_[static_cast<size_t>(level)];
    const size_t span = size_t{1} << (4 * (static_cast<size_t>(level) + 1));
    const size_t node = i / span;
    sum.busyTicks += static_cast<double>(nodes.busy[node]);
    if (static_cast<double>(nodes.longest[node]) > sum.longestTicks) {
      sum.longestTicks = static_cast<double>(nodes.longest[node]);
      sum.longest = nodes.dominant[node];
    }
    i += span;
  }
  return sum;
}

/// Precondition: slices [first, last) intersect [begin, end); only the first and the last may extend beyond it.
EventRow::Pixel EventRow::pixel(size_t first, size_t last, double begin, double end) const {
  Summary sum;
  const auto part = [&](size_t i) {
    const double inside =
        std::min(static_cast<double>(this->end(i)), end) - std::max(static_cast<double>(starts_[i]), begin);
    const double ticks = std::max(0.0, inside);
    sum.busyTicks += ticks;
    if (ticks > sum.longestTicks) {
      sum.longestTicks = ticks;
      sum.longest = static_cast<uint32_t>(i);
    }
  };
  part(first);
  if (last - first > 2) {
    const Summary inner = summarize(first + 1, last - 1);
    sum.busyTicks += inner.busyTicks;
    if (inner.longestTicks > sum.longestTicks) {
      sum.longestTicks = inner.longestTicks;
      sum.longest = inner.longest;
    }
  }
  if (last - first > 1) part(last - 1);
  return Pixel{sum.longest, static_cast<float>(std::min(1.0, sum.busyTicks / (end - begin)))};
}

void EventRow::strip(double begin, double end, std::span<Pixel> out) const {
  std::fill(out.begin(), out.end(), Pixel{});
  if (empty() || !(end > begin) || out.empty()) return;
  const double scale = (end - begin) / static_cast<double>(out.size());
  const auto columnOf = [&](double t) {
    return static_cast<size_t>(std::clamp((t - begin) / scale, 0.0, static_cast<double>(out.size())));
  };
  size_t i = firstReaching(begin);
  for (size_t x = 0; x < out.size() && i < size();) {
    const double left = begin + static_cast<double>(x) * scale;
    const double right = begin + static_cast<double>(x + 1) * scale;
    const auto sliceStart = static_cast<double>(starts_[i]);
    if (sliceStart >= right) {
      x = std::max(x + 1, columnOf(sliceStart));
      continue;
    }
    const auto sliceEnd = static_cast<double>(this->end(i));
    if (sliceStart <= left && sliceEnd >= right) {
      const size_t stop = std::max(x + 1, columnOf(sliceEnd));
      std::fill(out.begin() + static_cast<ptrdiff_t>(x),
                out.begin() + static_cast<ptrdiff_t>(std::min(stop, out.size())),
                Pixel{static_cast<uint32_t>(i), 1.0f});
      x = stop;
      if (sliceEnd <= begin + static_cast<double>(x) * scale) ++i;
      continue;
    }
    const size_t next = std::max(i + 1, firstStartingFrom(right));
    out[x] = pixel(i, next, left, right);
    i = static_cast<double>(this->end(next - 1)) > right ? next - 1 : next;
    ++x;
  }
}

void EventRow::wideSlices(double begin, double end, double minTicks, std::vector<uint32_t>& out) const {
  out.clear();
  const size_t last = firstStartingFrom(end);
  for (size_t i = firstReaching(begin); i < last;) {
    size_t skip = 0;
    size_t span = kFan;
    for (size_t level = 0; level < levels_.size(); ++level, span *= kFan) {
      if (i % span != 0 || i / span >= levels_[level].start.size()) break;
      if (static_cast<double>(levels_[level].longest[i / span]) >= minTicks) break;
      skip = span;
    }
    if (skip != 0) {
      i += skip;
      continue;
    }
    if (static_cast<double>(duration(i)) >= minTicks) out.push_back(static_cast<uint32_t>(i));
    ++i;
  }
}

uint32_t EventRow::hit(double t, double tolerance) const {
  if (empty()) return kNoSlice;
  const size_t under = firstReaching(t);
  const double left = t - tolerance, right = t + tolerance;
  if (under < size() && static_cast<double>(starts_[under]) <= t &&
      static_cast<double>(end(under)) - static_cast<double>(starts_[under]) > 2 * tolerance)
    return static_cast<uint32_t>(under);
  const size_t first = firstReaching(left);
  const size_t last = firstStartingFrom(right + 0.5);
  if (first >= size() || first >= last) return kNoSlice;
  return tolerance > 0 ? pixel(first, last, left, right).slice : static_cast<uint32_t>(first);
}

double EventRow::busyTicks(double begin, double end) const {
  const size_t first = firstReaching(begin);
  const size_t last = firstStartingFrom(end);
  if (first >= last || !(end > begin)) return 0;
  const auto clipped = [&](size_t i) {
    return std::max(
        0.0, std::min(static_cast<double>(this->end(i)), end) - std::max(static_cast<double>(starts_[i]), begin));
  };
  if (last - first == 1) return clipped(first);
  return clipped(first) + summarize(first + 1, last - 1).busyTicks + clipped(last - 1);
}

}  // namespace relaxscope
