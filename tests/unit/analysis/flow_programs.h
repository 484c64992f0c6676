// SPDX-License-Identifier: Apache-2.0
// Programs for the tests of dataflow: small ones by hand, random ones of both instruction sets.
#pragma once

#include <random>

#include "tests/unit/analysis/hand_made.h"
#include "vmcore/model/instruction.h"

namespace relaxscope::test {

inline constexpr int64_t kKernel = 0, kNull = 1;  ///< rows of flowProgram()
inline constexpr FuncIndex kMain(2);

/// A function `main` after a kernel and null_value.
inline HandMade flowProgram(int64_t args, int64_t registers) {
  HandMade made;
  made.packed("kernel").packed("vm.builtin.null_value").begin("main", args, registers);
  return made;
}

/// One function of calls, kills and jumps of all directions over few registers.
inline Executable randomFlow(uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](int64_t end) { return static_cast<int64_t>(random() % static_cast<uint64_t>(end)); };
  const int64_t size = 2 + below(24), registers = 1 + below(5);
  HandMade made = flowProgram(below(registers + 1), registers);
  for (int64_t pc = 0; pc + 1 < size; ++pc) {
    switch (below(8)) {
      case 0: made.branch(below(registers), below(size) - pc); break;
      case 1: made.jump(below(size) - pc); break;
      case 2:
      case 3: made.call(below(registers), kNull, {}); break;
      case 4: made.call(kVoidRegister, kKernel, {reg(below(registers)), imm(7)}); break;
      default: made.call(below(registers), kKernel, {reg(below(registers)), reg(below(registers))});
    }
  }
  made.ret(below(registers)).end();
  return std::move(made.executable);
}

/// The pcs that may follow one of a function whose code is well formed.
inline std::vector<int64_t> nextPcs(const Executable& executable, int64_t pc) {
  const Instruction instruction = executable.code.at(InstrIndex(pc));
  std::vector<int64_t> next;
  if (instruction.row->falls) next.push_back(pc + 1);
  instruction.forEachJump([&](JumpKind, int64_t offset) { next.push_back(pc + offset); });
  return next;
}

}  // namespace relaxscope::test
