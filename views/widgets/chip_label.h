// SPDX-License-Identifier: GPL-3.0-or-later
// One or two words on a ground of their own: "kernel", "shared library, x86-64". Not clickable.
#pragma once

#include <QWidget>

#include "views/theme/theme.h"

namespace relaxscope {

struct ChipLook {
  enum class Shape : uint8_t { Pill, Tag };  ///< small and round, or as high as a button with small corners
  Shape shape = Shape::Pill;
  Token ink = Token::TextSecond, back = Token::Subtle;
  bool framed = false;
  QString icon = {};  ///< in front of the words; may be empty
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
