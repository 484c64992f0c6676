// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/content.h"

#include <algorithm>
#include <climits>

#include "views/profile/event_facts.h"
#include "views/profile/work_facts.h"
#include "views/widgets/figures.h"

namespace relaxscope {

QString TimelineContent::rangeLabel(const AxisRange& range) const {
  const RangeTotals totals = scene_->tracks().totals(range.first, range.second);
  if (totals.deviceBusy && totals.ticks > 0) {
    const QString busy = QString::number(100 * *totals.deviceBusy / totals.ticks, 'f', 0);
    const QString time = durationLabel(scene_->source->toNs(totals.ticks));
    return scene_->tracks().trace()->device.emulated() ? tr("%1 · emulated GPU busy %2 %").arg(time, busy)
                                                       : tr("%1 · GPU busy %2 %").arg(time, busy);
  }
  const double share = scene_->scopeTicks() > 0 ? totals.ticks / scene_->scopeTicks() : 0;
  return tr("%1 · %2 · %3 %")
      .arg(durationLabel(scene_->source->toNs(totals.ticks)),
           tr("%Ln calls", nullptr, static_cast<int>(std::min<uint64_t>(totals.calls, INT_MAX))),
           QString::number(share * 100, 'f',
                           share < 0.0995   ? 1
                           : share < 0.9995 ? 1
                                            : 0));
}

RulerMarks TimelineContent::marks(double pixels, double minPixels) const {
  const double ns = scene_->source->nsPerTick(), origin = scene_->origin;
  const double begin = (scene_->window.begin - origin) * ns, end = (scene_->window.end - origin) * ns;
  const TimeRuler ruler = chooseRuler(begin, end, pixels, minPixels);
  RulerMarks marks{.ticks = {}, .step = ruler.stepNs / ns, .subTicks = ruler.subTicks, .base = ruler.baseLabel};
  for (const double tick : ruler.ticks(begin, end)) marks.ticks.push_back({tick / ns + origin, ruler.label(tick)});
  return marks;
}

QString TimelineContent::tooltipAt(QPoint pos, const QRect& area) const {
  const SlicePlace place = sliceOf(*scene_, pos, area);
  if (!place.valid()) return {};
  const WorkIndex work = scene_->tracks().workOf(place);
  return work.valid() ? workTooltip(*scene_->source, work) : sliceTooltip(*scene_->source, place);
}

SlicePlace sliceOf(const TimelineScene& scene, QPoint pos, const QRect& area) {
  if (!area.contains(pos)) return {};
  const int band = scene.layout.bandAt(pos.y() - area.top() + scene.scrollY, 1);
  if (band < 0) return {};
  const uint32_t row = scene.layout.bands[static_cast<size_t>(band)].row;
  const TimeScale map(scene.window, area.left(), area.width());
  const uint32_t slice = scene.tracks().rows()[row]->slices.hit(map.ticks(pos.x() + 0.5), 1.5 * map.ticksPerPixel);
  return slice == kNoSlice ? SlicePlace{} : SlicePlace{row, slice};
}

}  // namespace relaxscope
