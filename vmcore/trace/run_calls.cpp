// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/run_calls.h"

#include <algorithm>

#include "vmcore/trace/event_text.h"

namespace relaxscope {

/// Whether an event of the site is a call that a run consists of.
static bool isRunCall(const EventSite& site) {
  return site.depth == 0 && !isLoadPhase(site.kind) && site.kind != EventKind::DeviceWait;
}

bool RunCalls::several(const Trace& trace) {
  const auto run = std::ranges::find_if(trace.runs, &RunSpan::measured);
  if (run == trace.runs.end()) return false;
  size_t calls = 0;
  for (const auto& chunk : trace.chunks())
    for (size_t i = 0; i < chunk->size(); ++i) {
      if (chunk->end(i) > run->start + run->duration) return false;  // events are in the order of their ends
      if (isRunCall(chunk->site(i)) && chunk->start(i) >= run->start && ++calls > 1) return true;
    }
  return false;
}

RunCalls::RunCalls(const Trace& trace) : trace_(trace) {
  for (const auto& chunk : trace.chunks())
    for (size_t i = 0; i < chunk->size(); ++i) {
      const EventSite& site = chunk->site(i);
      if (!isRunCall(site)) continue;
      calls_.push_back({chunk->start(i), chunk->end(i), 0, site.callee, site.kind});
    }
  std::ranges::stable_sort(calls_, {}, &Call::start);
  std::vector<uint32_t> places;  // of the listed calls that are made
  for (uint32_t place = 0; place < trace.info.calls.size(); ++place)
    if (!trace.info.calls[place].empty()) places.push_back(place);
  RunLookup lookup(trace.runs);
  const RunSpan* last = nullptr;
  uint32_t made = 0;
  for (Call& call : calls_) {
    const RunSpan* const run = lookup.at(call.start);
    if (run != last) made = 0;
    last = run;
    call.place = made < places.size() ? places[made] : made;
    most_ = std::max(most_, ++made);
  }
}

std::string_view nameInList(const TraceInfo& info, uint32_t place) {
  return place < info.calls.size() ? std::string_view(info.calls[place]) : std::string_view();
}

const RunCalls::Call* RunCalls::of(EventIndex event) const {
  size_t at = 0;
  const StoredChunk* const chunk = trace_.find(event, at);
  if (chunk == nullptr || isLoadPhase(chunk->site(at).kind)) return nullptr;
  const int64_t start = chunk->start(at);
  const auto after = std::ranges::upper_bound(calls_, start, {}, &Call::start);
  if (after == calls_.begin()) return nullptr;
  const Call& call = *std::prev(after);
  return chunk->end(at) <= call.end ? &call : nullptr;
}

}  // namespace relaxscope
