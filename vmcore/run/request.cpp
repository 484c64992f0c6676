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
  const uint64_t rounds = std::max<uint32_t>(1, request.repeat);
  return request.warmup + (hasValuesRun(request) ? 1 : 0) + rounds * (isPaired(request) ? 2 : 1);
}

std::string planText(const RunRequest& request) {
  const auto runs = [](uint64_t count, const char* kind) {
    return fmt::format("{} {}{}", groupedNumber(static_cast<int64_t>(count)), kind, count == 1 ? "" : "s");
  };
  std::string text;
  if (request.warmup > 0) text += runs(request.warmup, "warm-up run") + ", ";
  if (hasValuesRun(request)) text += "1 run for values, ";
  const uint64_t rounds = std::max<uint32_t>(1, request.repeat);
  text +=
      isPaired(request) ? runs(rounds, "round") + " of a recorded and an unrecorded run" : runs(rounds, "measured run");
  if (request.minTimeSeconds > 0) text += fmt::format(", at least {} s", request.minTimeSeconds);
  if (isPaired(request) && request.fewIfLong && rounds > kMinPairs)
    text += fmt::format("; {} rounds if a run takes more than {} s", kMinPairs, kLongRunSeconds);
  return text;
}

std::string whyNoReference(const RunRequest& request) {
  if (!request.reference) return "unrecorded runs were not requested";
  if (request.script.size() != 1)
    return "a list of calls may keep state, so an unrecorded run would not be the same run";
  return {};
}

}  // namespace relaxscope
