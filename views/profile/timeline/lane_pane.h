// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of a scene with their names at the left and a scroll bar at the right. The view that owns the scene sets its
// content; the pane lays it out, scrolls and paints it.
#pragma once

#include <QWidget>

#include "views/profile/timeline/scene.h"

class QScrollBar;

namespace relaxscope {

class TimelineNames;
class TimelinePlot;

class LanePane : public QWidget {
  Q_OBJECT
 public:
  LanePane(TimelineScene* scene, QWidget* parent);
  [[nodiscard]] TimelinePlot* plot() const { return plot_; }
  [[nodiscard]] TimelineNames* names() const { return names_; }
  [[nodiscard]] QScrollBar* scrollBar() const { return bar_; }
  /// Layout options except the scale, which relayout() sets; a change takes effect with the next relayout().
  LaneOptions& options() { return options_; }
  [[nodiscard]] const LaneOptions& options() const { return options_; }

  /// Must be called after a change of the recording, the options or the size.
  void relayout();
  /// Repaints the scene.
  void refresh();
  void scrollTo(int y);
  /// Scrolls by the minimum that makes a row of slices visible.
  void ensureRowVisible(uint32_t row);

 signals:
  void relayoutRequested();  ///< size or theme changed, or a lane was folded
  void moved();              ///< the user scrolled, zoomed or marked a range

 private:
  void onUserScroll(int y);

  TimelineScene* scene_;
  LaneOptions options_;
  TimelineNames* names_;
  TimelinePlot* plot_;
  QScrollBar* bar_;
};

}  // namespace relaxscope
