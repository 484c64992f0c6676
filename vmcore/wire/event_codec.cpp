// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/event_codec.h"

#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#include "vmcore/trace/trace_check.h"

namespace relaxscope::wire {
namespace {

static_assert(std::endian::native == std::endian::little, "columns travel as they lie in memory");
static_assert(sizeof(ArgRecord) == 24 && sizeof(SlotChange) == 24 && sizeof(MemoryRecord) == 32 && sizeof(DataType) == 4);

/// One run as it travels.
struct RunRow {
  int64_t start = 0, duration = 0, recording = 0;
  uint32_t index = 0, warmup = 0;
};
struct Header {
  uint64_t events = 0, args = 0, dims = 0, slots = 0, memory = 0, runs = 0;
};
constexpr uint64_t kBytesAnEvent = 8 + 8 + 4 + 4 + 4 + 2 + 2;

/// Calls `visit(vector, count)` for every column in the order in which they travel: widest first.
template <class Chunk, class Visit>
void forEachColumn(Chunk& chunk, const Header& n, Visit&& visit) {
  visit(chunk.events.start, n.events);
  visit(chunk.events.duration, n.events);
  visit(chunk.values.args, n.args);
  visit(chunk.values.dims, n.dims);
  visit(chunk.values.slotChanges, n.slots);
  visit(chunk.values.memory, n.memory);
  visit(chunk.events.pc, n.events);
  visit(chunk.events.function, n.events);
  visit(chunk.events.callee, n.events);
  visit(chunk.events.depth, n.events);
  visit(chunk.events.kind, n.events);
}

/// Whether the counts of `n` make up exactly `bytes`; no product overflows as each count is bounded first.
bool sizesFit(const Header& n, uint64_t bytes) {
  for (const uint64_t count : {n.events, n.args, n.dims, n.slots, n.memory, n.runs})
    if (count > bytes) return false;
  return n.events * kBytesAnEvent + n.args * sizeof(ArgRecord) + n.dims * sizeof(int64_t) + n.slots * sizeof(SlotChange) +
             n.memory * sizeof(MemoryRecord) + n.runs * sizeof(RunRow) == bytes;
}

}  // namespace

void encodeEvents(const EventBatch& batch, std::vector<uint8_t>& out) {
  static const TraceChunk kEmpty;
  const TraceChunk& chunk = batch.chunk ? *batch.chunk : kEmpty;
  const Header n{chunk.events.size(), chunk.values.args.size(), chunk.values.dims.size(), chunk.values.slotChanges.size(), chunk.values.memory.size(),
                 batch.runs.size()};
  const auto append = [&](const void* data, size_t size) {
    const auto* first = static_cast<const uint8_t*>(data);
    out.insert(out.end(), first, first + size);
  };
  append(&n, sizeof n);
  for (const RunSpan& run : batch.runs) {
    const RunRow row{run.start, run.duration, run.recording, run.index, run.warmup ? 1u : 0u};
    append(&row, sizeof row);
  }
  forEachColumn(chunk, n, [&](const auto& column, uint64_t) { append(column.data(), column.size() * sizeof(column[0])); });
}

Result<EventBatch> decodeEvents(std::span<const uint8_t> payload) {
  Header n;
  if (payload.size() < sizeof n) return Error("event batch: shorter than its header");
  std::memcpy(&n, payload.data(), sizeof n);
  size_t at = sizeof n;
  if (!sizesFit(n, payload.size() - at)) return Error("event batch: its counts do not make up its size");
  EventBatch batch;
  for (uint64_t i = 0; i < n.runs; ++i, at += sizeof(RunRow)) {
    RunRow row;
    std::memcpy(&row, payload.data() + at, sizeof row);
    batch.runs.push_back(RunSpan{row.start, row.duration, row.index, row.warmup != 0, row.recording});
  }
  batch.chunk = std::make_shared<TraceChunk>();
  forEachColumn(*batch.chunk, n, [&](auto& column, uint64_t count) {
    column.resize(count);
    if (count != 0) std::memcpy(column.data(), payload.data() + at, count * sizeof(column[0]));
    at += count * sizeof(column[0]);
  });
  const auto sound = [&]() -> Result<void> {
    for (const RunSpan& run : batch.runs) RS_CHECK(checkRun(run));
    return checkRecords(*batch.chunk);
  }();
  if (!sound) return Error("event batch: " + sound.error().text());
  return batch;
}

}  // namespace relaxscope::wire
