// SPDX-License-Identifier: GPL-3.0-or-later
// Every action with its keys, and what the keyboard and the mouse do in the timeline. Shown with open(): nothing
// blocks.
#pragma once

#include <QDialog>

class QGridLayout;

namespace relaxscope {

class MainWindow;

class ShortcutSheet : public QDialog {
  Q_OBJECT
 public:
  explicit ShortcutSheet(MainWindow* window);

 private:
  QWidget* buildContent(const MainWindow* window);
};

}  // namespace relaxscope
