// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/log_plot.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/figures.h"

namespace relaxscope {
namespace {

/// Pixels of logarithmic scales in base 2.
struct LogFrame {
  QRect plot;
  double low = 0, high = 1, last = 16;
  [[nodiscard]] double x(double extent) const {
    return plot.left() + std::clamp(std::log2(std::max(1.0, extent)) / last, 0.0, 1.0) * plot.width();
  }
  [[nodiscard]] double y(double bytes) const {
    const double part = (std::log2(std::max(1.0, bytes)) - low) / std::max(1.0, high - low);
    return plot.bottom() - std::clamp(part, 0.0, 1.0) * plot.height();
  }
};

LogFrame frameOf(const QRect& area, const PeakCurveOf::Value& points) {
  const Theme* theme = Theme::instance();
  LogFrame frame;
  frame.plot = area.adjusted(theme->px(64), theme->px(8), -theme->px(16), -theme->px(22));
  uint64_t least = UINT64_MAX, most = 1;
  for (const PeakCurveOf::Point& point : points) {
    least = std::min(least, std::max<uint64_t>(1, std::min(point.live, point.perTensor)));
    most = std::max({most, point.live, point.perTensor});
  }
  frame.low = std::floor(std::log2(static_cast<double>(std::min(least, most))));
  frame.high = std::max(frame.low + 2, std::ceil(std::log2(static_cast<double>(most))));
  return frame;
}

void paintGrid(QPainter* painter, const LogFrame& frame) {
  const Theme* theme = Theme::instance();
  painter->setFont(theme->mono(11));
  const QFontMetrics metrics = painter->fontMetrics();
  const int step = std::max(1, static_cast<int>(std::ceil((frame.high - frame.low) / 4)));
  for (int power = static_cast<int>(frame.low); power <= frame.high && power < 62; power += step) {
    const int y = static_cast<int>(frame.y(std::exp2(power)));
    painter->setPen(theme->color(Token::Grid));
    painter->drawLine(frame.plot.left(), y, frame.plot.right(), y);
    painter->setPen(theme->color(Token::TextSecond));
    const QString label = bytesLabel(int64_t{1} << power);
    const int wide = metrics.horizontalAdvance(label);
    drawFigure(painter,
               QRect(frame.plot.left() - theme->px(6) - wide, y - metrics.height() / 2, wide + 1, metrics.height()),
               Qt::AlignVCenter | Qt::AlignLeft, label);
  }
  for (const int64_t extent : {1, 16, 256, 4'096, 65'536}) {
    const int x = static_cast<int>(frame.x(static_cast<double>(extent)));
    painter->setPen(theme->color(Token::Grid));
    painter->drawLine(x, frame.plot.top(), x, frame.plot.bottom());
    painter->setPen(theme->color(Token::TextSecond));
    const QString label = countText(extent);
    const int wide = metrics.horizontalAdvance(label);
    drawFigure(painter, QRect(x - wide / 2, frame.plot.bottom() + theme->px(4), wide + 1, metrics.height()),
               Qt::AlignCenter, label);
  }
}

}  // namespace

void paintPeakCurve(QPainter* painter, const QRect& area, const PeakCurveOf::Value& points, int64_t at, uint64_t live) {
  if (points.empty()) return;
  const Theme* theme = Theme::instance();
  const LogFrame frame = frameOf(area, points);
  paintGrid(painter, frame);
  QPolygonF planned, naive;
  for (const PeakCurveOf::Point& point : points) {
    const double x = frame.x(static_cast<double>(point.extent));
    planned << QPointF(x, frame.y(static_cast<double>(point.live)));
    naive << QPointF(x, frame.y(static_cast<double>(point.perTensor)));
  }
  painter->setRenderHint(QPainter::Antialiasing, true);
  QPen dashed(theme->color(Token::RoleImmediate), 1.6);
  dashed.setDashPattern({4, 3});
  painter->setPen(dashed);
  painter->drawPolyline(naive);
  painter->setPen(QPen(theme->color(Token::Accent), 1.8));
  painter->drawPolyline(planned);
  painter->setBrush(theme->color(Token::Panel));
  painter->drawEllipse(QPointF(frame.x(static_cast<double>(at)), frame.y(static_cast<double>(live))), 4, 4);
  painter->setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace relaxscope
