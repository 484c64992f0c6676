// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/elide.h"

#include "views/widgets/figure_record.h"

namespace relaxscope {
namespace {

constexpr QChar kEllipsis(0x2026);

bool hasDigitAt(const QString& text, qsizetype i) { return i >= 0 && i < text.size() && text[i].isDigit(); }

bool isSpace(const QString& text, qsizetype i) { return i >= 0 && i < text.size() && text[i].isSpace(); }

/// Letters of a unit: "KiB", "µs", "%".
bool isUnit(const QString& text, qsizetype i) {
  return i >= 0 && i < text.size() && (text[i].isLetter() || text[i] == u'%' || text[i] == u'×');
}

/// Whether text[at] is a point or separator inside a number.
bool isInNumber(const QString& text, qsizetype at) {
  if (!hasDigitAt(text, at - 1) || !hasDigitAt(text, at + 1)) return false;
  return text[at] == u'.' || (text[at] == u',' && !isInBrackets(text, at));
}

/// Whether a cut before `at` leaves a number without its unit or part of it.
bool splitsUnit(const QString& text, qsizetype at) {
  constexpr qsizetype kLongestUnit = 4;  // the letters of "KiB/s" up to its slash
  qsizetype begin = at, end = at;
  while (at - begin <= kLongestUnit && isUnit(text, begin - 1)) --begin;
  if (begin < at && !isUnit(text, at)) return false;  // behind the unit
  if (begin == at && isSpace(text, at)) begin = end = at + 1;
  while (end - begin <= kLongestUnit && isUnit(text, end)) ++end;
  if (end == begin || end - begin > kLongestUnit || hasDigitAt(text, end)) return false;
  return hasDigitAt(text, begin - 1) || (isSpace(text, begin - 1) && hasDigitAt(text, begin - 2));
}

/// The first place at or after `at` where the rest of the text can stand alone: not in a number, nor between the
/// extents of a shape.
qsizetype restFrom(const QString& text, qsizetype at) {
  while (at < text.size() && (splitsFigure(text, at) || isInBrackets(text, at))) ++at;
  return at;
}

/// The text of `head` characters, an ellipsis and the characters from `tail` on.
QString joined(const QString& text, qsizetype head, qsizetype tail) {
  return text.left(head) + kEllipsis + text.mid(tail);
}

/// The longest beginning that fits in front of text[tail] and onwards; empty if none does.
template <class Metrics, class Width>
QString withTail(const Metrics& metrics, const QString& text, qsizetype head, qsizetype tail, Width width) {
  while (head < tail && fits(metrics, joined(text, head + 1, tail), width)) ++head;
  for (qsizetype kept = cutBetweenFigures(text, head); kept > 0; kept = cutBetweenFigures(text, kept - 1))
    if (const QString fitted = joined(text, kept, tail); fits(metrics, fitted, width)) return fitted;
  return {};
}

/// Qt's choice of what fits, moved to places between numbers. `head`, `tail`: characters that Qt keeps at both ends.
template <class Metrics, class Width>
QString betweenFigures(const Metrics& metrics, const QString& text, qsizetype head, qsizetype tail, Width width) {
  const qsizetype from = text.size() - tail;
  if (tail == 0) {
    const QString fitted = withTail(metrics, text, head, text.size(), width);
    return fitted.isEmpty() ? QString(kEllipsis) : fitted;
  }
  const qsizetype rest = restFrom(text, from);
  if (head == 0) return joined(text, 0, rest);
  // A number at the end tells names apart: the beginning gives way to it.
  const qsizetype whole = cutBetweenFigures(text, from);
  if (whole < from && !isInBrackets(text, whole))
    if (const QString fitted = withTail(metrics, text, head, whole, width); !fitted.isEmpty()) return fitted;
  if (const QString fitted = withTail(metrics, text, head, rest, width); !fitted.isEmpty()) return fitted;
  return joined(text, cutBetweenFigures(text, head), rest);
}

template <class Metrics, class Width>
QString elideText(const Metrics& metrics, const QString& text, Qt::TextElideMode mode, Width width) {
  if (fits(metrics, text, width)) return text;
  const qsizetype most = mostCharacters(width);
  QString measured = text;
  if (text.size() > most && mode == Qt::ElideLeft) measured = kEllipsis + text.right(most);
  else if (text.size() > most && mode == Qt::ElideMiddle) measured = joined(text, most / 2, text.size() - most / 2);
  else if (text.size() > most) measured = text.left(most) + kEllipsis;
  const QString qt = metrics.elidedText(measured, mode, width);
  const qsizetype mark = mode == Qt::ElideLeft ? qt.indexOf(kEllipsis) : qt.lastIndexOf(kEllipsis);
  if (mark < 0) return qt;
  qsizetype head = 0, tail = 0;
  while (head < mark && head < text.size() && qt[head] == text[head]) ++head;
  while (tail < qt.size() - 1 - head && tail < text.size() - head &&
         qt[qt.size() - 1 - tail] == text[text.size() - 1 - tail])
    ++tail;
  return betweenFigures(metrics, text, head, tail, width);
}

template <class Metrics, class Width>
QString recorded(const Metrics& metrics, const QString& text, Qt::TextElideMode mode, Width width) {
  const QString shown = elideText(metrics, text, mode, width);
  recordElided(text, shown);
  return shown;
}

}  // namespace

bool isInBrackets(const QString& text, qsizetype at) {
  constexpr qsizetype kFar = 256;
  for (qsizetype i = at - 1; i >= std::max<qsizetype>(0, at - kFar); --i) {
    if (text[i] == u']') return false;
    if (text[i] == u'[') return true;
  }
  return false;
}

bool splitsFigure(const QString& text, qsizetype at) {
  if (at <= 0 || at >= text.size()) return false;
  if (hasDigitAt(text, at - 1) && hasDigitAt(text, at)) return true;
  // "f32[1…" would read as a cut number: the comma stays.
  if (hasDigitAt(text, at - 1) && text[at] == u',' && isInBrackets(text, at)) return true;
  return isInNumber(text, at) || isInNumber(text, at - 1) || splitsUnit(text, at);
}

qsizetype cutBetweenFigures(const QString& text, qsizetype at) {
  while (at > 0 && splitsFigure(text, at)) --at;
  return at;
}

QString elided(const QFontMetrics& metrics, const QString& text, Qt::TextElideMode mode, int width) {
  return recorded(metrics, text, mode, width);
}

QString elided(const QFontMetricsF& metrics, const QString& text, Qt::TextElideMode mode, double width) {
  return recorded(metrics, text, mode, width);
}

}  // namespace relaxscope
