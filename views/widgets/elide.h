// SPDX-License-Identifier: GPL-3.0-or-later
// Cutting texts to the room there is, whatever their length: names of functions may have ten thousand letters,
// and measuring all of them for every cell of a table would take longer than painting the table.
#pragma once

#include <QString>

#include <algorithm>

namespace relaxscope {

/// As metrics.elidedText(); only as many letters are measured as could stand in `width`.
template <class Metrics, class Width>
QString elided(const Metrics& metrics, const QString& text, Qt::TextElideMode mode, Width width) {
  constexpr qsizetype kLeast = 64;
  constexpr int kNarrowLetter = 2;  // pixels
  const qsizetype most = std::max(kLeast, static_cast<qsizetype>(width) / kNarrowLetter);
  if (text.size() <= most) return metrics.elidedText(text, mode, width);
  const QString mark(QChar(0x2026));
  switch (mode) {
    case Qt::ElideLeft: return metrics.elidedText(mark + text.right(most), mode, width);
    case Qt::ElideMiddle: return metrics.elidedText(text.left(most / 2) + mark + text.right(most / 2), mode, width);
    default: return metrics.elidedText(text.left(most) + mark, mode, width);
  }
}

}  // namespace relaxscope
