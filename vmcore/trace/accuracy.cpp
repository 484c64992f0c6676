// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/accuracy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "vmcore/trace/statistics.h"
#include "vmcore/trace/times/run_times.h"

namespace relaxscope {
namespace {

/// Logarithms of a[i] / b[i], sorted; empty if one is not a positive finite number.
std::vector<double> sortedLogRatios(std::span<const double> a, std::span<const double> b) {
  std::vector<double> logs;
  for (size_t i = 0; i < a.size(); ++i) {
    const double log = std::log(a[i] / b[i]);
    if (!std::isfinite(log)) return {};
    logs.push_back(log);
  }
  std::sort(logs.begin(), logs.end());
  return logs;
}

double medianOf(std::vector<double>& logs) { return std::exp(quantile(logs.begin(), logs.end(), 0.5)); }

}  // namespace

std::optional<Accuracy> accuracyOf(std::span<const double> recorded, std::span<const double> wall,
                                   std::span<const double> unrecorded) {
  if (recorded.size() < kMinPairs || recorded.size() != unrecorded.size() || recorded.size() != wall.size())
    return std::nullopt;
  std::vector<double> logs = sortedLogRatios(recorded, unrecorded), wallLogs = sortedLogRatios(wall, unrecorded);
  if (logs.empty() || wallLogs.empty()) return std::nullopt;
  Accuracy accuracy;
  accuracy.pairs = static_cast<uint32_t>(logs.size());
  const size_t outside = valuesOutsideMedianInterval(logs.size());
  accuracy.low = std::exp(logs[outside]);
  accuracy.high = std::exp(logs[logs.size() - 1 - outside]);
  accuracy.ratio = medianOf(logs);
  accuracy.wallRatio = medianOf(wallLogs);
  return accuracy;
}

std::optional<Accuracy> accuracyOf(const Trace& trace) {
  std::vector<double> wall;
  for (const RunSpan& run : trace.runs)
    if (run.measured()) wall.push_back(trace.info.clock.toNs(run.duration + run.recording));
  const std::vector<double> recorded = measuredRunsNs(trace);
  const size_t pairs = pairCount(trace);
  return accuracyOf(std::span(recorded).first(pairs), std::span(wall).first(pairs),
                    std::span(trace.unrecordedNs).first(pairs));
}

size_t pairCount(const Trace& trace) {
  const auto measured = static_cast<size_t>(std::ranges::count_if(trace.runs, &RunSpan::measured));
  // The last run of a recording that was cut short may be incomplete.
  const size_t complete = trace.info.cutShort.empty() || measured == 0 ? measured : measured - 1;
  return std::min(complete, trace.unrecordedNs.size());
}

std::string whyNoAccuracy(const Trace& trace) {
  if (accuracyOf(trace)) return {};
  if (!trace.info.noReference.empty()) return trace.info.noReference;
  if (trace.unrecordedNs.empty()) return "the profile has no unrecorded runs";
  if (pairCount(trace) == 1)
    return fmt::format("1 pair of runs is fewer than the {} that an interval needs", kMinPairs);
  if (pairCount(trace) < kMinPairs)
    return fmt::format("{} pairs of runs are fewer than the {} that an interval needs", pairCount(trace), kMinPairs);
  return "a run is too short for the clock";
}

static ProcessRatios ratiosWithout(std::span<const ProcessTimes> processes, size_t left) {
  ProcessRatios ratios{std::numeric_limits<double>::infinity(), 0, static_cast<uint32_t>(processes.size())};
  for (size_t i = 0; i < processes.size(); ++i)
    for (size_t j = 0; j < processes.size(); ++j) {
      if (i == j || i == left || j == left) continue;
      const double ratio = processes[i].runNs / processes[j].unrecordedNs;
      ratios.low = std::min(ratios.low, ratio);
      ratios.high = std::max(ratios.high, ratio);
    }
  return ratios;
}

std::optional<ProcessRatios> ratiosBetween(std::span<const ProcessTimes> processes) {
  if (processes.size() < kMinProcesses || processes.size() > kMaxProcesses) return std::nullopt;
  const auto isTime = [](double ns) { return std::isfinite(ns) && ns > 0; };
  for (const ProcessTimes& each : processes)
    if (!isTime(each.runNs) || !isTime(each.unrecordedNs)) return std::nullopt;
  ProcessRatios best = ratiosWithout(processes, processes.size());
  if (processes.size() >= kProcessesWithOneDisturbed)
    for (size_t left = 0; left < processes.size(); ++left) {
      const ProcessRatios ratios = ratiosWithout(processes, left);
      if (ratios.high / ratios.low < best.high / best.low) best = ratios;
    }
  return best;
}

Accuracy acrossProcesses(Accuracy ofOne, const std::optional<ProcessRatios>& ratios) {
  if (!ratios) return ofOne;
  ofOne.low = std::min(ofOne.low, ratios->low);
  ofOne.high = std::max(ofOne.high, ratios->high);
  return ofOne;
}

std::string excessText(double ratio) { return fmt::format("{:+.1f} %", 100 * (ratio - 1)); }

}  // namespace relaxscope
