// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/request.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "vmcore/base/text/text.h"
#include "vmcore/trace/accuracy.h"

namespace relaxscope {

bool hasValuesRun(const RunRequest& request) {
  return request.trace != TraceMode::Off && request.values && request.script.size() == 1;
}

bool isPaired(const RunRequest& request) { return request.trace != TraceMode::Off && whyNoReference(request).empty(); }

uint64_t leastRuns(const RunRequest& request) {
  const RunPlan plan = planOf(request);
  return plan.warmups + (plan.valuesRun ? 1 : 0) + plan.rounds * (plan.paired ? 2 : 1);
}

RunPlan planOf(const RunRequest& request) {
  RunPlan plan;
  plan.warmups = request.warmup;
  plan.valuesRun = hasValuesRun(request);
  plan.rounds = std::max<uint32_t>(1, request.repeat);
  plan.paired = isPaired(request);
  plan.leastSeconds = request.minTimeSeconds;
  if (plan.paired && plan.rounds > kLeastRounds) plan.mostSeconds = request.mostSeconds;
  return plan;
}

std::string planText(const RunPlan& plan) {
  const auto runs = [](uint64_t count, const char* kind) {
    return fmt::format("{} {}{}", groupedNumber(static_cast<int64_t>(count)), kind, count == 1 ? "" : "s");
  };
  std::string text;
  if (plan.warmups > 0) text += runs(plan.warmups, "warm-up run") + ", ";
  if (plan.valuesRun) text += "1 run for values, ";
  text += plan.paired ? runs(plan.rounds, "round") + " of a recorded and an unrecorded run"
                      : runs(plan.rounds, "measured run");
  if (plan.leastSeconds > 0) text += fmt::format(", at least {} s", plan.leastSeconds);
  if (plan.mostSeconds > 0)
    text += fmt::format("; fewer, but {}, if they take more than {:g} s", kLeastRounds, plan.mostSeconds);
  return text;
}

std::string whyNoReference(const RunRequest& request) {
  if (!request.reference) return "unrecorded runs were not requested";
  if (request.script.size() != 1)
    return "a list of calls may keep state, so an unrecorded run would not be the same run";
  return {};
}

namespace {

/// What a process takes beside its rounds: start, load, warm-ups.
double startSeconds(const FirstProcess& first) {
  return std::max(0.0, first.seconds - first.rounds * first.roundSeconds);
}

uint32_t wholeNumber(double value, uint32_t most) {
  return static_cast<uint32_t>(std::clamp(std::floor(value), 0.0, static_cast<double>(most)));
}

}  // namespace

double secondsOf(const FirstProcess& first, uint32_t count, uint32_t rounds) {
  return count * (startSeconds(first) + rounds * first.roundSeconds);
}

FurtherProcesses furtherProcesses(const FirstProcess& first, double allSeconds, uint32_t mostRounds,
                                  uint32_t mostProcesses) {
  constexpr auto kFewest = static_cast<uint32_t>(kMinProcesses) - 1;
  constexpr double kTiny = 1e-9;  // seconds
  const double left = allSeconds - first.seconds;
  if (left <= 0 || mostRounds == 0) return {};
  const uint32_t least = std::min(kLeastRounds, mostRounds);
  uint32_t processes = wholeNumber(left / std::max(kTiny, secondsOf(first, 1, least)), mostProcesses - 1);
  if (processes < kFewest) processes = kFewest;
  const double each = left / processes - startSeconds(first);
  const uint32_t rounds = wholeNumber(each / std::max(kTiny, first.roundSeconds), mostRounds);
  return rounds == 0 ? FurtherProcesses{} : FurtherProcesses{processes, rounds};
}

}  // namespace relaxscope
