// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/row_painter.h"

#include <QPainter>

#include <algorithm>

#include "views/findings/percent.h"
#include "views/findings/severity_look.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "views/widgets/figures.h"
#include "views/widgets/table_delegate.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/model/callee_kind.h"

namespace relaxscope {
namespace {

// Pixels at scale 1.
constexpr int kHeadingHeight = 28, kFindingHeight = 50, kPartHeight = 24;
constexpr int kText = 56, kBox = 28, kBoxLeft = 20, kRowPad = 12, kHalfPad = 6, kRowLine = 18, kFirstLine = 7;
constexpr int kBarHeight = 6;

int px(int value) { return theme().px(value); }

QRect firstLine(const QRect& cell) { return {cell.left(), cell.top() + px(kFirstLine), cell.width(), px(kRowLine)}; }
QRect secondLine(const QRect& cell) { return firstLine(cell).translated(0, px(kRowLine)); }

}  // namespace

FindingRowPainter::FindingRowPainter(QPainter* painter, const FindingsModel& model, const FindingCells& cells,
                                     const FindingRowState& state)
    : painter_(painter), model_(model), list_(model.list()), at_(cells), state_(state) {}

int FindingRowPainter::heightOf(FindingsRow::Kind kind) {
  switch (kind) {
    case FindingsRow::Kind::Heading: return px(kHeadingHeight);
    case FindingsRow::Kind::Finding: return px(kFindingHeight);
    default: return px(kPartHeight);
  }
}

int FindingRowPainter::costWidth() {
  return QFontMetrics(theme().mono(12, 600)).horizontalAdvance(QStringLiteral("1,000.00")) + px(4) +
         QFontMetrics(theme().mono(11)).horizontalAdvance(QStringLiteral("µs")) + px(kRowPad);
}
int FindingRowPainter::shareWidth() {
  return QFontMetrics(theme().mono(12, 600)).horizontalAdvance(QStringLiteral("100.0 %")) + px(kRowPad);
}
int FindingRowPainter::actionWidth() {
  return std::max(QFontMetrics(theme().ui(12, 600)).horizontalAdvance(tr("Show me")), px(54)) + px(2 * kRowPad);
}
int FindingRowPainter::openerRight() { return px(kBoxLeft); }

QRect FindingRowPainter::linkRect(const FindingsRow& row, const FindingCells& cells) {
  if (cells.where.isEmpty()) return {};
  const QRect inner = cells.where.adjusted(px(kHalfPad), 0, -px(kHalfPad), 0);
  if (row.kind == FindingsRow::Kind::Part) return inner;
  return row.kind == FindingsRow::Kind::Finding ? secondLine(inner) : QRect();
}

void FindingRowPainter::paint(const FindingsRow& row) {
  ground(row);
  switch (row.kind) {
    case FindingsRow::Kind::Heading: return heading(row);
    case FindingsRow::Kind::Note: return note();
    case FindingsRow::Kind::Finding: return finding(row);
    case FindingsRow::Kind::Part: return part(row);
  }
}

void FindingRowPainter::ground(const FindingsRow& row) {
  const bool heading = row.kind == FindingsRow::Kind::Heading;
  painter_->fillRect(at_.row, theme().color(state_.selected ? Token::SelectedRow
                                            : heading       ? Token::Subtle
                                                            : Token::Panel));
  if (state_.selected)
    painter_->fillRect(QRect(at_.row.left(), at_.row.top(), px(3), at_.row.height()), theme().color(Token::Accent));
  if (row.kind == FindingsRow::Kind::Part) return;
  const QRect line(at_.row.left(), at_.row.top(), at_.row.width(), 1);
  painter_->fillRect(line, theme().color(heading ? Token::Border : Token::Grid));
}

void FindingRowPainter::opener(int x, int centre) {
  const int size = px(12);
  theme()
      .icon(state_.open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"))
      .paint(painter_, QRect(x, centre - size / 2, size, size));
}

void FindingRowPainter::text(const QRect& rect, const QFont& font, Token color, const QString& text,
                             Qt::TextElideMode mode) {
  if (rect.width() <= 0) return;
  painter_->setFont(font);
  painter_->setPen(theme().color(color));
  painter_->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, elided(painter_->fontMetrics(), text, mode, rect.width()));
}

void FindingRowPainter::cost(std::optional<double> ns, const QRect& cost, const QRect& share, int weight,
                             bool atLeast) {
  QRect area = cost.adjusted(0, 0, -px(kHalfPad), 0);
  const QRect part = share.adjusted(0, 0, -px(kHalfPad), 0);
  if (!ns) {
    painter_->setFont(theme().mono(12));
    painter_->setPen(theme().color(Token::TextThird));
    for (const QRect& each : {area, part})
      if (each.width() > 0) drawFigure(painter_, each, kAlignRight, QString(QChar(0x2013)));
    return;
  }
  const Figure figure = durationFigure(*ns);
  if (area.width() > 0) {
    painter_->setFont(theme().mono(11));
    painter_->setPen(theme().color(Token::TextThird));
    drawFigure(painter_, area, kAlignRight, figure.unit);
    area.setRight(area.right() - painter_->fontMetrics().horizontalAdvance(figure.unit) - px(4));
    painter_->setFont(theme().mono(12, weight));
    painter_->setPen(theme().color(Token::Text));
    drawFigure(painter_, area, kAlignRight, (atLeast ? QStringLiteral("≥ ") : QString()) + figure.number);
  }
  if (part.width() <= 0) return;
  painter_->setFont(theme().mono(12, weight));
  painter_->setPen(theme().color(Token::Text));
  drawFigure(painter_, part, kAlignRight, percentText(list_.share(*ns)));
}

void FindingRowPainter::heading(const FindingsRow& row) {
  const SeverityLook look = lookOf(row.severity);
  const int centre = at_.row.center().y() + 1, icon = px(16);
  opener(at_.finding.left() + px(10), centre);
  theme()
      .icon(QLatin1String(look.icon), look.ink)
      .paint(painter_, QRect(at_.finding.left() + px(32), centre - icon / 2, icon, icon));
  QRect rest = at_.finding.adjusted(px(kText), 0, 0, 0);
  const QString title = severitiesTitle(row.severity);
  text(rest, theme().ui(12, 600), Token::Text, title, Qt::ElideRight);
  rest.setLeft(rest.left() + QFontMetrics(theme().ui(12, 600)).horizontalAdvance(title) + px(8));
  rest.setRight(at_.cost.isEmpty() ? at_.row.right() : at_.cost.left());
  painter_->setFont(theme().ui(12));
  painter_->setPen(theme().color(Token::TextSecond));
  const QString count = countText(static_cast<int64_t>(list_.count(row.severity)));
  if (painter_->fontMetrics().horizontalAdvance(count) < rest.width())
    drawFigure(painter_, rest, Qt::AlignLeft | Qt::AlignVCenter, count);
  if (const double sum = model_.costOf(row.severity); sum >= 0) cost(sum, at_.cost, at_.share, 600);
}

void FindingRowPainter::note() {
  text(at_.row.adjusted(px(kText), 0, -px(kRowPad), 0), theme().ui(12), Token::TextSecond, list_.noErrorsText(),
       Qt::ElideRight);
}

void FindingRowPainter::finding(const FindingsRow& row) {
  const SeverityLook look = lookOf(row.severity);
  const QRect box(at_.finding.left() + px(kBoxLeft), at_.row.top() + px(11), px(kBox), px(kBox));
  if (state_.hasParts) opener(at_.finding.left() + px(5), box.center().y() + 1);
  painter_->save();
  painter_->setRenderHint(QPainter::Antialiasing);
  painter_->setPen(Qt::NoPen);
  painter_->setBrush(theme().color(look.back));
  painter_->drawRoundedRect(box, px(6), px(6));
  painter_->restore();
  const int icon = px(16), inset = (px(kBox) - icon) / 2;
  theme()
      .icon(QLatin1String(look.icon), look.ink)
      .paint(painter_, QRect(box.left() + inset, box.top() + inset, icon, icon));
  const QRect words = at_.finding.adjusted(px(kText), 0, -px(kRowPad), 0);
  text(firstLine(words), theme().ui(12, 600), Token::Text, list_.title(row.finding), Qt::ElideRight);
  // The second line of the rule's cell is free.
  const QRect message(words.left(), words.top(), at_.where.left() - px(kHalfPad) - words.left(), words.height());
  text(secondLine(message), theme().ui(12), Token::TextSecond, list_.message(row.finding), Qt::ElideRight);
  text(firstLine(at_.rule.adjusted(px(kHalfPad), 0, -px(kHalfPad), 0)), theme().mono(11), Token::TextSecond,
       QString::fromStdString(list_.rule(row.finding)), Qt::ElideRight);
  const QRect where = at_.where.adjusted(px(kHalfPad), 0, -px(kHalfPad), 0);
  text(firstLine(where), theme().mono(11), Token::RoleFunction, list_.whereText(row.finding), Qt::ElideMiddle);
  QFont link = theme().mono(11);
  link.setUnderline(state_.linked);
  const bool leads = viewOfSite(list_.site(row.finding)) != ViewId::None;
  text(secondLine(where), link, leads ? Token::Accent : Token::TextSecond, list_.placeText(row.finding),
       Qt::ElideRight);
  if (list_.hasCosts())
    cost(list_.cost(row.finding), firstLine(at_.cost), firstLine(at_.share), 500, list_.isLowerBound(row.finding));
  if (!leads || at_.action.isEmpty()) return;
  painter_->setFont(theme().ui(12, 600));
  painter_->setPen(theme().color(Token::Accent));
  painter_->drawText(firstLine(at_.action.adjusted(0, 0, -px(kRowPad), 0)), Qt::AlignRight | Qt::AlignVCenter,
                     tr("Show me"));
}

void FindingRowPainter::part(const FindingsRow& row) {
  const LintPart& part = list_.lint(row.finding)->parts[row.part];
  const int right = at_.where.left() - px(kHalfPad);
  int x = at_.finding.left() + px(kText);
  const InstrIndex pc = part.sites.empty() ? InstrIndex() : part.sites.front().pc;
  const Executable* const executable = list_.sources().executable.get();
  if (executable != nullptr && pc.valid())
    if (const Function* callee = executable->function(calleeAt(*executable, pc)))
      paintSwatch(painter_, QRectF(x, at_.row.center().y() - px(9) / 2.0 + 0.5, px(9), px(9)), calleeKind(*callee));
  x += px(16);
  const QFont code = theme().mono(12, 500);
  const QRect name(x, at_.row.top(), std::max(0, std::min(px(130), right - x)), at_.row.height());
  const QString shown = fitText(partName(part), QFontMetrics(code), name.width(), true);
  text(name, code, Token::RoleFunction, shown, Qt::ElideMiddle);
  x += std::max(px(72), QFontMetrics(code).horizontalAdvance(shown)) + px(8);
  const QFont plain = theme().mono(11);
  const QString times = timesText(static_cast<double>(part.count));
  const int timesWidth = std::max(px(30), QFontMetrics(plain).horizontalAdvance(times) + 1);
  if (x + timesWidth <= right) {
    painter_->setFont(plain);
    painter_->setPen(theme().color(Token::TextSecond));
    drawFigure(painter_, QRect(x, at_.row.top(), timesWidth, at_.row.height()), Qt::AlignRight | Qt::AlignVCenter,
               times);
  }
  x += timesWidth + px(12);
  text(QRect(x, at_.row.top(), right - x, at_.row.height()), plain, Token::TextSecond, partDetail(part),
       Qt::ElideRight);
  QFont link = plain;
  link.setUnderline(state_.linked);
  text(at_.where.adjusted(px(kHalfPad), 0, -px(kHalfPad), 0), link, Token::Accent,
       list_.placeText(row.finding, row.part), Qt::ElideRight);
  if (!list_.hasCosts()) return;
  const std::optional<double> ns = list_.cost(row.finding, row.part);
  cost(ns, at_.cost, at_.share, 400);
  if (ns) bar(list_.share(*ns) / model_.barScale());
}

void FindingRowPainter::bar(double share) {
  if (at_.action.isEmpty()) return;
  const QRectF trough(at_.action.left() + px(kRowPad), at_.row.center().y() - px(kBarHeight) / 2.0 + 1,
                      at_.action.width() - px(2 * kRowPad), px(kBarHeight));
  painter_->save();
  painter_->setRenderHint(QPainter::Antialiasing);
  painter_->setPen(Qt::NoPen);
  painter_->setBrush(theme().color(Token::ShareTrough));
  painter_->drawRoundedRect(trough, px(2), px(2));
  QRectF filled = trough;
  filled.setWidth(std::max(2.0, trough.width() * std::clamp(share, 0.0, 1.0)));
  painter_->setBrush(theme().color(Token::ShareBar));
  painter_->drawRoundedRect(filled, px(2), px(2));
  painter_->restore();
}

}  // namespace relaxscope
