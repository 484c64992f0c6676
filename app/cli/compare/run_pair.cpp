// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare/run_pair.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "app/cli/compare/compare.h"
#include "app/cli/compare/times_output.h"
#include "app/cli/compare/turns.h"
#include "app/cli/compare/values_text.h"
#include "app/cli/output.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/text/command_line_text.h"
#include "vmcore/export/match_of_diff.h"
#include "vmcore/run/compare/value_json.h"
#include "vmcore/trace/compare/comparison_json.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope::cli {
namespace {

Result<void> checkRunPair(const RunPairOptions& o) {
  if (o.out.size() == 1 || o.out.size() > 2) return Error("-o takes two profiles, OLD.rsprof and NEW.rsprof");
  if (o.out.size() == 2 && o.out[0] == o.out[1]) return Error("-o: the profiles need names of their own");
  for (const std::string& path : o.out)
    if (path == "-") return Error("-o: a profile is a database and cannot go to standard output");
  if (o.processes && *o.processes < kMinProcesses)
    return Error(fmt::format("--processes {}: too few to compare; use {} or more", *o.processes, kMinProcesses));
  return {};
}

RunRequest requestOf(const RunPairOptions& o) {
  RunRequest run;
  run.warmup = o.warmup;
  run.repeat = o.repeat;
  run.trace = o.precise ? TraceMode::Precise : TraceMode::Chained;
  run.reference = true;
  return run;
}

TraceOrigin originOf(RunOfFile& prepared) {
  prepared.load.digest = sha256Hex(prepared.file.bytes);
  return {prepared.load.path, prepared.load.digest, prepared.origin.argumentsText, {}, commandLineText()};
}

int writeProfiles(const RunPairOptions& o, const RecordedTurns& recorded, const std::array<RunOfFile*, 2>& files) {
  for (size_t side = 0; side < o.out.size(); ++side)
    if (const auto written = writeTraceFile(o.out[side], *recorded.traces[side], files[side]->file.executable.get());
        !written)
      return fail(o.out[side], written.error());
  return kDone;
}

Result<ExecutableDiff> diffOf(const RunOfFile& before, const RunOfFile& after) {
  const auto share = [](const RunOfFile& run) { return std::make_shared<const LoadedFile>(run.file); };
  return diffExecutables({before.file.executable, share(before)}, {after.file.executable, share(after)});
}

TimesReport reportOf(const RunPairOptions& o, const RunPair& pair) {
  TimesReport report{o.file, o.newFile, pair.times, pair.old->info, pair.now->info};
  addValues(report, pair.values);
  return report;
}

}  // namespace

std::optional<RunPair> runPair(const RunPairOptions& o, int& exitCode) {
  const auto stop = [&](const std::string& where, const Error& error) {
    exitCode = fail(where, error);
    return std::nullopt;
  };
  if (const auto sound = checkRunPair(o); !sound) return stop(o.file, sound.error());
  const RunRequest run = requestOf(o);
  RunOptions newOptions = o;
  newOptions.file = o.newFile;
  auto before = prepareRun(o, run);
  if (!before) return stop(o.file, before.error());
  auto after = prepareRun(newOptions, run);
  if (!after) return stop(o.newFile, after.error());
  const auto diff = diffOf(*before, *after);
  if (!diff) return stop(o.newFile, diff.error());
  const Executable &oldCode = *before->file.executable, &newCode = *after->file.executable;
  const std::vector<MatchedOutput> outputs = matchedOutputs(oldCode, newCode, *diff);
  const std::array<PairToRun, 2> sides{PairToRun{o, *before, originOf(*before), captureOf(outputs, false)},
                                       PairToRun{newOptions, *after, originOf(*after), captureOf(outputs, true)}};
  auto recorded = recordTurns(sides, {run, o.processes, !o.repeatGiven, o.progress}, exitCode);
  if (!recorded) return std::nullopt;
  if ((exitCode = writeProfiles(o, *recorded, {&*before, &*after})) != kDone) return std::nullopt;
  RunPair pair{recorded->traces[0], recorded->traces[1], {}, {}};
  pair.times = compareTraces(*pair.old, *pair.now, callMatchOf(*diff, oldCode, newCode),
                             o.sites ? Grouping::Site : Grouping::Callee);
  if (!recorded->note.empty()) pair.times.notes.push_back("fewer pairs of processes than planned: " + recorded->note);
  const auto& [first, second] = recorded->first;
  pair.values = compareValues(outputs, first.captured, second.captured, first.results, second.results);
  pair.values.notCaptured = first.notCaptured + second.notCaptured;
  return pair;
}

void addRunPairOptions(CLI::App& command, RunPairOptions& o) {
  o.repeat = 40;
  command.add_option("--call", o.function, "Function to call; default: main, else the only public one")
      ->type_name("FUNCTION");
  addArgumentOptions(command, o);
  addVmOptions(command, o);
  addWorkerOption(command, o);
  command.add_option("--repeat", o.repeat, "Rounds of each executable in each process, divided into eight turns")
      ->check(CLI::Range(uint32_t{1}, uint32_t{100'000}))
      ->capture_default_str()
      ->type_name("N");
  command.add_option("--warmup", o.warmup, "Warm-up runs of each process")->capture_default_str()->type_name("N");
  command.add_flag("--precise", o.precise, "Read the clock before and after each call (default: once per call)");
  command.add_flag("--sites", o.sites, "Times: one row per call in the code instead of one per callee");
  command
      .add_option("--processes", o.processes,
                  "Pairs of worker processes; default: 12, fewer if they take more than half a minute, at least 3")
      ->check(CLI::Range(uint32_t{1}, static_cast<uint32_t>(kMaxProcesses)))
      ->type_name("N");
  command.add_flag("--progress", o.progress,
                   "Write progress as lines to standard error, also where that is no terminal");
  addFailAbovePercent(command, o.failAbove);
}

DiffSection runPairSection(const RunPairOptions& o, const RunPair& pair) { return timesSection(reportOf(o, pair)); }

void writeRunPairText(const RunPairOptions& o, const RunPair& pair, Output& out) { writeTimes(reportOf(o, pair), out); }

void writeRunPairJson(const RunPair& pair, JsonWriter& json) {
  json.key("run").beginObject();
  writeComparison(json, pair.times, pair.old->info, pair.now->info);
  json.key("values");
  writeValues(json, pair.values, pair.old->info.functionNames, pair.now->info.functionNames);
  json.end();
}

}  // namespace relaxscope::cli
