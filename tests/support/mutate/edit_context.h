// SPDX-License-Identifier: Apache-2.0
// One attempt to edit: the draft, what is known of its values before the edit, and helpers for all kinds of edits.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/mutate/edit.h"
#include "vmcore/analysis/flow/definitions.h"

namespace relaxscope::test {

/// An instruction of the draft.
struct Spot {
  size_t body = 0, at = 0;
};
/// An operand of it.
struct OperandSpot {
  Spot spot;
  Operand operand;
};

class EditContext {
 public:
  EditContext(Draft& draft, fuzz::Random& random, const EditedPlaces& before);

  Draft& draft;
  fuzz::Random& random;
  const EditedPlaces& before;
  Executable original;  ///< of the draft before the edit

  [[nodiscard]] DraftInstruction& at(Spot spot) const { return draft.bodies[spot.body].code[spot.at]; }
  [[nodiscard]] const DraftBody& body(Spot spot) const { return draft.bodies[spot.body]; }
  /// Places that no earlier edit used.
  [[nodiscard]] std::vector<Spot> spots(const std::function<bool(const DraftInstruction&)>& accepts) const;
  [[nodiscard]] std::vector<OperandSpot> operands(
      const std::function<bool(const DraftInstruction&, const Operand&)>& accepts) const;

  /// Of the original.
  const Definitions& definitions(size_t body);
  /// What an operand may read: positions of the instructions that write it, and negative numbers for parameters. Empty
  /// for a register that holds nothing. Of unreachable code, the register itself.
  std::vector<int64_t> meaning(const Executable& executable, const Definitions& definitions, Spot spot, uint32_t word);
  /// Whether two meanings may be exchanged: equal, or made by the same operations of the same values.
  bool alike(size_t body, const std::vector<int64_t>& a, const std::vector<int64_t>& b, int depth = 0);
  /// Identities of the instructions that read the result of one.
  std::vector<uint32_t> readers(Spot spot);
  [[nodiscard]] bool reachable(Spot spot);
  /// The instruction and equal ones next to it: nobody can tell which of them was removed or added.
  [[nodiscard]] std::vector<uint32_t> twins(Spot spot) const;

  /// An edit at an instruction that exists before and after it.
  Edit edit(EditKind kind, Spot spot, std::vector<ChangeKind> kinds, std::string what);
  int64_t newRegister(size_t body) const { return draft.functionOf(draft.bodies[body]).registerFileSize++; }

 private:
  bool madeAlike(Spot a, Spot b, int depth);

  std::map<size_t, Definitions> definitions_;
  std::unordered_set<size_t> named_;  ///< functions that some operand names, and main
};

/// Kinds of change for another value of an operand.
std::vector<ChangeKind> kindsOfOperand(const Draft& draft, const DraftInstruction& instruction, const Operand& operand);
/// Kinds of change for an operation that is there or not.
std::vector<ChangeKind> kindsOfCall(const Draft& draft, const DraftInstruction& instruction, ChangeKind otherwise);
/// The index of a word in the arguments of a Relax call; SIZE_MAX for others.
size_t argumentOf(const Draft& draft, const DraftInstruction& instruction, uint32_t word);

using EditMaker = std::optional<Edit> (*)(EditContext&);
// edit_calls.cpp
std::optional<Edit> insertCall(EditContext& context);
std::optional<Edit> removeCall(EditContext& context);
std::optional<Edit> duplicateCall(EditContext& context);
std::optional<Edit> changeCallee(EditContext& context);
// edit_operands.cpp
std::optional<Edit> changeRegister(EditContext& context);
std::optional<Edit> changeReturn(EditContext& context);
std::optional<Edit> changeConstantOperand(EditContext& context);
std::optional<Edit> changeImmediate(EditContext& context);
std::optional<Edit> swapOperands(EditContext& context);
std::optional<Edit> changeDestination(EditContext& context);
// edit_memory.cpp
std::optional<Edit> changeStorageSize(EditContext& context);
std::optional<Edit> changeOffset(EditContext& context);
std::optional<Edit> changeSlot(EditContext& context);
// edit_jumps.cpp
std::optional<Edit> invertBranch(EditContext& context);
std::optional<Edit> changeTarget(EditContext& context);
// edit_constants.cpp
std::optional<Edit> changeBit(EditContext& context);
std::optional<Edit> changeDtype(EditContext& context);
std::optional<Edit> changeShape(EditContext& context);
// edit_functions.cpp
std::optional<Edit> addFunction(EditContext& context);
std::optional<Edit> removeFunction(EditContext& context);
std::optional<Edit> changeParameterCount(EditContext& context);
std::optional<Edit> changeParameterOrder(EditContext& context);

}  // namespace relaxscope::test
