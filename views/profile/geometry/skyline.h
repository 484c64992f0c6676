// SPDX-License-Identifier: GPL-3.0-or-later
// A recording as a skyline of pixel columns: how deep calls are nested in each, and the runs with their durations as
// heights. Pure functions of the tracks. No Qt.
#pragma once

#include <span>
#include <vector>

#include "views/profile/geometry/track.h"

namespace relaxscope {

/// What calls a range of time has, by column and level. Levels are rows of slices from the outermost on.
struct Skyline {
  size_t columns = 0, levels = 0;
  std::vector<uint32_t> names;  ///< levels x columns; index into Tracks::names(), or kNoIndex: nothing there

  [[nodiscard]] uint32_t name(size_t level, size_t column) const { return names[level * columns + column]; }
  /// Number of levels up to the innermost one with a slice; 0: nothing is called.
  [[nodiscard]] size_t depth(size_t column) const;
};
/// Of more rows than this only every second, third, ... is looked at.
inline constexpr size_t kMaxSkylineLevels = 64;
Skyline skylineOf(const Tracks& tracks, double begin, double end, size_t columns);

/// A run in columns of a range of time.
struct RunColumns {
  size_t first = 0, last = 0;  ///< columns, both included
  double height = 0;           ///< its duration as a part of the longest measured one's that is not outlying; at most 1
  bool outlying = false;
  int run = -1;  ///< position among the runs
};
/// `outlying`: ascending positions of runs. Runs beyond the range are left out; of runs that share a column the last
/// one replaces a shorter one, so that there are at most `columns` of them.
std::vector<RunColumns> runColumns(std::span<const RunSpan> runs, std::span<const int> outlying, double begin,
                                   double end, size_t columns);

}  // namespace relaxscope
