// SPDX-License-Identifier: Apache-2.0
// Register slots as the loop works on them: raw values whose references it counts itself.
#pragma once

#include <cstdint>
#include <cstring>

#include "vmcore/vm/ffi.h"
#include "vmcore/vm/objects/object_memory.h"

namespace relaxscope {

constexpr TVMFFIAny kEmptySlot{};

/// A value in two registers of the processor.
struct Halves {
  uint64_t head, tail;
};
inline Halves load(const TVMFFIAny& value) {
  Halves halves;
  std::memcpy(&halves.head, &value, sizeof halves.head);
  std::memcpy(&halves.tail, reinterpret_cast<const char*>(&value) + sizeof halves.head, sizeof halves.tail);
  return halves;
}
/// Of what a callee has just stored in halves: one wide load would wait until they have left the store buffer, so the
/// compiler must not join them. Saves 4 ns of the 37 that a call takes whose values are recorded; loads that follow no
/// call are faster without it.
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
inline void drop(const TVMFFIAny& value) {
  if (holdsObject(value)) releaseByCall(value.v_obj);
}

/// Moves `value`, which was loaded as `loaded`, into a register and leaves it empty. What was there is released last,
/// as its destructor may run anything.
inline void moveInto(TVMFFIAny& slot, TVMFFIAny& value, Halves loaded) {
  const TVMFFIAny old = slot;
  store(slot, loaded);
  value = kEmptySlot;
  drop(old);
}

/// What an operand as it stands in Program::operands names.
inline const TVMFFIAny& operandValue(int32_t operand, const TVMFFIAny* registers, const TVMFFIAny* pool) {
  const TVMFFIAny* base = operand >= 0 ? registers : pool;
  return *reinterpret_cast<const TVMFFIAny*>(reinterpret_cast<const uint64_t*>(base) + operand);
}

}  // namespace relaxscope
