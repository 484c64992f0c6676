// SPDX-License-Identifier: GPL-3.0-or-later
// The frame around the part of the window that has the keyboard focus: an overlay along the edge of a widget, shown
// while the widget or a child of it has the focus, whatever the child paints.
#pragma once

#include <QWidget>

namespace relaxscope {

class FocusFrame : public QWidget {
  Q_OBJECT
 public:
  /// `over` owns the frame.
  explicit FocusFrame(QWidget* over);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void follow(const QWidget* focus);
  void cover();
};

}  // namespace relaxscope
