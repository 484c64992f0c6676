// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/trace.h"

#include <algorithm>

#include "vmcore/trace/event_tables.h"

namespace relaxscope {

const char* runKindName(RunKind kind) {
  switch (kind) {
    case RunKind::Measured: return "run";
    case RunKind::Warmup: return "warm-up";
    case RunKind::Values: return "values run";
  }
  return "run";
}

Trace anonymousCopy(const Trace& trace) {
  Trace copy = trace;
  copy.info.host.clear();
  copy.info.command.clear();
  copy.info.executablePath.erase(0, copy.info.executablePath.find_last_of('/') + 1);
  return copy;
}

void Trace::append(const TraceChunk& chunk) {
  if (tables_ == nullptr) tables_ = std::make_shared<EventTables>();
  chunks_.push_back(std::make_shared<const StoredChunk>(chunk, eventCount_, tables_));
  eventCount_ += chunk.events.size();
}

void Trace::appendWork(DeviceWorkColumns rows) {
  if (rows.size() == 0) return;
  const size_t count = rows.size();
  workChunks_.push_back(std::make_shared<const WorkChunk>(WorkChunk{workCount_, std::move(rows)}));
  workCount_ += count;
}

std::optional<DeviceWork> Trace::findWork(WorkIndex row) const {
  if (!row.valid() || row.at() >= workCount_) return std::nullopt;
  const auto after =
      std::ranges::upper_bound(workChunks_, uint64_t{row.at()}, {}, [](const auto& chunk) { return chunk->firstRow; });
  const WorkChunk& chunk = **std::prev(after);
  return rowAt(chunk.rows, static_cast<size_t>(row.at() - chunk.firstRow));
}

uint64_t Trace::runCount(RunKind kind) const {
  return static_cast<uint64_t>(
      std::count_if(runs.begin(), runs.end(), [kind](const RunSpan& run) { return run.kind == kind; }));
}

const StoredChunk* Trace::find(EventIndex event, size_t& place) const {
  if (!event.valid() || event.at() >= eventCount_) return nullptr;
  const uint64_t number = event.at();
  // The last chunk that begins at or before the event; an empty chunk has the same first number as the next.
  auto after = std::upper_bound(chunks_.begin(), chunks_.end(), number,
                                [](uint64_t wanted, const auto& chunk) { return wanted < chunk->firstEvent; });
  const StoredChunk* chunk = std::prev(after)->get();
  place = static_cast<size_t>(number - chunk->firstEvent);
  return chunk;
}

}  // namespace relaxscope
