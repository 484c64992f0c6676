// SPDX-License-Identifier: Apache-2.0
// Shared by TVM's two listings: traversal of functions and instructions of unverified code, in work bounded by the
// code's size.
#pragma once

#include <span>

#include "vmcore/base/text/text_buffer.h"
#include "vmcore/export/warnings.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// Words a listing may print: all of a valid file's code, and enough of a malformed one whose ranges overlap.
class WordBudget {
 public:
  explicit WordBudget(const Executable& executable) : left_(executable.code.words.size() + 1'000'000) {}
  /// Subtracts an instruction's words; false when the budget is exhausted.
  bool take(const Instruction& instruction) {
    const size_t cost = std::max<size_t>(1, instruction.words.size());
    if (cost > left_) {
      left_ = 0;
      return false;
    }
    left_ -= cost;
    return true;
  }

 private:
  size_t left_;
};

/// The listed functions: `only`, or all when it is empty. Calls `visit(const Function&)`.
template <class Visit>
void forEachListed(const Executable& executable, std::span<const FuncIndex> only, const TextBuffer& out,
                   Visit&& visit) {
  if (only.empty()) {
    for (const Function& function : executable.functions) {
      if (out.stopped()) return;
      visit(function);
    }
    return;
  }
  for (const FuncIndex index : only)
    if (const Function* function = executable.function(index); function != nullptr && !out.stopped()) visit(*function);
}

/// Reports an incomplete instruction: an unknown opcode, words or arguments beyond the code.
void warnAboutInstruction(const Instruction& instruction, const Function& function, int64_t pc, Warnings& warnings);
/// Reports a name that is not UTF-8 (TVM refuses to print it; ours writes it raw).
void warnAboutName(const Function& function, Warnings& warnings);

/// Instructions of a bytecode function, its range clamped to the existing ones. Calls `visit(pc, const Instruction&)`;
/// `warnings` reports omissions.
template <class Visit>
void forEachInstruction(const Executable& executable, const Function& function, WordBudget& budget,
                        const TextBuffer& out, Warnings& warnings, Visit&& visit) {
  const auto count = static_cast<int64_t>(executable.code.size());
  const int64_t begin = std::clamp<int64_t>(function.startInstr, 0, count);
  const int64_t end = std::clamp<int64_t>(function.endInstr, begin, count);
  if (begin != function.startInstr || (end != function.endInstr && function.endInstr >= function.startInstr))
    warnings.add("a function's range exceeds the " + std::to_string(count) + " instructions");
  for (int64_t pc = begin; pc < end && !out.stopped(); ++pc) {
    const Instruction instruction = executable.code.at(InstrIndex(pc));
    if (!budget.take(instruction)) {
      warnings.add("instructions that overlap are not printed again");
      return;
    }
    visit(pc, instruction);
  }
}

}  // namespace relaxscope
