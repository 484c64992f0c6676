// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/accuracy_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <climits>
#include <cmath>

#include "views/core/engine_text.h"
#include "views/widgets/figures.h"
#include "vmcore/trace/accuracy.h"
#include "vmcore/trace/figures/outliers.h"
#include "vmcore/trace/times/run_times.h"

namespace relaxscope {
namespace {

struct AccuracyText {
  Q_DECLARE_TR_FUNCTIONS(AccuracyText)
};

QString excess(double ratio) { return QString::fromStdString(excessText(ratio)); }

QString causeLabel(const SeenCause& cause) {
  const int number = static_cast<int>(std::clamp<int64_t>(cause.figure, 0, INT_MAX));
  switch (cause.cause) {
    case RunCause::Stopped: return AccuracyText::tr("stopped %n times", nullptr, number);
    case RunCause::MovedToCpu: return AccuracyText::tr("moved to CPU %1").arg(number);
    case RunCause::OnOtherCpu: return AccuracyText::tr("on CPU %1").arg(number);
    case RunCause::Descheduled: return AccuracyText::tr("descheduled %n times", nullptr, number);
    case RunCause::Waited: return AccuracyText::tr("waited %n times", nullptr, number);
    case RunCause::ReadFromDisk: return AccuracyText::tr("%n pages read from disk", nullptr, number);
    case RunCause::PageFaults: return AccuracyText::tr("%n page faults", nullptr, number);
    case RunCause::SlowCore: return AccuracyText::tr("core %1 % slower").arg(number);
    case RunCause::Recording: return AccuracyText::tr("events handed over");
    case RunCause::Unseen: return AccuracyText::tr("interrupt or host");
  }
  return {};
}

}  // namespace

QString outliersText(const Trace& trace, const TraceStatistics& statistics) {
  constexpr qsizetype kNamed = 4;
  QStringList runs;
  for (const OutlyingRun& run : outlyingRuns(trace, statistics)) {
    QStringList causes;
    for (const SeenCause& cause : run.causes) causes << causeLabel(cause);
    const QString text = AccuracyText::tr("run %1 %2").arg(run.run + 1).arg(excess(1 + run.excess));
    runs << (causes.isEmpty() ? text : AccuracyText::tr("%1 (%2)").arg(text, causes.join(QStringLiteral(", "))));
  }
  if (runs.isEmpty()) return {};
  if (runs.size() > kNamed) runs = runs.mid(0, kNamed) << QStringLiteral("…");
  return AccuracyText::tr("not in the rows: %1").arg(runs.join(QStringLiteral(", ")));
}

QString accuracyText(const Trace& trace) {
  const auto accuracy = accuracyOf(trace);
  if (!accuracy) return AccuracyText::tr("not measured: %1").arg(engineText(whyNoAccuracy(trace)));
  return AccuracyText::tr("recorded runs take %1 (%2 to %3, %n pairs), by the wall clock %4", nullptr,
                          static_cast<int>(std::min<uint32_t>(accuracy->pairs, INT_MAX)))
      .arg(excess(accuracy->ratio), excess(accuracy->low), excess(accuracy->high), excess(accuracy->wallRatio));
}

QString correctionText(const TraceStatistics& statistics) {
  const Correction& correction = statistics.correction;
  if (!correction.accuracy) return {};
  if (correction.factor <= 0) return AccuracyText::tr("times as recorded: %1").arg(engineText(correction.reason));
  return AccuracyText::tr("corrected %1 (%2 to %3, held out)")
      .arg(excess(correction.accuracy->ratio), excess(correction.accuracy->low), excess(correction.accuracy->high));
}

QString processesText(const TraceStatistics& statistics) {
  if (!statistics.processes) return {};
  return AccuracyText::tr("between %n processes %1 to %2", nullptr, static_cast<int>(statistics.processes->processes))
      .arg(excess(statistics.processes->low), excess(statistics.processes->high));
}

QString recordedMedianText(const TraceStatistics& statistics) {
  const QString median = durationLabel(statistics.runTimes.medianNs);
  return (statistics.correction.factor > 0 ? AccuracyText::tr("recorded, corrected: median %1")
                                           : AccuracyText::tr("as recorded: median %1"))
      .arg(median);
}

}  // namespace relaxscope
