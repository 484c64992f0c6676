// SPDX-License-Identifier: Apache-2.0
// Walks over unverified code, in time linear in its words.
#pragma once

#include <algorithm>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope {

/// Bytecode functions with valid, pairwise disjoint ranges, by start. Of overlapping functions the one that starts
/// first is kept.
std::vector<FuncIndex> walkableFunctions(const Executable& executable);

/// The existing part of [startInstr, endInstr); empty for malformed ranges.
struct PcRange {
  int64_t begin = 0, end = 0;
};
PcRange existingRange(const Executable& executable, const Function& function);

/// The function called by the instruction at `pc`; invalid if it is not a call or does not exist.
FuncIndex calleeAt(const Executable& executable, InstrIndex pc);

/// Visits instructions in order of pc and skips those whose words overlap earlier ones, so that no word is visited
/// twice, even with malformed offsets. One walker serves functions in order of start.
class CodeWalk {
 public:
  explicit CodeWalk(const Executable& executable) : code_(executable.code) {}

  /// Calls `visit(pc, const Instruction&)` for each instruction with a known opcode and complete operands; a visitor
  /// that returns false stops the walk.
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
  int64_t walked_ = 0;  ///< words before this index were visited
};

}  // namespace relaxscope
