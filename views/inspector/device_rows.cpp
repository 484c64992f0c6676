// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/device_rows.h"

#include <algorithm>

#include "views/widgets/figures.h"
#include "views/widgets/table_source.h"

namespace relaxscope {

QList<std::pair<QString, bool>> DeviceRows::chips(const WorkFacts& work) {
  QList<std::pair<QString, bool>> signs{{work.kind, true}};
  if (work.emulated) signs.append({tr("emulated, no measure"), false});
  if (const QString run = runNumberText(work.runNumber); !run.isEmpty()) signs.append({run, false});
  return signs;
}

QList<FactSheet::Fact> DeviceRows::places(const WorkFacts& work, const EventFacts& call) {
  QList<FactSheet::Fact> rows{{tr("Track"), work.track, {}, {}}};
  if (call.valid) {
    Place place;
    place.function = call.function;
    place.pc = call.pc;
    place.event = call.event;
    rows.append({tr("Launched by"), call.callee, place, ViewId::Timeline, true});
    if (call.pc.valid())
      rows.append(
          {tr("Instruction"), tr("pc %1 of %2").arg(call.pc.value).arg(call.functionName), place, ViewId::Listing});
  }
  const QString start = durationLabel(work.startNs);
  rows.append(
      {tr("Start"),
       work.run >= 0 ? tr("%1 after the run's start").arg(start) : tr("%1 after the recording's start").arg(start),
       {},
       {}});
  return rows;
}

QList<FactSheet::Fact> DeviceRows::launch(const WorkFacts& work) {
  QList<FactSheet::Fact> rows;
  for (const auto& [name, value] : workRows(work)) rows.append({name, value, {}, {}});
  return rows;
}

void DeviceRows::times(FactSheet& sheet, const WorkFacts& work) {
  const bool ofCall = work.callNs.has_value();
  const double from = ofCall ? std::max(0.0, work.startInCallNs) : work.launchToStartNs.value_or(0);
  QList<FactSheet::Bar> bars;
  if (ofCall) bars.append({tr("Host, launch"), *work.callNs, 0, false});
  if (work.launchToStartNs)
    bars.append({tr("Launch to start"), *work.launchToStartNs, std::max(0.0, from - *work.launchToStartNs), false});
  const bool kernel = isKernel(work.work.workKind());
  bars.append({kernel ? tr("Device, kernel") : tr("Duration"), work.durationNs, from, true});
  sheet.times(bars, std::max(from + work.durationNs, work.callNs.value_or(0)));
  QList<FactSheet::Fact> rows;
  const double longer =
      100.0 * static_cast<double>(work.shorter) / static_cast<double>(std::max<uint64_t>(1, work.peers));
  if (work.peers > 1 && !work.emulated) {
    rows.append({tr("Mean of its name"), durationLabel(work.meanNs), {}, {}});
    rows.append({tr("Among its peers"),
                 tr("longer than %1 % of %2").arg(longer, 0, 'f', 0).arg(countText(static_cast<int64_t>(work.peers))),
                 {},
                 {}});
  }
  if (!rows.isEmpty()) sheet.facts(rows);
}

FactSheet::Fact DeviceRows::ofCall(const WorkFacts& work, const Place& place) {
  const QString time = durationLabel(work.durationNs);
  return {tr("On the device"),
          work.emulated ? tr("%1, emulated, no measure").arg(time) : tr("%1, %2").arg(time, work.track), place,
          ViewId::Timeline};
}

}  // namespace relaxscope
