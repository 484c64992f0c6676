// SPDX-License-Identifier: GPL-3.0-or-later
// The state that a timeline displays, as a value that painters read and the view changes.
#pragma once

#include <QPointF>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "views/profile/geometry/lane_layout.h"
#include "views/profile/geometry/time_ruler.h"
#include "views/profile/tracks.h"
#include "vmcore/trace/tick_span.h"

namespace relaxscope {

using TickRange = AxisRange;

/// The range in whole ticks.
inline std::optional<TickSpan> spanOf(const std::optional<TickRange>& range) {
  if (!range) return {};
  const int64_t begin = std::llround(range->first);
  return TickSpan{begin, std::max(begin + 1, static_cast<int64_t>(std::llround(range->second)))};
}

struct TimelineScene {
  const ProfileTracks* source = nullptr;
  LaneLayout layout;
  TimeWindow window;  ///< visible ticks
  double origin = 0;  ///< ticks at the ruler's zero
  int scrollY = 0;
  int run = -1;                    ///< position in Trace::runs of the only run shown; -1: all runs
  std::optional<TickRange> range;  ///< measured range
  std::vector<TickRange> kept;
  SlicePlace selected;
  uint32_t markedFunction = kNoIndex, markedPc = kNoIndex;  ///< instruction whose slices are highlighted
  SlicePlace marked;        ///< the call of that instruction that is marked however narrow it is
  std::vector<bool> found;  ///< per name: whether the search matches; empty: no search
  SlicePlace hit;           ///< the current one of the search
  bool flows = true;        ///< curves from calls to the device work that they asked for

  [[nodiscard]] bool isFound(uint32_t name) const { return name < found.size() && found[name]; }
  [[nodiscard]] const Tracks& tracks() const { return source->tracks(); }
  /// The range used for scales and peaks: the limits of the window.
  [[nodiscard]] TickRange scope() const { return {window.limitBegin, window.limitEnd}; }
  /// From the start to the end of a run, or of the whole recording for -1.
  [[nodiscard]] TickRange ticksOf(int which) const {
    const auto& runs = tracks().trace()->runs;
    const auto [begin, end] = tracks().extent();
    if (which < 0 || which >= static_cast<int>(runs.size()))
      return {static_cast<double>(begin), static_cast<double>(std::max(end, begin + 1))};
    const RunSpan& span = runs[static_cast<size_t>(which)];
    int64_t last = span.start + std::max<int64_t>(1, span.duration);
    // Device work that the run asked for may end after it.
    const int64_t next = which + 1 < static_cast<int>(runs.size()) ? runs[static_cast<size_t>(which) + 1].start : end;
    last = std::max(last, std::min(tracks().workEnd(span.start, next), std::max(next, last)));
    return {static_cast<double>(span.start), static_cast<double>(last)};
  }
  [[nodiscard]] double scopeTicks() const { return window.limitEnd - window.limitBegin; }
};

/// Maps ticks to the pixels of a plot area and back.
struct TimeScale {
  double begin = 0, ticksPerPixel = 1, left = 0;
  TimeScale(const TimeWindow& window, double leftPixel, double widthPixels)
      : begin(window.begin), ticksPerPixel(window.span() / std::max(1.0, widthPixels)), left(leftPixel) {}
  [[nodiscard]] double x(double ticks) const { return left + (ticks - begin) / ticksPerPixel; }
  [[nodiscard]] double ticks(double x) const { return begin + (x - left) * ticksPerPixel; }
};

}  // namespace relaxscope
