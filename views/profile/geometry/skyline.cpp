// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/geometry/skyline.h"

#include <algorithm>
#include <cmath>

namespace relaxscope {

size_t Skyline::depth(size_t column) const {
  for (size_t level = levels; level > 0; --level)
    if (name(level - 1, column) != kNoIndex) return level;
  return 0;
}

Skyline skylineOf(const Tracks& tracks, double begin, double end, size_t columns) {
  std::vector<const EventRow*> rows;
  for (const auto& row : tracks.rows())
    if (row->hasEvents()) rows.push_back(&row->slices);
  const size_t step = (rows.size() + kMaxSkylineLevels - 1) / kMaxSkylineLevels;
  Skyline out;
  out.columns = columns;
  std::vector<EventRow::Pixel> pixels(columns);
  for (size_t r = 0; r < rows.size(); r += step) {
    std::fill(pixels.begin(), pixels.end(), EventRow::Pixel());
    rows[r]->strip(begin, end, pixels);
    for (const EventRow::Pixel& pixel : pixels)
      out.names.push_back(pixel.slice == kNoSlice ? kNoIndex : rows[r]->name(pixel.slice));
    ++out.levels;
  }
  return out;
}

namespace {

/// Of the measured runs that are not outlying, so that one slow run does not flatten the others; otherwise of all.
int64_t longestOf(std::span<const RunSpan> runs, std::span<const int> outlying) {
  int64_t kept = 0, any = 1;
  for (size_t i = 0; i < runs.size(); ++i) {
    any = std::max(any, runs[i].duration);
    if (runs[i].measured() && !std::ranges::binary_search(outlying, static_cast<int>(i)))
      kept = std::max(kept, runs[i].duration);
  }
  return kept > 0 ? kept : any;
}

}  // namespace

std::vector<RunColumns> runColumns(std::span<const RunSpan> runs, std::span<const int> outlying, double begin,
                                   double end, size_t columns) {
  std::vector<RunColumns> out;
  if (columns == 0 || !(end > begin)) return out;
  const int64_t longest = longestOf(runs, outlying);
  const double perTick = static_cast<double>(columns) / (end - begin);
  for (size_t i = 0; i < runs.size(); ++i) {
    const double from = (static_cast<double>(runs[i].start) - begin) * perTick;
    const double to = from + static_cast<double>(runs[i].duration) * perTick;
    if (to < 0 || from >= static_cast<double>(columns)) continue;
    const auto most = static_cast<double>(columns - 1);
    RunColumns made;
    made.first = static_cast<size_t>(std::clamp(std::floor(from), 0.0, most));
    made.last = static_cast<size_t>(std::clamp(std::ceil(to) - 1, static_cast<double>(made.first), most));
    made.height = std::clamp(static_cast<double>(runs[i].duration) / static_cast<double>(longest), 0.0, 1.0);
    made.outlying = std::ranges::binary_search(outlying, static_cast<int>(i));
    made.run = static_cast<int>(i);
    if (out.empty() || out.back().last < made.first) {
      out.push_back(made);
    } else if (out.back().first == made.first && out.back().last == made.last) {
      // Too narrow for two: the longer one is shown, and that one of them is outlying.
      made.outlying |= out.back().outlying;
      if (made.height < out.back().height)
        made = {made.first, made.last, out.back().height, made.outlying, out.back().run};
      out.back() = made;
    } else {
      made.first = std::min(out.back().last + 1, made.last);
      if (made.first <= out.back().last) out.back().last = made.first - 1;
      out.push_back(made);
    }
  }
  return out;
}

}  // namespace relaxscope
