// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/plan_pane.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

#include "views/diff/change_texts.h"
#include "views/diff/plan_painter.h"
#include "views/memory/texts.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {

DiffPlanPane::DiffPlanPane(QWidget* parent) : QAbstractScrollArea(parent) {
  setObjectName(QStringLiteral("diff.plans"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Memory plans of the function, old and new"));
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(Theme::instance(), &Theme::changed, this, [this] {
    updateRange();
    viewport()->update();
  });
}

void DiffPlanPane::setPair(const DiffTablesInput& input, uint32_t pair, const QString& oldName,
                           const QString& nowName) {
  if (!input.diff) plans_.reset();
  input_ = input;
  pair_ = pair;
  oldName_ = oldName;
  nowName_ = nowName;
  stale_ = true;
  task_.cancel();
  if (isVisible()) compute();
}

void DiffPlanPane::compute() {
  stale_ = false;
  task_.start([input = input_, pair = pair_](const std::stop_token& stop) { return plansOf(input, pair, stop); },
              [this](std::optional<DiffPlans> plans) {
                plans_ = std::move(plans);
                updateRange();
                viewport()->update();
              });
}

void DiffPlanPane::showEvent(QShowEvent* event) {
  QAbstractScrollArea::showEvent(event);
  if (stale_) compute();
}

void DiffPlanPane::updateRange() {
  const int height = plans_ ? layOutPlans(*plans_, viewport()->width(), 0).height : 0;
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setSingleStep(Theme::instance()->px(24));
  verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
}

void DiffPlanPane::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  updateRange();
}

void DiffPlanPane::paintEvent(QPaintEvent* event) {
  QPainter painter(viewport());
  painter.fillRect(event->rect(), Theme::instance()->color(Token::Panel));
  if (!plans_) return;
  const DiffPlanLayout layout = layOutPlans(*plans_, viewport()->width(), verticalScrollBar()->value());
  DiffPlanPainter plans(&painter, *plans_, layout, event->rect());
  plans.paint(Side::Old, oldName_);
  plans.paint(Side::New, nowName_);
}

std::optional<DiffPlanPane::Hit> DiffPlanPane::hitAt(QPoint pos) const {
  if (!plans_) return std::nullopt;
  const DiffPlanLayout layout = layOutPlans(*plans_, viewport()->width(), verticalScrollBar()->value());
  for (const Side side : {Side::Old, Side::New}) {
    const DiffPlanPart& part = layout.of(side);
    if (pos.y() < part.rows.top() || pos.y() >= part.rows.top() + part.rows.height()) continue;
    return Hit{side, static_cast<size_t>((pos.y() - part.rows.top()) / part.rowHeight)};
  }
  return std::nullopt;
}

QStringList DiffPlanPane::readout(const Hit& hit) const {
  const DiffPlan& plan = *plans_->of(hit.side);
  const PlannedStorage& storage = plan.picture.plan.storages[hit.storage];
  const ChartStorage& drawn = plan.picture.chart.storages[hit.storage];
  const int64_t begin = plan.picture.chart.begin;
  QStringList out{stateText(plan.states[hit.storage])};
  const QString bytes =
      storage.bytes ? bytesExactly(static_cast<uint64_t>(std::max<int64_t>(0, *storage.bytes))) : QStringLiteral("?");
  out << bytes + QStringLiteral(" \u00B7 ") +
             tr("pc %1\u2013%2").arg(countText(drawn.begin - begin), countText(drawn.end - begin));
  constexpr size_t kMostTensors = 4;
  for (size_t i = 0; i < storage.tensors.size() && i < kMostTensors; ++i)
    if (!storage.tensors[i].type.empty()) out << QString::fromStdString(printable(storage.tensors[i].type));
  return out;
}

void DiffPlanPane::mousePressEvent(QMouseEvent* event) {
  const auto hit = hitAt(event->pos());
  if (!hit || stale_ || task_.isPending() || event->button() != Qt::LeftButton) return event->ignore();
  emit chosen(plans_->of(hit->side)->rows[hit->storage]);
}

bool DiffPlanPane::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (const auto hit = hitAt(help->pos()))
    QToolTip::showText(help->globalPos(), readout(*hit).join(QLatin1Char('\n')), viewport());
  else QToolTip::hideText();
  return true;
}

}  // namespace relaxscope
