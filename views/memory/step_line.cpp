// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/step_line.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"

namespace relaxscope {
namespace {

constexpr double kAbove = 1.5;  // parts of the highest value that a frame has

/// The steps of one pixel.
struct StepColumn {
  double x = 0;  ///< of the first one
  double before = 0, lowest = 0, highest = 0, after = 0;
  size_t steps = 0;
  /// More would be a comb without a gap between its teeth.
  [[nodiscard]] bool isRange() const { return steps > 2; }
};

std::vector<StepColumn> columnsOf(const StepFrame& frame, std::span<const StepPoint> points) {
  std::vector<StepColumn> columns;
  const auto first = std::ranges::upper_bound(points, frame.window.begin, {}, &StepPoint::at);
  double value = first == points.begin() ? 0 : (first - 1)->after;
  columns.push_back({static_cast<double>(frame.area.left()), value, value, value, value, 0});
  const AxisScale scale(frame.window, frame.area.left(), frame.area.width());
  double column = columns.back().x - 1;
  for (auto point = first; point != points.end() && point->at <= frame.window.end; ++point) {
    const double x = scale.x(point->at);
    if (std::floor(x) != column) {
      column = std::floor(x);
      columns.push_back({x, value, value, value, value, 0});
    }
    StepColumn& at = columns.back();
    at.highest = std::max({at.highest, point->highest, point->after});
    at.lowest = std::min(at.lowest, point->after);
    at.after = value = point->after;
    ++at.steps;
  }
  return columns;
}

/// The visible part of the line, and the ranges of the pixels with more than a few steps.
struct VisibleLine {
  QPolygonF line;
  std::vector<QRectF> ranges;

  VisibleLine(const StepFrame& frame, std::span<const StepPoint> points) {
    const std::vector<StepColumn> columns = columnsOf(frame, points);
    for (size_t i = 0; i < columns.size(); ++i) {
      const StepColumn& at = columns[i];
      if (at.isRange()) {
        const double left = std::floor(at.x);
        const bool joins = i > 0 && columns[i - 1].isRange() && std::floor(columns[i - 1].x) + 1 == left;
        if (!joins) line << QPointF(left, frame.y(at.before));
        line << QPointF(left, frame.y(at.highest)) << QPointF(left + 1, frame.y(at.highest));
        ranges.emplace_back(QPointF(left, frame.y(at.highest)), QPointF(left + 1, frame.y(at.lowest)));
        const bool joined =
            i + 1 < columns.size() && columns[i + 1].isRange() && std::floor(columns[i + 1].x) == left + 1;
        if (!joined) line << QPointF(left + 1, frame.y(at.after));
        continue;
      }
      line << QPointF(at.x, frame.y(at.before));
      if (at.highest > std::max(at.before, at.after)) line << QPointF(at.x, frame.y(at.highest));
      line << QPointF(at.x, frame.y(at.after));
    }
    line << QPointF(frame.area.right() + 1, frame.y(columns.back().after));
  }
};

/// The part of a line before it first is above `top`; whether there is more.
bool cutAbove(QPolygonF& line, double top) {
  for (qsizetype i = 0; i < line.size(); ++i) {
    if (line[i].y() >= top) continue;
    const double x = i > 0 ? line[i].x() : line.first().x();
    line.resize(i);
    line << QPointF(x, top);
    return true;
  }
  return false;
}

void paintArrowUp(QPainter* painter, const QPointF& tip, const QColor& ink) {
  const double half = Theme::instance()->px(4);
  painter->setRenderHint(QPainter::Antialiasing, true);
  painter->setPen(Qt::NoPen);
  painter->setBrush(ink);
  painter->drawPolygon(QPolygonF{tip, tip + QPointF(-half, 1.6 * half), tip + QPointF(half, 1.6 * half)});
  painter->setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace

double StepFrame::top() const { return area.top() + Theme::instance()->px(16); }

double StepFrame::y(double value) const {
  const double bottom = area.bottom() - 3;
  // What is above the frame is so by a little: a line far outside takes long to dash.
  return bottom - std::clamp(value / most, 0.0, kAbove) * (bottom - top());
}

void paintStepLine(QPainter* painter, const StepFrame& frame, std::span<const StepPoint> points, StepStyle style) {
  const Theme* theme = Theme::instance();
  VisibleLine visible(frame, points);
  QPolygonF& line = visible.line;
  const QColor ink = theme->color(style == StepStyle::Filled ? Token::Accent : Token::RoleImmediate);
  painter->save();
  painter->setClipRect(frame.area, Qt::IntersectClip);
  if (style == StepStyle::Filled) {
    QColor fill = ink;
    fill.setAlphaF(0.14f);
    // Rectangles, as filling a polygon takes quadratic time in its edges.
    for (qsizetype i = 1; i < line.size(); ++i)
      if (line[i].x() > line[i - 1].x()) painter->fillRect(QRectF(line[i - 1], QPointF(line[i].x(), frame.y(0))), fill);
    fill.setAlphaF(0.26f);
    for (const QRectF& range : visible.ranges) painter->fillRect(range, fill);
  }
  const bool leaves = style == StepStyle::Dashed && cutAbove(line, frame.top() - 0.5);
  painter->setBrush(Qt::NoBrush);
  QPen pen(ink, 1.6);
  if (style == StepStyle::Dashed) pen.setDashPattern({4, 3});
  pen.setJoinStyle(Qt::MiterJoin);
  painter->setPen(pen);
  painter->drawPolyline(line);
  if (leaves) paintArrowUp(painter, QPointF(line.last().x(), frame.top() - theme->px(7)), ink);
  painter->restore();
}

void paintStepScale(QPainter* painter, const StepFrame& frame, const QString& most, const QString& least,
                    const QString& beyond) {
  const Theme* theme = Theme::instance();
  painter->setFont(theme->mono(11));
  const int height = painter->fontMetrics().height();
  const auto label = [&](double value, const QString& text) {
    const int y = static_cast<int>(std::lround(frame.y(value)));
    painter->setPen(theme->color(Token::Grid));
    painter->drawLine(frame.area.left(), y, frame.area.right(), y);
    const int width = painter->fontMetrics().horizontalAdvance(text);
    if (width + theme->px(8) > frame.area.width()) return;
    painter->setPen(theme->color(Token::TextSecond));
    drawFigure(painter, QRect(frame.area.left() + theme->px(4), y - height, width + 1, height),
               Qt::AlignVCenter | Qt::AlignLeft, text);
  };
  label(frame.most, most);
  label(0, least);
  painter->setFont(theme->ui(11));
  const int used = QFontMetrics(theme->mono(11)).horizontalAdvance(most) + theme->px(24);
  const int wide = painter->fontMetrics().horizontalAdvance(beyond);
  if (beyond.isEmpty() || used + wide + theme->px(8) > frame.area.width()) return;
  painter->setPen(theme->color(Token::RoleImmediate));
  drawFigure(painter, QRect(frame.area.right() - theme->px(4) - wide, frame.area.top(), wide + 1, theme->px(16)),
             Qt::AlignVCenter | Qt::AlignLeft, beyond);
}

}  // namespace relaxscope
