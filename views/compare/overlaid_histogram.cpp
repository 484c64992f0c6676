// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/overlaid_histogram.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

#include "views/profile/geometry/time_ruler.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/figures.h"

namespace relaxscope {
namespace {

constexpr int kLeft = 44, kRight = 16, kTop = 20, kBottom = 24, kLabelGap = 72;
constexpr size_t kOld = 0, kNew = 1;

QString percent(double share) {
  return QString::number(100 * share, 'f', share < 0.0995 ? 1 : 0) + QStringLiteral(" %");
}

QPen penOf(size_t side) {
  const Theme* theme = Theme::instance();
  return side == kOld ? QPen(theme->color(Token::TextThird), 1.2, Qt::DashLine)
                      : QPen(theme->color(Token::Accent), 1.4);
}

QColor fillOf(size_t side) {
  QColor fill = Theme::instance()->color(side == kOld ? Token::TextThird : Token::ShareBar);
  fill.setAlphaF(side == kOld ? 0.22F : 0.42F);
  return fill;
}

}  // namespace

OverlaidHistogram::OverlaidHistogram(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("compare.histogram"));
  setAccessibleName(tr("Histogram of the calls' times on both sides"));
  connect(Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize OverlaidHistogram::minimumSizeHint() const {
  const Theme* theme = Theme::instance();
  return {theme->px(240), theme->px(120)};
}

void OverlaidHistogram::setFigures(CallFigures figures) {
  figures_ = std::move(figures);
  most_ = 0;
  for (const ComparedBin& bin : figures_.bins)
    for (const size_t side : {kOld, kNew}) most_ = std::max(most_, shareOf(bin, side));
  setAccessibleDescription(legend().join(QStringLiteral("; ")));
  update();
}

double OverlaidHistogram::shareOf(const ComparedBin& bin, size_t side) const {
  const auto& times = figures_.sides[side];
  return times ? static_cast<double>(bin.calls[side]) / static_cast<double>(times->count) : 0;
}

QStringList OverlaidHistogram::legend() const {
  const auto number = [](uint64_t count) { return countText(static_cast<int64_t>(count)); };
  QStringList lines;
  if (const auto& old = figures_.sides[kOld])
    lines << tr("old, %1 calls", nullptr, pluralNumber(old->count)).arg(number(old->count));
  if (const auto& now = figures_.sides[kNew])
    lines << tr("new, %1 calls", nullptr, pluralNumber(now->count)).arg(number(now->count));
  if (figures_.beyond[kOld] + figures_.beyond[kNew] > 0)
    lines << tr("beyond %1: %2 and %3")
                 .arg(durationLabel(figures_.bins.back().toNs), number(figures_.beyond[kOld]),
                      number(figures_.beyond[kNew]));
  return lines;
}

QRectF OverlaidHistogram::area() const {
  const Theme* theme = Theme::instance();
  return QRectF(rect()).adjusted(theme->px(kLeft), theme->px(kTop), -theme->px(kRight), -theme->px(kBottom));
}

double OverlaidHistogram::x(double ns) const {
  const double from = figures_.bins.front().fromNs, to = figures_.bins.back().toNs;
  return to > from ? area().left() + (ns - from) / (to - from) * area().width() : area().center().x();
}

double OverlaidHistogram::y(double share) const {
  return area().bottom() - (most_ > 0 ? share / most_ : 0) * area().height();
}

/// The steps of a side, closed along the axis.
QPolygonF OverlaidHistogram::outline(size_t side) const {
  QPolygonF out;
  const bool single = figures_.bins.size() == 1;
  const double half = single ? Theme::instance()->px(20) : 0;
  out << QPointF(x(figures_.bins.front().fromNs) - half, area().bottom());
  for (const ComparedBin& bin : figures_.bins) {
    const double top = y(shareOf(bin, side));
    out << QPointF(x(bin.fromNs) - half, top) << QPointF(x(bin.toNs) + half, top);
  }
  out << QPointF(x(figures_.bins.back().toNs) + half, area().bottom());
  return out;
}

void OverlaidHistogram::paintAxes(QPainter* painter) const {
  const Theme* theme = Theme::instance();
  const QRectF plot = area();
  painter->setFont(theme->mono(11));
  for (const double part : {0.0, 0.5, 1.0}) {
    const double at = y(part * most_);
    painter->setPen(theme->color(Token::Grid));
    painter->drawLine(QPointF(plot.left(), at), QPointF(plot.right(), at));
    painter->setPen(theme->color(Token::TextThird));
    drawFigure(painter, QRectF(0, at - theme->px(8), plot.left() - theme->px(6), theme->px(16)),
               Qt::AlignRight | Qt::AlignVCenter, percent(part * most_));
  }
  const double from = figures_.bins.front().fromNs, to = figures_.bins.back().toNs;
  const double half = theme->px(kLabelGap) / 2.0;
  const auto label = [&](double ns, const QString& text) {
    const double at = std::clamp(x(ns), half, std::max(half, width() - half));
    painter->setPen(theme->color(Token::BorderStrong));
    painter->drawLine(QPointF(x(ns), plot.bottom()), QPointF(x(ns), plot.bottom() + theme->px(3)));
    painter->setPen(theme->color(Token::TextThird));
    drawFigure(painter, QRectF(at - half, plot.bottom() + theme->px(4), 2 * half, theme->px(16)),
               Qt::AlignHCenter | Qt::AlignTop, text);
  };
  if (to > from) {
    const TimeRuler ruler = chooseRuler(from, to, plot.width(), theme->px(kLabelGap));
    for (const double tick : ruler.ticks(from, to))
      label(tick, QString::fromStdString(tick == ruler.baseNs && ruler.offset ? ruler.baseLabel : ruler.label(tick)));
  } else {
    label(from, durationLabel(from));
  }
  painter->setPen(theme->color(Token::BorderStrong));
  painter->drawLine(plot.bottomLeft(), plot.bottomRight());
}

void OverlaidHistogram::paintSide(QPainter* painter, size_t side) const {
  if (!figures_.sides[side]) return;
  const QPolygonF shape = outline(side);
  painter->setPen(Qt::NoPen);
  painter->setBrush(fillOf(side));
  painter->drawPolygon(shape);
  painter->setPen(penOf(side));
  painter->setBrush(Qt::NoBrush);
  painter->drawPolyline(shape);
}

std::array<QRectF, 2> OverlaidHistogram::medianBoxes() const {
  const Theme* theme = Theme::instance();
  const QFontMetrics metrics(theme->ui(11));
  std::array<QRectF, 2> boxes;
  if (figures_.bins.empty()) return boxes;
  for (const size_t side : {kOld, kNew})
    if (const auto& times = figures_.sides[side]) {
      const double wide = metrics.horizontalAdvance(medianText(side)) + 2;
      boxes[side] = QRectF(x(times->medianNs) - wide / 2, 0, wide, theme->px(kTop - 3));
    }
  const auto keepInside = [this](QRectF& box) {
    box.moveLeft(std::clamp(box.left(), 0.0, std::max(0.0, width() - box.width())));
  };
  if (!figures_.sides[kOld] || !figures_.sides[kNew]) {
    for (QRectF& box : boxes) keepInside(box);
    return boxes;
  }
  // The texts stand on the outer sides of the two lines, and move where an edge leaves no room.
  const size_t first = figures_.sides[kNew]->medianNs < figures_.sides[kOld]->medianNs ? kNew : kOld;
  QRectF &left = boxes[first], &right = boxes[1 - first];
  const double gap = theme->px(12);
  const double middle = (left.center().x() + right.center().x()) / 2;
  left.moveRight(std::min(left.center().x() - theme->px(3), middle - gap / 2));
  right.moveLeft(std::max(right.center().x() + theme->px(3), middle + gap / 2));
  keepInside(left);
  right.moveLeft(std::max(right.left(), left.right() + gap));
  keepInside(right);
  left.moveRight(std::min(left.right(), right.left() - gap));
  return boxes;
}

QString OverlaidHistogram::medianText(size_t side) { return side == kOld ? tr("old median") : tr("new median"); }

void OverlaidHistogram::paintMedians(QPainter* painter) const {
  const Theme* theme = Theme::instance();
  painter->setFont(theme->ui(11));
  const std::array<QRectF, 2> boxes = medianBoxes();
  for (const size_t side : {kOld, kNew}) {
    const auto& times = figures_.sides[side];
    if (!times) continue;
    const double at = x(times->medianNs);
    QPen pen = penOf(side);
    pen.setStyle(Qt::DotLine);
    painter->setPen(pen);
    painter->drawLine(QPointF(at, area().top() - theme->px(2)), QPointF(at, area().bottom()));
    painter->setPen(penOf(side).color());
    drawFigure(painter, boxes[side], Qt::AlignCenter, medianText(side));
  }
}

void OverlaidHistogram::paintLegend(QPainter* painter) const {
  const Theme* theme = Theme::instance();
  const QStringList lines = legend();
  painter->setFont(theme->ui(11));
  int wide = 0;
  for (const QString& line : lines) wide = std::max(wide, painter->fontMetrics().horizontalAdvance(line));
  const double left = area().right() - wide - theme->px(4), box = theme->px(18);
  if (left - box < area().left()) return;
  double top = area().top() + theme->px(2);
  size_t side = figures_.sides[kOld] ? kOld : kNew;
  for (qsizetype i = 0; i < lines.size(); ++i, top += theme->px(17)) {
    const bool isSide = side <= kNew && figures_.sides[side];
    if (isSide) {
      painter->setPen(penOf(side));
      painter->setBrush(fillOf(side));
      painter->drawRect(QRectF(left - box - theme->px(4), top + theme->px(3), box, theme->px(9)));
      ++side;
    }
    painter->setPen(theme->color(Token::TextSecond));
    drawFigure(painter, QRectF(left, top, wide + 2, theme->px(16)), Qt::AlignLeft | Qt::AlignVCenter, lines[i]);
  }
}

void OverlaidHistogram::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), Theme::instance()->color(Token::Panel));
  if (figures_.bins.empty()) return;
  paintAxes(&painter);
  paintSide(&painter, kOld);
  paintSide(&painter, kNew);
  paintMedians(&painter);
  paintLegend(&painter);
}

QString OverlaidHistogram::textAt(const QPointF& pos) const {
  if (figures_.bins.empty() || !area().contains(pos)) return {};
  const auto number = [](uint64_t count) { return countText(static_cast<int64_t>(count)); };
  for (const ComparedBin& bin : figures_.bins)
    if (pos.x() >= x(bin.fromNs) && pos.x() <= x(bin.toNs))
      return tr("%1 to %2: %3 old and %4 new calls")
          .arg(durationLabel(bin.fromNs), durationLabel(bin.toNs), number(bin.calls[kOld]), number(bin.calls[kNew]));
  return {};
}

bool OverlaidHistogram::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (const QString text = textAt(help->pos()); !text.isEmpty()) QToolTip::showText(help->globalPos(), text, this);
  else QToolTip::hideText();
  return true;
}

}  // namespace relaxscope
