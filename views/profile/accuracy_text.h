// SPDX-License-Identifier: GPL-3.0-or-later
// The accuracy of a profile's times in the interface's language.
#pragma once

#include <QString>

#include "vmcore/trace/statistics.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// "recorded runs take +9.6 % (+9.0 % to +10.1 %, 20 pairs), by the wall clock +14.0 %", or "not measured: " and why.
QString accuracyText(const Trace& trace);
/// What was taken out of the times for recording and how far the result can be trusted: "corrected +0.8 % (-0.3 % to
/// +1.9 %, held out)", or why times are as recorded; empty if the accuracy was not measured.
QString correctionText(const TraceStatistics& statistics);
/// "between 6 processes -1.2 % to +1.4 %": the corrected time of one over the unrecorded time of another; empty for a
/// profile of one process.
QString processesText(const TraceStatistics& statistics);
/// "not in the rows: run 7 +61.0 % (moved to CPU 1, descheduled twice)", numbered from 1 as in the timeline; empty
/// without outlying runs.
QString outliersText(const Trace& trace, const TraceStatistics& statistics);
/// "recorded, corrected: median 185 µs".
QString recordedMedianText(const TraceStatistics& statistics);

}  // namespace relaxscope
