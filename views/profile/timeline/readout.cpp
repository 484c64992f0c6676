// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/readout.h"

#include <QCoreApplication>

#include "views/profile/event_facts.h"
#include "views/widgets/figures.h"

namespace relaxscope {
namespace {

constexpr qsizetype kMaxSlots = 12;

struct ReadoutText {
  Q_DECLARE_TR_FUNCTIONS(TimelineReadout)
};

QString callText(const TimelineScene& scene, SlicePlace place) {
  const EventRow& row = scene.tracks().rows()[place.row]->slices;
  return QStringLiteral("%1 %2").arg(shortCallName(scene.tracks().nameOf(row, place.slice).text),
                                     durationLabel(scene.source->toNs(static_cast<double>(row.duration(place.slice)))));
}

}  // namespace

std::optional<int64_t> slotValueAt(const TimelineScene& scene, const StepSeries& series, double ticks) {
  const auto [from, to] = scene.scope();
  const size_t before = series.pointsUntil(from);
  const bool own = scene.run >= 0 && series.pointsUntil(to) > before;
  if (own && ticks < static_cast<double>(series.time(before))) return {};
  return series.valueAt(ticks);
}

QStringList timelineReadout(const TimelineScene& scene, double ticks, SlicePlace place) {
  QStringList parts;
  const Tracks& tracks = scene.tracks();
  if (tracks.trace() == nullptr) return parts;
  const double ns = scene.source->toNs(ticks - scene.origin);
  parts << ReadoutText::tr("at %1").arg(durationLabel(ns));
  if (const int run = scene.run < 0 ? scene.source->runAt(ticks) : -1; run >= 0)
    parts << runNumberText(runNumber(*tracks.trace(), run));
  if (place.valid()) parts << callText(scene, place);
  if (const auto live = tracks.liveBytes().valueAt(ticks)) parts << ReadoutText::tr("live %1").arg(bytesLabel(*live));
  qsizetype shown = 0;
  for (const auto& [key, series] : tracks.slotSeries()) {
    const auto value = slotValueAt(scene, series, ticks);
    if (!value) continue;
    if (++shown > kMaxSlots) break;
    parts << QStringLiteral("%1 = %2").arg(scene.source->slotName(key), countText(*value));
  }
  return parts;
}

}  // namespace relaxscope
