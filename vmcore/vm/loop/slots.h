// SPDX-License-Identifier: Apache-2.0
// Register slots as the loop works on them: raw values whose references it counts itself.
#pragma once

#include <cstdint>
#include <cstring>

#include "vmcore/vm/ffi.h"
#include "vmcore/vm/objects/object_memory.h"

namespace relaxscope {

constexpr TVMFFIAny kEmptySlot{};

/// Copies a value in two halves: callees store it so, and one wide load right after that would wait until the halves
/// have left the store buffer.
inline void copyHalves(TVMFFIAny& to, const TVMFFIAny& from) {
  uint64_t head, tail;
  std::memcpy(&head, &from, sizeof head);
  std::memcpy(&tail, reinterpret_cast<const char*>(&from) + sizeof head, sizeof tail);
  std::memcpy(&to, &head, sizeof head);
  std::memcpy(reinterpret_cast<char*>(&to) + sizeof head, &tail, sizeof tail);
}

inline void keep(const TVMFFIAny& value) {
  if (holdsObject(value)) ffi::detail::ObjectUnsafe::IncRefObjectHandle(value.v_obj);
}
inline void drop(const TVMFFIAny& value) {
  if (holdsObject(value)) releaseByCall(value.v_obj);
}

/// Moves `value` (emptied) into a register; what was there is released last, as its destructor may run anything.
inline void moveInto(TVMFFIAny& slot, TVMFFIAny& value) {
  const TVMFFIAny old = slot;
  copyHalves(slot, value);
  value = kEmptySlot;
  drop(old);
}

/// What an operand as it stands in Program::operands names.
inline const TVMFFIAny& operandValue(int32_t operand, const TVMFFIAny* registers, const TVMFFIAny* pool) {
  const TVMFFIAny* base = operand >= 0 ? registers : pool;
  return *reinterpret_cast<const TVMFFIAny*>(reinterpret_cast<const uint64_t*>(base) + operand);
}

}  // namespace relaxscope
