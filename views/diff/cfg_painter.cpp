// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/cfg_painter.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

#include "views/code/line_painter.h"
#include "views/diff/change_texts.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr double kDetailedZoom = 0.3;  ///< below, text cannot be read
constexpr double kPcTextWidth = 36;

}  // namespace

DiffCfgPainter::DiffCfgPainter(QPainter* painter, const DiffCfgScene& scene, int current)
    : painter_(painter), scene_(scene), current_(current) {}

void DiffCfgPainter::paint(const QRectF& visible, double zoom) {
  const bool detailed = zoom >= kDetailedZoom;
  painter_->setRenderHint(QPainter::Antialiasing, detailed);
  for (const Side side : {Side::Old, Side::New}) {
    for (size_t i = 0; i < scene_.edges.size(); ++i) edge(i, side, detailed);
    for (size_t i = 0; i < scene_.boxes.size(); ++i)
      if (scene_.rect(i, side).intersects(visible)) box(i, side, detailed);
  }
}

void DiffCfgPainter::paintMiniature() {
  for (const Side side : {Side::Old, Side::New})
    for (size_t i = 0; i < scene_.boxes.size(); ++i) {
      if (!scene_.has(scene_.boxes[i], side)) continue;
      const RowState state = scene_.boxes[i].state;
      painter_->fillRect(scene_.rect(i, side),
                         theme().color(state == RowState::Same ? Token::BorderStrong : lookOf(state).ink));
    }
}

void DiffCfgPainter::title(Side side, const QString& name) {
  const QString word = side == Side::Old ? tr("old") : tr("new");
  QRectF area(scene_.offset(side) + px(24), -px(30), scene_.drawing.width - px(24), px(24));
  painter_->setFont(theme().ui(12));
  painter_->setPen(theme().color(Token::TextSecond));
  painter_->drawText(area, Qt::AlignVCenter, word);
  area.setLeft(area.left() + painter_->fontMetrics().horizontalAdvance(word) + px(8));
  painter_->setFont(theme().ui(13, 600));
  painter_->setPen(theme().color(Token::Text));
  painter_->drawText(area, Qt::AlignVCenter,
                     elided(painter_->fontMetrics(), name, Qt::ElideMiddle, static_cast<int>(area.width())));
}

QString DiffCfgPainter::titleOf(const DiffCfgBox& box, Side side) const {
  const FunctionPair& pair = scene_.pair();
  const bool old = side == Side::Old;
  const Cfg& cfg = old ? scene_.oldCfg : scene_.nowCfg;
  const BlockIndex block = old ? box.old : box.now;
  if (block.value != 0) return QStringLiteral("L%1:").arg(cfg.blocks[block.at()].begin.value);
  const Function* function = (old ? scene_.of.old : scene_.of.now)->function(old ? pair.old : pair.now);
  return function != nullptr ? QString::fromStdString(printable(function->name)).left(40) + u':' : QString();
}

void DiffCfgPainter::box(size_t index, Side side, bool detailed) {
  const DiffCfgBox& box = scene_.boxes[index];
  const QRectF rect = scene_.rect(index, side);
  const double radius = px(6);
  if (!scene_.has(box, side)) {
    paintHatch(painter_, rect, theme().color(Token::Grid));
    painter_->setPen(QPen(theme().color(Token::BorderStrong), 1, Qt::DashLine));
    painter_->setBrush(Qt::NoBrush);
    painter_->drawRoundedRect(rect, radius, radius);
    return;
  }
  const ChangeLook look = lookOf(box.state);
  const bool changed = box.state != RowState::Same;
  painter_->setPen(Qt::NoPen);
  painter_->setBrush(theme().color(Token::Panel));
  painter_->drawRoundedRect(rect, radius, radius);
  const QRectF head(rect.left(), rect.top(), rect.width(), scene_.headerHeight);
  painter_->save();
  painter_->setClipRect(head, Qt::IntersectClip);
  painter_->setBrush(theme().color(changed ? look.back : Token::Subtle));
  painter_->drawRoundedRect(rect, radius, radius);
  painter_->restore();
  if (detailed) {
    const QString chip = changed ? look.sign + QLatin1Char(' ') + stateText(box.state) : QString();
    painter_->setFont(theme().ui(11, 600));
    painter_->setPen(theme().color(look.ink));
    const double right = painter_->fontMetrics().horizontalAdvance(chip) + px(10);
    drawFigure(painter_, head.adjusted(0, 0, -px(10), 0), Qt::AlignVCenter | Qt::AlignRight, chip);
    painter_->setFont(theme().mono(12, 700));
    painter_->setPen(theme().color(Token::RoleLabel));
    painter_->drawText(head.adjusted(px(10), 0, 0, 0), Qt::AlignVCenter,
                       elided(painter_->fontMetrics(), titleOf(box, side), Qt::ElideRight,
                              static_cast<int>(head.width() - right - px(20))));
    lines(index, side, rect);
  }
  const bool framed = static_cast<int>(index) == current_;
  painter_->setPen(QPen(theme().color(framed    ? Token::Accent
                                      : changed ? look.ink
                                                : Token::BorderStrong),
                        framed    ? 2.5
                        : changed ? 1.5
                                  : 1));
  painter_->setBrush(Qt::NoBrush);
  painter_->drawRoundedRect(rect, radius, radius);
}

void DiffCfgPainter::lines(size_t index, Side side, const QRectF& rect) {
  const DiffCfgBox& box = scene_.boxes[index];
  const FunctionPair& pair = scene_.pair();
  CodeStyle style;
  style.shortNames = true;
  double y = rect.top() + scene_.headerHeight + scene_.padding;
  for (const DiffCfgLine& line : box.lines) {
    const QRectF area(rect.left() + 1, y, rect.width() - 2, scene_.lineHeight);
    y += scene_.lineHeight;
    if (line.count > 1) {
      painter_->setFont(theme().ui(11));
      painter_->setPen(theme().color(Token::TextThird));
      drawFigure(painter_, area.adjusted(px(kPcTextWidth + 8), 0, 0, 0), Qt::AlignVCenter,
                 tr("%n more instruction(s)", nullptr, static_cast<int>(line.count)));
      continue;
    }
    const InstructionRow& row = pair.rows[line.row];
    const InstrIndex pc = scene_.pcOf(box, line, side);
    if (!pc.valid()) {
      paintHatch(painter_, area, theme().color(Token::Grid));
      continue;
    }
    if (row.state != RowState::Same || row.change != kNoChange) {
      const auto kind = kindOf(pair, row);
      const bool group = kind && isGroup(*kind);
      painter_->fillRect(area, theme().color(group ? Token::DiffChangedBack : lookOf(row.state).back));
    }
    painter_->setFont(theme().mono(11));
    painter_->setPen(theme().color(Token::TextThird));
    drawFigure(painter_, QRectF(area.left(), area.top(), px(kPcTextWidth), area.height()),
               Qt::AlignVCenter | Qt::AlignRight, QString::number(pc.value));
    CodeLinePainter(painter_, widths_)
        .draw(codeLine(side == Side::Old ? *scene_.of.old : *scene_.of.now, pc, style),
              area.left() + px(kPcTextWidth + 8), area, area.right() - px(6));
  }
}

void DiffCfgPainter::edge(size_t index, Side side, bool detailed) {
  const DiffCfgEdge& edge = scene_.edges[index];
  if (!(side == Side::Old ? edge.old : edge.now)) return;
  const auto& points = scene_.drawing.edges[index];
  if (points.size() < 2) return;
  const double dx = scene_.offset(side);
  QPolygonF line;
  for (const layout::Point& p : points) line << QPointF(p.x + dx, p.y);
  const bool own = edge.old != edge.now;
  const Token ink = !own ? Token::TextSecond : side == Side::Old ? Token::DiffLess : Token::DiffMore;
  QPen pen(theme().color(ink), own ? 2.2 : 1.3);
  if (edge.kind == EdgeKind::False) pen.setDashPattern({4, 2.5});
  painter_->setPen(pen);
  painter_->setBrush(Qt::NoBrush);
  painter_->drawPolyline(line);
  if (!detailed) return;
  const QPointF tip = line.back(), before = line[line.size() - 2];
  const double length = std::max(1.0, std::hypot(tip.x() - before.x(), tip.y() - before.y())), size = px(5);
  const QPointF along = (tip - before) / length * size, across(-along.y(), along.x());
  QPainterPath head(tip);
  head.lineTo(tip - along * 1.4 + across * 0.7);
  head.lineTo(tip - along * 1.4 - across * 0.7);
  painter_->fillPath(head, theme().color(ink));
  QString label = edge.kind == EdgeKind::True    ? QStringLiteral("T")
                  : edge.kind == EdgeKind::False ? QStringLiteral("F")
                                                 : QString();
  if (own) label += QLatin1Char(' ') + lookOf(side == Side::Old ? RowState::Removed : RowState::Added).sign;
  painter_->setFont(theme().ui(11, 600));
  painter_->setPen(theme().color(ink));
  painter_->drawText(line.front() + QPointF(px(5), px(14)), label.trimmed());
}

}  // namespace relaxscope
