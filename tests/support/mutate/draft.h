// SPDX-License-Identifier: Apache-2.0
// An executable taken apart for changes: its code as lists of instructions whose jumps name instructions. What a change
// moves keeps its identity, so that a place can be named on both sides of a comparison.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope::test {

inline constexpr uint32_t kNoId = 0xFFFFFFFFu;

struct DraftJump {
  uint32_t word = 0;    ///< of the offset
  uint32_t target = 0;  ///< identity of an instruction of the same body
};
struct DraftInstruction {
  uint32_t id = 0;
  std::vector<int64_t> words;
  std::vector<DraftJump> jumps;
};
/// The code of one bytecode function.
struct DraftBody {
  size_t function = 0;  ///< row of the function table
  std::vector<DraftInstruction> code;
};

/// Rows and pcs of a draft's identities in the executable that it builds; -1 if it has none.
struct Places {
  std::vector<int64_t> functions, constants, pcs;
  [[nodiscard]] FuncIndex function(uint32_t id) const { return FuncIndex(at(functions, id)); }
  [[nodiscard]] ConstIndex constant(uint32_t id) const { return ConstIndex(at(constants, id)); }
  [[nodiscard]] InstrIndex pc(uint32_t id) const { return InstrIndex(at(pcs, id)); }

 private:
  static int64_t at(const std::vector<int64_t>& rows, uint32_t id) { return id < rows.size() ? rows[id] : -1; }
};

struct Draft {
  Executable tables;  ///< all but the code; ranges of functions and the order of a Relay executable are stale
  std::vector<uint32_t> functionIds, constantIds;  ///< by row; at first the row itself
  std::vector<DraftBody> bodies;                   ///< in order of the code; identities are the pcs at first
  uint32_t nextId = 0;                             ///< larger than every identity of any kind

  /// Nothing for code that is not laid out as a compiler does it: bytecode functions cover all instructions without
  /// overlapping, jumps stay inside, and every operand exists.
  static std::optional<Draft> of(const Executable& executable);
  [[nodiscard]] Executable build() const;
  [[nodiscard]] Places places() const;

  [[nodiscard]] Instruction view(const DraftInstruction& instruction) const;
  /// Replaces the value of an operand; its kind changes only in lists that store kinds.
  void set(DraftInstruction& instruction, const Operand& operand, Arg value) const;
  /// Visits every instruction with its body.
  template <class Visit>
  void forEach(Visit&& visit) {
    for (DraftBody& body : bodies)
      for (DraftInstruction& instruction : body.code) visit(body, instruction);
  }
  [[nodiscard]] const Function& functionOf(const DraftBody& body) const { return tables.functions[body.function]; }
  [[nodiscard]] Function& functionOf(const DraftBody& body) { return tables.functions[body.function]; }
  [[nodiscard]] bool isRelay() const { return tables.relay.has_value(); }

  /// Row i of the function table becomes row to[i] of `count`, -1 removes it with its code; the caller fills the rows
  /// that this leaves empty. A row that is named must stay. `base`: the new packedBase.
  void moveFunctions(const std::vector<int64_t>& to, size_t count, int64_t base);
  /// Row i of the constant pool becomes row to[i].
  void moveConstants(const std::vector<int64_t>& to);
  /// Appends to the pool.
  ConstIndex addConstant(ConstantValue value);
  /// Adds a row, as the last of its kind where packed functions are apart.
  size_t addFunction(Function function);
  /// Whether packed functions follow all others, and are called by their number among themselves.
  [[nodiscard]] bool packedApart() const { return isRelay() || isPrototype(tables.variant); }
};

template <class List, class T>
bool holds(const List& list, const T& value) {
  return std::ranges::find(list, value) != list.end();
}
/// Position of an identity in a body, or its size.
size_t positionOf(const DraftBody& body, uint32_t id);
/// Jumps to `from` lead to `to`.
void retarget(DraftBody& body, uint32_t from, uint32_t to);

}  // namespace relaxscope::test
