// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/plan_painter.h"

#include <QPainter>

#include <algorithm>

#include "views/diff/change_texts.h"
#include "views/memory/step_line.h"
#include "views/memory/texts.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

// Logical pixels.
constexpr int kNames = 148, kHead = 28, kRow = 24, kCurve = 56, kGap = 8;

size_t rowsOf(const std::optional<DiffPlan>& plan) {
  return plan ? std::min(plan->picture.plan.storages.size(), kMostPlanRows) : 0;
}

}  // namespace

DiffPlanLayout layOutPlans(const DiffPlans& plans, int width, int scrolled) {
  DiffPlanLayout out;
  out.names = theme().px(kNames);
  const int left = out.names, plot = std::max(theme().px(80), width - left - theme().px(12));
  int y = -scrolled;
  for (const Side side : {Side::Old, Side::New}) {
    DiffPlanPart& part = out.parts[static_cast<size_t>(side)];
    part.rowHeight = theme().px(kRow);
    const size_t rows = rowsOf(plans.of(side));
    part.head = QRect(left, y, plot, theme().px(kHead));
    part.rows = QRect(left, part.head.bottom() + 1, plot, static_cast<int>(rows) * part.rowHeight);
    part.curve = QRect(left, part.rows.bottom() + 1, plot, rows > 0 ? theme().px(kCurve) : 0);
    y = part.curve.bottom() + 1 + theme().px(kGap);
  }
  out.height = y + scrolled;
  return out;
}

DiffPlanPainter::DiffPlanPainter(QPainter* painter, const DiffPlans& plans, const DiffPlanLayout& layout,
                                 const QRect& visible)
    : painter_(painter), plans_(plans), layout_(layout), visible_(visible) {}

/// Instructions count from the start of the function on both sides.
double DiffPlanPainter::x(const DiffPlan& plan, int64_t pc, const QRect& area) const {
  const double share = static_cast<double>(pc - plan.picture.chart.begin) / static_cast<double>(plans_.instructions);
  return area.left() + std::clamp(share, 0.0, 1.0) * area.width();
}

void DiffPlanPainter::paint(Side side, const QString& file) {
  head(side, file);
  const std::optional<DiffPlan>& plan = plans_.of(side);
  if (!plan) return;
  const DiffPlanPart& part = layout_.of(side);
  for (size_t i = 0; i < rowsOf(plan); ++i) {
    const QRect cell = part.row(i);
    if (cell.bottom() < visible_.top()) continue;
    if (cell.top() > visible_.bottom()) break;
    painter_->fillRect(QRect(0, cell.bottom(), cell.right() + 1, 1), theme().color(Token::Grid));
    name(*plan, i, cell);
    storage(*plan, i, cell);
  }
  if (part.curve.height() > 0) curve(*plan, part);
  peak(*plan, part);
}

QString DiffPlanPainter::figures(const DiffPlan& plan) {
  const MemoryPlan& of = plan.picture.plan;
  if (of.storages.empty()) return tr("no storage is allocated");
  const QString storages =
      tr("%n storage(s)", nullptr, static_cast<int>(std::min<size_t>(of.storages.size(), 2'000'000'000)));
  const int64_t pc = of.peakPc.valid() ? of.peakPc.value - plan.picture.chart.begin : 0;
  return tr("peak %1 at pc %2").arg(bytesExactly(of.storagesPeak), countText(pc)) + QStringLiteral(" \u00B7 ") +
         storages + QStringLiteral(", ") + bytesExactly(plan.bytes());
}

void DiffPlanPainter::head(Side side, const QString& file) {
  const QRect row = layout_.of(side).head;
  const QRect all(0, row.top(), row.right() + theme().px(13), row.height());
  painter_->fillRect(all, theme().color(Token::Subtle));
  int x = theme().px(12);
  const auto put = [&](const QString& text, const QFont& font, Token ink) {
    painter_->setFont(font);
    painter_->setPen(theme().color(ink));
    const int room = std::max(0, all.right() - theme().px(12) - x);
    const QString shown = fittingClauses(QFontMetricsF(font), text, room);
    if (fits(painter_->fontMetrics(), shown, room))
      drawFigure(painter_, QRect(x, all.top(), room, all.height()), kAlignLeft, shown);
    x += painter_->fontMetrics().horizontalAdvance(shown) + theme().px(8);
  };
  put(side == Side::Old ? tr("old") : tr("new"), theme().ui(11), Token::TextSecond);
  put(file, theme().ui(11, 600), Token::Text);
  const std::optional<DiffPlan>& plan = plans_.of(side);
  put(plan ? figures(*plan) : tr("no bytecode on this side"), theme().ui(11), Token::TextSecond);
}

void DiffPlanPainter::name(const DiffPlan& plan, size_t at, const QRect& cell) {
  const QRect room(theme().px(12), cell.top(), layout_.names - theme().px(20), cell.height());
  const ChangeLook look = lookOf(plan.states[at]);
  painter_->setFont(theme().mono(11, 700));
  painter_->setPen(theme().color(look.ink));
  painter_->drawText(room, kAlignLeft, look.sign);
  painter_->setFont(theme().mono(11, 600));
  painter_->setPen(theme().color(Token::RoleRegister));
  const int64_t reg = plan.picture.chart.storages[at].reg;
  const QString text = reg < 0 ? QStringLiteral("?") : QStringLiteral("%") + QString::number(reg);
  painter_->drawText(room.adjusted(theme().px(18), 0, 0, 0), kAlignLeft, text);
  const int taken = theme().px(26) + painter_->fontMetrics().horizontalAdvance(text);
  painter_->setFont(theme().mono(11));
  painter_->setPen(theme().color(Token::Text));
  const auto& bytes = plan.picture.plan.storages[at].bytes;
  const QStringList forms =
      bytes ? bytesForms(static_cast<uint64_t>(std::max<int64_t>(0, *bytes))) : QStringList{QStringLiteral("?")};
  drawFigure(painter_, room.adjusted(taken, 0, 0, 0), kAlignRight,
             fittingForm(QFontMetricsF(painter_->font()), forms, room.width() - taken));
}

/// Removed ones are hatched as well as blue.
void DiffPlanPainter::storage(const DiffPlan& plan, size_t at, const QRect& cell) {
  const ChartStorage& storage = plan.picture.chart.storages[at];
  const double left = x(plan, storage.begin, cell), right = std::max(left + 2, x(plan, storage.end, cell));
  const QRectF box(left, cell.top() + theme().px(3), right - left, cell.height() - theme().px(7));
  const RowState state = plan.states[at];
  const ChangeLook look = lookOf(state);
  painter_->save();
  painter_->setClipRect(cell, Qt::IntersectClip);
  painter_->setRenderHint(QPainter::Antialiasing);
  painter_->setPen(QPen(theme().color(state == RowState::Same ? Token::BorderStrong : look.ink), 1));
  painter_->setBrush(theme().color(state == RowState::Same ? Token::Subtle : look.back));
  painter_->drawRoundedRect(box, 3, 3);
  if (state == RowState::Removed && box.width() > 4) {
    QColor hatch = theme().color(look.ink);
    hatch.setAlphaF(0.45f);
    paintHatch(painter_, box.adjusted(1, 1, -1, -1), hatch);
  }
  tensors(plan, at, box);
  painter_->restore();
}

/// Their types, as far as there is room; a line where the next one begins.
void DiffPlanPainter::tensors(const DiffPlan& plan, size_t at, const QRectF& box) {
  const ChartStorage& drawn = plan.picture.chart.storages[at];
  const PlannedStorage& planned = plan.picture.plan.storages[at];
  const ChangeLook look = lookOf(plan.states[at]);
  painter_->setFont(theme().mono(11));
  const QFontMetricsF metrics(painter_->font());
  double drawnTo = -1;
  for (size_t i = 0; i < drawn.tensors.size() && i < planned.tensors.size(); ++i) {
    const double left = std::max(box.left(), x(plan, drawn.tensors[i].begin, layout_.of(Side::Old).rows));
    const double right = std::max(left, x(plan, drawn.tensors[i].end, layout_.of(Side::Old).rows));
    if (right < drawnTo + 1) continue;  // a pixel once
    drawnTo = right;
    if (i > 0) {
      painter_->setPen(QPen(theme().color(look.ink), 1));
      painter_->drawLine(QPointF(left, box.top()), QPointF(left, box.bottom()));
    }
    const QString type = QString::fromStdString(printable(planned.tensors[i].type));
    const QRectF room(left + theme().px(5), box.top(), right - left - theme().px(8), box.height());
    if (type.isEmpty() || !fits(metrics, type, room.width())) continue;
    if (plan.states[at] == RowState::Removed)
      painter_->fillRect(
          QRectF(room.left() - 2, room.top() + 2, metrics.horizontalAdvance(type) + 4, room.height() - 4),
          theme().color(look.back));
    painter_->setPen(theme().color(plan.states[at] == RowState::Same ? Token::TextSecond : look.ink));
    drawFigure(painter_, room, kAlignLeft, type);
  }
}

void DiffPlanPainter::curve(const DiffPlan& plan, const DiffPlanPart& part) {
  AxisWindow window;
  window.begin = window.limitBegin = static_cast<double>(plan.picture.chart.begin);
  window.end = window.limitEnd = window.begin + static_cast<double>(plans_.instructions);
  const StepFrame frame(window, part.curve, static_cast<double>(std::max<uint64_t>(plans_.peak, 1)));
  paintStepScale(painter_, frame, bytesExactly(plans_.peak), QStringLiteral("0"));
  paintStepLine(painter_, frame, plan.picture.live, StepStyle::Filled);
  painter_->setFont(theme().ui(11));
  painter_->setPen(theme().color(Token::TextSecond));
  const QRect room(theme().px(12), part.curve.top(), layout_.names - theme().px(20), part.curve.height());
  painter_->drawText(room, kAlignLeft, elided(painter_->fontMetrics(), tr("live bytes"), Qt::ElideRight, room.width()));
}

/// A line through all rows where the peak is reached first.
void DiffPlanPainter::peak(const DiffPlan& plan, const DiffPlanPart& part) {
  if (!plan.picture.plan.peakPc.valid() || plan.picture.plan.storagesPeak == 0) return;
  const double at = x(plan, plan.picture.plan.peakPc.value, part.rows);
  painter_->save();
  painter_->setPen(QPen(theme().color(Token::Accent), 1.5, Qt::DashLine));
  painter_->drawLine(QPointF(at, part.rows.top()), QPointF(at, part.curve.bottom()));
  painter_->setFont(theme().ui(11, 600));
  const QString text = tr("peak %1").arg(bytesExactly(plan.picture.plan.storagesPeak));
  const double width = painter_->fontMetrics().horizontalAdvance(text) + theme().px(8);
  const double left = at + width > part.curve.right() ? at - width - theme().px(2) : at + theme().px(2);
  const QRectF box(left, part.curve.bottom() - theme().px(18), width, theme().px(16));
  painter_->fillRect(box, theme().color(Token::Panel));
  painter_->setPen(theme().color(Token::Accent));
  drawFigure(painter_, box, Qt::AlignCenter, text);
  painter_->restore();
}

}  // namespace relaxscope
