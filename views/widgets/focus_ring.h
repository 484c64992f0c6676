// SPDX-License-Identifier: GPL-3.0-or-later
// The frame around a painted surface that has the keyboard focus, shown only if the focus came by Tab.
#pragma once

#include <QObject>

class QPainter;
class QWidget;

namespace relaxscope {

class FocusRing : public QObject {
  Q_OBJECT
 public:
  /// Tracks the focus of `widget`, which owns this object; `surface` (the widget or its viewport) is repainted.
  FocusRing(QWidget* widget, QWidget* surface);

  /// Paints the frame along the surface's edge if it is shown.
  void paint(QPainter* painter) const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* surface_;
  bool shown_ = false;
};

}  // namespace relaxscope
