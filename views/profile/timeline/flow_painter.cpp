// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/flow_painter.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

#include "views/theme/theme.h"

namespace relaxscope {
namespace {

constexpr double kLeastPixels = 3;  // of work with a flow

/// The call and the work of a flow, if both are laid out.
std::optional<LaunchFlow> flowOf(const TimelineScene& scene, const QRect& area, SlicePlace place) {
  const Tracks& tracks = scene.tracks();
  const auto work = tracks.trace()->findWork(tracks.workOf(place));
  if (!work || work->call == kNoEvent) return {};
  const SlicePlace call = tracks.placeOf(work->call);
  const int above = call.valid() ? scene.layout.bandOfRow(call.row) : -1, below = scene.layout.bandOfRow(place.row);
  if (above < 0 || below < 0) return {};
  const RowBand &upper = scene.layout.bands[static_cast<size_t>(above)],
                &lower = scene.layout.bands[static_cast<size_t>(below)];
  const TimeScale scale(scene.window, area.left(), area.width());
  const EventRow& calls = tracks.rows()[call.row]->slices;
  const int64_t from = work->queued != kNoTick
                           ? std::clamp(work->queued, calls.start(call.slice), calls.end(call.slice))
                           : calls.start(call.slice);
  const double top = area.top() - scene.scrollY;
  LaunchFlow flow;
  flow.from = {scale.x(static_cast<double>(from)), top + upper.y + upper.height};
  flow.to = {scale.x(static_cast<double>(work->start)) + 1, top + lower.y};
  flow.work = place;
  flow.selected = place == scene.selected || call == scene.selected;
  return flow;
}

void paintFlow(QPainter* painter, const LaunchFlow& flow) {
  const Theme* theme = Theme::instance();
  const QColor ink = theme->color(flow.selected ? Token::Accent : Token::TextSecond);
  painter->setPen(QPen(ink, flow.selected ? 2.0 : 1.2));
  painter->setBrush(Qt::NoBrush);
  const double arrow = theme->px(5), middle = (flow.from.y() + flow.to.y()) / 2;
  const QPointF tip = flow.to, neck(tip.x(), tip.y() - arrow);
  QPainterPath path(flow.from);
  path.cubicTo(QPointF(flow.from.x(), middle), QPointF(tip.x(), middle), neck);
  painter->drawPath(path);
  painter->setPen(Qt::NoPen);
  painter->setBrush(ink);
  painter->drawEllipse(flow.from, flow.selected ? 3 : 2, flow.selected ? 3 : 2);
  painter->drawPolygon(QPolygonF{tip, neck + QPointF(-arrow / 2, 0), neck + QPointF(arrow / 2, 0)});
}

}  // namespace

std::vector<LaunchFlow> flowsOf(const TimelineScene& scene, const QRect& area) {
  std::vector<LaunchFlow> flows;
  if (!scene.flows || !scene.tracks().hasWork()) return flows;
  const double least = scene.window.span() / std::max(1, area.width()) * kLeastPixels;
  std::vector<uint32_t> wide;
  bool many = false;
  for (const RowBand& band : scene.layout.bands) {
    const TrackRow& row = *scene.tracks().rows()[band.row];
    if (!row.isWork() || row.load) continue;
    row.slices.wideSlices(scene.window.begin, scene.window.end, least, wide);
    for (const uint32_t slice : wide) {
      if (flows.size() >= kMaxFlows) {
        many = true;
        break;
      }
      if (const auto flow = flowOf(scene, area, {band.row, slice})) flows.push_back(*flow);
    }
  }
  if (many) std::erase_if(flows, [](const LaunchFlow& flow) { return !flow.selected; });
  std::ranges::stable_partition(flows, [](const LaunchFlow& flow) { return !flow.selected; });
  return flows;
}

void paintFlows(QPainter* painter, const QRect& area, const TimelineScene& scene) {
  const std::vector<LaunchFlow> flows = flowsOf(scene, area);
  if (flows.empty()) return;
  painter->save();
  painter->setClipRect(area, Qt::IntersectClip);
  painter->setRenderHint(QPainter::Antialiasing, true);
  for (const LaunchFlow& flow : flows) paintFlow(painter, flow);
  painter->restore();
}

}  // namespace relaxscope
