// SPDX-License-Identifier: Apache-2.0
// What a run records. Times are ticks of one clock with its origin at the start of the recording, which
// stands still while the recording itself works; Clock turns them into nanoseconds when they are read. Columns, so that
// a million events stay small and travel as raw bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/model/data_type.h"
#include "vmcore/trace/event_kind.h"

namespace relaxscope {

inline constexpr uint32_t kNoIndex = 0xFFFFFFFFu;

/// A column of events or of side records; also a pointer into one, one value of it, or the number of its records.
template <class T>
using Column = std::vector<T>;
template <class T>
using ColumnPointer = T*;
template <class T>
using ColumnValue = T;
template <class T>
using ColumnCount = uint64_t;

/// What is known of every event, one field a column. The only place that names them all: what reads, writes or counts
/// columns goes through forEach.
template <template <class> class Of>
struct EventFields {
  Of<int64_t> start{};      ///< ticks since the origin
  Of<int64_t> duration{};   ///< ticks
  Of<uint32_t> pc{};        ///< instruction index, kNoIndex where there is none
  Of<uint32_t> function{};  ///< function the instruction belongs to
  Of<uint32_t> callee{};    ///< a row of the table that calleeTable(kind) names
  Of<uint16_t> depth{};     ///< slices around it: the entry function's body has 0, its calls 1, a body called there 2
  Of<uint16_t> kind{};      ///< EventKind

  /// Events of columns.
  [[nodiscard]] size_t size() const { return start.size(); }

  /// Calls `visit(field...)` with the same field of each of `fields`, in the order of .rsprof: widest first, so that
  /// every column is aligned where they follow each other. A new column changes the protocol and the file's version.
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

/// Events of one chunk as columns of equal length.
/// Order: by end of the event (a call is known when it returns), so children come before parents.
using EventColumns = EventFields<Column>;
/// Bytes of one event over all columns.
inline constexpr size_t kEventBytes = [] {
  size_t bytes = 0;
  EventFields<ColumnValue>::forEach([&](const auto& value) { bytes += sizeof value; }, EventFields<ColumnValue>{});
  return bytes;
}();
static_assert(kEventBytes == 32);

/// One argument a call saw. Event numbers are relative to the chunk's first event.
struct ArgRecord {
  uint32_t event = 0;
  uint16_t position = 0;
  uint8_t type = 0;  ///< ArgType
  uint8_t ndim = 0;
  DataType dtype;
  uint32_t dimsBegin = 0;  ///< into ValueColumns::dims (Tensor, Shape)
  int64_t value = 0;       ///< Int: itself; Float: bits; Tensor: data bytes; Tuple: length
};
enum class ArgType : uint8_t { None, Int, Float, Bool, DType, Str, Shape, Tensor, Tuple, Function, Storage, Vm, Other };
/// A slot of a shape heap that has another value after the event than before it.
struct SlotChange {
  uint32_t event = 0;
  uint32_t slot = 0;
  uint32_t frame = 0;     ///< serial number of the activation that owns the heap
  uint32_t function = 0;  ///< function of that activation
  int64_t value = 0;
};
/// Bytes the event took and gave back, itself only, and what was live after it (storage bytes of all devices).
struct MemoryRecord {
  uint32_t event = 0;
  uint32_t reserved = 0;
  int64_t allocated = 0, freed = 0, live = 0;
};
/// Side records of events, one field a column.
template <template <class> class Of>
struct ValueColumnSet {
  Of<ArgRecord> args{};
  Of<int64_t> dims{};
  Of<SlotChange> slotChanges{};
  Of<MemoryRecord> memory{};

  /// As EventFields::forEach.
  template <class Visit, class... Fields>
  static constexpr void forEach(Visit&& visit, Fields&&... fields) {
    visit(fields.args...);
    visit(fields.dims...);
    visit(fields.slotChanges...);
    visit(fields.memory...);
  }
};
/// Side columns; empty with --no-values.
using ValueColumns = ValueColumnSet<Column>;

/// Ticks to nanoseconds. `source` says how: "time stamp counter 2.445 GHz", "steady clock".
struct Clock {
  double nsPerTick = 1.0;
  std::string source;
  [[nodiscard]] double toNs(int64_t ticks) const { return static_cast<double>(ticks) * nsPerTick; }
};

}  // namespace relaxscope
