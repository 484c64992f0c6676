// SPDX-License-Identifier: GPL-3.0-or-later
// Elides texts of any length to a width. Numbers are never cut: an ellipsis replaces a number with its unit or leaves
// both. Function names may have ten thousand characters, and measuring all of them for every cell of a table would take
// longer than painting the table.
#pragma once

#include <QFontMetrics>
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

/// `text` if it fits into `width` pixels; else a part of it with an ellipsis at the place that `mode` says, cut between
/// numbers: "(x: f32[1,12,768])" as "(x: f32[1,12,…", "peak 3,072 B" as "peak …". Measures only as many characters as
/// could fit.
QString elided(const QFontMetrics& metrics, const QString& text, Qt::TextElideMode mode, int width);
QString elided(const QFontMetricsF& metrics, const QString& text, Qt::TextElideMode mode, double width);

/// Whether text[at] is inside square brackets, where commas separate extents rather than thousands.
bool isInBrackets(const QString& text, qsizetype at);
/// Whether a cut before text[at] separates digits of a number, or a number from its unit.
bool splitsFigure(const QString& text, qsizetype at);
/// The last place at or before `at` where a cut separates no figure; 0 if there is none.
qsizetype cutBetweenFigures(const QString& text, qsizetype at);

}  // namespace relaxscope
