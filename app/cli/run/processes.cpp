// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/processes.h"

#include <fmt/format.h>

#include <utility>

#include "vmcore/trace/accuracy.h"

namespace relaxscope::cli {

Result<void> checkProcesses(std::optional<uint32_t> processes) {
  if (processes && *processes > 1 && *processes < kMinProcesses)
    return Error(fmt::format("--processes {}: too few to compare; use 1, or {} or more", *processes, kMinProcesses));
  return {};
}

ProcessRuns runInFurtherProcesses(const RunOptions& options, const RunOfFile& prepared, ProcessCount count,
                                  const FirstProcess& first, uint32_t mostRounds) {
  ProcessRuns runs;
  const FurtherProcesses plan = count.wanted ? FurtherProcesses{*count.wanted - 1, mostRounds}
                                             : furtherProcesses(first, kProfileSeconds, mostRounds, count.most);
  if (!count.wanted && plan.processes + 1 < count.most)
    runs.note = fmt::format("{} more would take about {:.0f} s (--processes {} makes them)", count.most - 1,
                            secondsOf(first, count.most - 1, mostRounds), count.most);
  RunOfFile further = prepared;
  further.run.repeat = plan.rounds;
  further.run.minTimeSeconds = further.run.mostSeconds = 0;
  further.run.values = further.run.wantResults = false;
  for (uint32_t number = 2; number <= plan.processes + 1; ++number) {
    RunSinks sinks;
    sinks.progress = fmt::format("process {} of {}: ", number, plan.processes + 1);
    RunAnswer answer = exchangeRun(options, further, {}, sinks);
    if (auto* outcome = std::get_if<RunOutcome>(&answer)) {
      runs.outcomes.push_back(std::move(*outcome));
      continue;
    }
    runs.note =
        fmt::format("process {} of {}: {}", number, plan.processes + 1, answerText(std::get<wire::Message>(answer)));
    break;
  }
  return runs;
}

}  // namespace relaxscope::cli
