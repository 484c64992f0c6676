// SPDX-License-Identifier: Apache-2.0
// `rscope profile`: records a run, prints its figures and writes files of it.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <map>

#include "app/cli/output.h"
#include "app/cli/run/limit.h"
#include "app/cli/run/other_processes.h"
#include "app/cli/run/print_request.h"
#include "app/cli/run/run.h"
#include "app/cli/run/summary.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/text/command_line_text.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/layers_of_trace.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope::cli {
namespace {

struct ProfileOptions : RunOptions, RepeatOptions {
  bool precise = false, noValues = false, noReference = false, anonymous = false, repeatGiven = false,
       synchronise = false, summary = false, asJson = false, raw = false;
  std::string out, chrome, csv;
  LimitText failAbove;
  std::optional<uint32_t> processes;
  Grouping by = Grouping::Callee;
};

Result<void> checkProfileOptions(const ProfileOptions& o) {
  if (o.out == "-") return Error("-o: a profile is a database and cannot go to standard output");
  if (o.by == Grouping::Shape && o.noValues) return Error("--by shape needs the shapes; omit --no-values");
  if (o.processes && o.noReference) return Error("--processes compares unrecorded runs; omit --no-reference");
  if (o.processes && *o.processes > 1 && *o.processes < kMinProcesses)
    return Error(fmt::format("--processes {}: too few to compare; use 1, or {} or more", *o.processes, kMinProcesses));
  if (!o.failAbove) return {};
  if (const auto limit = parseDurationNs(*o.failAbove); !limit) return Error("--fail-above: " + limit.error().message);
  return {};
}

int writeTrace(const std::string& path, const Trace& trace, const Executable* executable,
               void (*write)(const Trace&, const Executable*, const TextSink&)) {
  if (path.empty()) return kDone;
  return writeOutput(path, [&](Output& out) { write(trace, executable, out.sink()); });
}

int writeTraces(const ProfileOptions& o, const Executable* executable, const Trace& trace) {
  if (!o.out.empty()) {
    const auto written = writeTraceFile(o.out, trace, executable);
    if (!written) return fail(o.out, written.error());
  }
  if (const int code = writeTrace(o.chrome, trace, executable, writeChromeTrace); code != kDone) return code;
  return writeTrace(o.csv, trace, executable, writeTraceCsv);
}

int writeFiles(const ProfileOptions& o, const RunOfFile& prepared, const RunOutcome& outcome) {
  const int code = writeTraces(o, prepared.file.executable.get(), *outcome.trace);
  return code != kDone ? code : saveResultsIfAsked(o, outcome);
}

/// Writes what was recorded before the run failed to the files that were asked for.
void writePartial(const ProfileOptions& o, const RunOfFile& prepared, const Trace& trace) {
  if (o.out.empty() && o.chrome.empty() && o.csv.empty()) return;
  if (writeTraces(o, prepared.file.executable.get(), o.anonymous ? anonymousCopy(trace) : trace) != kDone) return;
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
  const bool files = !o.out.empty() || !o.chrome.empty() || !o.csv.empty();
  if (!o.asJson && !o.summary && files) return kDone;
  const Executable* executable = prepared.file.executable.get();
  const TraceStatistics statistics = computeStatistics(*outcome.trace, o.by, {}, prepared.file.executable,
                                                       o.by == Grouping::Layer ? siteLayersOf(executable) : nullptr);
  const std::string function = prepared.run.script.size() == 1 ? prepared.run.script[0].function : "script";
  const ProfileSummary summary{*outcome.trace, statistics,   outcome.finished.counters, outcome.loaded.loadNs, function,
                               o.raw,          processesNote};
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
  command.add_flag("--anonymous", o.anonymous, "Leave the host's name, the command and folders out of all output");
  addLimitOption(command, o.failAbove);
  command.add_option("-o,--output", o.out, "Write the profile")->type_name("OUT.rsprof");
  command.add_option("--chrome", o.chrome, "Write a trace for Chrome and Perfetto")->type_name("OUT.json");
  command.add_option("--csv", o.csv, "Write one row per event")->type_name("OUT.csv");
  command
      .add_option("--by", o.by, "One row per callee, call site, shapes of a callee's arguments, kind of call, or layer")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Grouping>{{"callee", Grouping::Callee},
                                                                          {"site", Grouping::Site},
                                                                          {"shape", Grouping::Shape},
                                                                          {"kind", Grouping::Kind},
                                                                          {"layer", Grouping::Layer}},
                                          CLI::ignore_case))
      ->type_name("callee|site|shape|kind|layer");
  command.add_flag("--raw", o.raw, "Print times as recorded beside the corrected ones");
  command.add_flag("--summary", o.summary, "Print the figures even when files are written");
  command.add_flag(
      "--json", o.asJson,
      "Print the figures as an object: file, function, runs, run_ns, unrecorded_ns, accuracy, load_ns, memory,\n"
      "recording_ns, calls");
  return [options, &command] {
    options->repeatGiven = command.count("--repeat") > 0;
    return profileCommand(*options);
  };
}

}  // namespace relaxscope::cli
