// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/painter.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

#include "views/code/line_painter.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {}  // namespace

DiffPainter::DiffPainter(QPainter* painter, const DiffGeometry& geometry, const DiffMarks& marks, int scrolled)
    : painter_(painter),
      geometry_(geometry),
      content_(geometry.content()),
      at_(geometry.columns()),
      marks_(marks),
      scrolled_(scrolled) {}

void DiffPainter::lines(int64_t first, int64_t count, int top) {
  const int height = DiffGeometry::rowHeight();
  const int64_t end = std::min(first + count, content_.lines.size());
  for (int64_t i = first; i < end; ++i) {
    const DiffListLine& each = content_.lines.at(i);
    const QRect rect(0, yOf(i, first, top), geometry_.width(), height);
    if (each.kind == DiffListLine::Kind::Fold) fold(each, rect, i == marks_.line);
    else line(each, rect, i == marks_.line);
  }
  if (!content_.options.unified) {
    for (const int x : {at_.chipLeft, at_.chipRight})
      painter_->fillRect(QRect(x, top, 1, static_cast<int>(end - first) * height), theme().color(Token::Border));
    brackets(first, end, top);
  }
  frame(first, end, top);
}

/// Top of a line, far ones clamped to a place outside of the window.
int DiffPainter::yOf(int64_t line, int64_t first, int top) const {
  return top + static_cast<int>(std::clamp<int64_t>(line - first, -10'000, 10'000)) * DiffGeometry::rowHeight();
}

void DiffPainter::fold(const DiffListLine& line, const QRect& rect, bool current) {
  painter_->fillRect(rect, theme().color(current ? Token::SelectedRow : Token::Subtle));
  painter_->setFont(theme().ui(11));
  painter_->setPen(theme().color(Token::TextSecond));
  const QString text = tr("%n equal row(s)", nullptr, static_cast<int>(line.count));
  drawFigure(painter_, rect, Qt::AlignCenter, QStringLiteral("\u22EF  ") + text);
  painter_->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme().color(Token::Grid));
}

void DiffPainter::line(const DiffListLine& line, const QRect& rect, bool current) {
  if (content_.options.unified) {
    const bool same = line.kind == DiffListLine::Kind::Both;
    const InstructionRow& row = content_.row(line);
    const bool quiet = same || row.state == RowState::Moved;
    const Side side = line.kind == DiffListLine::Kind::Old ? Side::Old : Side::New;
    const ChangeLook look = lookOf(side == Side::Old ? RowState::Removed : RowState::Added);
    if (!quiet) painter_->fillRect(rect, theme().color(look.back));
    painter_->setFont(theme().mono(12));
    painter_->setPen(theme().color(Token::TextThird));
    for (const Side each : {Side::Old, Side::New}) {
      if (!same && each != side) continue;
      const DiffColumn& at = geometry_.column(each);
      drawFigure(painter_, QRect(at.left, rect.top(), at.pcRight - at.left, rect.height()), kAlignRight,
                 QString::number((each == Side::Old ? row.old : row.now).value));
    }
    code(line, side, rect);
  } else {
    for (const Side side : {Side::Old, Side::New}) sideOf(line, side, rect);
  }
  chip(line, rect);
  if (content_.times) time(line, rect);
  painter_->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme().color(Token::Grid));
  if (!current) return;
  painter_->fillRect(QRect(rect.left(), rect.top(), theme().px(3), rect.height()), theme().color(Token::Accent));
  painter_->setPen(QPen(theme().color(Token::Accent), 1, Qt::DotLine));
  painter_->setBrush(Qt::NoBrush);
  painter_->drawRect(rect.adjusted(theme().px(3), 0, -1, -1));
}

void DiffPainter::sideOf(const DiffListLine& line, Side side, const QRect& rect) {
  const InstructionRow& row = content_.row(line);
  const DiffColumn& at = geometry_.column(side);
  const QRect cell(at.left, rect.top(), at.right - at.left, rect.height());
  const InstrIndex pc = side == Side::Old ? row.old : row.now;
  if (!pc.valid()) return paintHatch(painter_, cell, theme().color(Token::Grid));
  const ChangeLook look = geometry_.look(line);
  if (row.state != RowState::Same || row.change != kNoChange) painter_->fillRect(cell, theme().color(look.back));
  painter_->setFont(theme().mono(12));
  painter_->setPen(theme().color(Token::TextThird));
  drawFigure(painter_, QRect(at.left, rect.top(), at.pcRight - at.left, rect.height()), kAlignRight,
             QString::number(pc.value));
  code(line, side, rect);
}

void DiffPainter::code(const DiffListLine& line, Side side, const QRect& rect) {
  const DiffColumn& at = geometry_.column(side);
  const int right = at.right - theme().px(4);
  painter_->save();
  painter_->setClipRect(QRect(at.code - theme().px(4), rect.top(), right - at.code + theme().px(4), rect.height()),
                        Qt::IntersectClip);
  const auto under = [&](const CodeToken& token, const QRectF& area) {
    if (!geometry_.differs(line, side, token)) return;
    painter_->save();
    painter_->setRenderHint(QPainter::Antialiasing);
    painter_->setPen(QPen(theme().color(Token::DiffChanged), 1));
    painter_->setBrush(theme().color(Token::Panel));
    const double inset = theme().px(2) + 0.5;
    painter_->drawRoundedRect(area.adjusted(-1.5, inset, 1.5, -inset), theme().px(3), theme().px(3));
    painter_->restore();
  };
  CodeLinePainter(painter_, geometry_.widths())
      .draw(geometry_.code(line, side), at.code - scrolled_, rect, right, under);
  painter_->restore();
}

void DiffPainter::chip(const DiffListLine& line, const QRect& rect) {
  const QString text = geometry_.chipText(line);
  const ChangeLook look = geometry_.look(line);
  const QRectF box = QRectF(at_.chipLeft + theme().px(6), rect.top() + theme().px(2),
                            at_.chipRight - at_.chipLeft - theme().px(14), rect.height() - theme().px(5));
  painter_->setFont(theme().mono(11));
  painter_->setPen(theme().color(Token::TextThird));
  if (text.isEmpty()) {
    painter_->drawText(QRectF(box.left() + theme().px(7), rect.top(), box.width(), rect.height()), kAlignLeft,
                       look.sign);
    return;
  }
  painter_->save();
  painter_->setRenderHint(QPainter::Antialiasing);
  painter_->setPen(QPen(theme().color(look.ink), 1));
  painter_->setBrush(theme().color(Token::Panel));
  painter_->drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), theme().px(4), theme().px(4));
  painter_->setPen(theme().color(look.ink));
  painter_->setFont(theme().mono(11, 700));
  painter_->drawText(box.adjusted(theme().px(7), 0, 0, 0), kAlignLeft, look.sign);
  painter_->setFont(theme().ui(11, 600));
  drawFigure(painter_, box.adjusted(theme().px(20), 0, 0, 0), kAlignLeft, text);
  painter_->restore();
}

void DiffPainter::time(const DiffListLine& line, const QRect& rect) {
  const QRect cell(at_.timeLeft, rect.top(), geometry_.width() - at_.timeLeft, rect.height());
  painter_->fillRect(cell, theme().color(Token::Panel));
  painter_->fillRect(QRect(cell.left(), cell.top(), 1, cell.height()), theme().color(Token::Border));
  const TimeDifference* time = geometry_.time(line);
  if (time == nullptr) return;
  const DeltaText text = deltaText(*time);
  QRect room = cell.adjusted(theme().px(4), 0, -theme().px(12), 0);
  painter_->setFont(theme().mono(11));
  painter_->setPen(theme().color(Token::TextThird));
  if (!text.unit.isEmpty()) {
    drawFigure(painter_, room, kAlignRight, text.unit);
    room.adjust(0, 0, -painter_->fontMetrics().horizontalAdvance(text.unit) - theme().px(4), 0);
  }
  painter_->setFont(theme().mono(12));
  painter_->setPen(theme().color(text.ink));
  drawFigure(painter_, room, kAlignRight, text.number);
}

void DiffPainter::brackets(int64_t first, int64_t end, int top) {
  if (end <= first) return;
  const DiffListLine& last = content_.lines.at(end - 1);
  painter_->save();
  painter_->setRenderHint(QPainter::Antialiasing);
  for (const uint32_t change : content_.lines.groupsIn(content_.lines.at(first).row, last.row + last.count))
    bracket(change, first, end, top);
  painter_->restore();
}

/// From the first row of a group down to its last, with an arrow to each instruction that it became.
void DiffPainter::bracket(uint32_t change, int64_t first, int64_t end, int top) {
  const DiffGroup& group = *content_.lines.group(change);
  if (group.first == group.last) return;
  const int half = DiffGeometry::rowHeight() / 2;
  const double x = at_.chipRight - theme().px(group.number % 2 == 0 ? 2 : 4) - 0.5, edge = at_.chipRight;
  painter_->setPen(QPen(theme().color(Token::DiffChanged), 1.5));
  const double from = yOf(content_.lines.lineOf(group.first), first, top) + half,
               to = yOf(content_.lines.lineOf(group.last), first, top) + half;
  painter_->drawLine(QPointF(x, from), QPointF(x, to));
  for (const double y : {from, to}) painter_->drawLine(QPointF(x - theme().px(4), y), QPointF(x, y));
  const auto& rows = content_.function()->rows;
  for (int64_t i = first; i < end; ++i) {
    const DiffListLine& line = content_.lines.at(i);
    if (line.kind == DiffListLine::Kind::Fold || rows[line.row].change != change || !rows[line.row].now.valid())
      continue;
    const double y = yOf(i, first, top) + half, size = theme().px(4);
    painter_->drawLine(QPointF(x, y), QPointF(edge + 1, y));
    QPainterPath head(QPointF(edge + size, y));
    head.lineTo(edge, y - size * 0.8);
    head.lineTo(edge, y + size * 0.8);
    painter_->fillPath(head, theme().color(Token::DiffChanged));
  }
}

void DiffPainter::frame(int64_t first, int64_t end, int top) {
  if (!marks_.current || marks_.current->pair != content_.pair || marks_.current->first == marks_.current->end) return;
  const int64_t from = content_.lines.lineOf(marks_.current->first), to = content_.lines.endOf(marks_.current->end - 1);
  if (from < 0 || from >= end || to <= first) return;
  const int y0 = yOf(from, first, top), y1 = yOf(to, first, top);
  painter_->save();
  painter_->setPen(QPen(theme().color(Token::Accent), theme().px(2)));
  painter_->setBrush(Qt::NoBrush);
  painter_->drawRect(QRectF(1, y0, geometry_.width() - 2, y1 - y0 - 1));
  painter_->restore();
}

void DiffPainter::title(Side side, const QRect& rect) {
  const FunctionPair& pair = *content_.function();
  const FuncIndex index = side == Side::Old ? pair.old : pair.now;
  const auto& executable = side == Side::Old ? content_.old : content_.now;
  const Function* function = executable ? executable->function(index) : nullptr;
  const QString word = side == Side::Old ? tr("old") : tr("new");
  painter_->setFont(theme().ui(11));
  painter_->setPen(theme().color(Token::TextSecond));
  int x = rect.left() + theme().px(12);
  const auto put = [&](const QString& text, const QFont& font, Token ink) {
    painter_->setFont(font);
    painter_->setPen(theme().color(ink));
    const QString shown = elided(painter_->fontMetrics(), text, Qt::ElideRight, std::max(0, rect.right() - x));
    painter_->drawText(QRect(x, rect.top(), rect.right() - x, rect.height()), kAlignLeft, shown);
    x += painter_->fontMetrics().horizontalAdvance(shown) + theme().px(8);
  };
  put(word, theme().ui(11), Token::TextSecond);
  put(side == Side::Old ? content_.oldName : content_.nowName, theme().ui(11, 600), Token::Text);
  if (function == nullptr) return put(tr("no such function"), theme().ui(11), Token::TextSecond);
  const auto count = std::max<int64_t>(0, function->endInstr - function->startInstr);
  put(QString::fromStdString(printable(function->name)).left(200) + QStringLiteral(", ") +
          tr("%n instruction(s)", nullptr, static_cast<int>(std::min<int64_t>(count, 2'000'000'000))),
      theme().ui(11), Token::TextSecond);
}

void DiffPainter::header() {
  const int height = DiffGeometry::headerHeight(), width = geometry_.width();
  painter_->fillRect(0, 0, width, height, theme().color(Token::Subtle));
  painter_->fillRect(QRect(0, height - 1, width, 1), theme().color(Token::Border));
  if (content_.function() == nullptr) return;
  if (content_.times) {
    painter_->setFont(theme().ui(11, 600));
    painter_->setPen(theme().color(Token::TextSecond));
    drawFigure(painter_, QRect(at_.timeLeft, 0, width - at_.timeLeft - theme().px(12), height), kAlignRight,
               tr("Δ time"));
  }
  if (content_.options.unified) {
    const int half = at_.timeLeft / 2;
    title(Side::Old, QRect(0, 0, half - theme().px(8), height));
    return title(Side::New, QRect(half, 0, half, height));
  }
  title(Side::Old, QRect(0, 0, at_.chipLeft - theme().px(8), height));
  title(Side::New, QRect(at_.now.left, 0, at_.timeLeft - at_.now.left, height));
  painter_->setFont(theme().ui(11, 600));
  painter_->setPen(theme().color(Token::TextSecond));
  drawFigure(painter_, QRect(at_.chipLeft, 0, at_.chipRight - at_.chipLeft, height), Qt::AlignCenter, tr("change"));
}

}  // namespace relaxscope
