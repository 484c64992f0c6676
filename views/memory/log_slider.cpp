// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/log_slider.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/figures.h"

namespace relaxscope {
namespace {
constexpr int kMargin = 14;  // logical pixels
}

LogSlider::LogSlider(QWidget* parent) : QAbstractSlider(parent) {
  setOrientation(Qt::Horizontal);
  setRange(0, kSteps * kMost);
  setSingleStep(kSteps / 4);
  setPageStep(kSteps);
  setFocusPolicy(Qt::StrongFocus);
  connect(Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

int64_t LogSlider::extentOf(int value) { return std::llround(std::exp2(static_cast<double>(value) / kSteps)); }

int LogSlider::valueOf(int64_t extent) {
  const double power = std::log2(static_cast<double>(std::max<int64_t>(1, extent)));
  return static_cast<int>(std::clamp<long>(std::lround(power * kSteps), 0, kSteps * kMost));
}

void LogSlider::setSeen(const std::set<int64_t>& extents) {
  seen_ = extents;
  update();
}

QSize LogSlider::sizeHint() const { return {Theme::instance()->px(320), Theme::instance()->px(44)}; }
QSize LogSlider::minimumSizeHint() const { return {Theme::instance()->px(90), Theme::instance()->px(44)}; }

double LogSlider::xOf(int64_t extent) const {
  const int margin = Theme::instance()->px(kMargin);
  const double power = std::clamp(std::log2(static_cast<double>(std::max<int64_t>(1, extent))), 0.0, double(kMost));
  return margin + (width() - 2 * margin) * power / kMost;
}

void LogSlider::moveTo(double x) {
  const int margin = Theme::instance()->px(kMargin);
  const double part = (x - margin) / std::max(1, width() - 2 * margin);
  setValue(static_cast<int>(std::lround(part * maximum())));
}

void LogSlider::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) moveTo(event->position().x());
}

void LogSlider::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton)) moveTo(event->position().x());
}

void LogSlider::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  const double y = theme->px(17), left = xOf(1), right = xOf(int64_t{1} << kMost), at = xOf(extentOf(value()));
  painter.setFont(theme->mono(11));
  int free = 0;
  for (const int64_t mark : {1, 16, 256, 4'096, 65'536}) {
    const int x = static_cast<int>(xOf(mark));
    painter.setPen(theme->color(Token::BorderStrong));
    painter.drawLine(x, static_cast<int>(y) - theme->px(5), x, static_cast<int>(y) + theme->px(5));
    const QString text = countText(mark);
    const int wide = painter.fontMetrics().horizontalAdvance(text);
    const int from = std::clamp(x - wide / 2, 0, std::max(0, width() - wide));
    if (from < free || from + wide > width()) continue;
    painter.setPen(theme->color(Token::TextSecond));
    drawFigure(&painter, QRect(from, static_cast<int>(y) + theme->px(8), wide + 1, theme->px(16)), Qt::AlignCenter,
               text);
    free = from + wide + theme->px(8);
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(QPen(theme->color(Token::Border), theme->px(3), Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(QPointF(left, y), QPointF(right, y));
  painter.setPen(QPen(theme->color(Token::Accent), theme->px(3), Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(QPointF(left, y), QPointF(at, y));
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme->color(Token::RoleImmediate));
  for (const int64_t extent : seen_) {
    const double x = xOf(extent), half = theme->px(4), top = theme->px(2);
    painter.drawPolygon(QPolygonF{QPointF(x - half, top), QPointF(x + half, top), QPointF(x, top + 1.5 * half)});
  }
  painter.setPen(QPen(theme->color(Token::Accent), hasFocus() ? 3 : 2));
  painter.setBrush(theme->color(Token::Panel));
  painter.drawEllipse(QPointF(at, y), theme->px(6), theme->px(6));
}

}  // namespace relaxscope
