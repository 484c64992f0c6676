// SPDX-License-Identifier: GPL-3.0-or-later
// The corner widget of the timeline's panel: the legend of call kinds and three buttons.
#pragma once

#include <QWidget>

#include "views/profile/timeline/keys.h"

class QToolButton;

namespace relaxscope {

class CallLegend;

class TimelineCorner : public QWidget {
  Q_OBJECT
 public:
  explicit TimelineCorner(QWidget* parent);
  void setCanKeep(bool can);
  /// Whether there is device work, and whether the curves to it are shown.
  void setFlows(bool any, bool shown);

 signals:
  void commandRequested(relaxscope::TimelineCommand command);

 private:
  QToolButton* addButton(const char* name, const char* icon, const QString& text, const QString& tip,
                         TimelineCommand command);

  CallLegend* legend_;
  QToolButton *flows_, *keep_;
};

}  // namespace relaxscope
