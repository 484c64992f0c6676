// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of a timeline from calls on the host to the work that they asked devices for.
#pragma once

#include <QRect>

#include "views/profile/timeline/scene.h"

class QPainter;

namespace relaxscope {

/// Flows drawn at once, at most; with more in sight only that of the selection is.
inline constexpr int kMaxFlows = 300;

/// A flow in pixels of the lanes' area.
struct LaunchFlow {
  QPointF from, to;
  SlicePlace work;
  bool selected = false;
};
/// Those of the work in the window that is wide enough to be told apart, the selected one last.
std::vector<LaunchFlow> flowsOf(const TimelineScene& scene, const QRect& area);
void paintFlows(QPainter* painter, const QRect& area, const TimelineScene& scene);

}  // namespace relaxscope
