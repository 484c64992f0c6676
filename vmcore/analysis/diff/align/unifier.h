// SPDX-License-Identifier: Apache-2.0
// Compares the paired instructions of two functions: equal operands name the same contents, and values that belong
// together one to one. This alone decides what is the same; how the pairs were found does not matter.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "vmcore/analysis/diff/align/function_code.h"
#include "vmcore/analysis/diff/align/pairing.h"

namespace relaxscope::diffing {

/// An operand that differs, of paired instructions.
struct OperandDifference {
  uint32_t old = 0, now = 0;                        ///< instructions
  uint32_t oldOperand = kNone, nowOperand = kNone;  ///< rows of FunctionCode::operands; kNone: the side has none
};
struct Comparison {
  std::vector<OperandDifference> operands;          ///< in order of the old instruction
  std::vector<std::pair<uint32_t, uint32_t>> flow;  ///< instructions after which the code goes on elsewhere
  std::vector<uint32_t> reordered;                  ///< old instructions that passed one they depend on
  uint32_t unpaired = 0;                            ///< instructions, on both sides together
  [[nodiscard]] bool isSame() const { return unpaired == 0 && operands.empty() && flow.empty() && reordered.empty(); }
};

class Unifier {
 public:
  /// `parameters` pairs registers of parameters. All must outlive it.
  Unifier(const FunctionCode& old, const FunctionCode& now, const Pairing& instructions, const Pairing& parameters,
          EditedConstants& constants);

  Comparison compare();
  /// Whether the values belong together; free ones that may become partners.
  bool unify(uint32_t old, uint32_t now);
  [[nodiscard]] const Pairing& values() const { return values_; }
  /// The blocks whose instructions are paired most.
  [[nodiscard]] const Pairing& blocks() const { return blocks_; }

 private:
  using Operand = CodeOperand;
  void pairBlocks();
  void pairResults();
  void compare(uint32_t old, uint32_t now, Comparison& out);
  bool equal(const Operand& old, const Operand& now);
  bool unifySlots(int64_t old, int64_t now);
  bool mayUnify(uint32_t old, uint32_t now) const;
  bool unifyInputs(uint32_t old, uint32_t now, std::vector<std::pair<uint32_t, uint32_t>>& open);
  bool sameTarget(uint32_t oldBlock, uint32_t nowBlock) const;
  bool sameJump(int64_t old, int64_t now) const;
  void compareFalls(Comparison& out) const;

  const FunctionCode& old_;
  const FunctionCode& now_;
  const Pairing& instructions_;
  EditedConstants& constants_;
  Pairing values_, blocks_;
  std::unordered_map<int64_t, int64_t> slotsToNow_, slotsToOld_;
};

/// Old instructions that passed one they depend on: the accesses of `old` in the order of the new code. `explained`:
/// blocks of other instructions are no reason if another difference is told.
std::vector<uint32_t> reorderedOf(const FunctionCode& old, const FunctionCode& now, const Pairing& instructions,
                                  const Pairing& blocks, bool explained);

/// Parameters by name where both functions name them, else by position.
Pairing pairParameters(const Function& old, const Function& now);

}  // namespace relaxscope::diffing
