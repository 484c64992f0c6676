// SPDX-License-Identifier: GPL-3.0-or-later
// The search field of the toolbar: a button with the look of a field, which opens the palette.
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

/// Draws a key cap with its label; returns its width.
int paintKeyCap(QPainter* painter, const QPoint& rightCentre, const QString& key);

}  // namespace relaxscope
