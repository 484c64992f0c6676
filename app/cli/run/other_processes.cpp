// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/other_processes.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/trace/statistics.h"
#include "vmcore/trace/times/run_times.h"

namespace relaxscope::cli {
namespace {

constexpr uint32_t kMostRounds = 20;

ProcessTimes timesOf(const Trace& trace) {
  return {computeStatistics(trace, Grouping::Callee).runTimes.medianNs, runTimesOf(trace.unrecordedNs).medianNs};
}

}  // namespace

OtherProcesses runInOtherProcesses(const RunOptions& options, RunOfFile& prepared, std::optional<uint32_t> wanted,
                                   double seconds) {
  OtherProcesses others;
  if (!wanted && seconds * (kProcesses - 1) > kOtherProcessesSeconds) {
    others.note = fmt::format("{} more would take about {:.0f} s (--processes {} makes them)", kProcesses - 1,
                              seconds * (kProcesses - 1), kProcesses);
    return others;
  }
  RunRequest& run = prepared.run;
  run.repeat = std::min(run.repeat, kMostRounds);
  run.minTimeSeconds = 0;
  run.values = run.wantResults = false;
  const uint32_t all = wanted.value_or(kProcesses);
  for (uint32_t number = 2; number <= all && others.note.empty(); ++number) {
    RunSinks sinks;
    sinks.progress = fmt::format("process {} of {}: ", number, all);
    RunAnswer answer = exchangeRun(options, prepared, {}, sinks);
    if (auto* outcome = std::get_if<RunOutcome>(&answer)) others.times.push_back(timesOf(*outcome->trace));
    else others.note = fmt::format("process {} of {}: {}", number, all, answerText(std::get<wire::Message>(answer)));
  }
  return others;
}

}  // namespace relaxscope::cli
