// SPDX-License-Identifier: GPL-3.0-or-later
// A short text on its own background: "kernel", "shared library, x86-64". Not clickable.
#pragma once

#include <QWidget>

#include "views/theme/theme.h"

namespace relaxscope {

struct ChipLook {
  enum class Shape : uint8_t { Pill, Tag };  ///< small and fully rounded, or of button height with small corners
  Shape shape = Shape::Pill;
  Token ink = Token::TextSecond, back = Token::Subtle;
  bool framed = false;
  QString icon = {};  ///< before the text; may be empty
};

class ChipLabel : public QWidget {
  Q_OBJECT
 public:
  ChipLabel(const QString& text, const ChipLook& look, QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  [[nodiscard]] bool isPill() const { return look_.shape == ChipLook::Shape::Pill; }
  [[nodiscard]] QFont textFont(bool framed) const;

  QString text_;
  ChipLook look_;
};

}  // namespace relaxscope
