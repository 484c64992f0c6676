// SPDX-License-Identifier: Apache-2.0
// `rscope compare`: the times of two profiles, call by call.
#include "app/cli/compare/compare.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "app/cli/compare/commands.h"
#include "app/cli/output.h"
#include "vmcore/export/match_of_diff.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope::cli {
namespace {

// Less is blue and more is yellow, never green and red; the sign says it as well.
const char* colourOfTimes(TimesRole role) {
  switch (role) {
    case TimesRole::Sum: return "\x1b[1m";
    case TimesRole::Less: return "\x1b[34m";
    case TimesRole::More: return "\x1b[33m";
    case TimesRole::Plain: break;
  }
  return "";
}

}  // namespace

void writeTimes(const TimesReport& report, Output& out) {
  writeTimesText(report, [&](TimesRole role, std::string_view piece) {
    const bool coloured = role != TimesRole::Plain && out.colours();
    if (!coloured) return out.write(piece);
    out.writeColour(colourOfTimes(role));
    const bool written = out.write(piece);
    out.writeColour("\x1b[0m");
    return written;
  });
}

int checkSlowdown(const std::string& file, const TraceComparison& comparison, const std::optional<double>& percent) {
  if (!percent) return kDone;
  const double low = 100 * comparison.run.relativeLow();
  if (std::isnan(low))
    return fail(file, fmt::format("--fail-above needs an interval: {}",
                                  comparison.noInterval.empty() ? "the old run takes no time" : comparison.noInterval));
  if (low <= *percent) return kDone;
  fail(file, fmt::format("a run takes at least {:.1f} % longer, more than {} %", low, *percent));
  return kFound;
}

int compareCommand(const CompareOptions& o) {
  const auto old = readTraceFile(o.old);
  if (!old) return fail(o.old, old.error());
  const auto now = readTraceFile(o.now);
  if (!now) return fail(o.now, now.error());
  const Trace &before = *old->trace, &after = *now->trace;
  const CallMatch match = callMatchOf(before, old->executable, after, now->executable);
  const TraceComparison comparison = compareTraces(before, after, match, o.sites ? Grouping::Site : Grouping::Callee);
  const int written = writeOutput("-", [&](Output& out) {
    const TimesReport report{o.old, o.now, comparison, before.info, after.info};
    if (o.asJson) writeTimesJson(report, out.sink());
    else if (o.asCsv) writeTimesCsv(report, out.sink());
    else writeTimes(report, out);
  });
  return written == kDone ? checkSlowdown(o.now, comparison, o.failAbove) : written;
}

}  // namespace relaxscope::cli
