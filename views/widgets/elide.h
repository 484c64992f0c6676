// SPDX-License-Identifier: GPL-3.0-or-later
// Elides texts of any length to a width: function names may have ten thousand characters, and measuring all of them
// for every cell of a table would take longer than painting the table.
#pragma once

#include <QString>

#include <algorithm>

namespace relaxscope {

/// At most so many characters fit into `width` pixels.
inline qsizetype mostCharacters(double width) {
  constexpr double kNarrowLetter = 2;  // pixels
  return std::max<qsizetype>(64, static_cast<qsizetype>(width / kNarrowLetter));
}

/// Same as metrics.horizontalAdvance(text) <= width.
template <class Metrics>
bool fits(const Metrics& metrics, const QString& text, double width) {
  return text.size() <= mostCharacters(width) && metrics.horizontalAdvance(text) <= width;
}

/// Same as metrics.elidedText(), but measures only as many characters as could fit into `width`.
template <class Metrics, class Width>
QString elided(const Metrics& metrics, const QString& text, Qt::TextElideMode mode, Width width) {
  const qsizetype most = mostCharacters(width);
  if (text.size() <= most) return metrics.elidedText(text, mode, width);
  const QString mark(QChar(0x2026));
  switch (mode) {
    case Qt::ElideLeft: return metrics.elidedText(mark + text.right(most), mode, width);
    case Qt::ElideMiddle: return metrics.elidedText(text.left(most / 2) + mark + text.right(most / 2), mode, width);
    default: return metrics.elidedText(text.left(most) + mark, mode, width);
  }
}

}  // namespace relaxscope
