// SPDX-License-Identifier: GPL-3.0-or-later
// Which run a timeline shows: its number with a step to either side, and a menu of runs worth a look.
#pragma once

#include <QWidget>

#include "views/profile/tracks.h"

class QToolButton;

namespace relaxscope {

class RunSelector : public QWidget {
  Q_OBJECT
 public:
  RunSelector(const ProfileTracks* tracks, QWidget* parent);
  /// The run in the recording as it is now; -1: all of them.
  void setRun(int run);
  /// "Run 184 of 200 (median)".
  [[nodiscard]] QString text() const;
  void openMenu();

 signals:
  void chosen(int run);  ///< -1: all
  void stepped(int by);

 private:
  [[nodiscard]] int count() const;
  void applyTheme();

  const ProfileTracks* tracks_;
  int run_ = -1;
  QToolButton *previous_, *button_, *next_;
};

}  // namespace relaxscope
