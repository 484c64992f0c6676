// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/axis/plot.h"

#include <qcustomplot.h>

#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"

namespace relaxscope {
namespace {
constexpr int kRulerHeight = 26;
constexpr int kDragSlack = 4;   // maximum pixels between press and release of a click
constexpr int kEdgeSlack = 5;   // pixels on both sides of a range's edge
constexpr int kTipDelay = 400;  // milliseconds
constexpr double kWheelZoom = 1.0 / 1.2;
}  // namespace

/// Ticks at the ruler's positions, without labels: paintRuler() paints them left-aligned after their tick.
class AxisPlot::Ticker : public QCPAxisTicker {
 public:
  explicit Ticker(const AxisPlot* plot) : plot_(plot) {}
  void generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks, QVector<double>* subTicks,
                QVector<QString>* labels) override {
    ticks.clear();
    for (const RulerMarks::Tick& tick : plot_->marks_.ticks) ticks.append(tick.at);
    if (subTicks != nullptr) {
      const std::vector<double> found = plot_->marks_.subTicksIn(range.lower, range.upper);
      *subTicks = QVector<double>(found.begin(), found.end());
    }
    if (labels != nullptr) labels->fill(QString(), ticks.size());
  }

 private:
  const AxisPlot* plot_;
};

/// A widget of its own, so that moving the pointer paints no lane again.
class AxisPlot::Cursor : public QWidget {
 public:
  Cursor(const QString& name, QWidget* parent) : QWidget(parent) {
    setObjectName(name);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter(this).fillRect(rect(), Theme::instance()->color(Token::TextThird));
  }
};

/// The only plottable: all lanes, the ruler's labels and the measured range.
class AxisPlot::Lanes : public QCPAbstractPlottable {
 public:
  Lanes(QCPAxis* key, QCPAxis* value, AxisPlot* owner) : QCPAbstractPlottable(key, value), owner_(owner) {
    setAntialiased(false);
  }
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
  QCPRange getKeyRange(bool& found, QCP::SignDomain) const override {
    found = true;
    return QCPRange(owner_->content_->window().limitBegin, owner_->content_->window().limitEnd);
  }
  QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override {
    found = false;
    return {};
  }

 protected:
  QRect clipRect() const override { return parentPlot()->viewport(); }
  void draw(QCPPainter* painter) override {
    const QRect lanes = owner_->laneArea();
    painter->save();
    painter->setClipRect(lanes);
    owner_->content_->paint(painter, lanes);
    painter->restore();
    const QRect ruler(lanes.left(), lanes.top() - owner_->rulerHeight(), lanes.width(), owner_->rulerHeight());
    owner_->paintRuler(painter, ruler);
    owner_->paintRange(painter, ruler);
  }
  void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

 private:
  AxisPlot* owner_;
};

AxisPlot::AxisPlot(std::unique_ptr<AxisContent> content, const QString& name, QWidget* parent)
    : QWidget(parent),
      content_(std::move(content)),
      plot_(new QCustomPlot(this)),
      cursor_(new Cursor(name + QStringLiteral(".cursor"), this)) {
  plot_->setMinimumSize(1, 1);  // QCustomPlot cannot paint at size 0, which a hidden plot may have
  setObjectName(name + QStringLiteral(".plot"));
  plot_->setObjectName(objectName() + QStringLiteral(".canvas"));
  plot_->setInteractions(QCP::Interactions());
  plot_->setNoAntialiasingOnDrag(true);
  plot_->setNotAntialiasedElements(QCP::aeAll);
  plot_->setPlottingHint(QCP::phFastPolylines, true);
  plot_->setFocusPolicy(Qt::NoFocus);
  plot_->setMouseTracking(true);
  plot_->installEventFilter(this);
  QCPAxisRect* rect = plot_->axisRect();
  rect->setAutoMargins(QCP::msNone);
  rect->setMinimumMargins(QMargins());
  rect->setupFullAxesBox(false);
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis, plot_->yAxis2}) axis->setVisible(false);
  plot_->yAxis->grid()->setVisible(false);
  plot_->xAxis->grid()->setVisible(false);
  plot_->xAxis2->setVisible(true);
  plot_->xAxis2->setTickLabels(false);
  plot_->xAxis2->setTicker(QSharedPointer<QCPAxisTicker>(new Ticker(this)));
  plot_->xAxis2->grid()->setVisible(true);
  plot_->xAxis2->grid()->setSubGridVisible(false);
  plot_->plotLayout()->setRowSpacing(0);
  // Above the axes, because the range's label covers tick marks.
  (new Lanes(plot_->xAxis2, plot_->yAxis, this))->setLayer(QStringLiteral("legend"));
  tip_.setSingleShot(true);
  tip_.setInterval(kTipDelay);
  connect(&tip_, &QTimer::timeout, this, &AxisPlot::showTip);
  connect(Theme::instance(), &Theme::changed, this, &AxisPlot::applyTheme);
  applyTheme();
}

AxisPlot::~AxisPlot() = default;

void AxisPlot::applyTheme() {
  const Theme* theme = Theme::instance();
  plot_->setBackground(theme->color(Token::Panel));
  QCPAxis* axis = plot_->xAxis2;
  axis->setBasePen(QPen(theme->color(Token::Border), 1));
  axis->setTickPen(QPen(theme->color(Token::BorderStrong), 1));
  axis->setSubTickPen(QPen(theme->color(Token::BorderStrong), 1));
  axis->setTickLength(0, rulerHeight() - 1);
  axis->setSubTickLength(0, theme->px(5));
  axis->grid()->setPen(QPen(theme->color(Token::Grid), 1));
  axis->grid()->setZeroLinePen(Qt::NoPen);
  plot_->axisRect()->setMargins(QMargins(0, rulerHeight(), 0, 0));
  content_->themeChanged();
  refresh();
}

int AxisPlot::rulerHeight() const { return Theme::instance()->px(kRulerHeight); }
QRect AxisPlot::laneArea() const {
  return QRect(0, rulerHeight(), plot_->width(), std::max(0, plot_->height() - rulerHeight()));
}
AxisScale AxisPlot::axisScale() const { return {content_->window(), 0.0, static_cast<double>(plot_->width())}; }

RulerMarks AxisPlot::marks() const { return content_->marks(width(), Theme::instance()->px(96)); }

void AxisPlot::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  plot_->setGeometry(rect());
  emit resized();
}

void AxisPlot::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void AxisPlot::paintAll(QPainter* painter, const QRect& rect) {
  const Theme* theme = Theme::instance();
  painter->save();
  painter->translate(rect.topLeft());
  const QRect all(0, 0, plot_->width(), rect.height());
  marks_ = marks();
  painter->scale(rect.width() / std::max(1.0, static_cast<double>(all.width())), 1);
  painter->fillRect(all, theme->color(Token::Panel));
  const QRect ruler(0, 0, all.width(), rulerHeight());
  for (const RulerMarks::Tick& tick : marks_.ticks) {
    const int x = static_cast<int>(std::lround(axisScale().x(tick.at)));
    painter->setPen(theme->color(Token::Grid));
    painter->drawLine(x, ruler.bottom(), x, all.bottom());
    painter->setPen(theme->color(Token::BorderStrong));
    painter->drawLine(x, 1, x, ruler.bottom() - 1);
  }
  painter->setPen(theme->color(Token::Border));
  painter->drawLine(ruler.bottomLeft(), ruler.bottomRight());
  const QRect lanes = all.adjusted(0, ruler.height(), 0, 0);
  painter->save();
  painter->setClipRect(lanes, Qt::IntersectClip);
  content_->paint(painter, lanes);
  painter->restore();
  paintRuler(painter, ruler);
  paintRange(painter, ruler);
  painter->restore();
}

void AxisPlot::refresh() {
  marks_ = marks();
  plot_->xAxis2->setRange(content_->window().begin, content_->window().end);
  if (isVisible() && plot_->width() > 0 && plot_->height() > 0) plot_->replot(QCustomPlot::rpQueuedReplot);
}

void AxisPlot::replotNow() {
  refresh();
  plot_->replot(QCustomPlot::rpImmediateRefresh);
}

void AxisPlot::paintRuler(QPainter* painter, const QRect& ruler) {
  const Theme* theme = Theme::instance();
  const AxisScale map = axisScale();
  painter->setFont(theme->mono(11));
  painter->setPen(theme->color(Token::TextSecond));
  const QFontMetrics metrics = painter->fontMetrics();
  int free = ruler.left();
  if (!marks_.base.empty()) {
    const QString base = QString::fromStdString(marks_.base);
    const QRect box(ruler.left(), ruler.top() + 1, metrics.horizontalAdvance(base) + 8, ruler.height() - 3);
    painter->fillRect(box, theme->color(Token::Panel));
    painter->setPen(theme->color(Token::Text));
    drawFigure(painter, box.adjusted(4, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, base);
    painter->setPen(theme->color(Token::TextSecond));
    free = box.right() + 4;
  }
  const QRect covered = content_->range() ? rangeBox(ruler, metrics).united(rangeSpan(ruler)) : QRect();
  for (const RulerMarks::Tick& tick : marks_.ticks) {
    const QString label = QString::fromStdString(tick.label);
    const int x = static_cast<int>(std::lround(map.x(tick.at))) + 4;
    const int end = x + metrics.horizontalAdvance(label);
    if (label.isEmpty() || x < free || end > ruler.right() + 1) continue;
    if (!covered.isEmpty() && end >= covered.left() && x <= covered.right()) continue;
    drawFigure(painter, QRect(x, ruler.top(), ruler.right() + 1 - x, ruler.height() - 2),
               Qt::AlignVCenter | Qt::AlignLeft, label);
  }
}

QRect AxisPlot::rangeSpan(const QRect& ruler) const {
  const AxisScale map = axisScale();
  const auto x = [&](double at) {
    return static_cast<int>(std::lround(std::clamp<double>(map.x(at), ruler.left() - 9, ruler.right() + 9)));
  };
  return {QPoint(x(content_->range()->first), ruler.top()), QPoint(x(content_->range()->second), ruler.bottom())};
}

/// Rectangle of the range's label: inside the range if it fits, else beside it.
QRect AxisPlot::rangeBox(const QRect& ruler, const QFontMetrics& metrics) const {
  const QRect span = rangeSpan(ruler);
  const int width = metrics.horizontalAdvance(content_->rangeLabel(*content_->range())) + Theme::instance()->px(20);
  int x = span.center().x() - width / 2;
  if (width + 24 > span.width())
    x = span.right() + 8 + width <= ruler.right() ? span.right() + 8 : span.left() - 8 - width;
  x = std::clamp(x, ruler.left() + 2, std::max(ruler.left() + 2, ruler.right() - width - 2));
  return {x, ruler.top() + 3, width, ruler.height() - 6};
}

void AxisPlot::paintRange(QPainter* painter, const QRect& ruler) {
  const Theme* theme = Theme::instance();
  const AxisScale map = axisScale();
  const QColor accent = theme->color(Token::Accent);
  for (const AxisRange& range : content_->kept()) {
    const int a = static_cast<int>(std::lround(map.x(range.first))),
              b = static_cast<int>(std::lround(map.x(range.second)));
    if (b >= ruler.left() && a <= ruler.right())
      painter->fillRect(QRect(QPoint(std::max(a, ruler.left()), ruler.bottom() - 3),
                              QPoint(std::min(b, ruler.right()), ruler.bottom() - 1)),
                        accent);
  }
  if (!content_->range()) return;
  const int a = static_cast<int>(std::lround(map.x(content_->range()->first))),
            b = static_cast<int>(std::lround(map.x(content_->range()->second)));
  if (b < ruler.left() || a > ruler.right()) return;
  QColor veil = accent;
  veil.setAlphaF(0.13f);
  const int left = std::max(a, ruler.left()), right = std::min(b, ruler.right());
  painter->fillRect(QRect(QPoint(left, ruler.top()), QPoint(right, ruler.bottom())), veil);
  painter->setPen(QPen(accent, 1));
  const int y = ruler.center().y();
  if (a >= ruler.left()) painter->drawLine(a, ruler.top(), a, ruler.bottom());
  if (b <= ruler.right()) painter->drawLine(b, ruler.top(), b, ruler.bottom());
  painter->drawLine(left, y, right, y);
  painter->setBrush(accent);
  if (b - a > 16) {
    if (a >= ruler.left()) painter->drawPolygon(QPolygon{QPoint(a + 1, y), QPoint(a + 6, y - 3), QPoint(a + 6, y + 3)});
    if (b <= ruler.right())
      painter->drawPolygon(QPolygon{QPoint(b - 1, y), QPoint(b - 6, y - 3), QPoint(b - 6, y + 3)});
  }
  painter->setFont(theme->ui(11, 600));
  const QRectF box = rangeBox(ruler, painter->fontMetrics());
  painter->setRenderHint(QPainter::Antialiasing, true);
  painter->setPen(Qt::NoPen);
  painter->setBrush(accent);
  painter->drawRoundedRect(box, 4, 4);
  painter->setRenderHint(QPainter::Antialiasing, false);
  painter->setPen(theme->color(Token::TextOnAccent));
  drawFigure(painter, box, Qt::AlignCenter, content_->rangeLabel(*content_->range()));
}

int AxisPlot::edgeAt(QPoint pos) const {
  if (!content_->range()) return 0;
  const AxisScale map = axisScale();
  const double a = std::abs(map.x(content_->range()->first) - pos.x()),
               b = std::abs(map.x(content_->range()->second) - pos.x());
  if (std::min(a, b) > kEdgeSlack) return 0;
  return a < b ? 1 : 2;
}

bool AxisPlot::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_) return QWidget::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::MouseButtonPress: press(static_cast<QMouseEvent*>(event)); return true;
    case QEvent::MouseMove: move(static_cast<QMouseEvent*>(event)); return true;
    case QEvent::MouseButtonRelease: release(static_cast<QMouseEvent*>(event)); return true;
    case QEvent::MouseButtonDblClick: {
      drag_ = Drag::None;
      emit doubleClickedAt(static_cast<QMouseEvent*>(event)->pos());
      return true;
    }
    case QEvent::Wheel: wheel(static_cast<QWheelEvent*>(event)); return true;
    case QEvent::ContextMenu: {
      auto* menu = static_cast<QContextMenuEvent*>(event);
      emit contextRequestedAt(menu->globalPos(), menu->pos());
      return true;
    }
    case QEvent::Leave:
      tip_.stop();
      cursor_->hide();
      emit pointedAway();
      break;
    case QEvent::ToolTip: return true;  // tip_ has its own delay
    default: break;
  }
  return QWidget::eventFilter(watched, event);
}

void AxisPlot::press(QMouseEvent* event) {
  tip_.stop();
  QToolTip::hideText();
  if (QWidget* owner = focusProxy(); owner != nullptr) owner->setFocus(Qt::MouseFocusReason);
  pressed_ = last_ = event->pos();
  const bool pan = event->button() == Qt::MiddleButton ||
                   (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier));
  if (pan) {
    drag_ = Drag::Pan;
    plot_->setCursor(Qt::ClosedHandCursor);
  } else if (event->button() == Qt::LeftButton) {
    const int edge = edgeAt(event->pos());
    anchor_ = axisScale().at(event->pos().x());
    drag_ = edge == 1 ? Drag::BeginEdge : edge == 2 ? Drag::EndEdge : Drag::Maybe;
    if (edge != 0) anchor_ = edge == 1 ? content_->range()->second : content_->range()->first;
  }
}

void AxisPlot::point(QPoint pos) {
  cursor_->setGeometry(std::clamp(pos.x(), 0, std::max(0, width() - 1)), rulerHeight(), 1, laneArea().height());
  cursor_->setVisible(!content_->isEmpty());
  emit pointed(pos);
}

void AxisPlot::move(QMouseEvent* event) {
  const QPoint pos = event->pos();
  point(pos);
  if (drag_ == Drag::None) {
    plot_->setCursor(edgeAt(pos) != 0 ? Qt::SizeHorCursor : Qt::ArrowCursor);
    tipPos_ = pos;
    tip_.start();
    return;
  }
  if (drag_ == Drag::Pan) {
    content_->window().shift((last_.x() - pos.x()) * axisScale().perPixel);
    if (pos.y() != last_.y()) emit scrolled(last_.y() - pos.y());
    last_ = pos;
    emit windowChanged();
    return;
  }
  if (drag_ == Drag::Maybe && std::abs(pos.x() - pressed_.x()) > kDragSlack) drag_ = Drag::Range;
  if (drag_ == Drag::Maybe) return;
  const double here = axisScale().at(std::clamp(pos.x(), 0, plot_->width()));
  content_->range() = AxisRange{std::min(anchor_, here), std::max(anchor_, here)};
  emit rangeDragged(false);
}

void AxisPlot::release(QMouseEvent* event) {
  const Drag was = drag_;
  drag_ = Drag::None;
  plot_->setCursor(Qt::ArrowCursor);
  if (was == Drag::Maybe) emit clickedAt(event->pos());
  else if (was == Drag::Range || was == Drag::BeginEdge || was == Drag::EndEdge) emit rangeDragged(true);
}

void AxisPlot::wheel(QWheelEvent* event) {
  tip_.stop();
  const QPoint degrees = event->angleDelta();
  const QPoint pixels = event->pixelDelta();
  if (event->modifiers().testFlag(Qt::ControlModifier)) {
    const double notches = degrees.y() / 120.0;
    content_->window().zoom(std::pow(kWheelZoom, notches), axisScale().at(event->position().x()));
    emit windowChanged();
  } else if (event->modifiers().testFlag(Qt::ShiftModifier) || std::abs(degrees.x()) > std::abs(degrees.y())) {
    const int by = std::abs(degrees.x()) > std::abs(degrees.y()) ? degrees.x() : degrees.y();
    content_->window().shift(-(pixels.x() != 0 ? pixels.x() : by) * axisScale().perPixel);
    emit windowChanged();
  } else {
    emit scrolled(-(pixels.y() != 0 ? pixels.y() : degrees.y() / 2));
  }
  event->accept();
}

void AxisPlot::showTip() {
  const QString text = content_->tooltipAt(tipPos_, laneArea());
  if (!text.isEmpty()) QToolTip::showText(plot_->mapToGlobal(tipPos_ + QPoint(8, 12)), text, plot_);
  else QToolTip::hideText();
}

}  // namespace relaxscope
