// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/draw_figure.h"

#include <QPainter>

#include <algorithm>

#include "views/widgets/elide.h"
#include "views/widgets/figure_record.h"

namespace relaxscope {
namespace {

const QString& separator() {
  static const QString text = QStringLiteral(" · ");
  return text;
}

bool endsClause(QStringView rest) {
  for (const QLatin1String mark : {QLatin1String(", "), QLatin1String(": "), QLatin1String(" (")})
    if (rest.startsWith(mark)) return true;
  return !rest.isEmpty() && QStringView(u"，：（").contains(rest.front());
}

/// The first end of a clause at or after `from`, else the end of the text.
qsizetype clauseEnd(const QString& text, qsizetype from) {
  while (from < text.size() && !endsClause(QStringView(text).mid(from))) ++from;
  return from;
}

/// A cut between the extents of a shape shows the comma: "f32[1…" would read as a cut number.
QString upTo(const QString& text, qsizetype end) {
  if (end >= text.size()) return text;
  return text.left(isInBrackets(text, end) ? end + 1 : end) + QChar(0x2026);
}

}  // namespace

void drawFigure(QPainter* painter, const QRectF& cell, int alignment, const QString& text) {
  if (text.isEmpty()) return;
  if (FigureRecord* record = FigureRecord::current())
    record->drawn.push_back({text, QFontMetricsF(painter->font()).horizontalAdvance(text), cell.width()});
  painter->drawText(cell, alignment | Qt::TextDontClip | Qt::TextSingleLine, text);
}

QString fittingForm(const QFontMetricsF& metrics, const QStringList& forms, double width) {
  for (const QString& form : forms)
    if (fits(metrics, form, width)) return form;
  return forms.isEmpty() ? QString() : forms.back();
}

QString firstClause(const QString& text) { return upTo(text, clauseEnd(text, 1)); }

QString fittingClauses(const QFontMetricsF& metrics, const QString& text, double width) {
  if (fits(metrics, text, width)) return text;
  qsizetype end = clauseEnd(text, 1);
  // From the shortest on: a text of any length is measured only as far as it fits.
  for (qsizetype next = end; next < text.size() && fits(metrics, upTo(text, next), width);
       next = clauseEnd(text, next + 1))
    end = next;
  const QString shown = upTo(text, end);
  recordElided(text, shown);
  return shown;
}

QString fittingRemark(const QFontMetricsF& metrics, const QString& text, double width) {
  const QString shorter = fittingClauses(metrics, text, width);
  if (fits(metrics, shorter, width)) return shorter;
  const auto digit = std::ranges::find_if(text, [](QChar c) { return c.isDigit(); });
  if (digit == text.end()) return elided(metrics, text, Qt::ElideRight, width);
  return fittingClauses(metrics, text.mid(digit - text.begin()), width);
}

QString fittingParts(const QFontMetricsF& metrics, const QStringList& parts, double width) {
  return partsInLines(metrics, parts, width, 1).value(0);
}

QStringList partsInLines(const QFontMetricsF& metrics, const QStringList& parts, double width, int maxLines) {
  const QString more = separator() + QChar(0x2026);
  QStringList lines;
  for (qsizetype i = 0; i < parts.size(); ++i) {
    if (lines.isEmpty()) {
      lines << fittingClauses(metrics, parts[i], width);
      continue;
    }
    const QString longer = lines.back() + separator() + parts[i];
    const bool lastLine = lines.size() >= maxLines, lastPart = i + 1 == parts.size();
    // In the last line, the ellipsis for the parts that may follow needs room too.
    const QString needed = lastLine && !lastPart ? longer + more : longer;
    if (fits(metrics, needed, width)) {
      lines.back() = longer;
    } else if (lastLine) {
      // This part may be the last one that fits without an ellipsis after it.
      const QString all = lines.back() + separator() + parts.mid(i).join(separator());
      lines.back() = fits(metrics, all, width) ? all : lines.back() + more;
      break;
    } else {
      lines << fittingClauses(metrics, parts[i], width);
    }
  }
  return lines;
}

}  // namespace relaxscope
