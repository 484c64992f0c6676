// SPDX-License-Identifier: Apache-2.0
// The callee and the arguments of a call, in the form that the analyses need.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "vmcore/model/builtin.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// The kind of the called function, and which builtin it is.
struct KnownCallee {
  enum class Kind : uint8_t { None, Kernel, VmFunction, Builtin } kind = Kind::None;
  BuiltinId builtin = BuiltinId::None;
};
KnownCallee knownCallee(const Function& function);

/// Arguments of a call for the analyses; wrong kinds and indices give nothing.
struct CallArgs {
  const Executable& executable;
  Instruction call;

  [[nodiscard]] size_t size() const { return call.callArgCount(); }
  /// Register number, or -1.
  [[nodiscard]] int64_t reg(size_t i) const;
  /// Row of the function table, or invalid.
  [[nodiscard]] FuncIndex function(size_t i) const;
  [[nodiscard]] bool immediate(size_t i, int64_t& value) const;
  /// The constant's value, or null.
  [[nodiscard]] const ConstantValue* constant(size_t i) const;
  template <class T>
  [[nodiscard]] const T* constantAs(size_t i) const {
    const ConstantValue* value = constant(i);
    return value == nullptr ? nullptr : std::get_if<T>(value);
  }
  /// The text of a string constant, or nothing.
  [[nodiscard]] std::string_view text(size_t i) const;
};

/// Slots of the shape heap as arguments from `first` on: immediates, or one shape constant, as in prototype programs of
/// 2022. An argument that is neither gives nothing.
std::vector<std::optional<int64_t>> slotArgs(const CallArgs& args, size_t first);
/// The field that tuple_getitem or TupleGetItem takes: an immediate, or a shape constant of one extent.
std::optional<int64_t> fieldArg(const CallArgs& args);
/// The number of slots that a call of alloc_shape_heap or alloc_heap asks for: an immediate, or a shape constant of
/// one extent. Nothing if it is not known or negative.
std::optional<int64_t> heapSlots(const CallArgs& args);

/// The (code, value) pairs of match_shape, match_prim_value, make_shape and make_prim_value.
struct DimCode {
  enum class Op : uint8_t { Immediate = 0, Slot = 1, Skip = 2, CheckSlot = 3 } op = Op::Skip;
  int64_t value = 0;
};
/// `count` pairs from argument `first` on; fewer if some are missing or invalid.
std::vector<DimCode> dimCodes(const CallArgs& args, size_t first, int64_t count);

}  // namespace relaxscope
