// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/compare/joined_turns.h"

#include <algorithm>
#include <array>

namespace relaxscope {
namespace {

/// Between two turns, in ticks.
constexpr int64_t kGap = 1'000'000;

struct Span {
  int64_t begin = 0, end = 0;
};
Span spanOf(const Trace& trace) {
  Span span{INT64_MAX, INT64_MIN};
  const auto add = [&](int64_t begin, int64_t end) {
    span.begin = std::min(span.begin, begin);
    span.end = std::max(span.end, end);
  };
  for (const RunSpan& run : trace.runs) add(run.start, run.start + run.duration);
  for (const auto& chunk : trace.chunks())
    for (size_t i = 0; i < chunk->size(); ++i) add(chunk->start(i), chunk->end(i));
  return span;
}

}  // namespace

bool JoinedTurns::add(const Trace& turn, uint32_t process, uint32_t place) {
  const auto measured = static_cast<uint32_t>(turn.runCount(RunKind::Measured));
  const bool paired = turn.unrecordedNs.size() == measured;
  if (measured == 0 || !(paired || turn.unrecordedNs.empty())) return false;
  const bool first = whole_.turns.empty();
  if (first) {
    std::string session = std::move(whole_.info.session);
    whole_.info = turn.info;
    whole_.info.session = std::move(session);
  } else if (turn.info.functionNames != whole_.info.functionNames || turn.info.names != whole_.info.names) {
    return false;
  } else whole_.info.lostEvents += turn.info.lostEvents;
  const Span span = spanOf(turn);
  const int64_t shift = first ? 0 : end_ + kGap - span.begin;
  const auto before = static_cast<uint32_t>(whole_.runCount(RunKind::Measured));
  const std::array<uint32_t, kRunKinds> counts{before, static_cast<uint32_t>(whole_.runCount(RunKind::Warmup)),
                                               static_cast<uint32_t>(whole_.runCount(RunKind::Values))};
  for (RunSpan run : turn.runs) {
    run.start += shift;
    run.index += counts[static_cast<size_t>(run.kind)];
    whole_.runs.push_back(run);
  }
  for (const auto& each : turn.chunks()) {
    TraceChunk chunk = each->columns();
    for (int64_t& start : chunk.events.start) start += shift;
    whole_.append(chunk);
  }
  whole_.unrecordedNs.insert(whole_.unrecordedNs.end(), turn.unrecordedNs.begin(), turn.unrecordedNs.end());
  whole_.turns.push_back({before, measured, process, place});
  end_ = span.end + shift;
  return true;
}

}  // namespace relaxscope
