// SPDX-License-Identifier: GPL-3.0-or-later
// Shorter forms of an instruction's result, for columns that are too narrow for it.
#pragma once

#include <QStringList>

#include <algorithm>

namespace relaxscope {

/// "storage 3,072 B" as "storage …" and "…"; "f32[1,12,64]" as "f32[1,12,…", "f32[1,…", "f32[…", "…": no number is cut
/// or loses its unit. At most 16 forms, the longest first.
inline QStringList shorterResults(const QString& text) {
  constexpr qsizetype kMost = 15, kLongest = 256;
  QStringList forms;
  const auto isDigit = [&](qsizetype i) { return i < text.size() && text[i].isDigit(); };
  for (qsizetype at = std::min(text.size(), kLongest) - 1; at > 0 && forms.size() < kMost; --at) {
    const QChar last = text[at - 1];
    const bool thousands =
        last == QLatin1Char(',') && at > 1 && isDigit(at - 2) && isDigit(at) && text.contains(QLatin1Char(' '));
    if ((last == QLatin1Char(',') && !thousands) || last == QLatin1Char('[') ||
        (last == QLatin1Char(' ') && !(at > 1 && isDigit(at - 2))))
      forms << text.left(at) + QChar(0x2026);
  }
  return forms << QString(QChar(0x2026));
}

}  // namespace relaxscope
