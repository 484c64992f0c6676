// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/geometry/event_row.h"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace relaxscope {

void EventRow::append(int64_t start, int64_t duration, uint32_t name, uint32_t event) {
  int64_t end = start + std::max<int64_t>(duration, 0);
  if (start < lastEnd_) {
    start = lastEnd_;
    end = std::max(end, start);
    ++adjusted_;
  }
  lastEnd_ = end;
  if (size_ % kBlock == 0) blocks_.push_back({start, {}});
  Block& block = blocks_.back();
  const auto number = static_cast<uint32_t>(size_);
  Slice slice{kLong, kLong, name, event};
  if (start - block.base < static_cast<int64_t>(kLong)) slice.start = static_cast<uint32_t>(start - block.base);
  else late_.emplace_back(number, start);
  if (end - start < static_cast<int64_t>(kLong)) slice.duration = static_cast<uint32_t>(end - start);
  else long_.emplace_back(number, end - start);
  block.slices.push_back(slice);
  if (++size_ % kFan == 0) growPyramid();
}

int64_t EventRow::exact(const Exact& numbers, size_t i) {
  const auto found = std::ranges::lower_bound(numbers, static_cast<uint32_t>(i), {}, &Exact::value_type::first);
  return found->second;
}

void EventRow::growPyramid() {
  size_t count = size_;
  for (size_t level = 0; count % kFan == 0 && count > 0; ++level) {
    addNode(level);
    count /= kFan;
  }
}

void EventRow::addNode(size_t level) {
  if (level == levels_.size()) levels_.emplace_back();
  const size_t last = level == 0 ? size_ : levels_[level - 1].size();
  Summary sum;
  for (size_t i = last - kFan; i < last; ++i) {
    if (level == 0) sum.add(static_cast<uint32_t>(i), static_cast<double>(duration(i)));
    else sum.add(levels_[level - 1][i].dominant, levels_[level - 1][i].longest, levels_[level - 1][i].busy);
  }
  levels_[level].push_back({sum.longest, static_cast<float>(sum.longestTicks), static_cast<float>(sum.busyTicks)});
}

size_t EventRow::memoryBytes() const {
  size_t bytes = blocks_.capacity() * sizeof(Block) + (late_.capacity() + long_.capacity()) * sizeof(late_[0]);
  for (const Block& block : blocks_) bytes += block.slices.capacity() * sizeof(Slice);
  for (const std::vector<Node>& level : levels_) bytes += level.capacity() * sizeof(Node);
  return bytes;
}

size_t EventRow::firstStartingFrom(double t) const {
  if (empty() || t <= static_cast<double>(start(0))) return 0;
  if (t > static_cast<double>(start(size_ - 1))) return size_;
  const auto wanted = static_cast<int64_t>(std::ceil(t));
  // The block before the first one that begins at or after `wanted`; its successor's first slice follows it.
  const auto after = std::ranges::lower_bound(blocks_, wanted, {}, &Block::base);
  const size_t block = static_cast<size_t>(after - blocks_.begin()) - 1;
  const auto slices = std::views::iota(block * kBlock, std::min(size_, (block + 1) * kBlock));
  return block * kBlock +
         static_cast<size_t>(std::ranges::partition_point(slices, [&](size_t i) { return start(i) < wanted; }) -
                             slices.begin());
}

size_t EventRow::firstReaching(double t) const {
  size_t i = firstStartingFrom(t);
  while (i > 0 && static_cast<double>(end(i - 1)) > t) --i;  // at most once: slices do not overlap
  return i;
}

uint32_t EventRow::sliceOfEvent(uint32_t event) const {
  const auto slices = std::views::iota(size_t{0}, size_);
  const auto found = std::ranges::partition_point(slices, [&](size_t i) { return slice(i).event < event; });
  if (found == slices.end() || slice(*found).event != event) return kNoSlice;
  return static_cast<uint32_t>(*found);
}

int EventRow::levelAt(size_t i, size_t last) const {
  int best = -1;
  size_t span = kFan;
  for (size_t level = 0; level < levels_.size(); ++level, span *= kFan) {
    if (i % span != 0 || i + span > last || i / span >= levels_[level].size()) break;
    best = static_cast<int>(level);
  }
  return best;
}

EventRow::Summary EventRow::summarize(size_t first, size_t last) const {
  Summary sum;
  for (size_t i = first; i < last;) {
    const int level = levelAt(i, last);
    if (level < 0) {
      sum.add(static_cast<uint32_t>(i), static_cast<double>(duration(i)));
      ++i;
      continue;
    }
    const size_t span = size_t{1} << (4 * (static_cast<size_t>(level) + 1));
    const Node& node = levels_[static_cast<size_t>(level)][i / span];
    sum.add(node.dominant, node.longest, node.busy);
    i += span;
  }
  return sum;
}

/// Precondition: slices [first, last) intersect [begin, end); only the first and the last may extend beyond it.
EventRow::Pixel EventRow::pixel(size_t first, size_t last, double begin, double end) const {
  Summary sum;
  const auto part = [&](size_t i) {
    const double inside =
        std::min(static_cast<double>(this->end(i)), end) - std::max(static_cast<double>(start(i)), begin);
    sum.add(static_cast<uint32_t>(i), std::max(0.0, inside));
  };
  part(first);
  if (last - first > 2) {
    const Summary inner = summarize(first + 1, last - 1);
    sum.add(inner.longest, inner.longestTicks, inner.busyTicks);
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
    const auto sliceStart = static_cast<double>(start(i));
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
      if (i % span != 0 || i / span >= levels_[level].size()) break;
      if (static_cast<double>(levels_[level][i / span].longest) >= minTicks) break;
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
  if (under < size() && static_cast<double>(start(under)) <= t &&
      static_cast<double>(end(under)) - static_cast<double>(start(under)) > 2 * tolerance)
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
    return std::max(0.0,
                    std::min(static_cast<double>(this->end(i)), end) - std::max(static_cast<double>(start(i)), begin));
  };
  if (last - first == 1) return clipped(first);
  return clipped(first) + summarize(first + 1, last - 1).busyTicks + clipped(last - 1);
}

}  // namespace relaxscope
