// SPDX-License-Identifier: Apache-2.0
// `rscope time`: how long a call takes, measured without recording.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

#include "app/cli/output.h"
#include "app/cli/run/commands.h"
#include "app/cli/run/counters.h"
#include "app/cli/run/limit.h"
#include "app/cli/run/print_request.h"
#include "app/cli/run/run.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/text.h"
#include "vmcore/run/gpu_emulation.h"
#include "vmcore/trace/figures/figures_json.h"
#include "vmcore/trace/times/run_times.h"

namespace relaxscope::cli {
namespace {

struct Measured {
  std::string function;
  const wire::RunFinished& finished;
  RunTimes times;
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

void writeText(const TimeOptions& o, const Measured& m, const std::string& arguments, const TextSink& sink) {
  const auto repeats = static_cast<int64_t>(m.finished.runNs.size());
  sink(fmt::format("{}: {} per run\n", printable(m.function), medianText(m.times)));
  sink(fmt::format("  on         {}, allocator {}\n",
                   printable(fmt::format("{}", fmt::join(devicesOf(o, m.finished.counters), ", "))), o.allocator));
  if (!arguments.empty()) sink(fmt::format("  arguments  {}\n", arguments));
  const std::string runs = groupedNumber(m.finished.number);
  if (repeats == 1) {
    sink(fmt::format("  measured   1 repeat of {} runs; the mean of these, without an interval\n", runs));
  } else {
    sink(fmt::format("  measured   {} repeats of {} runs; the median of their means, ± half its 95 % interval\n",
                     groupedNumber(repeats), runs));
    sink(fmt::format("  times      mean {}, min {}, max {}, σ {}\n", durationText(m.times.meanNs),
                     durationText(m.times.minNs), durationText(m.times.maxNs), durationText(m.times.sigmaNs)));
    sink(fmt::format("  outliers   {}\n",
                     m.times.outliers.empty() ? std::string("none") : outlierText(m.times, m.finished.runNs)));
  }
  sink(memoryLines(m.finished.counters, m.finished.counters.peakBytes));
  if (ranOnEmulatedGpu(m.finished.counters))
    sink("  note       the GPU is emulated on the CPU: times are no measure\n");
  if (!o.skip.empty())
    sink(fmt::format("  note       calls of {} were not run\n", printable(fmt::format("{}", fmt::join(o.skip, ", ")))));
  if (!o.instrument.empty())
    sink(fmt::format("  note       includes the time of the instrument {}\n", printable(o.instrument)));
}

void writeTimesJson(const TimeOptions& o, const Measured& m, const std::string& arguments, const TextSink& sink) {
  JsonWriter json(sink);
  json.beginDocument()
      .field("file", o.file)
      .field("function", m.function)
      .field("arguments", arguments)
      .field("devices", devicesOf(o, m.finished.counters))
      .field("emulated", ranOnEmulatedGpu(m.finished.counters))
      .field("allocator", o.allocator);
  json.field("warmup", uint64_t{o.warmup}).field("number", uint64_t{m.finished.number});
  writeTimes(json, "run_ns", m.times);
  json.key("repeats_ns").beginArray(JsonWriter::Layout::Inline);
  for (const double ns : m.finished.runNs) json.value(tenths(ns));
  json.end()
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

}  // namespace

int timeCommand(const TimeOptions& o) {
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
  const auto outcome = performRun(o, *prepared, {}, print, exitCode);
  if (!outcome) return exitCode;
  if (const int code = saveResultsIfAsked(o, *outcome); code != kDone) return code;
  const Measured measured{prepared->run.script.size() == 1 ? prepared->run.script[0].function : "script",
                          outcome->finished, runTimesOf(outcome->finished.runNs)};
  const int written = writeOutput("-", [&](Output& out) {
    (o.asJson ? writeTimesJson : writeText)(o, measured, prepared->origin.argumentsText, out.sink());
  });
  return written == kDone ? checkLimit(o.file, measured.times.medianNs, o.failAbove) : written;
}

}  // namespace relaxscope::cli
