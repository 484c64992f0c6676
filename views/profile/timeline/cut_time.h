// SPDX-License-Identifier: GPL-3.0-or-later
// Marks what the recording's clock leaves out of a run: the time that recording values and handing over events took.
#pragma once

#include <QString>

#include "views/profile/timeline/scene.h"

class QPainter;
class QRect;

namespace relaxscope {

/// "1.72 s cut out: values recorded"; empty if less than one percent of the run's time was cut out.
QString cutTimeText(const Trace& trace, const RunSpan& run);
/// A hatched edge where each run ends, with that text if it fits beside it.
void paintCutTime(QPainter* painter, const QRect& area, const TimelineScene& scene);

}  // namespace relaxscope
