// SPDX-License-Identifier: GPL-3.0-or-later
// A horizontal bar of the window with a line below it, and the buttons in such bars.
#pragma once

#include <QWidget>

#include "views/theme/theme.h"

class QAction;
class QToolButton;

namespace relaxscope {

class Bar : public QWidget {
 public:
  Bar(const char* name, Token back, int height, QWidget* parent);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Token back_;
};

/// Creates an icon button for an action.
QToolButton* barButton(QAction* action, const char* name, QWidget* parent);

}  // namespace relaxscope
