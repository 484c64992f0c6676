// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/content.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/memory/bars.h"
#include "views/memory/curve.h"
#include "views/memory/density.h"
#include "views/memory/legend.h"
#include "views/memory/register_bars.h"
#include "views/memory/texts.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "views/widgets/figures.h"

namespace relaxscope {
namespace {

int pixel(const AxisScale& scale, double at, const QRect& area) {
  return static_cast<int>(std::lround(std::clamp<double>(scale.x(at), area.left() - 20.0, area.right() + 20.0)));
}

const ChartCall* callAt(const MemoryScene& scene, double at) {
  const std::vector<ChartCall>& calls = scene.picture->chart.calls;
  const auto next =
      std::ranges::upper_bound(calls, InstrIndex(static_cast<int64_t>(std::floor(at))), {}, &ChartCall::pc);
  return next == calls.begin() ? nullptr : &*(next - 1);
}

}  // namespace

QString MemoryContent::rangeLabel(const AxisRange& range) const {
  const auto first = static_cast<int64_t>(std::floor(range.first)),
             last = static_cast<int64_t>(std::ceil(range.second));
  return tr("pc %1–%2 · %Ln instructions", nullptr,
            pluralNumber(static_cast<uint64_t>(std::max<int64_t>(0, last - first))))
      .arg(countText(scene_->shownPc(first)), countText(scene_->shownPc(std::max(first, last - 1))));
}

RulerMarks MemoryContent::marks(double pixels, double minPixels) const {
  const double origin = scene_->picture ? static_cast<double>(scene_->picture->chart.begin) : 0;
  return countMarks(scene_->window.begin, scene_->window.end, origin, pixels, minPixels * 0.75, "pc");
}

void MemoryContent::paint(QPainter* painter, const QRect& area) {
  if (!scene_->picture) return;
  const Theme* theme = Theme::instance();
  const MemoryLayout layout = layoutMemory(*scene_, area);
  painter->fillRect(layout.legend, theme->color(Token::Panel));
  paintCalls(painter, layout.calls);
  painter->save();
  painter->setClipRect(layout.rows, Qt::IntersectClip);
  if (scene_->showsRegisters) paintRegisterBars(painter, *scene_, layout);
  else paintStorageBars(painter, *scene_, layout);
  painter->restore();
  if (scene_->showsRegisters && layout.curve.height() > 0) paintPressure(painter, *scene_, layout.curve);
  else if (layout.curve.height() > 0) paintLiveBytes(painter, *scene_, layout.curve);
  painter->setPen(theme->color(Token::Border));
  for (const QRect& part : {layout.marks, layout.calls, layout.rows, layout.curve})
    painter->drawLine(part.bottomLeft(), part.bottomRight());
  if (!scene_->showsRegisters) paintPeak(painter, area, layout);
  paintSelection(painter, area);
  if (layout.legend.height() > 0) paintMemoryLegend(painter, *scene_, layout.legend);
}

/// The veil over all rows while the peak lasts, and its label.
void MemoryContent::paintPeak(QPainter* painter, const QRect& area, const MemoryLayout& layout) const {
  const MemoryPicture& picture = *scene_->picture;
  if (!picture.plan.peakPc.valid() || picture.plan.storagesPeak == 0) return;
  const AxisScale scale(scene_->window, area.left(), area.width());
  const int a = pixel(scale, static_cast<double>(picture.plan.peakPc.value), area);
  const int b = pixel(scale, static_cast<double>(std::max(picture.peakEnd, picture.plan.peakPc.value + 1)), area);
  if (b < area.left() || a > area.right()) return;
  const Theme* theme = Theme::instance();
  QColor veil = theme->color(Token::Accent);
  veil.setAlphaF(theme->mode() == Theme::Mode::Dark ? 0.16f : 0.11f);
  const QRect band(QPoint(a, layout.marks.top()), QPoint(std::max(a + 1, b), layout.curve.bottom()));
  painter->fillRect(band & area, veil);
  painter->setPen(QPen(theme->color(Token::Accent), 1));
  painter->drawLine(band.topLeft(), band.bottomLeft());
  painter->drawLine(band.topRight(), band.bottomRight());
  paintPeakLabel(painter, layout);
}

void MemoryContent::paintPeakLabel(QPainter* painter, const MemoryLayout& layout) const {
  const Theme* theme = Theme::instance();
  const MemoryPicture& picture = *scene_->picture;
  const int64_t first = picture.plan.peakPc.value, last = std::max(first, picture.peakEnd);
  const QString pcs = tr("pc %1–%2").arg(countText(scene_->shownPc(first)), countText(scene_->shownPc(last)));
  QStringList forms;
  for (const QString& bytes : bytesForms(picture.plan.storagesPeak)) forms << tr("peak %1 · %2").arg(bytes, pcs);
  forms << bytesForms(picture.plan.storagesPeak).last();
  painter->setFont(theme->ui(11, 600));
  const QRect row = layout.marks;
  const QString text = fittingForm(painter->fontMetrics(), forms, row.width() - theme->px(40));
  const int width = painter->fontMetrics().horizontalAdvance(text) + theme->px(32);
  if (width > row.width()) return;
  const AxisScale scale(scene_->window, row.left(), row.width());
  const double centre = (scale.x(static_cast<double>(first)) + scale.x(static_cast<double>(last))) / 2;
  const int x = static_cast<int>(std::clamp<double>(centre - width / 2.0, row.left() + 2.0, row.right() - 1.0 - width));
  const QRect box(x, row.top() + theme->px(4), width, row.height() - theme->px(8));
  painter->setRenderHint(QPainter::Antialiasing, true);
  painter->setPen(Qt::NoPen);
  painter->setBrush(theme->color(Token::Accent));
  painter->drawRoundedRect(box, 4, 4);
  painter->setRenderHint(QPainter::Antialiasing, false);
  const int icon = theme->px(14);
  theme->icon(QStringLiteral("peak"), Token::TextOnAccent)
      .paint(painter, QRect(box.left() + theme->px(6), box.center().y() - icon / 2, icon, icon));
  painter->setPen(theme->color(Token::TextOnAccent));
  drawFigure(painter, box.adjusted(theme->px(24), 0, -theme->px(4), 0), Qt::AlignVCenter | Qt::AlignLeft, text);
}

/// A square per call with its name after it, as far as there is room before the next one; where calls are closer than
/// their squares, the part of the instructions that are calls.
void MemoryContent::paintCalls(QPainter* painter, const QRect& row) const {
  const Theme* theme = Theme::instance();
  const AxisScale scale(scene_->window, row.left(), row.width());
  const auto from = [this](double at) {
    return std::ranges::lower_bound(scene_->picture->chart.calls, at, {},
                                    [](const ChartCall& c) { return static_cast<double>(c.pc.value); });
  };
  const auto begin = from(scene_->window.begin - 1), end = from(scene_->window.end);
  if (const auto count = end - begin; count > row.width() / 2) {
    DensityStrip strip(row.left(), row.width());
    for (int x = row.left(); x <= row.right(); ++x)
      strip.add(x, x + static_cast<double>(from(scale.at(x + 1)) - from(scale.at(x))) / scale.perPixel);
    const QRect inside = row.adjusted(0, theme->px(6), 0, -theme->px(6));
    strip.paint(painter, inside, theme->call(CallKind::Kernel).edge);
    paintPlate(painter, tr("%Ln calls", nullptr, pluralNumber(static_cast<uint64_t>(count))), inside);
    return;
  }
  painter->setFont(theme->mono(11, 600));
  const QFontMetrics metrics = painter->fontMetrics();
  const int width = std::clamp(static_cast<int>(1 / scale.perPixel), 2, theme->px(18));
  for (auto call = begin; call != end; ++call) {
    const int x = static_cast<int>(std::lround(scale.x(static_cast<double>(call->pc.value))));
    const QRect box(x, row.top() + theme->px(6), width, row.height() - theme->px(12));
    const CallColors colors = theme->call(call->kind);
    painter->fillRect(box, colors.fill);
    painter->setPen(call->pc == scene_->pc ? QPen(theme->color(Token::Text), 2) : QPen(colors.edge, 1));
    if (width > 3) painter->drawRect(box.adjusted(0, 0, -1, -1));
    const int next =
        call + 1 == scene_->picture->chart.calls.end()
            ? row.right()
            : static_cast<int>(std::min<double>(scale.x(static_cast<double>((call + 1)->pc.value)), row.right()));
    const QRect room(box.right() + 1 + theme->px(5), row.top(), next - box.right() - 1 - theme->px(9), row.height());
    if (room.width() < theme->px(28)) continue;
    painter->setPen(theme->color(Token::RoleFunction));
    painter->drawText(room, Qt::AlignVCenter | Qt::TextSingleLine,
                      elided(metrics, scene_->document->shownName(call->callee), Qt::ElideRight, room.width()));
  }
}

void MemoryContent::paintSelection(QPainter* painter, const QRect& area) const {
  if (!scene_->pc.valid()) return;
  const AxisScale scale(scene_->window, area.left(), area.width());
  const int x = static_cast<int>(std::lround(scale.x(static_cast<double>(scene_->pc.value))));
  if (x < area.left() || x > area.right()) return;
  painter->setPen(QPen(Theme::instance()->color(Token::Text), 1, Qt::DotLine));
  painter->drawLine(x, area.top(), x, layoutMemory(*scene_, area).curve.bottom());
}

QString MemoryContent::tooltipAt(QPoint pos, const QRect& area) const {
  if (!scene_->picture || !area.contains(pos)) return {};
  const MemoryHit hit = memoryHit(*scene_, pos, area);
  if (!hit.isSelectable() && hit.reg < 0) return {};
  return memoryReadout(*scene_, hit).mid(0, 6).join(QLatin1Char('\n'));
}

MemoryHit memoryHit(const MemoryScene& scene, QPoint pos, const QRect& area) {
  MemoryHit hit;
  if (!scene.picture || !area.contains(pos)) return hit;
  const MemoryLayout layout = layoutMemory(scene, area);
  const AxisScale scale(scene.window, area.left(), area.width());
  const double at = scale.at(pos.x() + 0.5);
  hit.pc = InstrIndex(std::clamp(static_cast<int64_t>(std::floor(at)), scene.picture->chart.begin,
                                 std::max(scene.picture->chart.begin, scene.picture->chart.end - 1)));
  if (layout.calls.contains(pos)) {
    const ChartCall* const call = callAt(scene, at + 4 * scale.perPixel);
    const double wide = std::max(1.0, 20 * scale.perPixel);
    if (call != nullptr && at < static_cast<double>(call->pc.value) + wide) hit.call = call->pc;
  }
  if (!layout.rows.contains(pos)) return hit;
  const int row = (pos.y() - layout.rows.top() + scene.scrollY) / layout.rowHeight;
  if (row < 0 || row >= scene.rows()) return hit;
  if (scene.showsRegisters) {
    hit.reg = row;
    return hit;
  }
  const ChartStorage& storage = scene.picture->chart.storages[static_cast<size_t>(row)];
  const double slack = 2 * scale.perPixel;
  if (at < static_cast<double>(storage.begin) - slack || at > static_cast<double>(storage.end) + slack) return hit;
  hit.item.storage = row;
  for (size_t i = 0; i < storage.tensors.size(); ++i)
    if (at >= static_cast<double>(storage.tensors[i].begin) && at < static_cast<double>(storage.tensors[i].end))
      hit.item.tensor = static_cast<int>(i);
  return hit;
}

QStringList memoryReadout(const MemoryScene& scene, const MemoryHit& hit) {
  QStringList parts;
  if (!scene.picture) return parts;
  if (hit.call.valid()) {
    const auto call = std::ranges::lower_bound(scene.picture->chart.calls, hit.call, {}, &ChartCall::pc);
    if (call != scene.picture->chart.calls.end())
      parts << scene.document->shownName(call->callee)
            << MemoryContent::tr("pc %1").arg(countText(scene.shownPc(hit.call.value)));
    return parts;
  }
  if (hit.item.valid()) return itemReadout(scene, hit.item);
  if (hit.reg >= 0 && scene.registers) return registerReadout(scene, hit.reg, hit.pc);
  if (!hit.pc.valid()) return parts;
  parts << MemoryContent::tr("pc %1").arg(countText(scene.shownPc(hit.pc.value)));
  parts << MemoryContent::tr("live %1").arg(bytesExactly(liveAt(scene.picture->plan, hit.pc)));
  return parts;
}

}  // namespace relaxscope
