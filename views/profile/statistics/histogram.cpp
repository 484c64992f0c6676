// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/statistics/histogram.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

#include "views/profile/geometry/time_ruler.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/figures.h"
#include "views/widgets/focus_ring.h"

namespace relaxscope {
namespace {

constexpr int kRight = 16, kTop = 22, kBottom = 24, kLabelGap = 72;

/// About four counts from 0 to `most` in steps of 1, 2 or 5 times a power of ten.
std::vector<double> countTicks(uint64_t most) {
  const double wanted = static_cast<double>(most) / 4;
  double step = std::pow(10, std::floor(std::log10(std::max(1.0, wanted))));
  for (const double factor : {2.0, 2.5, 2.0})
    if (step < wanted) step *= factor;
  step = std::max(1.0, std::round(step));
  std::vector<double> ticks;
  for (double tick = 0; tick <= static_cast<double>(most); tick += step) ticks.push_back(tick);
  return ticks;
}

bool sameBars(const RowCalls& a, const RowCalls& b) {
  return a.count == b.count && a.minNs == b.minNs && a.maxNs == b.maxNs && a.bins.size() == b.bins.size();
}

}  // namespace

CallHistogram::CallHistogram(QWidget* parent) : QWidget(parent), focus_(new FocusRing(this, this)) {
  setObjectName(QStringLiteral("statistics.histogram"));
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::IBeamCursor);
  setMouseTracking(true);
  setAccessibleName(tr("Histogram of the calls' times"));
  connect(Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize CallHistogram::minimumSizeHint() const {
  const Theme* theme = Theme::instance();
  return {theme->px(220), theme->px(84)};
}

void CallHistogram::setCalls(const RowCalls& calls) {
  if (!sameBars(calls, calls_)) brush_.reset();
  calls_ = calls;
  most_ = 0;
  hovered_ = -1;
  for (const RowCallsBin& bin : calls_.bins) most_ = std::max(most_, bin.count());
  setAccessibleDescription(calls_.count == 0
                               ? QString()
                               : tr("%1 calls, %2 to %3, median %4", nullptr, pluralNumber(calls_.count))
                                     .arg(countText(static_cast<int64_t>(calls_.count)), durationLabel(calls_.minNs),
                                          durationLabel(calls_.maxNs), durationLabel(calls_.medianNs)));
  emit readoutChanged();
  update();
}

void CallHistogram::setBrush(std::optional<Brush> brush) {
  brush_ = brush;
  emit readoutChanged();
  update();
}

void CallHistogram::hover(int bar) {
  if (std::exchange(hovered_, bar) == bar) return;
  emit readoutChanged();
  update();
}

QStringList CallHistogram::readout() const {
  const Brush bars = hovered_ >= 0 ? Brush{hovered_, hovered_} : brush_.value_or(Brush{-1, -1});
  const auto last = static_cast<int>(calls_.bins.size()) - 1;
  if (bars.first < 0 || bars.second > last) return {};
  uint64_t count = 0, outlying = 0;
  for (int bar = bars.first; bar <= bars.second; ++bar) {
    count += calls_.bins[static_cast<size_t>(bar)].count();
    outlying += calls_.bins[static_cast<size_t>(bar)].outlying;
  }
  const auto number = [](uint64_t calls) { return countText(static_cast<int64_t>(calls)); };
  QStringList parts{tr("%1 to %2")
                        .arg(durationLabel(calls_.bins[static_cast<size_t>(bars.first)].fromNs),
                             durationLabel(calls_.bins[static_cast<size_t>(bars.second)].toNs)),
                    tr("%1 calls", nullptr, pluralNumber(count)).arg(number(count))};
  if (calls_.count > 0)
    parts << tr("%1 % of the calls")
                 .arg(QString::number(100.0 * static_cast<double>(count) / static_cast<double>(calls_.count), 'f', 1));
  if (outlying > 0) parts << tr("%1 of them in outlying runs", nullptr, pluralNumber(outlying)).arg(number(outlying));
  return parts;
}

QRectF CallHistogram::area() const {
  const Theme* theme = Theme::instance();
  const QFontMetricsF metrics(theme->mono(11));
  const double counts = std::max(metrics.horizontalAdvance(countText(static_cast<int64_t>(most_))) + theme->px(14),
                                 theme->px(kLabelGap) / 2.0);
  return QRectF(rect()).adjusted(counts, theme->px(kTop), -theme->px(kRight), -theme->px(kBottom));
}

double CallHistogram::x(double ns) const {
  const double from = calls_.minNs, to = calls_.maxNs;
  if (!(to > from)) return area().center().x();
  const double least = calls_.ratiosFromNs;
  const double part =
      calls_.logarithmic() ? std::log(std::max(ns, least) / least) / std::log(to / least) : (ns - from) / (to - from);
  return area().left() + part * area().width();
}

double CallHistogram::y(double count) const {
  return area().bottom() - area().height() * count / static_cast<double>(std::max<uint64_t>(1, most_));
}

QRectF CallHistogram::barRect(int bar) const {
  constexpr double kLeastHeight = 2;  // one call among millions can be seen
  const RowCallsBin& bin = calls_.bins[static_cast<size_t>(bar)];
  double left = x(bin.fromNs), right = x(bin.toNs);
  if (calls_.bins.size() == 1) {
    left -= Theme::instance()->px(20);
    right += Theme::instance()->px(20);
  }
  const double height =
      bin.count() == 0 ? 0 : std::max(kLeastHeight, area().bottom() - y(static_cast<double>(bin.count())));
  return {left, area().bottom() - height, std::max(1.0, right - left - 1), height};
}

int CallHistogram::barAt(double at) const {
  int bar = -1;
  for (int i = 0; i < static_cast<int>(calls_.bins.size()); ++i)
    if (i == 0 || x(calls_.bins[static_cast<size_t>(i)].fromNs) <= at) bar = i;
  return bar;
}

std::vector<CallHistogram::Tick> CallHistogram::timeTicks() const {
  const Theme* theme = Theme::instance();
  if (!(calls_.maxNs > calls_.minNs)) return {{calls_.medianNs, durationLabel(calls_.medianNs)}};
  std::vector<Tick> ticks;
  if (!calls_.logarithmic()) {
    const TimeRuler ruler = chooseRuler(calls_.minNs, calls_.maxNs, area().width(), theme->px(kLabelGap));
    for (const double tick : ruler.ticks(calls_.minNs, calls_.maxNs))
      ticks.push_back({tick, tick == ruler.baseNs && ruler.offset ? QString::fromStdString(ruler.baseLabel)
                                                                  : QString::fromStdString(ruler.label(tick))});
    return ticks;
  }
  double last = -1e9;
  for (double decade = std::pow(10, std::floor(std::log10(calls_.ratiosFromNs))); decade <= calls_.maxNs; decade *= 10)
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double tick = decade * factor;
      if (tick < calls_.ratiosFromNs || tick > calls_.maxNs || x(tick) - last < theme->px(kLabelGap)) continue;
      last = x(tick);
      ticks.push_back({tick, durationLabel(tick)});
    }
  return ticks;
}

void CallHistogram::paintAxes(QPainter* painter) const {
  const Theme* theme = Theme::instance();
  const QRectF plot = area();
  painter->setFont(theme->mono(11));
  for (const double tick : countTicks(most_)) {
    painter->setPen(theme->color(Token::Grid));
    painter->drawLine(QPointF(plot.left(), y(tick)), QPointF(plot.right(), y(tick)));
    painter->setPen(theme->color(Token::TextThird));
    drawFigure(painter, QRectF(0, y(tick) - theme->px(8), plot.left() - theme->px(6), theme->px(16)),
               Qt::AlignRight | Qt::AlignVCenter, countText(static_cast<int64_t>(tick)));
  }
  const double half = theme->px(kLabelGap) / 2.0, below = plot.bottom() + theme->px(4);
  for (const auto& [ns, label] : timeTicks()) {
    const double at = std::clamp(x(ns), half, std::max(half, width() - half));
    painter->setPen(theme->color(Token::BorderStrong));
    painter->drawLine(QPointF(x(ns), plot.bottom()), QPointF(x(ns), plot.bottom() + theme->px(3)));
    painter->setPen(theme->color(Token::TextThird));
    drawFigure(painter, QRectF(at - half, below, 2 * half, theme->px(16)), Qt::AlignHCenter | Qt::AlignTop, label);
  }
  painter->setPen(theme->color(Token::BorderStrong));
  painter->drawLine(plot.bottomLeft(), plot.bottomRight());
}

void CallHistogram::paintBars(QPainter* painter) const {
  const Theme* theme = Theme::instance();
  for (int i = 0; i < static_cast<int>(calls_.bins.size()); ++i) {
    const RowCallsBin& bin = calls_.bins[static_cast<size_t>(i)];
    if (bin.count() == 0) continue;
    const QRectF bar = barRect(i);
    painter->fillRect(bar, theme->color(Token::ShareBar));
    if (i == hovered_) {
      painter->setPen(theme->color(Token::Accent));
      painter->setBrush(Qt::NoBrush);
      painter->drawRect(bar.adjusted(0, 0, -1, -1));
    }
    if (bin.outlying == 0) continue;
    QRectF part = bar;
    part.setTop(bar.bottom() -
                std::max(2.0, bar.height() * static_cast<double>(bin.outlying) / static_cast<double>(bin.count())));
    painter->fillRect(part, theme->color(Token::Warning));
    paintHatch(painter, part, theme->color(Token::Panel));
  }
}

void CallHistogram::paintMedian(QPainter* painter) const {
  const Theme* theme = Theme::instance();
  const double at = x(calls_.medianNs);
  QPen pen(theme->color(Token::Text), 1, Qt::DashLine);
  painter->setPen(pen);
  painter->drawLine(QPointF(at, area().top() - theme->px(4)), QPointF(at, area().bottom()));
  painter->setFont(theme->ui(11));
  painter->setPen(theme->color(Token::TextSecond));
  const QString text = tr("median %1").arg(durationLabel(calls_.medianNs));
  const double wide = painter->fontMetrics().horizontalAdvance(text) + 1;
  const double room = std::max(0.0, width() - wide), margin = std::min<double>(theme->px(6), room / 2);
  const double left = std::clamp(at - wide / 2, margin, room - margin);
  drawFigure(painter, QRectF(left, 0, wide, area().top() - theme->px(4)), Qt::AlignCenter, text);
}

void CallHistogram::paintBrush(QPainter* painter) const {
  if (!brush_) return;
  const Theme* theme = Theme::instance();
  const QRectF first = barRect(brush_->first), last = barRect(brush_->second);
  const QRectF box(QPointF(first.left(), area().top()), QPointF(last.right(), area().bottom()));
  painter->fillRect(box, theme->color(Token::RangeVeil));
  painter->setPen(theme->color(Token::Accent));
  painter->setBrush(Qt::NoBrush);
  painter->drawRect(box);
}

void CallHistogram::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(Token::Panel));
  if (calls_.bins.empty()) return;
  paintAxes(&painter);
  paintBrush(&painter);
  paintBars(&painter);
  paintMedian(&painter);
  focus_->paint(&painter);
}

void CallHistogram::moveBrush(int from, int to) {
  const int last = static_cast<int>(calls_.bins.size()) - 1;
  from = std::clamp(from, 0, last);
  to = std::clamp(to, from, last);
  setBrush(Brush{from, to});
}

void CallHistogram::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || calls_.bins.empty()) return QWidget::mousePressEvent(event);
  anchor_ = barAt(event->position().x());
  dragged_ = false;
}

void CallHistogram::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  hover(-1);
}

void CallHistogram::mouseMoveEvent(QMouseEvent* event) {
  const bool over = area().adjusted(-2, 0, 2, 0).contains(event->position());
  hover(over && event->buttons() == Qt::NoButton ? barAt(event->position().x()) : -1);
  if (anchor_ < 0) return QWidget::mouseMoveEvent(event);
  const int here = barAt(event->position().x());
  dragged_ |= here != anchor_;
  if (!dragged_) return;
  moveBrush(std::min(anchor_, here), std::max(anchor_, here));
  emit brushed(false);
}

void CallHistogram::mouseReleaseEvent(QMouseEvent* event) {
  if (anchor_ < 0) return QWidget::mouseReleaseEvent(event);
  // A click on a bar chooses it, one beside the bars or on the only chosen one chooses all.
  const int clicked = std::exchange(anchor_, -1);
  if (!dragged_) {
    const bool only = brush_ == Brush{clicked, clicked};
    if (only || calls_.bins[static_cast<size_t>(clicked)].count() == 0) setBrush({});
    else moveBrush(clicked, clicked);
  }
  emit brushed(true);
}

void CallHistogram::keyPressEvent(QKeyEvent* event) {
  if (calls_.bins.empty()) return QWidget::keyPressEvent(event);
  const int last = static_cast<int>(calls_.bins.size()) - 1;
  const auto fullest =
      static_cast<int>(std::ranges::max_element(calls_.bins, {}, &RowCallsBin::count) - calls_.bins.begin());
  const Brush now = brush_.value_or(Brush{fullest, fullest});
  const bool widen = (event->modifiers() & Qt::ShiftModifier) != 0;
  const int by = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
  if (event->key() == Qt::Key_Escape && brush_) setBrush({});
  else if (by != 0 && !brush_) moveBrush(fullest, fullest);
  else if (by != 0 && widen) moveBrush(now.first, std::max(now.first, now.second + by));
  else if (by != 0) moveBrush(std::clamp(now.first + by, 0, last), std::clamp(now.second + by, 0, last));
  else if (event->key() == Qt::Key_Home) moveBrush(0, widen ? now.second : 0);
  else if (event->key() == Qt::Key_End) moveBrush(widen ? now.first : last, last);
  else return QWidget::keyPressEvent(event);
  emit brushed(true);
}

bool CallHistogram::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  auto* help = static_cast<QHelpEvent*>(event);
  const int bar = area().adjusted(-2, 0, 2, 0).contains(help->pos()) ? barAt(help->pos().x()) : -1;
  if (bar < 0) {
    QToolTip::hideText();
    return true;
  }
  const RowCallsBin& bin = calls_.bins[static_cast<size_t>(bar)];
  const auto number = [](uint64_t count) { return countText(static_cast<int64_t>(count)); };
  QString text = tr("%1 to %2: %3 calls", nullptr, pluralNumber(bin.count()))
                     .arg(durationLabel(bin.fromNs), durationLabel(bin.toNs), number(bin.count()));
  if (bin.outlying > 0)
    text += QLatin1Char('\n') +
            tr("%1 of them in outlying runs", nullptr, pluralNumber(bin.outlying)).arg(number(bin.outlying));
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

}  // namespace relaxscope
