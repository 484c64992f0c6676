// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/column_counts.h"

#include <fmt/format.h>

namespace relaxscope {
namespace {

constexpr uint64_t kMaxRecords = uint64_t{1} << 40;  // no product of a count overflows

/// `counts` must be bounded.
uint64_t sumOfValues(const ColumnCounts& counts) {
  uint64_t bytes = 0;
  ValueColumnSet<ColumnValue>::forEach([&](const auto& record, uint64_t count) { bytes += count * sizeof record; },
                                       ValueColumnSet<ColumnValue>{}, counts.values);
  return bytes;
}

}  // namespace

ColumnCounts countsOf(const TraceChunk& chunk) {
  ColumnCounts counts{chunk.events.size(), {}};
  ValueColumns::forEach([](const auto& column, uint64_t& count) { count = column.size(); }, chunk.values,
                        counts.values);
  return counts;
}

Result<uint64_t> eventBytes(const ColumnCounts& counts) {
  if (counts.events > kMaxRecords) return Error(fmt::format("{} events in one chunk", counts.events));
  return counts.events * kEventBytes;
}

Result<uint64_t> valueBytes(const ColumnCounts& counts) {
  uint64_t most = 0;
  ValueColumnSet<ColumnCount>::forEach(
      [&](uint64_t count) {
        if (most <= kMaxRecords) most = count;
      },
      counts.values);
  if (most > kMaxRecords) return Error(fmt::format("{} values in one chunk", most));
  return sumOfValues(counts);
}

uint64_t bytesOf(const TraceChunk& chunk) {
  const ColumnCounts counts = countsOf(chunk);
  return counts.events * kEventBytes + sumOfValues(counts);
}

}  // namespace relaxscope
