// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/constants/histogram_strip.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"

namespace relaxscope {
namespace {

/// With as many digits as fit into `width`, at least two.
QString fittingNumber(const QFontMetricsF& metrics, double value, double width) {
  return fittingForm(metrics, {realText(value), realText(value, 4), realText(value, 2)}, width);
}

}  // namespace

QString realText(double value, int digits) {
  return std::isfinite(value) ? QString::number(value, 'g', digits).replace(u'-', QChar(0x2212))
                              : QString(QChar(0x2013));
}

HistogramStrip::HistogramStrip(QWidget* parent) : QWidget(parent) { setFixedHeight(Theme::instance()->px(72)); }

void HistogramStrip::setBars(std::optional<HistogramBars> bars) {
  bars_ = std::move(bars);
  update();
}

void HistogramStrip::paintEvent(QPaintEvent* /*event*/) {
  if (!bars_ || bars_->counts.empty()) return;
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  const uint64_t most = *std::ranges::max_element(bars_->counts);
  if (most == 0) return;
  const int bottom = height() - theme->px(18);
  const double step = width() / static_cast<double>(bars_->counts.size());
  for (size_t i = 0; i < bars_->counts.size(); ++i) {
    if (bars_->counts[i] == 0) continue;
    const double share = static_cast<double>(bars_->counts[i]) / static_cast<double>(most);
    const double h = std::max(1.0, (bottom - 2) * share);
    painter.fillRect(QRectF(static_cast<double>(i) * step, bottom - h, std::max(1.0, step - 1), h),
                     theme->color(Token::ShareBar));
  }
  painter.setPen(theme->color(Token::BorderStrong));
  painter.drawLine(0, bottom, width(), bottom);
  painter.setFont(theme->mono(11));
  painter.setPen(theme->color(Token::TextThird));
  const QRect left(0, bottom, width() / 2 - theme->px(4), height() - bottom);
  const QRect right(width() - left.width(), bottom, left.width(), left.height());
  const QFontMetricsF metrics(painter.font());
  drawFigure(&painter, left, Qt::AlignLeft | Qt::AlignVCenter, fittingNumber(metrics, bars_->low, left.width()));
  drawFigure(&painter, right, Qt::AlignRight | Qt::AlignVCenter, fittingNumber(metrics, bars_->high, right.width()));
}

}  // namespace relaxscope
