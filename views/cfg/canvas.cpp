// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cfg/canvas.h"

#include <QKeyEvent>
#include <QPainter>
#include <QResizeEvent>

#include <algorithm>
#include <utility>

#include "views/cfg/legend.h"
#include "views/cfg/readout.h"
#include "views/code/tokens.h"
#include "views/core/discard.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"

namespace relaxscope {
namespace {

constexpr double kSelfLane = 38;  ///< width at the right for the lines of recursive calls

}  // namespace

CfgCanvas::CfgCanvas(QWidget* parent) : GraphCanvas(QStringLiteral("cfg"), parent) {
  spoken_ = new SpokenItem(this, QAccessible::List, [this] { return spokenBlock(); });
  setAccessibleName(tr("Control flow graph"));
}

CfgCanvas::~CfgCanvas() = default;

void CfgCanvas::setScene(std::shared_ptr<const CfgScene> scene) {
  const bool same = scene_ && scene && scene_->executable == scene->executable && scene_->function == scene->function &&
                    !scene_->boxes.empty();
  discard(std::exchange(scene_, std::move(scene)));  // the scene of a long function is large
  marks_.hovered = -1;
  graphChanged(same);
}

void CfgCanvas::setTitle(const QString& name, const QString& rest) {
  name_ = name;
  rest_ = rest;
  update();
}

void CfgCanvas::setCurrent(InstrIndex pc, bool show) {
  marks_.current = pc;
  const BlockIndex block = scene_ ? scene_->cfg.blockAt(pc) : BlockIndex();
  if (show && block.valid() && block.at() < scene_->boxes.size()) {
    const size_t line = scene_->boxes[block.at()].lineOf(pc);
    QRectF rect = scene_->rect(block.at());
    const double half = scene_->metrics.lineHeight + scene_->metrics.scale;
    if (line < scene_->boxes[block.at()].lines.size() && rect.height() * zoom() > height() * 0.8)
      rect = QRectF(rect.left(), scene_->lineY(block.at(), line) - half, rect.width(), 2 * half);
    reveal(rect);
  }
  emit blockPointed(pointedBlock());
  spoken_->changed();
  update();
}

/// The current instruction, then the figures of its block.
QString CfgCanvas::spokenBlock() const {
  const BlockIndex block = scene_ ? scene_->cfg.blockAt(marks_.current) : BlockIndex();
  if (!block.valid()) return {};
  return (QStringList(codeLine(*scene_->executable, marks_.current).text().simplified())
          << blockReadout(*scene_, static_cast<int>(block.value)))
      .join(QStringLiteral(", "));
}

void CfgCanvas::setHighlightedRegister(RegIndex reg) {
  marks_.reg = reg;
  update();
}

QRectF CfgCanvas::graphBounds() const {
  if (!scene_ || scene_->boxes.empty()) return {};
  const double lane = scene_->recursive.empty() ? 0 : kSelfLane * scene_->metrics.scale;
  return {0, 0, scene_->drawing.width + lane, scene_->drawing.height};
}

int CfgCanvas::blockUnder(QPointF point) const {
  if (!scene_) return -1;
  for (size_t b = 0; b < scene_->boxes.size(); ++b)
    if (scene_->rect(b).contains(point)) return static_cast<int>(b);
  return -1;
}

void CfgCanvas::hover(int block) {
  if (block == marks_.hovered) return;
  marks_.hovered = block;
  emit blockPointed(pointedBlock());
  update();
}

int CfgCanvas::pointedBlock() const {
  if (marks_.hovered >= 0 || !scene_) return marks_.hovered;
  const BlockIndex block = scene_->cfg.blockAt(marks_.current);
  return block.valid() ? static_cast<int>(block.value) : -1;
}

void CfgCanvas::paintGraph(QPainter* painter, const QRectF& visible, double zoom) const {
  CfgPainter(painter, *scene_, marks_).paint(visible, zoom);
}

void CfgCanvas::paintMiniature(QPainter* painter) const { CfgPainter(painter, *scene_, marks_).paintMiniature(); }

void CfgCanvas::paintOver(QPainter* painter) const {
  paintTitle(painter);
  const QRectF minimap = minimapRect();
  paintCfgLegend(painter, *scene_, QRectF(0, 0, minimap.left() - Theme::instance()->px(8), height()));
}

void CfgCanvas::paintTitle(QPainter* painter) const {
  if (name_.isEmpty()) return;
  const Theme& theme = *Theme::instance();
  painter->setFont(theme.mono(12, 600));
  const QString name = elided(painter->fontMetrics(), name_, Qt::ElideMiddle, width() / 3);
  const double nameWidth = painter->fontMetrics().horizontalAdvance(name);
  const double restWidth = QFontMetricsF(theme.ui(12)).horizontalAdvance(rest_);
  const QRectF box(theme.px(12), theme.px(12),
                   std::min<double>(nameWidth + restWidth + theme.px(22), width() - theme.px(80)), theme.px(28));
  painter->setPen(QPen(theme.color(Token::Border), 1));
  painter->setBrush(theme.color(Token::Raised));
  painter->drawRoundedRect(box, theme.px(6), theme.px(6));
  painter->setPen(theme.color(Token::RoleFunction));
  painter->drawText(box.adjusted(theme.px(10), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, name);
  painter->setFont(theme.ui(12));
  painter->setPen(theme.color(Token::TextSecond));
  const QRectF rest = box.adjusted(theme.px(11) + nameWidth, 0, -theme.px(8), 0);
  drawFigure(painter, rest, Qt::AlignLeft | Qt::AlignVCenter,
             fittingClauses(painter->fontMetrics(), rest_, rest.width()));
}

void CfgCanvas::resizeEvent(QResizeEvent* event) {
  const bool homed = event->oldSize().width() < 10 || !placedByUser();
  GraphCanvas::resizeEvent(event);
  if (homed && marks_.current.valid()) setCurrent(marks_.current, true);
}

void CfgCanvas::click(QPointF point) {
  const int block = blockUnder(point);
  if (block < 0) return;
  const auto at = static_cast<size_t>(block);
  const double y = point.y() - scene_->bodyTop(at);
  const auto& lines = scene_->boxes[at].lines;
  const auto line = static_cast<size_t>(std::max(0.0, y / scene_->metrics.lineHeight));
  marks_.current =
      y < 0 || lines.empty() ? scene_->cfg.blocks[at].begin : lines[std::min(line, lines.size() - 1)].first;
  update();
  emit chosen(marks_.current);
}

bool CfgCanvas::doubleClick(QPointF point) {
  if (blockUnder(point) < 0) return false;
  emit activated(marks_.current, ViewId::Listing);
  return true;
}

/// Down follows the first outgoing edge, Up the first incoming edge.
void CfgCanvas::stepAlong(bool down) {
  BlockIndex block = scene_->cfg.blockAt(marks_.current);
  if (!block.valid()) block = BlockIndex(0);
  else {
    const BasicBlock& b = scene_->cfg.blocks[block.at()];
    const auto& edges = down ? b.out : b.in;
    if (edges.empty()) return;
    block = down ? scene_->cfg.edges[edges.front()].to : scene_->cfg.edges[edges.front()].from;
  }
  setCurrent(scene_->cfg.blocks[block.at()].begin, true);
  emit chosen(marks_.current);
}

/// Left and Right: the nearest block in the same layer, else the first or last successor of a branch.
void CfgCanvas::stepSideways(int step) {
  const BlockIndex block = scene_->cfg.blockAt(marks_.current);
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
  emit chosen(marks_.current);
}

void CfgCanvas::keyPressEvent(QKeyEvent* event) {
  const bool modified = (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != Qt::NoModifier;
  if (modified || graphBounds().isEmpty()) return GraphCanvas::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Down: return stepAlong(true);
    case Qt::Key_Up: return stepAlong(false);
    case Qt::Key_Left: return stepSideways(-1);
    case Qt::Key_Right: return stepSideways(1);
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (marks_.current.valid()) emit activated(marks_.current, ViewId::Listing);
      return;
    default: GraphCanvas::keyPressEvent(event);
  }
}

}  // namespace relaxscope
