// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/request.h"

#include <fmt/format.h>

#include <algorithm>

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
  if (plan.paired && request.fewIfLong && plan.rounds > kMinPairs) plan.roundsIfLong = kMinPairs;
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
  if (plan.roundsIfLong > 0)
    text += fmt::format("; {} rounds if a run takes more than {} s", plan.roundsIfLong, kLongRunSeconds);
  return text;
}

std::string whyNoReference(const RunRequest& request) {
  if (!request.reference) return "unrecorded runs were not requested";
  if (request.script.size() != 1)
    return "a list of calls may keep state, so an unrecorded run would not be the same run";
  return {};
}

}  // namespace relaxscope
