// SPDX-License-Identifier: GPL-3.0-or-later
// Selector of the run that a timeline shows: its number, buttons for the previous and next run, and a menu of notable
// runs.
#pragma once

#include <QWidget>

#include "views/profile/tracks.h"

class QToolButton;

namespace relaxscope {

class RunSelector : public QWidget {
  Q_OBJECT
 public:
  RunSelector(const ProfileTracks* tracks, QWidget* parent);
  /// Shows `run` of the current recording; -1: all runs.
  void setRun(int run);
  /// "Run 184 of 200 (median)".
  [[nodiscard]] QString text() const;
  /// Texts of the button, longest first.
  [[nodiscard]] QStringList forms() const;
  void openMenu();

 signals:
  void chosen(int run);  ///< -1: all
  void stepped(int by);

 private:
  [[nodiscard]] int count() const;
  void applyTheme();
  void askForRun();

  const ProfileTracks* tracks_;
  int run_ = -1;
  QToolButton *previous_, *button_, *next_;
};

}  // namespace relaxscope
