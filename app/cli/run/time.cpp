// SPDX-License-Identifier: Apache-2.0
// `rscope time`: how long a call takes, measured without recording.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <span>
#include <utility>
#include <vector>

#include "app/cli/output.h"
#include "app/cli/run/commands.h"
#include "app/cli/run/counters.h"
#include "app/cli/run/limit.h"
#include "app/cli/run/print_request.h"
#include "app/cli/run/processes.h"
#include "app/cli/run/run.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/text.h"
#include "vmcore/run/gpu_emulation.h"
#include "vmcore/trace/figures/figures_json.h"
#include "vmcore/trace/times/run_times.h"

namespace relaxscope::cli {
namespace {

/// Of each further process, at most.
constexpr uint32_t kMostRepeats = 20;

struct Measured {
  std::string function, digest;
  const wire::RunFinished& finished;  ///< of the first process
  std::vector<uint32_t> numbers;      ///< by process: the runs of a repeat
  std::vector<std::vector<double>> repeatsNs;
  std::string processesNote;
  RunTimes times = {};

  [[nodiscard]] const char* intervalText() const {
    return repeatsNs.size() > 1 ? kBetweenProcesses : kWithinOneProcess;
  }
  /// Of all processes.
  [[nodiscard]] std::vector<double> allNs() const {
    std::vector<double> all;
    for (const std::vector<double>& ns : repeatsNs) all.insert(all.end(), ns.begin(), ns.end());
    return all;
  }
};

/// As they were given, else those that the worker chose.
std::vector<std::string> devicesOf(const TimeOptions& o, const Counters& counters) {
  if (!o.devices.empty()) return o.devices;
  if (counters.devices.empty()) return {"cpu"};
  std::vector<std::string> names;
  for (const DeviceMemory& device : counters.devices) names.push_back(device.device);
  return names;
}

bool ranOnEmulatedGpu(const Counters& counters) {
  return std::ranges::any_of(counters.devices,
                             [](const DeviceMemory& device) { return namesEmulatedGpu(device.device); });
}

/// What was measured how often, and what the interval is of.
void writeMeasuredText(const Measured& m, const TextSink& sink) {
  const auto [fewest, most] = std::ranges::minmax(m.numbers);
  const std::string runs =
      fewest == most ? groupedNumber(fewest) : fmt::format("{} to {}", groupedNumber(fewest), groupedNumber(most));
  const auto repeats = static_cast<int64_t>(m.times.count);
  if (repeats == 1) {
    sink(fmt::format("  measured   1 repeat of {} runs; the mean of these, without an interval\n", runs));
    return;
  }
  if (m.repeatsNs.size() > 1)
    sink(
        fmt::format("  measured   {} repeats of {} runs in {} processes; the median of the processes' medians, ± half "
                    "its 95 % interval between processes\n",
                    groupedNumber(repeats), runs, m.repeatsNs.size()));
  else
    sink(
        fmt::format("  measured   {} repeats of {} runs in one process; the median of their means, ± half its 95 % "
                    "interval within this process\n",
                    groupedNumber(repeats), runs));
  if (!m.processesNote.empty()) sink(fmt::format("  note       {}\n", printable(m.processesNote)));
  sink(fmt::format("  times      mean {}, min {}, max {}, σ {}\n", durationText(m.times.meanNs),
                   durationText(m.times.minNs), durationText(m.times.maxNs), durationText(m.times.sigmaNs)));
  sink(fmt::format("  outliers   {}\n",
                   m.times.outliers.empty() ? std::string("none") : outlierText(m.times, m.allNs())));
}

void writeText(const TimeOptions& o, const Measured& m, const std::string& arguments, const TextSink& sink) {
  sink(fmt::format("{}: {} per run\n", printable(m.function), medianText(m.times)));
  sink(fmt::format("  on         {}, allocator {}\n",
                   printable(fmt::format("{}", fmt::join(devicesOf(o, m.finished.counters), ", "))), o.allocator));
  if (!arguments.empty()) sink(fmt::format("  arguments  {}\n", arguments));
  writeMeasuredText(m, sink);
  sink(memoryLines(m.finished.counters, m.finished.counters.peakBytes));
  if (ranOnEmulatedGpu(m.finished.counters))
    sink("  note       the GPU is emulated on the CPU: times are no measure\n");
  if (!o.skip.empty())
    sink(fmt::format("  note       calls of {} were not run\n", printable(fmt::format("{}", fmt::join(o.skip, ", ")))));
  if (!o.instrument.empty())
    sink(fmt::format("  note       includes the time of the instrument {}\n", printable(o.instrument)));
}

/// Version of the report of `time` (docs/cli.md).
constexpr int32_t kTimeSchema = 2;

void writeTimesJson(const TimeOptions& o, const Measured& m, const std::string& arguments, const TextSink& sink) {
  JsonWriter json(sink);
  const wire::RunPlace& place = m.finished.place;
  json.beginDocument(kTimeSchema)
      .field("file", o.file)
      .field("sha256", m.digest)
      .field("function", m.function)
      .field("arguments", arguments)
      .field("devices", devicesOf(o, m.finished.counters))
      .field("emulated", ranOnEmulatedGpu(m.finished.counters))
      .field("allocator", o.allocator);
  json.field("host", place.host)
      .field("processor", place.processor)
      .field("affinity", place.affinity)
      .field("started_at", place.startedAt);
  json.field("warmup", uint64_t{o.warmup}).field("number", uint64_t{m.finished.number});
  writeTimes(json, "run_ns", m.times);
  json.field("interval", m.intervalText());
  writeNsList(json, "repeats_ns", m.allNs());
  json.key("processes").beginArray();
  for (size_t i = 0; i < m.repeatsNs.size(); ++i) {
    json.beginObject(JsonWriter::Layout::Inline).field("number", uint64_t{m.numbers[i]});
    writeNsList(json, "repeats_ns", m.repeatsNs[i]);
    json.end();
  }
  json.end()
      .field("processes_note", m.processesNote)
      .field("skipped", o.skip)
      .field("instrument", o.instrument)
      .key("outliers")
      .beginArray(JsonWriter::Layout::Inline);
  for (const uint32_t repeat : m.times.outliers) json.value(uint64_t{repeat});
  json.end();
  json.key("memory");
  writeMemory(json, m.finished.counters, m.finished.counters.peakBytes);
  json.end();
}

/// The times of the first process, which took `seconds`, and of further ones.
Measured measuredIn(const TimeOptions& o, const RunOfFile& prepared, const wire::RunFinished& finished,
                    double seconds) {
  Measured measured{prepared.run.script.size() == 1 ? prepared.run.script[0].function : "script",
                    {},
                    finished,
                    {finished.number},
                    {finished.runNs},
                    {}};
  if (o.processes != 1U) {
    double ns = 0;
    for (const double each : finished.runNs) ns += each * finished.number;
    const auto rounds = static_cast<uint32_t>(finished.runNs.size());
    ProcessRuns runs = runInFurtherProcesses(o, prepared, {o.processes, kTimedProcesses},
                                             {seconds, rounds, ns * 1e-9 / rounds}, std::min(rounds, kMostRepeats));
    for (RunOutcome& outcome : runs.outcomes) {
      measured.numbers.push_back(outcome.finished.number);
      measured.repeatsNs.push_back(std::move(outcome.finished.runNs));
    }
    measured.processesNote = std::move(runs.note);
  }
  measured.times = runTimesOfProcesses(measured.repeatsNs);
  return measured;
}

}  // namespace

int timeCommand(const TimeOptions& o) {
  if (const auto sound = checkProcesses(o.processes); !sound) return fail(o.file, sound.error());
  if (o.failAbove)
    if (const auto limit = parseDurationNs(*o.failAbove); !limit) return fail("--fail-above", limit.error());
  RunRequest run;
  run.warmup = o.warmup;
  run.repeat = o.repeat;
  run.number = o.number;
  run.minTimeSeconds = o.minTime;
  run.minRepeatSeconds = o.minRepeat;
  run.wantResults = !o.resultPath.empty() || !o.outputsPath.empty();
  auto prepared = prepareRun(o, run);
  if (!prepared) return fail(o.file, prepared.error());
  if (o.printRequest) return printRequest(*prepared, o.asJson);
  const auto print = [](const std::string& text, bool) { std::fputs(printable(text, false).c_str(), stderr); };
  int exitCode = kDone;
  const auto start = std::chrono::steady_clock::now();
  const auto outcome = performRun(o, *prepared, {}, print, exitCode);
  if (!outcome) return exitCode;
  if (const int code = saveResultsIfAsked(o, *outcome); code != kDone) return code;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  Measured measured = measuredIn(o, *prepared, outcome->finished, took.count());
  if (o.asJson) measured.digest = sha256Hex(prepared->file.bytes);
  const int written = writeOutput("-", [&](Output& out) {
    (o.asJson ? writeTimesJson : writeText)(o, measured, prepared->origin.argumentsText, out.sink());
  });
  return written == kDone ? checkLimit(o.file, measured.times.medianNs, o.failAbove) : written;
}

}  // namespace relaxscope::cli
