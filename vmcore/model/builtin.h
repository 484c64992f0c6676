// SPDX-License-Identifier: Apache-2.0
// The builtins of the Relax VM, by the rows of builtin.def: id, name, family, typed operands, effects and one line of
// help. Verifier, analyses, views, host calls and the engine read these rows; a name of TVM stands there and nowhere
// else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "vmcore/model/call_kind.h"

namespace relaxscope {

/// One a row, in the order of builtin.def: what this engine runs first. It fits an index into builtinRows().
enum class BuiltinId : uint8_t {
#define RS_BUILTIN(id, ...) id,
#include "vmcore/model/builtin.def"
  None,  ///< no builtin
};
inline constexpr size_t kBuiltinCount = static_cast<size_t>(BuiltinId::None);

/// What belongs together: the engine implements a family in one place, a missing builtin is reported by its family.
enum class BuiltinFamily : uint8_t {
#define RS_BUILTIN_FAMILY(id, name) id,
#include "vmcore/model/builtin.def"
};
/// "KV cache checkpoint".
const char* builtinFamilyName(BuiltinFamily family);

/// What the bytecode passes for an operand.
enum class OperandType : uint8_t {
  Any,
  Vm,  ///< the VM context, %vm
  Tensor,
  Storage,
  Shape,
  Heap,  ///< a shape heap; None where no slot is used
  Tuple,
  Function,
  State,  ///< KV cache or RNN state
  Int,
  Float,
  Dtype,
  Text,
  Device,     ///< index of a device of the VM; -1 is the host
  Slot,       ///< index into the shape heap
  Count,      ///< how many values or pairs follow, or a rank
  Code,       ///< how the next operand is read: 0 immediate, 1 slot; of a match also 2 skip and 3 compare with slot
  CodeValue,  ///< what Code says
  CodePair,   ///< Code and CodeValue, two arguments
};

struct BuiltinOperand {
  std::string_view name;
  OperandType type = OperandType::Any;
  bool optional = false;
  bool repeats = false;  ///< any number of times, none included
};

/// A set of operands of one row, by their place in BuiltinRow::operands().
class OperandSet {
 public:
  constexpr void add(size_t operand) { bits_ |= static_cast<uint16_t>(1U << operand); }
  [[nodiscard]] constexpr bool has(size_t operand) const { return operand < 16 && ((bits_ >> operand) & 1U) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  constexpr bool operator==(const OperandSet&) const = default;

 private:
  uint16_t bits_ = 0;
};

/// What a call may do, for analyses of dataflow and memory. Contents are what can change behind a value: the elements
/// of a tensor, the slots of a heap, the fields of a tuple, a state. Shapes, numbers and types never change, so they
/// are in no set. The sets are upper bounds: ensure_zero_offset returns its operand, a view of it or a copy.
struct BuiltinEffects {
  OperandSet reads;    ///< whose contents are read
  OperandSet writes;   ///< whose contents are changed
  OperandSet aliases;  ///< that the result is, holds, or shares memory with: they live as long as the result
  OperandSet frees;    ///< whose memory is given back; they are not used afterwards
  OperandSet calls;    ///< functions that run during the call, or states whose kernels run, with effects of their own
  bool allocates = false;  ///< the result has new contents: in memory of its own, or in a storage that `aliases` names
  bool makesHeap = false;  ///< the result is a shape heap
  bool kills = false;      ///< the call is there to release what its destination held
  bool checks = false;     ///< the call is there to raise an error on what does not fit
  bool waits = false;      ///< the host waits for the device that computes an operand
  bool host = false;       ///< acts outside of the VM: prints, registries, pools of allocators
  bool unknown = false;    ///< nothing is known; expect everything

  /// Without a use of its result the call may be left out.
  [[nodiscard]] constexpr bool isPure() const {
    return writes.empty() && frees.empty() && calls.empty() && !kills && !checks && !host && !unknown;
  }
};

/// A row of builtin.def.
struct BuiltinRow {
  static constexpr size_t kMaxOperands = 8;

  BuiltinId id = BuiltinId::None;
  const char* name = nullptr;  ///< as TVM registers it; of a prefix row it ends in *
  BuiltinFamily family{};
  CallKind kind{};
  bool plumbing = false;  ///< storage, checks, bookkeeping of shapes: drawn in third text
  bool hostCall = false;  ///< programs call it between functions of the executable: a list of calls may name it
  bool missing = false;   ///< only TVM's own runtime has it
  uint8_t operandCount = 0;
  std::array<BuiltinOperand, kMaxOperands> operandTable{};
  BuiltinEffects effects;
  const char* help = nullptr;  ///< one sentence

  [[nodiscard]] constexpr std::span<const BuiltinOperand> operands() const {
    return {operandTable.data(), operandCount};
  }
  [[nodiscard]] constexpr bool isPrefix() const { return std::string_view(name).ends_with('*'); }
  /// The least and the most arguments that fit the operands; SIZE_MAX where one repeats.
  [[nodiscard]] size_t minArguments() const;
  [[nodiscard]] size_t maxArguments() const;
  /// The place in operands() of argument `argument` out of `count`, or kNoOperand where there are too many or too few.
  static constexpr size_t kNoOperand = SIZE_MAX;
  [[nodiscard]] size_t operandOf(size_t argument, size_t count) const;
  /// "vm size device dtype [scope]": [x] may be left out, x... repeats.
  [[nodiscard]] std::string operandText() const;
};

/// All rows, by id.
std::span<const BuiltinRow> builtinRows();
const BuiltinRow& builtinRow(BuiltinId id);
/// The row of a function name, or null: one of that name, else the longest prefix that fits.
const BuiltinRow* findBuiltin(std::string_view name);
/// Its id, or None; also None where only a prefix fits.
BuiltinId builtinId(std::string_view name);

// The columns that other tables are proven against while they compile.
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
/// "vm.builtin.alloc_storage".
constexpr const char* builtinName(BuiltinId id) { return builtinKey(id).name; }

}  // namespace relaxscope
