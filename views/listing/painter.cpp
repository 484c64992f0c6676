// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/listing/painter.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

#include "views/code/line_painter.h"
#include "views/listing/layer_painter.h"
#include "views/listing/result_text.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "views/widgets/figures.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {}  // namespace

bool ListingHighlight::holds(const CodeToken& token) const {
  return (token.reg.valid() && token.reg == reg) || (token.constant.valid() && token.constant == constant) ||
         (token.function.valid() && token.function == function);
}

ListingPainter::ListingPainter(QPainter* painter, const ListingGeometry& geometry, const ListingMarks& marks,
                               int scrolled)
    : painter_(painter),
      geometry_(geometry),
      content_(geometry.content()),
      at_(geometry.columns()),
      marks_(marks),
      scrolled_(scrolled) {}

void ListingPainter::rows(int64_t first, int64_t count, int top, std::span<const ListingLine> lines) {
  const int height = ListingGeometry::rowHeight();
  auto line = lines.begin();
  for (int64_t i = 0; i < count && first + i < content_.rows->size(); ++i) {
    const ListingRows::Row row = content_.rows->at(first + i);
    const QRect rect(0, top + static_cast<int>(i) * height, geometry_.width(), height);
    if (row.kind == ListingRows::Kind::Function) functionRow(rect);
    else if (row.kind == ListingRows::Kind::Label) labelRow(row.pc, rect);
    else if (row.kind != ListingRows::Kind::Code)
      ListingLayerPainter(painter_, geometry_)
          .heading(row, rect, row.kind == ListingRows::Kind::Layer && marks_.layer == row.item);
    else if (line != lines.end()) codeRow(row.pc, rect, *line++);
  }
}

void ListingPainter::header() {
  const int h = ListingGeometry::headerHeight(), width = geometry_.width();
  painter_->fillRect(0, 0, width, h, theme().color(Token::Subtle));
  painter_->setPen(theme().color(Token::Border));
  painter_->drawLine(0, h - 1, width, h - 1);
  painter_->setFont(theme().ui(11, 600));
  painter_->setPen(theme().color(Token::TextSecond));
  painter_->drawText(QRect(0, 0, at_.pcRight, h), kAlignRight, tr("pc"));
  if (at_.costRight > at_.pcRight)
    painter_->drawText(QRect(at_.pcRight, 0, at_.costRight - at_.pcRight - theme().px(3), h), kAlignRight,
                       tr("time per run"));
  painter_->drawText(QRect(at_.code, 0, width, h), kAlignLeft, tr("instruction"));
  if (content_.results)
    painter_->drawText(QRect(at_.code, 0, at_.resultRight - at_.code, h), kAlignRight, tr("result"));
}

void ListingPainter::codeRow(InstrIndex pc, const QRect& rect, const ListingLine& line) {
  const bool selected = pc == marks_.current && !marks_.layer;
  if (selected) {
    painter_->fillRect(rect, theme().color(Token::SelectedRow));
    painter_->fillRect(QRect(rect.left(), rect.top(), theme().px(3), rect.height()), theme().color(Token::Accent));
  }
  findingMark(pc, rect, selected);
  painter_->setFont(theme().mono(12, selected ? 700 : 400));
  painter_->setPen(theme().color(selected ? Token::Text : Token::TextThird));
  drawFigure(painter_, QRect(at_.gutter, rect.top(), at_.pcRight - at_.gutter, rect.height()), kAlignRight,
             QString::number(pc.value));
  cost(pc, rect);
  if (const int room = line.resultRoom; room > 0) {
    painter_->setFont(theme().mono(11));
    painter_->setPen(theme().color(Token::TextSecond));
    drawFigure(painter_, QRect(at_.resultRight - room, rect.top(), room, rect.height()), kAlignRight,
               line.resultWidth <= room
                   ? line.result
                   : fittingForm(QFontMetricsF(painter_->font()), shorterResults(line.result), room));
  }
  code(line, rect);
}

/// A sign where findings are about the instruction, on a ground of its own where it is a site of the selected one.
void ListingPainter::findingMark(InstrIndex pc, const QRect& rect, bool selected) {
  if (at_.mark == 0) return;
  const bool site = marks_.sites && std::ranges::binary_search(*marks_.sites, pc);
  const std::optional<Severity> severity = content_.findings->at(pc);
  if (!severity) return;
  const int size = theme().px(14), right = at_.pcRight + theme().px(4);
  const QRect cell(at_.gutter, rect.top(), right - at_.gutter, rect.height());
  if (site && !selected) {
    painter_->fillRect(cell, theme().color(Token::AccentBack));
    painter_->fillRect(QRect(cell.left(), cell.top(), theme().px(2), cell.height()), theme().color(Token::Accent));
  }
  const QRect icon(at_.gutter + theme().px(4), rect.top() + (rect.height() - size) / 2, size, size);
  if (*severity != Severity::Info)
    theme()
        .icon(*severity == Severity::Error ? QStringLiteral("error") : QStringLiteral("diagnostics"),
              *severity == Severity::Error ? Token::Error : Token::Warning)
        .paint(painter_, icon);
  else if (site) theme().icon(QStringLiteral("info"), Token::Accent).paint(painter_, icon);
  else
    painter_->fillRect(QRect(icon.center() - QPoint(1, 1), QSize(theme().px(3), theme().px(3))),
                       theme().color(Token::TextThird));
}

void ListingPainter::functionRow(const QRect& rect) {
  painter_->fillRect(rect, theme().color(Token::Subtle));
  painter_->setFont(theme().mono(12, 700));
  painter_->setPen(theme().color(Token::RoleFunction));
  const Function* f = content_.executable->function(content_.function);
  const QString own = f != nullptr ? QString::fromStdString(printable(f->name)).left(80) : QString();
  const QString given = content_.notes ? content_.notes->name(content_.function) : QString();
  const QString note = content_.notes ? content_.notes->note(content_.function) : QString();
  const QString name = given.isEmpty() ? own : given;
  const int x = theme().px(12);
  painter_->drawText(QRect(x, rect.top(), rect.width(), rect.height()), kAlignLeft, name);
  painter_->setFont(theme().ui(12));
  painter_->setPen(theme().color(Token::TextSecond));
  const int after = x + static_cast<int>(geometry_.textWidth(name));
  const QRect area(after, rect.top(), at_.resultRight - after, rect.height());
  const QString text = (given.isEmpty() ? QString() : QStringLiteral(" = ") + own) + content_.signature +
                       (note.isEmpty() ? QString() : QStringLiteral("   ; ") + note.simplified());
  painter_->drawText(area, kAlignLeft, elided(painter_->fontMetrics(), text, Qt::ElideRight, area.width()));
}

QString ListingPainter::arrivalText(const ListingLabel& label) const {
  QStringList parts;
  for (const Arrival& arrival : label.arrivals) {
    switch (arrival.kind) {
      case ArrivalKind::True: parts << tr("if-true from pc %1").arg(arrival.from.value); break;
      case ArrivalKind::False: parts << tr("if-false from pc %1").arg(arrival.from.value); break;
      case ArrivalKind::Goto: parts << tr("goto from pc %1").arg(arrival.from.value); break;
      case ArrivalKind::Next: parts << tr("fall-through from pc %1").arg(arrival.from.value); break;
    }
  }
  if (label.arrivalCount > label.arrivals.size())
    parts << tr("%1 more").arg(label.arrivalCount - label.arrivals.size());
  return parts.isEmpty() ? tr("unreachable") : parts.join(QStringLiteral(", "));
}

/// Calls per run of the block's first executed call site; 0 without one.
double ListingPainter::callsOfBlock(InstrIndex pc) const {
  if (!content_.costs || content_.costs->empty()) return 0;
  double count = 0;
  for (InstrIndex at = pc; at < content_.rows->end() && (at == pc || content_.rows->label(at) == nullptr) && count == 0;
       ++at.value)
    count = content_.costs->countPerRun(at);
  return count;
}

void ListingPainter::labelRow(InstrIndex pc, const QRect& rect) {
  painter_->fillRect(rect, theme().color(Token::Subtle));
  const ListingLabel* label = content_.rows->label(pc);
  if (label == nullptr) return;
  const QString name = QStringLiteral("L%1:").arg(pc.value);
  painter_->setFont(theme().mono(12, 700));
  painter_->setPen(theme().color(Token::RoleLabel));
  painter_->drawText(QRect(at_.code, rect.top(), rect.width(), rect.height()), kAlignLeft, name);
  QString text = arrivalText(*label);
  if (const double count = callsOfBlock(pc); count > 0) text += QStringLiteral(" · ") + timesText(count);
  painter_->setFont(theme().ui(11));
  const bool reached = label->arrivalCount > 0 || !label->arrivals.empty();
  painter_->setPen(theme().color(reached ? Token::TextSecond : Token::Warning));
  const int x = at_.code + static_cast<int>(geometry_.textWidth(name)) + theme().px(12);
  painter_->drawText(QRect(x, rect.top(), at_.resultRight - x, rect.height()), kAlignLeft,
                     elided(painter_->fontMetrics(), text, Qt::ElideRight, at_.resultRight - x));
}

void ListingPainter::cost(InstrIndex pc, const QRect& rect) {
  if (at_.costRight <= at_.pcRight) return;
  const StatisticsRow* row = content_.costs->at(pc);
  if (row == nullptr) return;
  const QRectF box(at_.costLeft, rect.top() + theme().px(3), at_.costRight - at_.costLeft,
                   rect.height() - theme().px(5));
  QRectF area = box.adjusted(0, 0, -theme().px(3), 0);
  const FuncIndex callee = calleeAt(*content_.executable, pc);
  const Function* function = content_.executable->function(callee);
  if (callee == content_.function && function != nullptr && function->isBytecode()) {  // its time is in other rows
    painter_->setFont(theme().mono(11));
    painter_->setPen(theme().color(Token::TextThird));
    painter_->drawText(area, kAlignRight, tr("nested"));
    return;
  }
  const double ns = content_.costs->perRunNs(pc);
  const double share = marks_.maxCost > 0 ? std::min(1.0, ns / marks_.maxCost) : 0;
  const QColor heat = theme().heat(share);
  const bool hot = heat != theme().color(Token::Heat0);
  if (hot) {
    painter_->save();
    painter_->setRenderHint(QPainter::Antialiasing);
    painter_->setPen(Qt::NoPen);
    painter_->setBrush(heat);
    painter_->drawRoundedRect(box, theme().px(2), theme().px(2));
    painter_->restore();
    const QRectF bar(box.left(), box.bottom() - theme().px(2), std::max(2.0, box.width() * share), theme().px(2));
    painter_->fillRect(bar, theme().color(Token::Heat4));
  }
  const Figure figure = durationFigure(ns);
  const bool first = share >= 0.25;  // heat steps 3 to 5 need the first text colour
  painter_->setFont(theme().mono(11));
  painter_->setPen(theme().color(first ? Token::Text : Token::TextThird));
  drawFigure(painter_, area, kAlignRight, figure.unit);
  area.setRight(area.right() - painter_->fontMetrics().horizontalAdvance(figure.unit) - theme().px(4));
  painter_->setFont(theme().mono(12, hot ? 500 : 400));
  painter_->setPen(theme().color(hot ? Token::Text : Token::TextSecond));
  drawFigure(painter_, area, kAlignRight, figure.number);
}

void ListingPainter::mark(const QRectF& rect) {
  painter_->save();
  painter_->setRenderHint(QPainter::Antialiasing);
  painter_->setPen(QPen(theme().color(Token::Accent), 1));
  painter_->setBrush(theme().color(Token::AccentBack));
  const QRectF inset = rect.adjusted(0, theme().px(2), 0, -theme().px(2));
  painter_->drawRoundedRect(inset.adjusted(0.5, 0.5, -0.5, -0.5), theme().px(3), theme().px(3));
  painter_->restore();
}

void ListingPainter::code(const ListingLine& line, const QRect& rect) {
  painter_->save();
  painter_->setClipRect(
      QRect(at_.code - theme().px(4), rect.top(), line.right - at_.code + theme().px(4), rect.height()),
      Qt::IntersectClip);
  const double x = at_.code - scrolled_;
  const QString whole = line.code.text();
  for (const auto& [from, length] : marks_.match.in(whole)) {
    const double begin = x + geometry_.textWidth(whole.left(from));
    mark(QRectF(begin - 1, rect.top(), geometry_.textWidth(whole.mid(from, length)) + 2, rect.height()));
  }
  const auto under = [this](const CodeToken& token, const QRectF& area) {
    if ((marks_.selected.holds(token) || marks_.hovered.holds(token)) && !token.text.startsWith(u'='))
      mark(area.adjusted(-2, 0, 2, 0));
  };
  CodeLinePainter(painter_, geometry_.widths()).draw(line.code, x, rect, line.right, under);
  painter_->restore();
}

/// Centre of an instruction's row, in pixels; far rows are clamped to a position outside the window.
double ListingPainter::rowCentre(InstrIndex pc, int64_t first, int top) const {
  const int64_t apart = std::clamp<int64_t>(content_.rows->rowOf(pc) - first, -100'000, 100'000);
  return top + (static_cast<double>(apart) + 0.5) * ListingGeometry::rowHeight();
}

void ListingPainter::gutter(int64_t first, int64_t last, int top) {
  ListingLayerPainter(painter_, geometry_).brackets(first, last, top);
  jumps(first, last, top);
}

void ListingPainter::jumps(int64_t first, int64_t last, int top) {
  if (last <= first) return;
  const InstrIndex low = content_.rows->at(std::max<int64_t>(0, first)).pc;
  const InstrIndex high = content_.rows->at(std::min(last, content_.rows->size()) - 1).pc;
  painter_->save();
  painter_->setRenderHint(QPainter::Antialiasing);
  for (const ListingJump& each : content_.rows->jumps()) {
    if (each.high() < low.value || each.low() > high.value) continue;
    const bool current = marks_.current == each.from || marks_.current == each.to;
    jump(each, rowCentre(each.from, first, top), rowCentre(each.to, first, top), current);
  }
  painter_->restore();
}

void ListingPainter::jump(const ListingJump& jump, double from, double to, bool current) {
  const bool back = jump.to <= jump.from;
  const Token token = current || (jump.isFalse && !back) ? Token::Accent : back ? Token::LoopEdge : Token::TextSecond;
  QPen pen(theme().color(token), current || back ? 1.8 : 1.35);
  if (jump.isFalse) pen.setDashPattern({3, 2});
  pen.setJoinStyle(Qt::RoundJoin);
  const double lane = at_.gutter - theme().px(10) - ListingGeometry::laneStep() * (jump.lane + 0.0);
  const double tip = at_.gutter - theme().px(1);
  const double y0 = from + (back ? 0 : 2), y1 = to - (back ? 0 : 2);
  const double radius = std::min<double>(theme().px(4), std::abs(y1 - y0) / 2), sign = y1 >= y0 ? 1 : -1;
  QPainterPath path(QPointF(tip, y0));
  path.lineTo(lane + radius, y0);
  path.quadTo(lane, y0, lane, y0 + sign * radius);
  path.lineTo(lane, y1 - sign * radius);
  path.quadTo(lane, y1, lane + radius, y1);
  path.lineTo(tip - theme().px(4), y1);
  painter_->setPen(pen);
  painter_->setBrush(Qt::NoBrush);
  painter_->drawPath(path);
  painter_->setPen(Qt::NoPen);
  painter_->setBrush(theme().color(token));
  const double h = theme().px(3);
  painter_->drawPolygon(QPolygonF({{tip, y1}, {tip - 1.7 * h, y1 - h}, {tip - 1.7 * h, y1 + h}}));
}

}  // namespace relaxscope
