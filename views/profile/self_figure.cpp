// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/self_figure.h"

namespace relaxscope {

Figure selfFigure(const TraceStatistics& statistics, const StatisticsRow& row) {
  if (row.mark == RowMark::BelowResolution) return {QString(QChar(0x2013)), {}};
  const bool within = row.mark == RowMark::BelowUncertainty;
  Figure figure = durationFigure(within ? statistics.selfBoundNs(row) : statistics.perRun(row.selfNs));
  if (const char* mark = rowMarkText(row.mark); *mark != 0)
    figure.number = QLatin1String(mark) + QLatin1Char(' ') + figure.number;
  return figure;
}

}  // namespace relaxscope
