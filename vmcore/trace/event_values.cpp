// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/event_values.h"

#include <algorithm>
#include <numeric>

namespace relaxscope {

EventValues::EventValues(const Trace& trace)
    : trace_(trace), byStart_(trace.runs.size()), matches_(trace.runs.size(), Match::Unknown) {
  std::iota(byStart_.begin(), byStart_.end(), size_t{0});
  std::stable_sort(byStart_.begin(), byStart_.end(),
                   [&](size_t a, size_t b) { return trace.runs[a].start < trace.runs[b].start; });
  for (size_t run = 0; run < trace.runs.size() && !valuesRun_; ++run)
    if (trace.runs[run].kind == RunKind::Values) valuesRun_ = run;
}

/// Events of one run start before those of the next, so "starts before" divides the events in two.
uint64_t EventValues::firstEventFrom(int64_t ticks) const {
  const auto& chunks = trace_.chunks();
  const auto before = [&](const auto& chunk) { return chunk->size() == 0 || chunk->start(chunk->size() - 1) < ticks; };
  const auto chunk = std::partition_point(chunks.begin(), chunks.end(), before);
  if (chunk == chunks.end()) return trace_.eventCount();
  size_t first = 0;
  for (size_t last = (*chunk)->size(); first < last;) {
    const size_t middle = first + (last - first) / 2;
    if ((*chunk)->start(middle) < ticks) first = middle + 1;
    else last = middle;
  }
  return (*chunk)->firstEvent + first;
}

EventValues::Range EventValues::eventsOf(size_t run) const {
  const RunSpan& span = trace_.runs[run];
  const auto next = std::partition_point(byStart_.begin(), byStart_.end(),
                                         [&](size_t other) { return trace_.runs[other].start <= span.start; });
  Range range{firstEventFrom(span.start), trace_.eventCount()};
  if (next != byStart_.end()) range.end = std::max(range.begin, firstEventFrom(trace_.runs[*next].start));
  return range;
}

std::optional<size_t> EventValues::runOf(EventIndex event) const {
  size_t place = 0;
  const StoredChunk* chunk = trace_.find(event, place);
  if (chunk == nullptr) return std::nullopt;
  const int64_t start = chunk->start(place);
  const auto after = std::partition_point(byStart_.begin(), byStart_.end(),
                                          [&](size_t run) { return trace_.runs[run].start <= start; });
  if (after == byStart_.begin()) return std::nullopt;
  return *std::prev(after);
}

bool EventValues::sameInstructions(Range a, Range b) const {
  if (a.size() != b.size()) return false;
  while (a.begin < a.end) {
    size_t inA = 0, inB = 0;
    const StoredChunk* x = trace_.find(EventIndex(static_cast<int64_t>(a.begin)), inA);
    const StoredChunk* y = trace_.find(EventIndex(static_cast<int64_t>(b.begin)), inB);
    if (x == nullptr || y == nullptr) return false;
    const size_t count = std::min({x->size() - inA, y->size() - inB, static_cast<size_t>(a.size())});
    if (!x->hasSameSites(inA, *y, inB, count)) return false;
    a.begin += count;
    b.begin += count;
  }
  return true;
}

bool EventValues::follows(size_t run) {
  if (!valuesRun_ || run == *valuesRun_) return false;
  if (matches_[run] == Match::Unknown)
    matches_[run] = sameInstructions(eventsOf(run), eventsOf(*valuesRun_)) ? Match::Same : Match::Other;
  return matches_[run] == Match::Same;
}

EventIndex EventValues::sourceOf(EventIndex event) {
  if (!valuesRun_ || !event.valid()) return event;
  if (event.at() < asked_.begin || event.at() >= asked_.end) {
    const std::optional<size_t> run = runOf(event);
    if (!run || run == valuesRun_) return event;
    asked_ = eventsOf(*run);
    source_ = eventsOf(*valuesRun_);
    askedFollows_ = follows(*run);
  }
  if (!askedFollows_) return EventIndex{};
  return EventIndex(static_cast<int64_t>(source_.begin + (event.at() - asked_.begin)));
}

EventIndex EventValues::counterpart(size_t run, EventIndex event) {
  if (!follows(run)) return EventIndex{};
  const Range values = eventsOf(*valuesRun_);
  if (!event.valid() || event.at() < values.begin || event.at() >= values.end) return EventIndex{};
  return EventIndex(static_cast<int64_t>(eventsOf(run).begin + (event.at() - values.begin)));
}

ValueReader::Records ValueReader::of(EventIndex event) {
  size_t place = 0;
  const StoredChunk* chunk = trace_.find(values_.sourceOf(event), place);
  if (chunk == nullptr) return {};
  return {chunk->arguments(place), recordsOf(chunk->memory(), place)};
}

}  // namespace relaxscope
