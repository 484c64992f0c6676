// SPDX-License-Identifier: GPL-3.0-or-later
// A figure of a comparison: its name, how much it changed, from what to what.
#pragma once

#include <QWidget>

#include "views/theme/theme.h"

namespace relaxscope {

class DiffTile : public QWidget {
  Q_OBJECT
 public:
  explicit DiffTile(const QString& name, QWidget* parent);
  /// `note` is in the code font: "384 → 256 B".
  void show(const QString& title, const QString& figure, const QString& note, Token ink);
  [[nodiscard]] QString text() const { return title_ + QStringLiteral(": ") + figure_ + QStringLiteral(", ") + note_; }
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString title_, figure_, note_;
  Token ink_ = Token::Text;
};

}  // namespace relaxscope
