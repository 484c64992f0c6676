// SPDX-License-Identifier: GPL-3.0-or-later
// The field in the toolbar that opens the palette: looks like a field, acts as a button.
#pragma once

#include <QAbstractButton>

namespace relaxscope {

class SearchField : public QAbstractButton {
  Q_OBJECT
 public:
  explicit SearchField(QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

/// Draws a key cap with its name; returns its width.
int paintKeyCap(QPainter* painter, const QPoint& rightCentre, const QString& key);

}  // namespace relaxscope
