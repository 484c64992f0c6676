// SPDX-License-Identifier: Apache-2.0
// The number of records in each column of a chunk, and their size in bytes. Counts from a file or a pipe are untrusted:
// the size is computed before anything is allocated.
#pragma once

#include <cstdint>

#include "vmcore/base/result.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// Records of each column; events share one count.
struct ColumnCounts {
  uint64_t events = 0;
  ValueColumnSet<ColumnCount> values;

  /// Calls `visit(count)` in storage order.
  template <class Self, class Visit>
  static void forEach(Self& counts, Visit&& visit) {
    visit(counts.events);
    ValueColumnSet<ColumnCount>::forEach(visit, counts.values);
  }
};
ColumnCounts countsOf(const TraceChunk& chunk);
/// Bytes of the event columns (kEventBytes per event) and of the side columns, unpacked. An error if a count is larger
/// than any memory.
Result<uint64_t> eventBytes(const ColumnCounts& counts);
Result<uint64_t> valueBytes(const ColumnCounts& counts);
/// Bytes of a chunk's columns in memory.
uint64_t bytesOf(const TraceChunk& chunk);

}  // namespace relaxscope
