// SPDX-License-Identifier: GPL-3.0-or-later
// One line of text that is cut at the end of a clause if it does not fit, or elided in the middle if it has none; the
// tooltip shows the full text.
#pragma once

#include <QLabel>

#include "views/theme/theme.h"

namespace relaxscope {

class ElidedLabel : public QLabel {
  Q_OBJECT
 public:
  ElidedLabel(const QString& text, const QFont& font, Token ink, QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QFont font_;  ///< the application's style sheet would override the widget's font
  Token ink_;
};

}  // namespace relaxscope
