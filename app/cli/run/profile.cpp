// SPDX-License-Identifier: Apache-2.0
// `rscope profile`: records a run, prints its figures and writes files of it.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

#include "app/cli/output.h"
#include "app/cli/run/commands.h"
#include "app/cli/run/export.h"
#include "app/cli/run/limit.h"
#include "app/cli/run/print_request.h"
#include "app/cli/run/processes.h"
#include "app/cli/run/run.h"
#include "app/cli/run/summary.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/text/command_line_text.h"
#include "vmcore/base/text/text.h"
#include "vmcore/trace/accuracy.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/trace/times/run_times.h"

namespace relaxscope::cli {
namespace {

Result<void> checkProfileOptions(const ProfileOptions& o) {
  RS_CHECK(checkTraceOutputs(o));
  if (o.by == Grouping::Shape && o.noValues) return Error("--by shape needs the shapes; omit --no-values");
  if (o.processes && o.noReference) return Error("--processes compares unrecorded runs; omit --no-reference");
  RS_CHECK(checkProcesses(o.processes));
  if (!o.failAbove) return {};
  if (const auto limit = parseDurationNs(*o.failAbove); !limit) return Error("--fail-above: " + limit.error().message);
  return {};
}

int writeFiles(const ProfileOptions& o, const RunOfFile& prepared, const RunOutcome& outcome) {
  const Executable* executable = prepared.file.executable.get();
  const int written = o.out.empty() ? kDone : writeRecording(o.out, *outcome.trace, executable);
  if (written != kDone) return written;
  const int code = writeTraceOutputs(o, *outcome.trace, executable);
  return code != kDone ? code : saveResultsIfAsked(o, outcome);
}

/// Writes what was recorded before the run failed to the files that were asked for.
void writePartial(const ProfileOptions& o, const RunOfFile& prepared, const Trace& trace) {
  if (!o.hasFiles()) return;
  const Executable* executable = prepared.file.executable.get();
  const Trace kept = o.anonymous ? anonymousCopy(trace) : trace;
  if (!o.out.empty() && writeRecording(o.out, kept, executable) != kDone) return;
  if (writeTraceOutputs(o, kept, executable) != kDone) return;
  const size_t runs = measuredRunsNs(trace).size();
  std::fprintf(stderr, "rscope: note: the files hold what was recorded before the failure: %s events, %s measured %s\n",
               groupedNumber(static_cast<int64_t>(trace.eventCount())).c_str(),
               groupedNumber(static_cast<int64_t>(runs)).c_str(), runs == 1 ? "run" : "runs");
}

ProcessTimes timesOf(const Trace& trace) {
  return {computeStatistics(trace, Grouping::Callee).runTimes.medianNs, runTimesOf(trace.unrecordedNs).medianNs};
}

/// What the first process took, `seconds` in all.
FirstProcess firstProcess(const Trace& trace, double seconds) {
  double ns = 0;
  for (const double each : measuredRunsNs(trace)) ns += each;
  for (const double each : trace.unrecordedNs) ns += each;
  const auto rounds = static_cast<uint32_t>(trace.unrecordedNs.size());
  return {seconds, rounds, rounds == 0 ? 0 : ns * 1e-9 / rounds};
}

/// Repeats the runs in other processes, at most 20 rounds without values, and adds their times to the trace; returns
/// why there are fewer than planned, if so.
std::string compareProcesses(const ProfileOptions& o, const RunOfFile& prepared, RunOutcome& outcome, double seconds) {
  constexpr uint32_t kMostRounds = 20;
  if (o.processes == 1U || outcome.trace->unrecordedNs.empty()) return {};
  ProcessRuns runs = runInFurtherProcesses(o, prepared, {o.processes}, firstProcess(*outcome.trace, seconds),
                                           std::min(prepared.run.repeat, kMostRounds));
  if (!runs.outcomes.empty()) {
    auto trace = std::make_shared<Trace>(*outcome.trace);
    for (const RunOutcome& other : runs.outcomes) trace->otherProcesses.push_back(timesOf(*other.trace));
    outcome.trace = std::move(trace);
  }
  return runs.note;
}

int printFigures(const ProfileOptions& o, const RunOfFile& prepared, const RunOutcome& outcome,
                 const std::string& processesNote) {
  if (!o.printsFigures()) return kDone;
  const TraceStatistics statistics = statisticsOf(o, *outcome.trace, prepared.file.executable);
  const std::string function = prepared.run.script.size() == 1 ? prepared.run.script[0].function : "script";
  const ProfileSummary summary{
      *outcome.trace, statistics,    &outcome.finished.counters,    outcome.loaded.loadNs, function,
      o.raw,          processesNote, prepared.file.executable.get()};
  return writeOutput("-", [&](Output& out) { (o.asJson ? writeSummaryJson : writeSummaryText)(summary, out.sink()); });
}

}  // namespace

int profileCommand(const ProfileOptions& o) {
  if (const auto sound = checkProfileOptions(o); !sound) return fail(o.file, sound.error());
  RunRequest run;
  run.warmup = o.warmup;
  run.repeat = o.repeat;
  run.minTimeSeconds = o.minTime;
  run.trace = o.precise ? TraceMode::Precise : TraceMode::Chained;
  run.values = !o.noValues;
  run.reference = !o.noReference;
  if (!o.repeatGiven) run.mostSeconds = o.processes == 1U || o.noReference ? kProfileSeconds : kFirstProcessSeconds;
  run.launches = o.synchronise ? LaunchMode::Synchronised : LaunchMode::Asynchronous;
  run.wantResults = !o.resultPath.empty() || !o.outputsPath.empty();
  auto prepared = prepareRun(o, run);
  if (!prepared) return fail(o.file, prepared.error());
  if (!o.out.empty())
    if (const auto writable = checkWritable(o.out); !writable) return fail(o.out, writable.error());
  if (o.printRequest) return printRequest(*prepared, o.asJson);
  prepared->load.record = true;
  // Hashing a large file takes a second or two: only where the digest is used.
  const bool digestWanted = !o.out.empty() || o.asJson;
  const TraceOrigin origin{prepared->load.path,
                           digestWanted ? sha256Hex(prepared->file.bytes) : std::string(),
                           prepared->origin.argumentsText,
                           {},
                           commandLineText()};
  prepared->load.digest = origin.executableDigest;
  // Figures go to standard output, output of kernels to standard error.
  const auto print = [](const std::string& text, bool) { std::fputs(printable(text, false).c_str(), stderr); };
  int exitCode = kDone;
  const auto start = std::chrono::steady_clock::now();
  auto outcome =
      performRun(o, *prepared, origin, print, exitCode, [&](const Trace& trace) { writePartial(o, *prepared, trace); });
  if (!outcome) return exitCode;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  const std::string processesNote = compareProcesses(o, *prepared, *outcome, took.count());
  if (o.anonymous) outcome->trace = std::make_shared<const Trace>(anonymousCopy(*outcome->trace));
  if (const int code = writeFiles(o, *prepared, *outcome); code != kDone) return code;
  if (const int code = printFigures(o, *prepared, *outcome, processesNote); code != kDone) return code;
  // Unrecorded runs are what the program takes when it is not observed.
  const std::vector<double>& unrecorded = outcome->trace->unrecordedNs;
  return checkLimit(o.file, runTimesOf(unrecorded.empty() ? measuredRunsNs(*outcome->trace) : unrecorded).medianNs,
                    o.failAbove);
}

}  // namespace relaxscope::cli
