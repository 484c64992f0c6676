// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/figures/outliers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "vmcore/trace/accuracy.h"

namespace relaxscope {
namespace {

constexpr double kLeastPart = 0.1;  ///< of the excess that a cause must be able to explain
constexpr double kNsPerFault =
    10'000;  ///< at most: a page fault without a read takes 0.3 to 1.5 us, in a virtual machine ten
constexpr double kLeastSlowCore = 0.05;

/// What is usual for a run: medians over the kept runs.
struct Usual {
  uint32_t cpu = kNoIndex;
  double involuntary = 0, voluntary = 0, minorFaults = 0, majorFaults = 0, delayNs = 0, coreNs = 0, recordingNs = 0;
};

class Causes {
 public:
  Causes(const Trace& trace, const TraceStatistics& statistics) : trace_(trace), statistics_(statistics) {
    for (const RunSpan& run : trace.runs)
      if (run.measured()) runs_.push_back(&run);
    findUsual();
  }

  [[nodiscard]] OutlyingRun describe(uint32_t run) const {
    const double median = statistics_.runTimes.medianNs, ns = statistics_.runNs[run];
    OutlyingRun found{run, median > 0 ? ns / median - 1 : 0, {}};
    if (ns > median) found.causes = causesOf(*runs_[run], ns - median, found.excess);
    return found;
  }

 private:
  template <class Field>
  [[nodiscard]] double median(Field&& field) const {
    std::vector<double> values;
    for (const uint32_t run : statistics_.kept.runs()) values.push_back(static_cast<double>(field(*runs_[run])));
    return values.empty() ? 0 : quantile(values.begin(), values.end(), 0.5);
  }
  void findUsual() {
    std::map<uint32_t, size_t> cpus;
    for (const uint32_t run : statistics_.kept.runs()) ++cpus[runs_[run]->conditions.cpuBegin];
    const auto most =
        std::max_element(cpus.begin(), cpus.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most != cpus.end()) usual_.cpu = most->first;
    usual_.involuntary = median([](const RunSpan& run) { return run.conditions.involuntarySwitches; });
    usual_.voluntary = median([](const RunSpan& run) { return run.conditions.voluntarySwitches; });
    usual_.minorFaults = median([](const RunSpan& run) { return run.conditions.minorFaults; });
    usual_.majorFaults = median([](const RunSpan& run) { return run.conditions.majorFaults; });
    usual_.delayNs = median([](const RunSpan& run) { return run.conditions.delayNs; });
    usual_.coreNs = median([](const RunSpan& run) { return run.conditions.coreNs; });
    usual_.recordingNs = median([this](const RunSpan& run) { return trace_.info.clock.toNs(run.recording); });
  }

  [[nodiscard]] std::vector<SeenCause> causesOf(const RunSpan& run, double excessNs, double excess) const {
    const RunConditions& seen = run.conditions;
    std::vector<SeenCause> causes;
    const auto add = [&](RunCause cause, double figure) {
      causes.push_back({cause, static_cast<int64_t>(std::llround(figure))});
    };
    const auto beyond = [](double value, double usual) { return std::max(0.0, value - usual); };
    if (seen.stops > 0) add(RunCause::Stopped, seen.stops);
    if (seen.cpuBegin != seen.cpuEnd) add(RunCause::MovedToCpu, seen.cpuEnd);
    else if (usual_.cpu != kNoIndex && seen.cpuBegin != usual_.cpu) add(RunCause::OnOtherCpu, seen.cpuBegin);
    const double switches = beyond(seen.involuntarySwitches, usual_.involuntary);
    const double delay = beyond(static_cast<double>(seen.delayNs), usual_.delayNs);
    if (switches > 0 || delay >= kLeastPart * excessNs) add(RunCause::Descheduled, std::max(1.0, switches));
    const double waits = beyond(seen.voluntarySwitches, usual_.voluntary);
    if (waits > 0 && seen.stops == 0) add(RunCause::Waited, waits);
    const double reads = beyond(seen.majorFaults, usual_.majorFaults);
    if (reads > 0) add(RunCause::ReadFromDisk, reads);
    const double faults = beyond(seen.minorFaults, usual_.minorFaults);
    if (faults * kNsPerFault >= kLeastPart * excessNs && faults > 0) add(RunCause::PageFaults, faults);
    const double slower = usual_.coreNs > 0 ? seen.coreNs / usual_.coreNs - 1 : 0;
    if (slower >= std::max(kLeastSlowCore, kLeastPart * excess)) add(RunCause::SlowCore, 100 * slower);
    if (beyond(trace_.info.clock.toNs(run.recording), usual_.recordingNs) >= kLeastPart * excessNs)
      add(RunCause::Recording, 0);
    if (causes.empty()) add(RunCause::Unseen, 0);
    return causes;
  }

  const Trace& trace_;
  const TraceStatistics& statistics_;
  std::vector<const RunSpan*> runs_;  ///< measured
  Usual usual_;
};

std::string times(int64_t count) { return count == 1 ? "once" : count == 2 ? "twice" : fmt::format("{} times", count); }

}  // namespace

std::vector<OutlyingRun> outlyingRuns(const Trace& trace, const TraceStatistics& statistics) {
  const Causes causes(trace, statistics);
  std::vector<OutlyingRun> runs;
  for (const uint32_t run : statistics.runTimes.outliers) runs.push_back(causes.describe(run));
  return runs;
}

std::string causeText(const SeenCause& cause) {
  switch (cause.cause) {
    case RunCause::Stopped: return "stopped " + times(cause.figure);
    case RunCause::MovedToCpu: return fmt::format("moved to CPU {}", cause.figure);
    case RunCause::OnOtherCpu: return fmt::format("on CPU {}", cause.figure);
    case RunCause::Descheduled: return "descheduled " + times(cause.figure);
    case RunCause::Waited: return "waited " + times(cause.figure);
    case RunCause::ReadFromDisk: return fmt::format("pages read from disk: {}", cause.figure);
    case RunCause::PageFaults: return fmt::format("page faults: {}", cause.figure);
    case RunCause::SlowCore: return fmt::format("core {} % slower", cause.figure);
    case RunCause::Recording: return "events handed over";
    case RunCause::Unseen: return "interrupt or host";
  }
  return {};
}

std::string outlyingRunsText(std::span<const OutlyingRun> runs) {
  constexpr size_t kNamed = 4;
  std::string text;
  for (size_t i = 0; i < std::min(kNamed, runs.size()); ++i) {
    text += fmt::format("{}run {} {}", i == 0 ? "" : ", ", runs[i].run + 1, excessText(1 + runs[i].excess));
    for (size_t c = 0; c < runs[i].causes.size(); ++c)
      text += (c == 0 ? " (" : ", ") + causeText(runs[i].causes[c]) + (c + 1 == runs[i].causes.size() ? ")" : "");
  }
  return runs.size() > kNamed ? text + ", ..." : text;
}

}  // namespace relaxscope
