// SPDX-License-Identifier: Apache-2.0
// Register slots as the loop accesses them: raw values with manual reference counting.
#pragma once

#include <cstdint>
#include <cstring>

#include "vmcore/vm/ffi.h"
#include "vmcore/vm/objects/object_memory.h"

namespace relaxscope {

constexpr TVMFFIAny kEmptySlot{};

/// A value in two CPU registers.
struct Halves {
  uint64_t head, tail;
};
inline Halves load(const TVMFFIAny& value) {
  Halves halves;
  std::memcpy(&halves.head, &value, sizeof halves.head);
  std::memcpy(&halves.tail, reinterpret_cast<const char*>(&value) + sizeof halves.head, sizeof halves.tail);
  return halves;
}
/// Loads a value that a callee has just stored in halves: one wide load would stall until they have left the store
/// buffer, so the compiler must not merge the loads. Saves 4 ns of the 37 that a call with recorded values takes.
inline Halves loadResult(const TVMFFIAny& value) {
  Halves halves = load(value);
#if defined(__GNUC__)
  __asm__("" : "+r"(halves.head), "+r"(halves.tail));
#endif
  return halves;
}
inline void store(TVMFFIAny& value, Halves halves) {
  std::memcpy(&value, &halves.head, sizeof halves.head);
  std::memcpy(reinterpret_cast<char*>(&value) + sizeof halves.head, &halves.tail, sizeof halves.tail);
}

inline void keep(const TVMFFIAny& value) {
  if (holdsObject(value)) ffi::detail::ObjectUnsafe::IncRefObjectHandle(value.v_obj);
}
inline void keep(Halves halves) {
  TVMFFIAny value;
  store(value, halves);
  keep(value);
}
inline void drop(const TVMFFIAny& value) {
  if (holdsObject(value)) releaseByCall(value.v_obj);
}

inline void drop(Halves halves) {
  TVMFFIAny value;
  store(value, halves);
  drop(value);
}

/// Stores a value in a register. The register's old value is released last, as its destructor may run arbitrary code.
inline void replace(TVMFFIAny& slot, Halves value) {
  const TVMFFIAny old = slot;
  store(slot, value);
  drop(old);
}

/// Moves `value`, loaded as `loaded`, into a register and leaves it empty. The register's old value is released last,
/// as its destructor may run arbitrary code.
inline void moveInto(TVMFFIAny& slot, TVMFFIAny& value, Halves loaded) {
  const TVMFFIAny old = slot;
  store(slot, loaded);
  value = kEmptySlot;
  drop(old);
}

/// The value of an operand as encoded in Program::operands.
inline const TVMFFIAny& operandValue(int32_t operand, const TVMFFIAny* registers, const TVMFFIAny* pool) {
  const TVMFFIAny* base = operand >= 0 ? registers : pool;
  return *reinterpret_cast<const TVMFFIAny*>(reinterpret_cast<const uint64_t*>(base) + operand);
}

}  // namespace relaxscope
