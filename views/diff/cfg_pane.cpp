// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/cfg_pane.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

#include "views/code/code_widths.h"
#include "views/core/discard.h"
#include "views/diff/cfg_painter.h"
#include "views/diff/change_texts.h"
#include "views/widgets/spoken_item.h"

namespace relaxscope {

DiffCfgPane::DiffCfgPane(QWidget* parent) : GraphCanvas(QStringLiteral("diff.cfg"), parent) {
  spoken_ = new SpokenItem(this, QAccessible::List, [this] { return spokenBox(); });
  setAccessibleName(tr("Control flow graphs, old and new"));
  setEmptySentence(tr("No graph: the function has no bytecode on either side."));
  connect(Theme::instance(), &Theme::changed, this, [this] {
    if (request_.diff) setRequest(request_, oldName_, nowName_);
  });
}

void DiffCfgPane::setRequest(DiffCfgRequest request, const QString& oldName, const QString& nowName) {
  request_ = std::move(request);
  request_.scale = Theme::instance()->px(100) / 100.0;
  request_.charWidth = CodeWidths().cell();
  oldName_ = oldName;
  nowName_ = nowName;
  stale_ = true;
  if (isVisible()) layOut();
}

void DiffCfgPane::layOut() {
  stale_ = false;
  task_.start(
      [request = request_](const std::stop_token& stop) {
        auto scene = makeDiffCfgScene(request, stop);
        return scene ? std::make_shared<const DiffCfgScene>(std::move(*scene)) : nullptr;
      },
      [this](const std::shared_ptr<const DiffCfgScene>& scene) {
        const bool same = scene_ && scene && scene_->of.diff == scene->of.diff && scene_->of.pair == scene->of.pair;
        discard(std::exchange(scene_, scene));
        if (!same) current_ = -1;
        graphChanged(same);
        update();
      });
}

void DiffCfgPane::showEvent(QShowEvent* event) {
  GraphCanvas::showEvent(event);
  if (stale_) layOut();
}

void DiffCfgPane::setCurrent(uint32_t row) {
  if (!scene_ || scene_->boxes.empty()) return;
  const int box = scene_->boxOf(row);
  if (box == current_) return;
  current_ = box;
  if (box >= 0)
    reveal(scene_->rect(static_cast<size_t>(box), Side::Old) | scene_->rect(static_cast<size_t>(box), Side::New));
  spoken_->changed();
  update();
}

void DiffCfgPane::paintGraph(QPainter* painter, const QRectF& visible, double zoom) const {
  DiffCfgPainter all(painter, *scene_, current_);
  all.paint(visible, zoom);
  all.title(Side::Old, oldName_);
  all.title(Side::New, nowName_);
}

void DiffCfgPane::paintMiniature(QPainter* painter) const {
  DiffCfgPainter(painter, *scene_, current_).paintMiniature();
}

int DiffCfgPane::boxUnder(QPointF point) const {
  if (!scene_) return -1;
  for (size_t i = 0; i < scene_->boxes.size(); ++i)
    for (const Side side : {Side::Old, Side::New})
      if (scene_->rect(i, side).contains(point)) return static_cast<int>(i);
  return -1;
}

void DiffCfgPane::click(QPointF point) {
  const int box = boxUnder(point);
  if (box < 0) return;
  current_ = box;
  spoken_->changed();
  update();
  const DiffCfgBox& at = scene_->boxes[static_cast<size_t>(box)];
  const double y = point.y() - scene_->rect(static_cast<size_t>(box), Side::Old).top() - scene_->headerHeight;
  const auto line = static_cast<size_t>(std::max(0.0, y / scene_->lineHeight));
  if (!at.lines.empty()) emit chosen(at.lines[std::min(line, at.lines.size() - 1)].row);
}

bool DiffCfgPane::doubleClick(QPointF point) {
  const int box = boxUnder(point);
  if (box < 0) return false;
  const DiffCfgBox& at = scene_->boxes[static_cast<size_t>(box)];
  if (!at.lines.empty()) emit followed(at.lines.front().row);
  return true;
}

QString DiffCfgPane::spokenBox() const {
  if (!scene_ || current_ < 0 || static_cast<size_t>(current_) >= scene_->boxes.size()) return {};
  const DiffCfgBox& box = scene_->boxes[static_cast<size_t>(current_)];
  QStringList parts{stateText(box.state)};
  for (const Side side : {Side::Old, Side::New})
    if (scene_->has(box, side)) {
      const Cfg& cfg = side == Side::Old ? scene_->oldCfg : scene_->nowCfg;
      const BasicBlock& block = cfg.blocks[(side == Side::Old ? box.old : box.now).at()];
      const QString text = side == Side::Old ? tr("old block at pc %1") : tr("new block at pc %1");
      parts << text.arg(block.begin.value);
    }
  return parts.join(QStringLiteral(", "));
}

/// In the order from top to bottom, then from left to right.
void DiffCfgPane::stepBox(int step) {
  std::vector<int> order;
  for (size_t i = 0; i < scene_->boxes.size(); ++i) order.push_back(static_cast<int>(i));
  std::ranges::sort(order, {}, [this](int box) {
    const layout::Rect& r = scene_->drawing.boxes[static_cast<size_t>(box)];
    return std::pair(r.y, r.x);
  });
  const auto here = std::ranges::find(order, current_) - order.begin();
  const auto count = static_cast<std::ptrdiff_t>(order.size());
  const auto to = here == count ? 0 : std::clamp<std::ptrdiff_t>(here + step, 0, count - 1);
  current_ = order[static_cast<size_t>(to)];
  const auto box = static_cast<size_t>(current_);
  reveal(scene_->rect(box, Side::Old) | scene_->rect(box, Side::New));
  spoken_->changed();
  update();
  if (!scene_->boxes[box].lines.empty()) emit chosen(scene_->boxes[box].lines.front().row);
}

void DiffCfgPane::keyPressEvent(QKeyEvent* event) {
  const bool modified = (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != Qt::NoModifier;
  if (modified || graphBounds().isEmpty()) return GraphCanvas::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Down: return stepBox(1);
    case Qt::Key_Up: return stepBox(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (current_ >= 0 && !scene_->boxes[static_cast<size_t>(current_)].lines.empty())
        emit followed(scene_->boxes[static_cast<size_t>(current_)].lines.front().row);
      return;
    default: GraphCanvas::keyPressEvent(event);
  }
}

}  // namespace relaxscope
