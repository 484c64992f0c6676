// SPDX-License-Identifier: Apache-2.0
// The builtins of the Relax VM from the rows of builtin.def: id, name, family, typed operands, effects and one line of
// help. Verifier, analyses, views, host calls and the engine read these rows; no other code spells a builtin's name.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "vmcore/model/call_kind.h"

namespace relaxscope {

/// One per row, in the order of builtin.def, those that this engine implements first. An index into builtinRows().
enum class BuiltinId : uint8_t {
#define RS_BUILTIN(id, ...) id,
#include "vmcore/model/builtin.def"
  None,  ///< no builtin
};
inline constexpr size_t kBuiltinCount = static_cast<size_t>(BuiltinId::None);

/// Groups of builtins: the engine implements a family in one place, and missing builtins are reported by family.
enum class BuiltinFamily : uint8_t {
#define RS_BUILTIN_FAMILY(id, name) id,
#include "vmcore/model/builtin.def"
};
/// "KV cache checkpoint".
const char* builtinFamilyName(BuiltinFamily family);

/// Types of operands as the bytecode passes them.
enum class OperandType : uint8_t {
  Any,
  Vm,  ///< the VM context, %vm
  Tensor,
  Storage,
  Shape,
  Heap,  ///< a shape heap; None if no slot is used
  Tuple,
  Function,
  State,  ///< KV cache or RNN state
  Int,
  Float,
  Dtype,
  Text,
  Device,     ///< index of a device of the VM; -1 is the host
  Slot,       ///< index into the shape heap
  Count,      ///< number of values or pairs that follow, or a rank
  Code,       ///< meaning of the next operand: 0 immediate, 1 slot; of a match also 2 skip and 3 compare with slot
  CodeValue,  ///< the value that Code describes
  CodePair,   ///< Code and CodeValue, two arguments
};

struct BuiltinOperand {
  std::string_view name;
  OperandType type = OperandType::Any;
  bool optional = false;
  bool repeats = false;  ///< any number of times, including zero
  uint8_t times = 1;     ///< arguments that it is, if it neither repeats nor is optional
};

/// A set of operands of one row, by their index in BuiltinRow::operands().
class OperandSet {
 public:
  constexpr void add(size_t operand) { bits_ |= static_cast<uint16_t>(1U << operand); }
  [[nodiscard]] constexpr bool has(size_t operand) const { return operand < 16 && ((bits_ >> operand) & 1U) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  constexpr bool operator==(const OperandSet&) const = default;

 private:
  uint16_t bits_ = 0;
};

/// Possible effects of a call, for analyses of dataflow and memory. Contents are the mutable parts of values: the
/// elements of a tensor, the slots of a heap, the fields of a tuple, a state. Shapes, numbers and types never change
/// and are in no set. The sets are upper bounds: ensure_zero_offset returns its operand, a view of it or a copy.
struct BuiltinEffects {
  OperandSet reads;    ///< whose contents are read
  OperandSet writes;   ///< whose contents are changed
  OperandSet aliases;  ///< the result is, holds, or shares memory with these: they live as long as the result
  OperandSet frees;    ///< whose memory is freed; they are not used afterwards
  OperandSet calls;    ///< functions that run during the call, or states whose kernels run, with effects of their own
  bool allocates = false;  ///< the result has new contents: in memory of its own, or in a storage that `aliases` names
  bool makesHeap = false;  ///< the result is a shape heap
  bool kills = false;      ///< the call's purpose is to release the former value of its destination
  bool checks = false;     ///< the call's purpose is to raise an error on invalid operands
  bool waits = false;      ///< the host waits for the device that computes an operand
  bool host = false;       ///< acts outside the VM: prints, registries, pools of allocators
  bool unknown = false;    ///< unknown; any effect must be assumed

  /// Whether the call may be removed if its result is unused.
  [[nodiscard]] constexpr bool isPure() const {
    return writes.empty() && frees.empty() && calls.empty() && !kills && !checks && !host && !unknown;
  }
};

/// A row of builtin.def.
struct BuiltinRow {
  static constexpr size_t kMaxOperands = 9;

  BuiltinId id = BuiltinId::None;
  const char* name = nullptr;  ///< as TVM registers it; of a prefix row it ends in *
  BuiltinFamily family{};
  CallKind kind{};
  bool plumbing = false;  ///< storage, checks, shape bookkeeping: shown in the third text colour
  bool hostCall = false;  ///< programs call it between functions of the executable: a list of calls may name it
  bool missing = false;   ///< only in TVM's own runtime
  uint8_t operandCount = 0;
  std::array<BuiltinOperand, kMaxOperands> operandTable{};
  BuiltinEffects effects;
  const char* help = nullptr;  ///< one sentence

  [[nodiscard]] constexpr std::span<const BuiltinOperand> operands() const {
    return {operandTable.data(), operandCount};
  }
  [[nodiscard]] constexpr bool isPrefix() const { return std::string_view(name).ends_with('*'); }
  /// The minimum and maximum number of arguments; SIZE_MAX if an operand repeats.
  [[nodiscard]] size_t minArguments() const;
  [[nodiscard]] size_t maxArguments() const;
  /// The index in operands() of argument `argument` of `count`, or kNoOperand if there are too many or too few.
  static constexpr size_t kNoOperand = SIZE_MAX;
  [[nodiscard]] size_t operandOf(size_t argument, size_t count) const;
  /// "vm size device dtype [scope]": [x] is optional, x... repeats, x*3 is three arguments.
  [[nodiscard]] std::string operandText() const;
};

/// All rows, by id.
std::span<const BuiltinRow> builtinRows();
const BuiltinRow& builtinRow(BuiltinId id);
/// The row of a function name, or null: an exact match, else the longest matching prefix.
const BuiltinRow* findBuiltin(std::string_view name);
/// Its id; None for unknown names and prefix matches.
BuiltinId builtinId(std::string_view name);

// The columns that other tables are checked against at compile time.
struct BuiltinKey {
  const char* name;
  BuiltinFamily family;
  bool missing;
};
namespace builtin_flag {
enum : uint8_t { None = 0, Plumbing = 1, HostCall = 2, Missing = 4 };
inline constexpr BuiltinKey kKeys[] = {
#define RS_BUILTIN(id, name, family, kind, flags, ...) {name, BuiltinFamily::family, ((flags) & Missing) != 0},
#include "vmcore/model/builtin.def"
};
}  // namespace builtin_flag
constexpr const BuiltinKey& builtinKey(BuiltinId id) { return builtin_flag::kKeys[static_cast<size_t>(id)]; }
/// Builtins of one meaning, today's first, then the prototype's.
constexpr bool isMakeTuple(BuiltinId id) { return id == BuiltinId::MakeTuple || id == BuiltinId::RuntimeTuple; }
constexpr bool isTupleField(BuiltinId id) {
  return id == BuiltinId::TupleGetItem || id == BuiltinId::RuntimeTupleGetItem;
}
constexpr bool isCallTirDyn(BuiltinId id) { return id == BuiltinId::CallTirDyn || id == BuiltinId::CallTirDynNamed; }
/// "vm.builtin.alloc_storage".
constexpr const char* builtinName(BuiltinId id) { return builtinKey(id).name; }

}  // namespace relaxscope
