// SPDX-License-Identifier: GPL-3.0-or-later
// The self time of a row as every view shows it: per run, with the mark that limits it.
#pragma once

#include "views/widgets/figures.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {

/// "~ 66.8" "µs"; "< 12" "ns" for a time within its uncertainty; an en dash for one below resolution.
Figure selfFigure(const TraceStatistics& statistics, const StatisticsRow& row);

}  // namespace relaxscope
