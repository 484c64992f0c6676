// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/event_codec.h"

#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#include "vmcore/trace/column_counts.h"
#include "vmcore/trace/trace_check.h"

namespace relaxscope::wire {
namespace {

static_assert(std::endian::native == std::endian::little, "columns are sent in memory order");
static_assert(sizeof(ArgRecord) == 24 && sizeof(SlotChange) == 24 && sizeof(MemoryRecord) == 32 &&
              sizeof(ArgumentUse) == 8 && sizeof(DataType) == 4);

/// One run in its wire form.
struct RunRow {
  int64_t start = 0, duration = 0, recording = 0;
  uint32_t index = 0, kind = 0;
  RunConditions conditions;
};
struct Header {
  ColumnCounts counts;
  uint64_t runs = 0;
};
static_assert(sizeof(Header) == 7 * sizeof(uint64_t), "the header is sent in memory order");

/// Calls `visit(column, count)` for every column in wire order: event columns of eight bytes, value columns, then the
/// narrower event columns.
template <class Chunk, class Visit>
void forEachColumn(Chunk& chunk, const ColumnCounts& counts, Visit&& visit) {
  constexpr size_t kWidest = 8;
  const auto ofWidth = [&](bool widest) {
    EventColumns::forEach(
        [&](auto& column) {
          if ((sizeof(column[0]) == kWidest) == widest) visit(column, counts.events);
        },
        chunk.events);
  };
  ofWidth(true);
  ValueColumns::forEach(visit, chunk.values, counts.values);
  ofWidth(false);
}

/// Whether the counts of `n` add up to exactly `bytes`; each count is bounded first, so no product overflows.
bool sizesFit(const Header& n, uint64_t bytes) {
  bool bounded = n.runs <= bytes;
  ColumnCounts::forEach(n.counts, [&](uint64_t count) { bounded &= count <= bytes; });
  if (!bounded) return false;
  const auto events = eventBytes(n.counts), values = valueBytes(n.counts);
  return events.ok() && values.ok() && *events + *values + n.runs * sizeof(RunRow) == bytes;
}

}  // namespace

void encodeEvents(const EventBatch& batch, std::vector<uint8_t>& out) {
  static const TraceChunk kEmpty;
  const TraceChunk& chunk = batch.chunk ? *batch.chunk : kEmpty;
  const Header n{countsOf(chunk), batch.runs.size()};
  const auto append = [&](const void* data, size_t size) {
    const auto* first = static_cast<const uint8_t*>(data);
    out.insert(out.end(), first, first + size);
  };
  append(&n, sizeof n);
  for (const RunSpan& run : batch.runs) {
    const RunRow row{run.start,     run.duration, run.recording, run.index, static_cast<uint32_t>(run.kind),
                     run.conditions};
    append(&row, sizeof row);
  }
  forEachColumn(chunk, n.counts,
                [&](const auto& column, uint64_t) { append(column.data(), column.size() * sizeof(column[0])); });
}

Result<EventBatch> decodeEvents(std::span<const uint8_t> payload) {
  Header n;
  if (payload.size() < sizeof n) return Error("event batch: shorter than its header");
  std::memcpy(&n, payload.data(), sizeof n);
  size_t at = sizeof n;
  if (!sizesFit(n, payload.size() - at)) return Error("event batch: its counts do not match its size");
  EventBatch batch;
  for (uint64_t i = 0; i < n.runs; ++i, at += sizeof(RunRow)) {
    RunRow row;
    std::memcpy(&row, payload.data() + at, sizeof row);
    if (row.kind >= kRunKinds) return Error("event batch: unknown kind of a run");
    batch.runs.push_back(
        RunSpan{row.start, row.duration, row.index, static_cast<RunKind>(row.kind), row.recording, row.conditions});
  }
  batch.chunk = std::make_shared<TraceChunk>();
  forEachColumn(*batch.chunk, n.counts, [&](auto& column, uint64_t count) {
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

void encodeWork(const DeviceWorkColumns& rows, std::vector<uint8_t>& out) {
  const auto append = [&](const void* data, size_t size) {
    const auto* first = static_cast<const uint8_t*>(data);
    out.insert(out.end(), first, first + size);
  };
  const uint64_t count = rows.size();
  append(&count, sizeof count);
  DeviceWorkColumns::forEach([&](const auto& column) { append(column.data(), column.size() * sizeof(column[0])); },
                             rows);
}

Result<DeviceWorkColumns> decodeWork(std::span<const uint8_t> payload) {
  uint64_t count = 0;
  if (payload.size() < sizeof count) return Error("device work: shorter than its header");
  std::memcpy(&count, payload.data(), sizeof count);
  size_t at = sizeof count;
  if ((payload.size() - at) % kDeviceWorkBytes != 0 || (payload.size() - at) / kDeviceWorkBytes != count)
    return Error("device work: its number of rows does not match its size");
  DeviceWorkColumns rows;
  DeviceWorkColumns::forEach(
      [&](auto& column) {
        column.resize(count);
        if (count != 0) std::memcpy(column.data(), payload.data() + at, count * sizeof(column[0]));
        at += count * sizeof(column[0]);
      },
      rows);
  return rows;
}

}  // namespace relaxscope::wire
