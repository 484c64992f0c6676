// SPDX-License-Identifier: Apache-2.0
// What a run records. Times are ticks of one clock with its origin at the start of the recording, which
// stands still while the recording itself works; Clock turns them into nanoseconds when they are read. Columns, so that a million events stay small
// and travel as raw bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/model/data_type.h"

namespace relaxscope {

/// What a slice is. Numbers are part of the protocol and of .rsprof; a new one bumps the version.
enum class EventKind : uint16_t {
  Call = 0,            ///< a Call instruction; callee is a function of the table
  FunctionBody = 1,    ///< a bytecode function from entry to Ret, callee = function; pc is its first
  CompiledBody = 2,    ///< a compiled-mode function, entry to exit; kernels inside cannot be seen
  CompiledBuiltin = 3, ///< one of our builtins called from compiled code; callee is a name of TraceInfo::names
  LoadConstants = 4,   ///< load phase lane
  LoadLookup = 5,      ///< load phase lane: one function looked up
  LoadLibrary = 6,     ///< load phase lane: dlopen and module tree
  LoadVerify = 7,      ///< load phase lane: read, verify, decode
};
constexpr bool isLoadPhase(EventKind kind) { return kind >= EventKind::LoadConstants; }

inline constexpr uint32_t kNoIndex = 0xFFFFFFFFu;

/// Events of one chunk as columns of equal length: 8 + 8 + 4 + 4 + 4 + 2 + 2 = 32 bytes an event.
/// Order: by end of the event (a call is known when it returns), so children come before parents.
struct EventColumns {
  std::vector<int64_t> start;        ///< ticks since the origin
  std::vector<int64_t> duration;     ///< ticks
  std::vector<uint32_t> pc;          ///< instruction index, kNoIndex where there is none
  std::vector<uint32_t> function;    ///< function the instruction belongs to
  std::vector<uint32_t> callee;      ///< function called, or name index (CompiledBuiltin)
  std::vector<uint16_t> depth;       ///< slices around it: the entry function's body has 0, its calls 1, a body called by one of these 2
  std::vector<uint16_t> kind;        ///< EventKind
  [[nodiscard]] size_t size() const { return start.size(); }
};

/// One argument a call saw. Event numbers are relative to the chunk's first event.
struct ArgRecord {
  uint32_t event = 0;
  uint16_t position = 0;
  uint8_t type = 0;       ///< ArgType
  uint8_t ndim = 0;
  DataType dtype;
  uint32_t dimsBegin = 0; ///< into ValueColumns::dims (Tensor, Shape)
  int64_t value = 0;      ///< Int: itself; Float: bits; Tensor: data bytes; Tuple: length
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
/// Side columns; empty with --no-values.
struct ValueColumns {
  std::vector<ArgRecord> args;
  std::vector<int64_t> dims;
  std::vector<SlotChange> slotChanges;
  std::vector<MemoryRecord> memory;
};

/// Ticks to nanoseconds. `source` says how: "time stamp counter 2.445 GHz", "steady clock".
struct Clock {
  double nsPerTick = 1.0;
  std::string source;
  [[nodiscard]] double toNs(int64_t ticks) const { return static_cast<double>(ticks) * nsPerTick; }
};

}  // namespace relaxscope
