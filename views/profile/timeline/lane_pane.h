// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of a scene with their names at the left and a scroll bar at the right. The view that owns the scene decides
// what is in it; the pane lays it out, scrolls it and draws it.
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
  /// What is laid out, but the scale; a change shows with the next relayout().
  LaneOptions& options() { return options_; }
  [[nodiscard]] const LaneOptions& options() const { return options_; }

  /// After a change of the recording, of the options or of the size.
  void relayout();
  /// Draws the scene anew.
  void refresh();
  void scrollTo(int y);
  /// Scrolls as little as needed for a row of slices to be in sight.
  void bringIntoSight(uint32_t row);

 signals:
  void relayoutWanted();  ///< size, theme or a folded lane
  void moved();           ///< scrolled, zoomed or marked by hand

 private:
  void scrollByHand(int y);

  TimelineScene* scene_;
  LaneOptions options_;
  TimelineNames* names_;
  TimelinePlot* plot_;
  QScrollBar* bar_;
};

}  // namespace relaxscope
