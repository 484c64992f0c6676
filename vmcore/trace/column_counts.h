// SPDX-License-Identifier: Apache-2.0
// How many records the columns of a chunk have, and the bytes that they make up. Counts of a file or a pipe are
// hostile: their bytes are known before anything is allocated.
#pragma once

#include <cstdint>

#include "vmcore/base/result.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// Records of each column; events share one count.
struct ColumnCounts {
  uint64_t events = 0;
  ValueColumnSet<ColumnCount> values;

  /// Calls `visit(count)` in the order in which counts are stored.
  template <class Self, class Visit>
  static void forEach(Self& counts, Visit&& visit) {
    visit(counts.events);
    ValueColumnSet<ColumnCount>::forEach(visit, counts.values);
  }
};
ColumnCounts countsOf(const TraceChunk& chunk);
/// Bytes of the event columns (kEventBytes an event) and of the side columns, unpacked. An error where a count is
/// larger than any memory.
Result<uint64_t> eventBytes(const ColumnCounts& counts);
Result<uint64_t> valueBytes(const ColumnCounts& counts);
/// Bytes of a chunk's columns in memory.
uint64_t bytesOf(const TraceChunk& chunk);

}  // namespace relaxscope
