// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog with every action and its shortcuts, and the keys that views handle themselves (ViewRow::keyRows). Shown with
// open(), which does not block.
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
