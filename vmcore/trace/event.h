// SPDX-License-Identifier: Apache-2.0
// The records of a run. Times are ticks of one clock that starts with the recording and excludes the time the recording
// itself takes; Clock converts them to nanoseconds on reading. Columns keep a million events small and are transferred
// as raw bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/base/column.h"
#include "vmcore/model/data_type.h"
#include "vmcore/trace/event_kind.h"

namespace relaxscope {

/// The fields of an event, one per column. This is the only list of them: code that reads, writes or counts columns
/// uses forEach.
template <template <class> class Of>
struct EventFields {
  Of<int64_t> start{};      ///< ticks since the origin
  Of<int64_t> duration{};   ///< ticks
  Of<uint32_t> pc{};        ///< instruction index; of kinds without one as EventKind says, else kNoIndex
  Of<uint32_t> function{};  ///< function the instruction belongs to
  Of<uint32_t> callee{};    ///< a row of the table given by calleeTable(kind)
  Of<uint16_t> depth{};     ///< enclosing slices: the entry function's body has 0, its calls 1, a body called there 2
  Of<uint16_t> kind{};      ///< EventKind

  /// Number of events, for columns.
  [[nodiscard]] size_t size() const { return start.size(); }

  /// Calls `visit(field...)` with the same field of each of `fields`, in the order of .rsprof: widest first, so that
  /// every column is aligned in a contiguous buffer. A new column changes the protocol and the file's version.
  template <class Visit, class... Fields>
  static constexpr void forEach(Visit&& visit, Fields&&... fields) {
    visit(fields.start...);
    visit(fields.duration...);
    visit(fields.pc...);
    visit(fields.function...);
    visit(fields.callee...);
    visit(fields.depth...);
    visit(fields.kind...);
  }
};

/// Events of one chunk as columns of equal length, ordered by end of the event (a call is recorded when it returns), so
/// children precede their parents.
using EventColumns = EventFields<Column>;
/// Bytes per event over all columns.
inline constexpr size_t kEventBytes = [] {
  size_t bytes = 0;
  EventFields<ColumnValue>::forEach([&](const auto& value) { bytes += sizeof value; }, EventFields<ColumnValue>{});
  return bytes;
}();
static_assert(kEventBytes == 32);

/// One argument of a list of them. Lists are numbered from 0 in the order of their records, which are contiguous; an
/// ArgumentUse tells which events received a list.
struct ArgRecord {
  uint32_t list = 0;
  uint16_t position = 0;
  uint8_t type = 0;  ///< ArgType
  uint8_t ndim = 0;
  DataType dtype;
  uint32_t dimsBegin = 0;  ///< into ValueColumns::dims (Tensor, Shape)
  int64_t value = 0;       ///< Int: itself; Float: bits; Tensor: data bytes; Tuple: length
};
enum class ArgType : uint8_t { None, Int, Float, Bool, DType, Str, Shape, Tensor, Tuple, Function, Storage, Vm, Other };
/// Event numbers of side records are relative to the chunk's first event.
struct ArgumentUse {
  uint32_t event = 0;  ///< ascending
  uint32_t list = 0;
};
/// A slot of a shape heap that the event changed.
struct SlotChange {
  uint32_t event = 0;
  uint32_t slot = 0;
  uint32_t frame = 0;     ///< serial number of the activation that owns the heap
  uint32_t function = 0;  ///< function of that activation
  int64_t value = 0;
};
/// Bytes the event itself allocated and freed, and the live bytes after it (storage bytes of all devices).
struct MemoryRecord {
  uint32_t event = 0;
  uint32_t workspacePages = 0;  ///< of 4,096 bytes, that kernels had in use at once (TVMBackendAllocWorkspace)
  int64_t allocated = 0, freed = 0, live = 0;
};
/// Side records of events, one field per column.
template <template <class> class Of>
struct ValueColumnSet {
  Of<ArgRecord> args{};
  Of<int64_t> dims{};
  Of<SlotChange> slotChanges{};
  Of<MemoryRecord> memory{};
  Of<ArgumentUse> uses{};

  /// As EventFields::forEach.
  template <class Visit, class... Fields>
  static constexpr void forEach(Visit&& visit, Fields&&... fields) {
    visit(fields.args...);
    visit(fields.dims...);
    visit(fields.slotChanges...);
    visit(fields.memory...);
    visit(fields.uses...);
  }
};
/// Side columns; empty with --no-values.
using ValueColumns = ValueColumnSet<Column>;

/// Events in the order of their ends, as they are handed over, sent and stored in files.
struct TraceChunk {
  EventColumns events;
  ValueColumns values;
};

/// Conversion of ticks to nanoseconds. `source` names the clock: "time stamp counter 2.445 GHz", "steady clock".
struct Clock {
  double nsPerTick = 1.0;
  std::string source;
  [[nodiscard]] double toNs(int64_t ticks) const { return static_cast<double>(ticks) * nsPerTick; }
};

}  // namespace relaxscope
