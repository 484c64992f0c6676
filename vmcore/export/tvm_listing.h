// SPDX-License-Identifier: Apache-2.0
// What TVM's two listings have in common: walking functions and instructions of code that nobody
// verified, in work bounded by the code's size.
#pragma once

#include <span>

#include "vmcore/base/text/text_buffer.h"
#include "vmcore/export/oddities.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// Words a listing may print: all of a sound file's code, and enough of a damaged one whose ranges overlap.
class WordBudget {
 public:
  explicit WordBudget(const Executable& executable) : left_(executable.code.words.size() + 1'000'000) {}
  /// Takes an instruction's words off; false when nothing is left.
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

/// Says what an instruction lacks: an unknown opcode, words or arguments beyond the code.
void remarkInstruction(const Instruction& instruction, const Function& function, int64_t pc, Oddities& oddities);
/// Says that a name is not UTF-8 (TVM refuses to print it; ours writes it raw).
void remarkName(const Function& function, Oddities& oddities);

/// Instructions of a bytecode function, its range clamped to those there are.
/// Calls `visit(pc, const Instruction&)`; says in `oddities` what was left out.
template <class Visit>
void forEachInstruction(const Executable& executable, const Function& function, WordBudget& budget,
                        const TextBuffer& out, Oddities& oddities, Visit&& visit) {
  const auto count = static_cast<int64_t>(executable.code.size());
  const int64_t begin = std::clamp<int64_t>(function.startInstr, 0, count);
  const int64_t end = std::clamp<int64_t>(function.endInstr, begin, count);
  if (begin != function.startInstr || (end != function.endInstr && function.endInstr >= function.startInstr))
    oddities.add("a function's range exceeds the " + std::to_string(count) + " instructions");
  for (int64_t pc = begin; pc < end && !out.stopped(); ++pc) {
    const Instruction instruction = executable.code.at(InstrIndex(pc));
    if (!budget.take(instruction)) {
      oddities.add("instructions that overlap are not printed again");
      return;
    }
    visit(pc, instruction);
  }
}

}  // namespace relaxscope
