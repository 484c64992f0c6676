// SPDX-License-Identifier: Apache-2.0
// Walks over code that nobody verified, in time linear in its words.
#pragma once

#include <algorithm>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope {

/// Bytecode functions with sound ranges that share no instruction with another of the list, by start.
/// Of functions that overlap the first by start is kept.
std::vector<FuncIndex> walkableFunctions(const Executable& executable);

/// The part of [startInstr, endInstr) that exists; empty for damaged ranges.
struct PcRange {
  int64_t begin = 0, end = 0;
};
PcRange existingRange(const Executable& executable, const Function& function);

/// The function that the instruction at `pc` calls; invalid where it calls none, or where there is no instruction.
FuncIndex calleeAt(const Executable& executable, InstrIndex pc);

/// Visits instructions in order of pc and passes over those whose words overlap earlier ones, so that
/// no code is looked at twice however wild its offsets are. One walker serves functions in order of start.
class CodeWalk {
 public:
  explicit CodeWalk(const Executable& executable) : code_(executable.code) {}

  /// Calls `visit(pc, const Instruction&)` for each instruction with a known opcode and whole operands;
  /// it returns false to stop.
  template <class Visit>
  void run(PcRange range, Visit&& visit) {
    for (int64_t pc = range.begin; pc < range.end; ++pc) {
      if (code_.offsets[static_cast<size_t>(pc)] < walked_) continue;
      const Instruction instruction = code_.at(InstrIndex(pc));
      if (instruction.row == nullptr) continue;
      walked_ = code_.offsets[static_cast<size_t>(pc)] + static_cast<int64_t>(instruction.words.size());
      if (!visit(pc, instruction)) return;
    }
  }

 private:
  const Code& code_;
  int64_t walked_ = 0;  ///< words before this one were visited
};

}  // namespace relaxscope
