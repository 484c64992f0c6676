// SPDX-License-Identifier: GPL-3.0-or-later
// Draws figures: every view draws numbers with units through drawFigure(), which draws all of the text it is given. The
// caller makes the cell wide enough, or chooses a form of the text that fits; tests compare the widths of both.
#pragma once

#include <QFontMetricsF>
#include <QRectF>
#include <QString>
#include <QStringList>

class QPainter;

namespace relaxscope {

/// Alignments of a text on one line, of Qt::Alignment.
inline constexpr int kAlignLeft = Qt::AlignLeft | Qt::AlignVCenter, kAlignRight = Qt::AlignRight | Qt::AlignVCenter;

/// Draws `text`, whole and on one line, with the painter's font and pen. `cell`: the room that belongs to the text
/// alone. `alignment`: of Qt::Alignment.
void drawFigure(QPainter* painter, const QRectF& cell, int alignment, const QString& text);
/// The first of `forms` (longest first) that is at most `width` wide, else the last one.
QString fittingForm(const QFontMetricsF& metrics, const QStringList& forms, double width);
/// `text` up to the end of its first clause (before a comma, colon or parenthesis), followed by an ellipsis; all of it
/// if it has only one.
QString firstClause(const QString& text);
/// `text`, of any length, up to the end of the last clause that fits into `width`, followed by an ellipsis, so that
/// figures keep their digits and units; all of it if it fits, the first clause if none does.
QString fittingClauses(const QFontMetricsF& metrics, const QString& text, double width);
/// A remark in `width`: fittingClauses() if that fits; else its part from the first figure on, or elided if it has
/// none.
QString fittingRemark(const QFontMetricsF& metrics, const QString& text, double width);
/// As many leading `parts` as fit into `width` next to each other, separated by " · ". If some do not fit, an ellipsis
/// replaces them. A part that is wider than that alone ends with a clause of it.
QString fittingParts(const QFontMetricsF& metrics, const QStringList& parts, double width);
/// The lines of `parts` in that form, at most `maxLines`; the last one as fittingParts().
QStringList partsInLines(const QFontMetricsF& metrics, const QStringList& parts, double width, int maxLines);

}  // namespace relaxscope
