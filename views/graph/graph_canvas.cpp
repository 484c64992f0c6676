// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "views/theme/theme.h"

namespace relaxscope {
namespace {

constexpr double kMinZoom = 0.005, kMaxZoom = 3;
constexpr double kMinHomeZoom = 0.55;  ///< minimum zoom at which opening shows the whole drawing
constexpr int kPictureMargin = 24;     ///< around an exported drawing

int px(int value) { return Theme::instance()->px(value); }
QColor color(Token token) { return Theme::instance()->color(token); }

}  // namespace

GraphCanvas::GraphCanvas(const QString& name, QWidget* parent)
    : QWidget(parent), in_(new QToolButton(this)), out_(new QToolButton(this)), fit_(new QToolButton(this)) {
  setObjectName(name + QStringLiteral(".canvas"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  in_->setObjectName(name + QStringLiteral(".zoomIn"));
  out_->setObjectName(name + QStringLiteral(".zoomOut"));
  fit_->setObjectName(name + QStringLiteral(".fit"));
  in_->setToolTip(tr("Zoom in (+)"));
  out_->setToolTip(tr("Zoom out (-)"));
  fit_->setToolTip(tr("Fit the whole graph (F)"));
  for (QToolButton* button : {in_, out_, fit_}) {
    button->setProperty("framed", true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(button->toolTip());
    button->hide();
  }
  connect(in_, &QToolButton::clicked, this, [this] { zoomBy(1.25, QPointF(width() / 2.0, height() / 2.0)); });
  connect(out_, &QToolButton::clicked, this, [this] { zoomBy(0.8, QPointF(width() / 2.0, height() / 2.0)); });
  connect(fit_, &QToolButton::clicked, this, &GraphCanvas::fit);
  connect(Theme::instance(), &Theme::changed, this, &GraphCanvas::applyTheme);
  // The subclass is not constructed yet, so buttons are placed with the first drawing.
  in_->setIcon(Theme::instance()->icon(QStringLiteral("plus")));
  out_->setIcon(Theme::instance()->icon(QStringLiteral("minus")));
  fit_->setIcon(Theme::instance()->icon(QStringLiteral("fit")));
}

void GraphCanvas::applyTheme() {
  minimap_ = {};
  placeButtons();
  update();
}

void GraphCanvas::placeButtons() {
  const int size = px(28), gap = px(4);
  int y = px(12);
  for (QToolButton* button : {in_, out_, fit_}) {
    button->setGeometry(width() - size - px(12), y, size, size);
    button->setVisible(!graphBounds().isEmpty());
    y += size + gap;
  }
}

void GraphCanvas::graphChanged(bool sameThing) {
  minimap_ = {};
  if (!sameThing) {
    placedByUser_ = false;
    home();
  } else {
    clampOffset();
  }
  placeButtons();
  update();
}

void GraphCanvas::setEmptySentence(const QString& sentence) {
  sentence_ = sentence;
  update();
}

/// Shows the whole drawing if it stays readable, else its entry at the top.
void GraphCanvas::home() {
  if (graphBounds().isEmpty() || width() < 10) return;
  fit();
  if (zoom_ >= kMinHomeZoom) return;
  zoom_ = 0.9;
  const QRectF entry = entryRect();
  offset_ = QPointF(width() / 2.0 - entry.center().x() * zoom_, px(60) - entry.top() * zoom_);
  update();
}

void GraphCanvas::fit() {
  const QRectF bounds = graphBounds();
  if (bounds.isEmpty()) return;
  const double top = px(44), bottom = px(48);
  const double room = std::max(20.0, height() - top - bottom);
  zoom_ = std::clamp(std::min(width() / bounds.width(), room / bounds.height()), kMinZoom, 1.0);
  offset_ = QPointF((width() - bounds.width() * zoom_) / 2, top + std::max(0.0, (room - bounds.height() * zoom_) / 2)) -
            bounds.topLeft() * zoom_;
  update();
}

void GraphCanvas::zoomReset() { zoomBy(1 / zoom_, QPointF(width() / 2.0, height() / 2.0)); }

void GraphCanvas::zoomBy(double factor, QPointF at) {
  placedByUser_ = true;
  const double next = std::clamp(zoom_ * factor, kMinZoom, kMaxZoom);
  const QPointF point = toGraph(at);
  zoom_ = next;
  offset_ = at - point * zoom_;
  clampOffset();
  update();
}

/// Keeps some of the drawing visible.
void GraphCanvas::clampOffset() {
  const QRectF bounds = graphBounds();
  const double keep = px(60);
  const double left = keep - bounds.right() * zoom_, top = keep - bounds.bottom() * zoom_;
  offset_.setX(std::clamp(offset_.x(), left, std::max(left, width() - keep - bounds.left() * zoom_)));
  offset_.setY(std::clamp(offset_.y(), top, std::max(top, height() - keep - bounds.top() * zoom_)));
}

QRectF GraphCanvas::windowInGraph() const { return {toGraph({0, 0}), toGraph({double(width()), double(height())})}; }

void GraphCanvas::centreOn(QPointF point) {
  offset_ = QPointF(width() / 2.0, height() / 2.0) - point * zoom_;
  clampOffset();
}

void GraphCanvas::reveal(const QRectF& rect) {
  const QRectF view = windowInGraph();
  if (view.contains(rect)) return;
  QPointF centre = view.center();
  const double margin = px(30) / zoom_;
  if (rect.width() > view.width() || rect.left() < view.left() || rect.right() > view.right())
    centre.setX(rect.center().x());
  if (rect.top() < view.top() || rect.bottom() > view.bottom())
    centre.setY(rect.height() > view.height() ? rect.top() + view.height() / 2 - margin : rect.center().y());
  centreOn(centre);
}

// --- Painting ---

void GraphCanvas::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), color(Token::Panel));
  if (graphBounds().isEmpty()) {
    painter.setFont(Theme::instance()->ui(12));
    painter.setPen(color(Token::TextSecond));
    painter.drawText(QRectF(rect()).adjusted(px(16), px(16), -px(16), 0),
                     Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, sentence_);
    return;
  }
  painter.save();
  painter.translate(offset_);
  painter.scale(zoom_, zoom_);
  paintGraph(&painter, windowInGraph(), zoom_);
  painter.restore();
  painter.setRenderHint(QPainter::Antialiasing);
  paintOver(&painter);
  paintMinimap(&painter);
}

QRectF GraphCanvas::pictureBounds() const {
  const int margin = px(kPictureMargin);
  return graphBounds().adjusted(-margin, -margin, margin, margin);
}

QSizeF GraphCanvas::contentSize() const { return graphBounds().isEmpty() ? QSizeF() : pictureBounds().size(); }

void GraphCanvas::paintAll(QPainter* painter, const QSizeF& size) const {
  if (graphBounds().isEmpty()) return;
  const QRectF bounds = pictureBounds();
  const double scale = std::min(size.width() / bounds.width(), size.height() / bounds.height());
  painter->save();
  painter->fillRect(QRectF(QPointF(), size), color(Token::Panel));
  painter->scale(scale, scale);
  painter->translate(-bounds.topLeft());
  paintGraph(painter, bounds, 1);  // zoom 1, so that a vector picture has text at every size
  painter->restore();
}

QRectF GraphCanvas::minimapRect() const {
  const double w = px(130), h = px(110), gap = px(12);
  if (width() < 3 * w || height() < 3 * h) return {};
  return {width() - w - gap, height() - h - gap, w, h};
}

/// The minimap without its frame.
QRectF GraphCanvas::minimapPicture() const {
  const int border = px(5);
  return minimapRect().adjusted(border, border, -border, -border);
}

double GraphCanvas::minimapScale() const {
  const QRectF inner = minimapPicture(), bounds = graphBounds();
  return std::min(inner.width() / bounds.width(), inner.height() / bounds.height());
}

void GraphCanvas::drawMiniature(QSizeF size, double scale) {
  const double ratio = devicePixelRatioF();
  minimap_ = QPixmap((size * ratio).toSize());
  minimap_.setDevicePixelRatio(ratio);
  minimap_.fill(color(Token::AccentBack));
  QPainter painter(&minimap_);
  painter.scale(scale, scale);
  painter.translate(-graphBounds().topLeft());
  paintMiniature(&painter);
}

void GraphCanvas::paintMinimap(QPainter* painter) {
  const QRectF frame = minimapRect();
  if (frame.isEmpty()) return;
  const QRectF inner = minimapPicture(), bounds = graphBounds();
  const double scale = minimapScale();
  if (minimap_.isNull()) drawMiniature(inner.size(), scale);
  painter->setPen(QPen(color(Token::Border), 1));
  painter->setBrush(color(Token::Raised));
  painter->drawRoundedRect(frame, px(6), px(6));
  painter->drawPixmap(inner.topLeft(), minimap_);
  QRectF view = windowInGraph();
  view = QRectF(inner.topLeft() + (view.topLeft() - bounds.topLeft()) * scale, view.size() * scale).intersected(inner);
  painter->setPen(QPen(color(Token::Accent), 1.5));
  painter->setBrush(Qt::NoBrush);
  painter->drawRect(view);
}

// --- Input ---

void GraphCanvas::resizeEvent(QResizeEvent* event) {
  const bool first = event->oldSize().width() < 10;
  QWidget::resizeEvent(event);
  placeButtons();
  if (first || !placedByUser_) home();
  else clampOffset();
}

void GraphCanvas::mousePressEvent(QMouseEvent* event) {
  last_ = event->position();
  moved_ = false;
  onMinimap_ = minimapRect().contains(event->position());
  panning_ = event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton;
  if (onMinimap_) mouseMoveEvent(event);
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (!panning_) return pointAt(toGraph(event->position()));
  if (onMinimap_ && !graphBounds().isEmpty()) {
    placedByUser_ = true;
    centreOn(graphBounds().topLeft() + (event->position() - minimapPicture().topLeft()) / minimapScale());
    update();
    return;
  }
  const QPointF by = event->position() - last_;
  if (!moved_ && std::hypot(by.x(), by.y()) < 4) return;
  moved_ = placedByUser_ = true;
  setCursor(Qt::ClosedHandCursor);
  offset_ += by;
  last_ = event->position();
  clampOffset();
  update();
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event) {
  const bool clicked = panning_ && !moved_ && !onMinimap_ && event->button() == Qt::LeftButton;
  panning_ = onMinimap_ = false;
  unsetCursor();
  if (clicked) click(toGraph(event->position()));
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  if (minimapRect().contains(event->position())) return;
  if (!doubleClick(toGraph(event->position()))) fit();
}

void GraphCanvas::wheelEvent(QWheelEvent* event) {
  if (event->modifiers().testFlag(Qt::ShiftModifier)) {
    offset_ += QPointF(event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x(), 0) / 2;
    clampOffset();
    update();
  } else {
    zoomBy(std::pow(1.0015, event->angleDelta().y()), event->position());
  }
  event->accept();
}

void GraphCanvas::keyPressEvent(QKeyEvent* event) {
  if (graphBounds().isEmpty()) return QWidget::keyPressEvent(event);
  if (event->matches(QKeySequence::Find) || event->key() == Qt::Key_Slash) return emit findRequested();
  if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) return QWidget::keyPressEvent(event);
  const QPointF centre(width() / 2.0, height() / 2.0);
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoomBy(1.25, centre);
    case Qt::Key_Minus: return zoomBy(0.8, centre);
    case Qt::Key_F: return fit();
    case Qt::Key_0: return zoomReset();
    case Qt::Key_Home: return home();
    default: QWidget::keyPressEvent(event);
  }
}

void GraphCanvas::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  pointAway();
}

}  // namespace relaxscope
