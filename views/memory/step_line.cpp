// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/step_line.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"

namespace relaxscope {
namespace {

/// The visible part of the line; within a pixel only its highest and last value.
QPolygonF visibleLine(const StepFrame& frame, std::span<const StepPoint> points) {
  QPolygonF line;
  const auto first = std::ranges::upper_bound(points, frame.window.begin, {}, &StepPoint::at);
  double value = first == points.begin() ? 0 : (first - 1)->after;
  line << QPointF(frame.area.left(), frame.y(value));
  for (auto point = first; point != points.end() && point->at <= frame.window.end;) {
    const double column = std::floor(frame.x(point->at));
    double highest = value;
    const double x = frame.x(point->at), before = value;
    auto next = point;
    for (; next != points.end() && std::floor(frame.x(next->at)) == column; ++next) {
      highest = std::max({highest, next->highest, next->after});
      value = next->after;
    }
    line << QPointF(x, frame.y(before));
    if (highest > std::max(before, value)) line << QPointF(x, frame.y(highest));
    line << QPointF(x, frame.y(value));
    point = next;
  }
  line << QPointF(frame.area.right() + 1, frame.y(value));
  return line;
}

}  // namespace

double StepFrame::y(double value) const {
  const double top = area.top() + Theme::instance()->px(14), bottom = area.bottom() - 3;
  return bottom - std::clamp(value / most, 0.0, 1.0) * (bottom - top);
}

void paintStepLine(QPainter* painter, const StepFrame& frame, std::span<const StepPoint> points, StepStyle style) {
  const Theme* theme = Theme::instance();
  const QPolygonF line = visibleLine(frame, points);
  painter->save();
  painter->setClipRect(frame.area, Qt::IntersectClip);
  if (style == StepStyle::Filled) {
    QColor fill = theme->color(Token::Accent);
    fill.setAlphaF(0.14f);
    // Rectangles, as filling a polygon takes quadratic time in its edges.
    for (qsizetype i = 1; i < line.size(); ++i)
      if (line[i].x() > line[i - 1].x()) painter->fillRect(QRectF(line[i - 1], QPointF(line[i].x(), frame.y(0))), fill);
  }
  painter->setBrush(Qt::NoBrush);
  QPen pen(theme->color(style == StepStyle::Filled ? Token::Accent : Token::RoleImmediate), 1.6);
  if (style == StepStyle::Dashed) pen.setDashPattern({4, 3});
  pen.setJoinStyle(Qt::MiterJoin);
  painter->setPen(pen);
  painter->drawPolyline(line);
  painter->restore();
}

void paintStepScale(QPainter* painter, const StepFrame& frame, const QString& most, const QString& least) {
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
}

}  // namespace relaxscope
