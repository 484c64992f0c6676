// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the tokens of an instruction in one line. Where they need more room than there is, the line ends with an
// ellipsis, never within a figure.
#pragma once

#include <QRectF>

#include <functional>

#include "views/code/code_widths.h"
#include "views/code/tokens.h"

class QPainter;

namespace relaxscope {

class CodeLinePainter {
 public:
  /// Both must outlive it.
  CodeLinePainter(QPainter* painter, const CodeWidths& widths) : painter_(painter), widths_(widths) {}

  /// Called with each token and its area before it is drawn.
  using Under = std::function<void(const CodeToken& token, const QRectF& area)>;
  /// Draws from `x` on, in the height of `row`; cuts what lies beyond `right`.
  void draw(const CodeLine& line, double x, const QRectF& row, double right, const Under& under = {}) const;

 private:
  [[nodiscard]] qsizetype fittingCharacters(const QString& text, double x, double right) const;

  QPainter* painter_;
  const CodeWidths& widths_;
};

}  // namespace relaxscope
