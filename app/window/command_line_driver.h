// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the main window according to the command line: opens files, runs, switches to a view, waits until all work
// has finished, writes the screenshot and exits.
#pragma once

#include <QObject>
#include <QTimer>

#include "app/window/options.h"
#include "app/window/shell/main_window.h"

namespace relaxscope {

class CommandLineDriver : public QObject {
  Q_OBJECT
 public:
  CommandLineDriver(MainWindow* window, WindowOptions options);
  void start();

 private:
  void loaded(DocumentPage* page);
  void failed(DocumentPage* page, const QString& text);
  void compare();
  void showPair(ComparisonPage* page);
  void run(DocumentPage* page);
  void show(DocumentPage* page);
  void poll();
  void takePicture();
  void fail(const QString& text, int code);
  [[nodiscard]] bool wantsPicture() const { return !options_.screenshot.isEmpty(); }
  MainWindow* window_;
  WindowOptions options_;
  QTimer timer_;
  int quiet_ = 0;
  int exitCode_ = 0;
};

}  // namespace relaxscope
