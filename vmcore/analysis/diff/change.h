// SPDX-License-Identifier: Apache-2.0
// The kinds of change between two executables, and one change of a function's code.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vmcore/base/index.h"

namespace relaxscope {

enum class ChangeKind : uint8_t {
  // Of the operations: calls of kernels, functions and builtins other than those of memory.
  Inserted,
  Removed,
  Replaced,        ///< another callee at the same place of the dataflow
  Fused,           ///< several calls became one
  Split,           ///< one call became several
  LibraryCall,     ///< Replaced or Fused by a function of a library outside of the executable, or the reverse
  ConstantFolded,  ///< calls whose result is now a constant
  Operands,        ///< the same callee with another register, constant or immediate, or another destination
  Rewired,         ///< Operands that follow from another change: they name the results of what was inserted or removed
  Reordered,       ///< instructions that depend on each other are in another order
  IndependentOrder,  ///< calls that do not depend on each other are in another order, and storages with them
  ControlFlow,       ///< a branch, jump or block
  // Of memory and shapes.
  Memory,            ///< storage, offset of a tensor or release of a value
  ShapeSpecialised,  ///< an extent that was symbolic is a number
  ShapeGeneralised,  ///< an extent that was a number is symbolic
  ShapeChanged,      ///< an extent or element type is another one
  // Of functions, constants and kernels.
  Signature,  ///< number, order or names of parameters, or their types
  FunctionAdded,
  FunctionRemoved,
  FunctionRenamed,
  FunctionCompiled,     ///< bytecode on one side, compiled (VMTIR) on the other: its instructions are not compared
  ConstantEdited,       ///< other elements, or another shape
  ConstantRequantised,  ///< another element type
  ConstantAdded,
  ConstantRemoved,
  KernelAdded,
  KernelRemoved,
  KernelRenamed,    ///< the same code under another name
  KernelRetuned,    ///< other code or launch parameters under the same name and signature
  KernelInterface,  ///< other parameters, or in another order
  Module,           ///< a module of the library, or its target
};
inline constexpr size_t kChangeKinds = static_cast<size_t>(ChangeKind::Module) + 1;
/// "inserted", "library-call": as in JSON, filters and documentation.
const char* changeKindName(ChangeKind kind);
std::optional<ChangeKind> changeKindOfName(std::string_view name);

/// An operand of two aligned instructions that differs.
struct OperandChange {
  InstrIndex old, now;
  uint32_t oldWord = 0, nowWord = 0;  ///< Operand::wordIndex; 0: the operand is only on the other side
};

/// One change of a function's code.
struct Change {
  ChangeKind kind = ChangeKind::Operands;
  std::vector<InstrIndex> old, now;     ///< its instructions, ascending; empty: it has none on that side
  std::vector<OperandChange> operands;  ///< those that differ
  std::string oldText, nowText;         ///< what became what: "matmul + add + relu", "fused_matmul_add_relu"
};

/// Two lists of fields between ", " or " + ", such as parameters, tuples and calls, each in about `most` bytes. Of the
/// fields those that differ stay first; others become "... 320 more", and long ones lose their middle. Texts that are
/// both shorter are unchanged; one may be empty.
std::pair<std::string, std::string> elidedLists(std::string_view old, std::string_view now, size_t most);

}  // namespace relaxscope
