// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare/run_pair.h"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>

#include "app/cli/compare/compare.h"
#include "app/cli/compare/turns.h"
#include "app/cli/output.h"
#include "app/cli/run/export.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/text/command_line_text.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/match_of_diff.h"
#include "vmcore/export/times/exporter.h"
#include "vmcore/run/compare/row_values.h"
#include "vmcore/run/compare/value_json.h"
#include "vmcore/trace/compare/comparison_json.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope::cli {
namespace {

Result<void> checkRunPair(const RunPairOptions& o) {
  if (o.out.size() == 1 || o.out.size() > 2) return Error("-o takes two profiles, OLD.rsprof and NEW.rsprof");
  if (o.out.size() == 2 && o.out[0] == o.out[1]) return Error("-o: the profiles need names of their own");
  for (const std::string& path : o.out) {
    if (path == "-") return Error("-o: a profile is a database and cannot go to standard output");
    if (const auto writable = checkWritable(path); !writable)
      return Error(fmt::format("{}: {}", printable(path), writable.error().text()));
  }
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
    if (const int code = writeRecording(o.out[side], *recorded.traces[side], files[side]->file.executable.get());
        code != kDone)
      return code;
  return kDone;
}

Result<ExecutableDiff> diffOf(const RunOfFile& before, const RunOfFile& after) {
  const auto share = [](const RunOfFile& run) { return std::make_shared<const LoadedFile>(run.file); };
  return diffExecutables({before.file.executable, share(before)}, {after.file.executable, share(after)});
}

std::string figure(const std::optional<double>& value) { return value ? fmt::format("{:.3g}", *value) : "0"; }
/// Largest absolute and relative error, and counts of NaN and infinities: "1.2e-06", "3e-05", "NaN 0 -> 2".
std::vector<std::string> valueCells(const std::optional<ValueDifference>& values) {
  if (!values) return {};
  if (!values->notCompared.empty()) return {"", "", "not compared: " + values->notCompared};
  const ElementDifference& e = values->elements;
  std::string odd;
  if (e.nanOld + e.nanNow > 0) odd = fmt::format("NaN {} -> {}", e.nanOld, e.nanNow);
  if (values->infinitiesOld + values->infinitiesNew > 0)
    odd += fmt::format("{}inf {} -> {}", odd.empty() ? "" : ", ", values->infinitiesOld, values->infinitiesNew);
  if (e.differing == 0) return {"equal", "", odd};
  return {figure(e.largestAbsolute), figure(e.largestRelative), odd};
}

std::string resultText(const std::string& name, const ValueDifference& difference) {
  if (!difference.notCompared.empty()) return fmt::format("; {}: {}", name, difference.notCompared);
  if (difference.elements.differing == 0) return fmt::format("; {} equal", name);
  return fmt::format("; {} differs by up to {}", name, figure(difference.elements.largestAbsolute));
}
/// "first difference in the order of the run: matmul at main:7, 3 of 64 elements, largest 1.2e-06 (relative 3e-05)".
std::string valuesText(const TraceInfo& old, const ValueComparison& v) {
  const auto number = [](uint64_t value) { return groupedNumber(static_cast<int64_t>(value)); };
  const auto name = [&](uint32_t row) {
    return row < old.functionNames.size() ? old.functionNames[row] : std::string("?");
  };
  std::string text = v.outputs.empty() ? "no output of a call was compared"
                                       : fmt::format("{} outputs of calls are equal", number(v.outputs.size()));
  if (v.firstDivergence) {
    const ComparedOutput& first = v.outputs[*v.firstDivergence];
    const ElementDifference& e = first.difference.elements;
    text = fmt::format("first difference in the order of the run: {} at {}:{}, ", name(first.place.oldCallee),
                       name(first.place.old.function), first.place.old.pc);
    text += !first.difference.notCompared.empty()
                ? first.difference.notCompared
                : fmt::format("{} of {} elements, largest {} (relative {})", number(e.differing), number(e.elements),
                              figure(e.largestAbsolute), figure(e.largestRelative));
  }
  for (const auto& [result, difference] : v.results) text += resultText(result, difference);
  return v.notCaptured > 0 ? text + fmt::format("; {} tensors were not kept", number(v.notCaptured)) : text;
}

/// What calls wrote, in the text of their times: a line of the head, and columns with the largest difference of the
/// outputs of each row of kernels. Keeps references to both.
void addValues(TimesReport& report, const ValueComparison& values) {
  report.furtherLines.emplace_back("Values", valuesText(report.old, values));
  report.furtherTitles = {"ERROR", "RELATIVE", ""};
  report.furtherCells = [grouping = report.comparison.grouping, &values](const ComparedRow& row) {
    return valueCells(valuesOfRow(values, row, grouping));
  };
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
