// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cfg/canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainterPath>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

#include "views/core/discard.h"

namespace relaxscope {
namespace {
constexpr double kMinZoom = 0.005, kMaxZoom = 3;
constexpr double kComfortable = 0.55;  ///< zoom below which a whole graph is not shown at once on opening
}  // namespace

CfgCanvas::CfgCanvas(QWidget* parent)
    : QWidget(parent), in_(new QToolButton(this)), out_(new QToolButton(this)), fit_(new QToolButton(this)) {
  setObjectName(QStringLiteral("cfg.canvas"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName(tr("Control flow graph"));
  in_->setObjectName(QStringLiteral("cfg.zoomIn"));
  out_->setObjectName(QStringLiteral("cfg.zoomOut"));
  fit_->setObjectName(QStringLiteral("cfg.fit"));
  in_->setToolTip(tr("Zoom in (+)"));
  out_->setToolTip(tr("Zoom out (-)"));
  fit_->setToolTip(tr("Fit the whole graph (F)"));
  for (QToolButton* button : {in_, out_, fit_}) {
    button->setProperty("framed", true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(button->toolTip());
  }
  connect(in_, &QToolButton::clicked, this, [this] { zoomBy(1.25, QPointF(width() / 2.0, height() / 2.0)); });
  connect(out_, &QToolButton::clicked, this, [this] { zoomBy(0.8, QPointF(width() / 2.0, height() / 2.0)); });
  connect(fit_, &QToolButton::clicked, this, &CfgCanvas::fit);
  connect(Theme::instance(), &Theme::changed, this, &CfgCanvas::applyTheme);
  applyTheme();
}

void CfgCanvas::applyTheme() {
  in_->setIcon(Theme::instance()->icon(QStringLiteral("plus")));
  out_->setIcon(Theme::instance()->icon(QStringLiteral("minus")));
  fit_->setIcon(Theme::instance()->icon(QStringLiteral("fit")));
  minimap_ = {};
  placeButtons();
  update();
}

void CfgCanvas::placeButtons() {
  const int size = Theme::instance()->px(28), gap = Theme::instance()->px(4);
  int y = Theme::instance()->px(12);
  for (QToolButton* button : {in_, out_, fit_}) {
    button->setGeometry(width() - size - Theme::instance()->px(12), y, size, size);
    button->setVisible(scene_ && !scene_->boxes.empty());
    y += size + gap;
  }
}

void CfgCanvas::setScene(std::shared_ptr<const CfgScene> scene) {
  const bool same = scene_ && scene && scene_->executable == scene->executable && scene_->function == scene->function &&
                    !scene_->boxes.empty();
  discard(std::exchange(scene_, std::move(scene)));  // of a long function it is large
  hovered_ = -1;
  minimap_ = {};
  edgeBounds_.clear();
  if (scene_)
    for (const auto& line : scene_->drawing.edges) {
      QRectF bounds;
      for (const layout::Point& p : line) bounds |= QRectF(p.x - 1, p.y - 1, 2, 2);
      edgeBounds_.push_back(bounds);
    }
  if (!same) {
    placedByUser_ = false;
    home();
  } else {
    clampOffset();
  }
  placeButtons();
  update();
}

void CfgCanvas::setEmptySentence(const QString& sentence) {
  sentence_ = sentence;
  update();
}

void CfgCanvas::setTitle(const QString& name, const QString& rest) {
  name_ = name;
  rest_ = rest;
  update();
}

QRectF CfgCanvas::sceneBounds() const {
  if (!scene_) return {};
  QRectF bounds(0, 0, scene_->drawing.width, scene_->drawing.height);
  if (!scene_->recursive.empty()) bounds.adjust(0, 0, 38, 0);
  return bounds;
}

/// Whole graph where it stays readable, else the entry at the top.
void CfgCanvas::home() {
  if (!scene_ || scene_->boxes.empty() || width() < 10) return;
  fit();
  if (zoom_ >= kComfortable) return;
  zoom_ = 0.9;
  const QRectF entry = scene_->rect(0);
  offset_ = QPointF(width() / 2.0 - entry.center().x() * zoom_, Theme::instance()->px(60) - entry.top() * zoom_);
  update();
}

void CfgCanvas::fit() {
  if (!scene_ || scene_->boxes.empty()) return;
  const QRectF bounds = sceneBounds();
  const double top = Theme::instance()->px(44), bottom = Theme::instance()->px(48);
  const double room = std::max(20.0, height() - top - bottom);
  zoom_ = std::clamp(std::min(width() / bounds.width(), room / bounds.height()), kMinZoom, 1.0);
  offset_ = QPointF((width() - bounds.width() * zoom_) / 2, top + std::max(0.0, (room - bounds.height() * zoom_) / 2)) -
            bounds.topLeft() * zoom_;
  update();
}

void CfgCanvas::zoomReset() { zoomBy(1 / zoom_, QPointF(width() / 2.0, height() / 2.0)); }

void CfgCanvas::zoomBy(double factor, QPointF at) {
  placedByUser_ = true;
  const double next = std::clamp(zoom_ * factor, kMinZoom, kMaxZoom);
  const QPointF scenePoint = toScene(at);
  zoom_ = next;
  offset_ = at - scenePoint * zoom_;
  clampOffset();
  update();
}

/// Some of the graph always stays in sight.
void CfgCanvas::clampOffset() {
  const QRectF bounds = sceneBounds();
  const double keep = 60;
  offset_.setX(std::clamp(offset_.x(), keep - bounds.right() * zoom_,
                          std::max(keep - bounds.right() * zoom_, width() - keep - bounds.left() * zoom_)));
  offset_.setY(std::clamp(offset_.y(), keep - bounds.bottom() * zoom_,
                          std::max(keep - bounds.bottom() * zoom_, height() - keep - bounds.top() * zoom_)));
}

void CfgCanvas::reveal(const QRectF& rect) {
  const QRectF view(toScene({0, 0}), toScene({double(width()), double(height())}));
  if (view.contains(rect)) return;
  QPointF centre = view.center();
  const double margin = 30 / zoom_;
  if (rect.width() > view.width() || rect.left() < view.left() || rect.right() > view.right())
    centre.setX(rect.center().x());
  if (rect.top() < view.top() || rect.bottom() > view.bottom())
    centre.setY(rect.height() > view.height() ? rect.top() + view.height() / 2 - margin : rect.center().y());
  offset_ = QPointF(width() / 2.0, height() / 2.0) - centre * zoom_;
  clampOffset();
}

void CfgCanvas::setCurrent(InstrIndex pc, bool show) {
  current_ = pc;
  const BlockIndex block = scene_ ? scene_->cfg.blockAt(pc) : BlockIndex();
  if (show && block.valid() && block.at() < scene_->boxes.size()) {
    const size_t line = scene_->boxes[block.at()].lineOf(pc);
    QRectF rect = scene_->rect(block.at());
    if (line < scene_->boxes[block.at()].lines.size() && rect.height() * zoom_ > height() * 0.8)
      rect = QRectF(rect.left(), scene_->lineY(block.at(), line) - 20, rect.width(), 40);
    reveal(rect);
  }
  update();
}

void CfgCanvas::setLitRegister(RegIndex reg) {
  reg_ = reg;
  update();
}

int CfgCanvas::blockAt(QPointF position) const {
  if (!scene_) return -1;
  const QPointF p = toScene(position);
  for (size_t b = 0; b < scene_->boxes.size(); ++b)
    if (scene_->rect(b).contains(p)) return static_cast<int>(b);
  return -1;
}

bool CfgCanvas::edgeIsLit(size_t edge) const {
  const CfgEdge& e = scene_->cfg.edges[edge];
  if (hovered_ >= 0 && (e.from.value == hovered_ || e.to.value == hovered_)) return true;
  const BlockIndex block = scene_->cfg.blockAt(current_);
  return block.valid() && (e.from == block || e.to == block);
}

QRectF CfgCanvas::minimapRect() const {
  const double w = Theme::instance()->px(130), h = Theme::instance()->px(110), gap = Theme::instance()->px(12);
  if (width() < 3 * w || height() < 3 * h) return {};
  return {width() - w - gap, height() - h - gap, w, h};
}

void CfgCanvas::resizeEvent(QResizeEvent* event) {
  const bool first = event->oldSize().width() < 10, moved = placedByUser_;
  QWidget::resizeEvent(event);
  placeButtons();
  if (first || !moved) home();
  else clampOffset();
  if ((first || !moved) && current_.valid()) setCurrent(current_, true);
}

void CfgCanvas::mousePressEvent(QMouseEvent* event) {
  last_ = event->position();
  moved_ = false;
  onMinimap_ = minimapRect().contains(event->position());
  panning_ = event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton;
  if (onMinimap_) mouseMoveEvent(event);
}

void CfgCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (panning_ && onMinimap_ && scene_) {
    placedByUser_ = true;
    const QRectF inner = minimapRect().adjusted(5, 5, -5, -5), bounds = sceneBounds();
    const double scale = std::min(inner.width() / bounds.width(), inner.height() / bounds.height());
    const QPointF centre = bounds.topLeft() + (event->position() - inner.topLeft()) / scale;
    offset_ = QPointF(width() / 2.0, height() / 2.0) - centre * zoom_;
    clampOffset();
    update();
    return;
  }
  if (panning_) {
    const QPointF d = event->position() - last_;
    if (!moved_ && std::hypot(d.x(), d.y()) < 4) return;
    moved_ = placedByUser_ = true;
    setCursor(Qt::ClosedHandCursor);
    offset_ += d;
    last_ = event->position();
    clampOffset();
    update();
    return;
  }
  const int block = blockAt(event->position());
  if (block == hovered_) return;
  hovered_ = block;
  update();
}

void CfgCanvas::mouseReleaseEvent(QMouseEvent* event) {
  const bool click = panning_ && !moved_ && !onMinimap_ && event->button() == Qt::LeftButton;
  panning_ = onMinimap_ = false;
  unsetCursor();
  if (!click) return;
  const int block = blockAt(event->position());
  if (block < 0) return;
  const double y = toScene(event->position()).y() - scene_->rect(static_cast<size_t>(block)).top() -
                   scene_->metrics.headerHeight - 5;
  const auto& lines = scene_->boxes[static_cast<size_t>(block)].lines;
  const auto line = static_cast<size_t>(std::max(0.0, y / scene_->metrics.lineHeight));
  const InstrIndex pc = y < 0 || lines.empty() ? scene_->cfg.blocks[static_cast<size_t>(block)].begin
                                               : lines[std::min(line, lines.size() - 1)].first;
  current_ = pc;
  update();
  emit chosen(pc);
}

void CfgCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  if (minimapRect().contains(event->position())) return;
  if (blockAt(event->position()) >= 0) emit activated(current_, QStringLiteral("listing"));
  else fit();
}

void CfgCanvas::wheelEvent(QWheelEvent* event) {
  if (event->modifiers().testFlag(Qt::ShiftModifier)) {
    offset_ += QPointF(event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x(), 0) / 2;
    clampOffset();
    update();
  } else {
    zoomBy(std::pow(1.0015, event->angleDelta().y()), event->position());
  }
  event->accept();
}

/// Down follows the first edge out, Up the first edge in.
void CfgCanvas::stepAlong(bool down) {
  BlockIndex block = scene_->cfg.blockAt(current_);
  if (!block.valid()) block = BlockIndex(0);
  else {
    const BasicBlock& b = scene_->cfg.blocks[block.at()];
    const auto& edges = down ? b.out : b.in;
    if (edges.empty()) return;
    block = down ? scene_->cfg.edges[edges.front()].to : scene_->cfg.edges[edges.front()].from;
  }
  setCurrent(scene_->cfg.blocks[block.at()].begin, true);
  emit chosen(current_);
}

/// Left and right: the neighbours in the same layer; at the end of a branch, its other arm.
void CfgCanvas::stepSideways(int step) {
  const BlockIndex block = scene_->cfg.blockAt(current_);
  if (!block.valid()) return stepAlong(true);
  const QRectF here = scene_->rect(block.at());
  int best = -1;
  double distance = 0;
  for (size_t b = 0; b < scene_->boxes.size(); ++b) {
    if (b == block.at() || scene_->drawing.layers[b] != scene_->drawing.layers[block.at()]) continue;
    const double d = (scene_->rect(b).center().x() - here.center().x()) * step;
    if (d > 0 && (best < 0 || d < distance)) {
      best = static_cast<int>(b);
      distance = d;
    }
  }
  const auto& out = scene_->cfg.blocks[block.at()].out;
  if (best < 0 && out.size() > 1)
    best = static_cast<int>(scene_->cfg.edges[step > 0 ? out.back() : out.front()].to.value);
  if (best < 0) return;
  setCurrent(scene_->cfg.blocks[static_cast<size_t>(best)].begin, true);
  emit chosen(current_);
}

void CfgCanvas::keyPressEvent(QKeyEvent* event) {
  if (!scene_ || scene_->boxes.empty()) return QWidget::keyPressEvent(event);
  const QPointF centre(width() / 2.0, height() / 2.0);
  if (event->matches(QKeySequence::Find) || event->key() == Qt::Key_Slash) return emit findWanted();
  if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) return QWidget::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Down: return stepAlong(true);
    case Qt::Key_Up: return stepAlong(false);
    case Qt::Key_Left: return stepSideways(-1);
    case Qt::Key_Right: return stepSideways(1);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoomBy(1.25, centre);
    case Qt::Key_Minus: return zoomBy(0.8, centre);
    case Qt::Key_F: return fit();
    case Qt::Key_0: return zoomReset();
    case Qt::Key_Home: return home();
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (current_.valid()) emit activated(current_, QStringLiteral("listing"));
      return;
    default: QWidget::keyPressEvent(event);
  }
}

void CfgCanvas::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  hovered_ = -1;
  update();
}

void CfgCanvas::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  focusRing_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  update();
}

void CfgCanvas::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  focusRing_ = false;
  update();
}

}  // namespace relaxscope
