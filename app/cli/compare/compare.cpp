// SPDX-License-Identifier: Apache-2.0
// `rscope compare`: the times of two profiles, call by call.
#include "app/cli/compare/compare.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cmath>
#include <memory>

#include "app/cli/compare/times_output.h"
#include "app/cli/output.h"
#include "vmcore/export/match_of_diff.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope::cli {
namespace {

struct CompareOptions {
  std::string old, now;
  bool sites = false, asJson = false, asCsv = false;
  std::optional<double> failAbove;
};

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

}  // namespace

void addFailAbovePercent(CLI::App& command, std::optional<double>& percent) {
  command
      .add_option(
          "--fail-above", percent,
          "Exit with code 1 if the new run takes more than this many percent longer, by the lower end of the interval")
      ->check([](const std::string& text) {
        double value = 0;
        const bool fits = CLI::detail::lexical_cast(text, value) && std::isfinite(value) && value >= 0;
        return fits ? std::string() : text + " must be a number of percent from 0";
      })
      ->type_name("PERCENT");
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

Runner configureCompare(CLI::App& command) {
  auto options = std::make_shared<CompareOptions>();
  CompareOptions& o = *options;
  command.add_option("OLD", o.old, "Profile")->required()->type_name("OLD.rsprof");
  command.add_option("NEW", o.now, "Profile to compare with it")->required()->type_name("NEW.rsprof");
  command.add_flag("--sites", o.sites, "One row per call in the code instead of one per callee");
  addFailAbovePercent(command, o.failAbove);
  CLI::Option* csv =
      command.add_flag("--csv", o.asCsv, "Print a line per row, the sum and the run, separated by commas");
  command
      .add_flag("--json", o.asJson,
                "Print an object: old, new, summary, in_turns, turns, processes, runs, run_ns, memory, notes, groups,\n"
                "sum, rows")
      ->excludes(csv);
  return [options] { return compareCommand(*options); };
}

}  // namespace relaxscope::cli
