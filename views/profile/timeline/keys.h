// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of the timeline. Single letters are matched by physical key, so that W A S D have the same positions on
// every layout; without a scan code the letter itself is used.
#pragma once

#include <cstdint>

class QKeyEvent;

namespace relaxscope {

enum class TimelineCommand : uint8_t {
  None,
  ZoomIn,
  ZoomOut,
  PanLeft,
  PanRight,
  ScrollUp,
  ScrollDown,
  Fit,
  Whole,
  AllRuns,
  Mark,
  Keep,
  Next,
  Previous,
  Search,
  FindNext,
  FindPrevious,
  Clear,
  Activate,
  PreviousRun,
  NextRun,
  RunMenu,
  Flows  ///< a button only
};
TimelineCommand timelineCommand(const QKeyEvent& event);

}  // namespace relaxscope
