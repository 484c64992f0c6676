// SPDX-License-Identifier: GPL-3.0-or-later
// What a scene shows at one time, in words and figures.
#pragma once

#include <QStringList>

#include "views/profile/timeline/scene.h"

namespace relaxscope {

/// The value that a slot's line has at `ticks`; none before the shown run sets it.
std::optional<int64_t> slotValueAt(const TimelineScene& scene, const StepSeries& series, double ticks);
/// The time since the ruler's zero, the run where all are shown, the call at `place` (if any) with its time, the live
/// bytes and the slots of the shape heap. Empty without a recording.
QStringList timelineReadout(const TimelineScene& scene, double ticks, SlicePlace place);

}  // namespace relaxscope
