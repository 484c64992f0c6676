// SPDX-License-Identifier: Apache-2.0
// The kinds of events as a table: name, group, and the table that an event's callee is a row of. Code reads properties
// from a row and never compares enumerators by order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace relaxscope {

/// Kind of a slice. The numbers are part of the protocol and of .rsprof; a new one increments the version.
enum class EventKind : uint16_t {
  Call = 0,             ///< a Call instruction; callee is a function of the table
  FunctionBody = 1,     ///< a bytecode function from entry to Ret, callee = function; pc is its first
  CompiledBody = 2,     ///< a compiled-mode function, entry to exit
  CompiledBuiltin = 3,  ///< one of our builtins called from compiled code; callee is a name of TraceInfo::names
  LoadConstants = 4,    ///< load phase lane
  LoadLookup = 5,       ///< load phase lane: one function looked up
  LoadLibrary = 6,      ///< load phase lane: dlopen and module tree
  LoadVerify = 7,       ///< load phase lane: read, verify, decode
  CompiledKernels = 8,  ///< what compiled code does between two of its calls of builtins and VM functions: its kernels;
                        ///< callee = function; pc numbers the places of the function's code, from 0 on in the order
                        ///< of their first execution in the recording
  NestedKernel = 9,    ///< a kernel that a builtin calls (attention, rotary embedding, append of a KV cache); callee is
                       ///< a function of the table, or kNoIndex; function and pc are of the builtin's call
  ScriptBuiltin = 10,  ///< a builtin that a list of calls calls itself; callee is a name of TraceInfo::names
  DeviceWait = 11,     ///< the end of a run: the host waits for the work of GPUs; callee is a name of TraceInfo::names
};

enum class EventGroup : uint8_t { Call, Body, Load, Kernels };
/// The table that an event's `callee` column indexes.
enum class CalleeTable : uint8_t { None, Functions, Names };

struct EventKindRow {
  EventKind kind;
  const char* name;  ///< used in exports and in .rsprof
  EventGroup group;
  CalleeTable callee;
  bool hasInstruction = false;  ///< whether `pc` is an instruction
};

inline constexpr EventKindRow kEventKinds[] = {
    {EventKind::Call, "call", EventGroup::Call, CalleeTable::Functions, true},
    {EventKind::FunctionBody, "function body", EventGroup::Body, CalleeTable::Functions, true},
    {EventKind::CompiledBody, "compiled body", EventGroup::Body, CalleeTable::Functions},
    {EventKind::CompiledBuiltin, "compiled builtin", EventGroup::Call, CalleeTable::Names},
    {EventKind::LoadConstants, "load constants", EventGroup::Load, CalleeTable::None},
    {EventKind::LoadLookup, "look up function", EventGroup::Load, CalleeTable::Functions},
    {EventKind::LoadLibrary, "load library", EventGroup::Load, CalleeTable::None},
    {EventKind::LoadVerify, "verify and decode", EventGroup::Load, CalleeTable::None},
    {EventKind::CompiledKernels, "compiled kernels", EventGroup::Kernels, CalleeTable::Functions},
    {EventKind::NestedKernel, "nested kernel", EventGroup::Call, CalleeTable::Functions, true},
    {EventKind::ScriptBuiltin, "script builtin", EventGroup::Call, CalleeTable::Names},
    {EventKind::DeviceWait, "device wait", EventGroup::Call, CalleeTable::Names},
};
static_assert(
    [] {
      for (size_t i = 0; i < std::size(kEventKinds); ++i)
        if (static_cast<size_t>(kEventKinds[i].kind) != i) return false;
      return true;
    }(),
    "the row of a kind stands at its number");

/// The row of a kind, or null for an unknown number; numbers from a file or a pipe are untrusted.
constexpr const EventKindRow* eventKindRow(uint16_t number) {
  return number < std::size(kEventKinds) ? &kEventKinds[number] : nullptr;
}
constexpr const EventKindRow* eventKindRow(EventKind kind) { return eventKindRow(static_cast<uint16_t>(kind)); }

constexpr bool isInGroup(EventKind kind, EventGroup group) {
  const EventKindRow* row = eventKindRow(kind);
  return row != nullptr && row->group == group;
}
/// A call: an instruction, a builtin that compiled code or a list of calls uses, or a kernel that a builtin calls.
constexpr bool isCall(EventKind kind) { return isInGroup(kind, EventGroup::Call); }
/// A function from entry to return, bytecode or compiled.
constexpr bool isBody(EventKind kind) { return isInGroup(kind, EventGroup::Body); }
/// Kernels that compiled code calls between other events.
constexpr bool isKernels(EventKind kind) { return isInGroup(kind, EventGroup::Kernels); }
constexpr bool isLoadPhase(EventKind kind) { return isInGroup(kind, EventGroup::Load); }
constexpr bool hasInstruction(EventKind kind) {
  const EventKindRow* row = eventKindRow(kind);
  return row != nullptr && row->hasInstruction;
}
constexpr CalleeTable calleeTable(EventKind kind) {
  const EventKindRow* row = eventKindRow(kind);
  return row != nullptr ? row->callee : CalleeTable::None;
}

}  // namespace relaxscope
