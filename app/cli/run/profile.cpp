// SPDX-License-Identifier: Apache-2.0
// `rscope profile`: records a run, prints its figures and writes files of it.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include "app/cli/output.h"
#include "app/cli/run/limit.h"
#include "app/cli/run/other_processes.h"
#include "app/cli/run/print_request.h"
#include "app/cli/run/run.h"
#include "app/cli/run/summary.h"
#include "app/cli/run/trace_output.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/text/command_line_text.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::cli {
namespace {

struct ProfileOptions : RunOptions, RepeatOptions, TraceOutputs {
  bool precise = false, noValues = false, noReference = false, repeatGiven = false, synchronise = false;
  LimitText failAbove;
  std::optional<uint32_t> processes;
};

Result<void> checkProfileOptions(const ProfileOptions& o) {
  RS_CHECK(checkTraceOutputs(o));
  if (o.by == Grouping::Shape && o.noValues) return Error("--by shape needs the shapes; omit --no-values");
  if (o.processes && o.noReference) return Error("--processes compares unrecorded runs; omit --no-reference");
  if (o.processes && *o.processes > 1 && *o.processes < kMinProcesses)
    return Error(fmt::format("--processes {}: too few to compare; use 1, or {} or more", *o.processes, kMinProcesses));
  if (!o.failAbove) return {};
  if (const auto limit = parseDurationNs(*o.failAbove); !limit) return Error("--fail-above: " + limit.error().message);
  return {};
}

int writeFiles(const ProfileOptions& o, const RunOfFile& prepared, const RunOutcome& outcome) {
  const int code = writeTraceOutputs(o, *outcome.trace, prepared.file.executable.get());
  return code != kDone ? code : saveResultsIfAsked(o, outcome);
}

/// Writes what was recorded before the run failed to the files that were asked for.
void writePartial(const ProfileOptions& o, const RunOfFile& prepared, const Trace& trace) {
  if (!o.hasFiles()) return;
  const Executable* executable = prepared.file.executable.get();
  if (writeTraceOutputs(o, o.anonymous ? anonymousCopy(trace) : trace, executable) != kDone) return;
  const size_t runs = measuredRunsNs(trace).size();
  std::fprintf(stderr, "rscope: note: the files hold what was recorded before the failure: %s events, %s measured %s\n",
               groupedNumber(static_cast<int64_t>(trace.eventCount())).c_str(),
               groupedNumber(static_cast<int64_t>(runs)).c_str(), runs == 1 ? "run" : "runs");
}

/// Repeats the runs in other processes and adds their times to the trace; returns why there are none, if so.
std::string compareProcesses(const ProfileOptions& o, RunOfFile& prepared, RunOutcome& outcome, double seconds) {
  if (o.processes == 1U || !accuracyOf(*outcome.trace)) return {};
  OtherProcesses others = runInOtherProcesses(o, prepared, o.processes, seconds);
  if (!others.times.empty()) {
    auto trace = std::make_shared<Trace>(*outcome.trace);
    trace->otherProcesses = std::move(others.times);
    outcome.trace = std::move(trace);
  }
  return others.note;
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

int profileCommand(const ProfileOptions& o) {
  if (const auto sound = checkProfileOptions(o); !sound) return fail(o.file, sound.error());
  RunRequest run;
  run.warmup = o.warmup;
  run.repeat = o.repeat;
  run.minTimeSeconds = o.minTime;
  run.trace = o.precise ? TraceMode::Precise : TraceMode::Chained;
  run.values = !o.noValues;
  run.reference = !o.noReference;
  run.fewIfLong = !o.repeatGiven;
  run.launches = o.synchronise ? LaunchMode::Synchronised : LaunchMode::Asynchronous;
  run.wantResults = !o.resultPath.empty() || !o.outputsPath.empty();
  auto prepared = prepareRun(o, run);
  if (!prepared) return fail(o.file, prepared.error());
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

}  // namespace

Runner configureProfile(CLI::App& command) {
  auto options = std::make_shared<ProfileOptions>();
  ProfileOptions& o = *options;
  addRunOptions(command, o);
  addRepeatOptions(command, o, "Measured runs; unless given, 6 for a program of more than 2 s",
                   "Repeat until this many seconds have been measured");
  command.add_flag("--precise", o.precise, "Read the clock before and after each call (default: once per call)");
  command.add_flag("--no-values", o.noValues, "Leave out shapes, shape-heap values and bytes");
  command.add_flag("--no-reference", o.noReference,
                   "Make no unrecorded runs beside the measured ones; the accuracy is then unknown");
  command
      .add_option(
          "--processes", o.processes,
          "Repeat the runs in processes of their own, so that the accuracy holds across processes; default: 8 if seven\n"
          "more take less than 3 s, else 1")
      ->check(CLI::Range(uint32_t{1}, static_cast<uint32_t>(kMaxProcesses)))
      ->type_name("N");
  command.add_flag("--synchronise", o.synchronise,
                   "Wait for the GPU after each launch, inside its call: a call's time then contains its kernels, and\n"
                   "nothing overlaps; by default launches return at once, as without RelaxScope");
  addLimitOption(command, o.failAbove);
  addTraceOutputs(command, o);
  return [options, &command] {
    options->repeatGiven = command.count("--repeat") > 0;
    return profileCommand(*options);
  };
}

}  // namespace relaxscope::cli
