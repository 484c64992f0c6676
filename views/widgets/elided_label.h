// SPDX-License-Identifier: GPL-3.0-or-later
// One line of text of any length. If it does not fit, it ends after a clause, so that figures keep their digits and
// units; a first clause wider than any figure, such as a path or a digest, is elided in the middle. The tooltip shows
// the full text.
#pragma once

#include "views/theme/theme.h"
#include "views/widgets/label.h"

namespace relaxscope {

class ElidedLabel : public Label {
  Q_OBJECT
 public:
  ElidedLabel(const QString& text, const QFont& font, Token ink, QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;
  /// The first clause, or the widest figure.
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  [[nodiscard]] QSize sizeOf(const QString& text, int mostPixels) const;

  QFont font_;  ///< the application's style sheet would override the widget's font
  Token ink_;
};

}  // namespace relaxscope
