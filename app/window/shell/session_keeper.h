// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the session of a window in the settings: its open files are opened again at the next start. Saves at once when
// tabs change and shortly after a selection, so that a crash loses little. Of several windows the last closed one wins.
#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>

#include "app/window/document/session.h"

namespace relaxscope {

class DocumentPage;
class MainWindow;

class SessionKeeper : public QObject {
  Q_OBJECT
 public:
  /// `window` owns it.
  explicit SessionKeeper(MainWindow* window);

  /// Opens the files of the stored session; only the current one is read now. Missing files are named in the window's
  /// strip and forgotten.
  void restore();
  /// Leaves the stored session as it is while the window shows no other file than these.
  void leaveWhileOnly(const QStringList& paths);
  /// The session as the window shows it now.
  [[nodiscard]] Session current() const;

 private:
  void windowChanged();
  void watchSelection(DocumentPage* page);
  void save();

  MainWindow* window_;
  Session last_;
  QStringList given_;     ///< files that the command line named
  bool isGiven_ = false;  ///< the window was started with files
  QTimer soon_;
};

}  // namespace relaxscope
