// SPDX-License-Identifier: Apache-2.0
// One call of a VM function while a program is followed for its memory.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/analysis/function_facts.h"
#include "vmcore/analysis/memory/held.h"
#include "vmcore/analysis/memory/plan.h"

namespace relaxscope::memory {

/// A path through a function: what its registers and everything else hold.
struct Path {
  Held held;
  FlatMap<int64_t, ObjectId> registers;
  InstrIndex last = {};  ///< its last instruction in this function
};

/// What the effects of instructions need of the function and of the walk around it.
struct Frame {
  const FunctionFacts& facts;
  FuncIndex function;
  Trail& trail;
  /// Runs a VM function on the arguments; the caller releases the result.
  std::function<ObjectId(Path&, FuncIndex, const std::vector<ObjectId>&)> call;
  /// The value of a dimension that no value of this call tells; nothing if it is not known.
  std::function<Extent(const std::string&)> chosen;
  /// The value of a slot of the function's heap that no formula tells; nothing if it is not known.
  std::function<Extent(size_t slot)> measured;
  /// The row of a place, made if it is new.
  std::function<uint32_t(int64_t device, std::string scope)> place;
  /// A figure depends on values; the instruction is one of the function.
  std::function<void(InexactCause, InstrIndex)> inexact;
  /// A run of these sizes cannot pass the instruction of the function.
  std::function<void(InstrIndex, std::string)> fails;
  /// The instruction allocates or keeps bytes that are not known; invalid for one that calls nothing.
  std::function<void(FuncIndex callee)> unknown;
  /// Memory of the few numbers that an instruction of the Relay VM makes: blocks stay with the instruction, which uses
  /// them again when nothing else holds them. The caller releases it.
  std::function<ObjectId(Path&, InstrIndex, int64_t bytes)> numbers;
  /// A tensor is placed in a storage.
  std::function<void(ObjectId storage, InstrIndex, ObjectId tensor, int64_t offset)> placed;

  [[nodiscard]] const Executable& executable() const { return facts.executable(); }
  [[nodiscard]] static ObjectId at(const Path& path, int64_t reg) {
    const ObjectId* const found = path.registers.find(reg);
    return found == nullptr ? kNothing : *found;
  }
  [[nodiscard]] const Object& object(ObjectId id) const { return trail.objects[id]; }
  /// Moves a reference that the caller owns into a register; the former contents are released after that.
  void set(Path& path, int64_t reg, ObjectId owned) const {
    if (isSpecialRegister(reg)) return path.held.release(trail, owned);
    const ObjectId former = std::exchange(path.registers[reg], owned);
    path.held.release(trail, former);
  }
  /// Adds a value with one reference, which the caller owns.
  [[nodiscard]] ObjectId made(Path& path, Object object) const {
    const ObjectId id = trail.add(std::move(object));
    path.held.retain(trail, id);
    return id;
  }
};

/// Bytes of a tensor without gaps; nothing if an extent is not known or the product overflows.
Extent denseBytes(const std::vector<Extent>& dims, int64_t elementBits);
/// Bits of an element, lanes included.
inline int64_t elementBits(const DataType& type) { return int64_t{type.bits} * type.lanes; }

}  // namespace relaxscope::memory
