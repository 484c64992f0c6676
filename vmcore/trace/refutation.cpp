// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/refutation.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

#include "vmcore/trace/correction.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/event_times.h"
#include "vmcore/trace/times/middle_half.h"

namespace relaxscope {
namespace {

/// What a callee's events took in one run.
struct InRun {
  double selfNs = 0, costNs = 0, events = 0;
};
using ByCallee = std::unordered_map<uint64_t, InRun>;

uint64_t keyOf(const EventSite& site) { return site.callee | uint64_t{static_cast<uint16_t>(site.kind)} << 32; }

ByCallee selfTimesOf(const Trace& trace, EventValues::Range range, const Correction& correction) {
  ByCallee times;
  EventTimes eventTimes(trace, correction);
  while (range.begin < range.end) {
    size_t place = 0;
    const StoredChunk* chunk = trace.find(EventIndex(static_cast<int64_t>(range.begin)), place);
    if (chunk == nullptr) break;
    const size_t count = std::min(chunk->size() - place, static_cast<size_t>(range.size()));
    for (size_t i = place; i < place + count; ++i) {
      const EventTimes::Times each = eventTimes.next(chunk->site(i), chunk->duration(i), chunk->duration(i));
      InRun& callee = times[keyOf(chunk->site(i))];
      callee.selfNs += each.selfNs;
      callee.costNs += each.costNs;
      callee.events += 1;
    }
    range.begin += count;
  }
  return times;
}

/// The measured runs, as indices of Trace::runs.
std::vector<size_t> measuredRuns(const Trace& trace) {
  std::vector<size_t> runs;
  for (size_t run = 0; run < trace.runs.size(); ++run)
    if (trace.runs[run].measured()) runs.push_back(run);
  return runs;
}

bool isBelowZero(const std::vector<InRun>& byRun, const MiddleHalf& kept, const Correction& correction, double tickNs) {
  std::vector<double> self;
  InRun mean;
  for (const InRun& each : byRun) {
    self.push_back(each.selfNs);
    mean.selfNs += each.selfNs / static_cast<double>(byRun.size());
    mean.costNs += each.costNs / static_cast<double>(byRun.size());
    mean.events += each.events / static_cast<double>(byRun.size());
  }
  const double ofRuns = kept.halfWidthOfMean(self);
  const double uncertainty =
      std::hypot(std::isnan(ofRuns) ? 0 : ofRuns, mean.costNs * correction.factorHalfWidth) + tickNs * mean.events;
  return mean.selfNs < -uncertainty - kCostDiffers * correction.factor * mean.costNs;
}

}  // namespace

std::string negativeTimeReason(const std::string& callee) {
  return "a correction would make the time of " + callee + " negative";
}

std::string calleeBelowZero(const Trace& trace, const EventValues& events, const Correction& correction,
                            std::span<const double> runNs) {
  const std::vector<size_t> runs = measuredRuns(trace);
  const MiddleHalf kept(runNs);
  if (correction.factor <= 0 || kept.size() == 0 || runs.size() != runNs.size()) return {};
  // One that is negative in most runs is negative in one of the first three; few programs have any.
  constexpr size_t kLookedAt = 3;
  std::unordered_map<uint64_t, std::vector<InRun>> negative;
  std::vector<ByCallee> times;
  const auto timesOf = [&](size_t place) -> const ByCallee& {
    while (times.size() <= place)
      times.push_back(selfTimesOf(trace, events.eventsOf(runs[kept.runs()[times.size()]]), correction));
    return times[place];
  };
  for (size_t place = 0; place < std::min(kLookedAt, kept.size()); ++place)
    for (const auto& [callee, time] : timesOf(place))
      if (time.selfNs < 0) negative.try_emplace(callee);
  for (auto& [callee, byRun] : negative) {
    for (size_t place = 0; place < kept.size(); ++place) {
      const auto found = timesOf(place).find(callee);
      byRun.push_back(found == timesOf(place).end() ? InRun{} : found->second);
    }
    if (isBelowZero(byRun, kept, correction, trace.info.clock.nsPerTick))
      return std::string(eventName(trace.info, static_cast<EventKind>(callee >> 32), static_cast<uint32_t>(callee)));
  }
  return {};
}

}  // namespace relaxscope
