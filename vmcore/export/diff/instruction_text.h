// SPDX-License-Identifier: Apache-2.0
// Internal to export. One instruction on one line: TVM's notation without columns, and what its numbers stand for.
#pragma once

#include <string>
#include <vector>

#include "vmcore/export/warnings.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

class InstructionTexts {
 public:
  /// The executable must outlive this object.
  explicit InstructionTexts(const Executable& executable) : executable_(executable), warnings_(ignored_) {}

  /// "call matmul %0, c[6] -> %2"; printable, of bounded length. `function` holds `pc`.
  [[nodiscard]] std::string text(FuncIndex function, InstrIndex pc);
  /// "c[6] f32[16, 16]", "to 27": constants that it names, but strings, and targets of its jumps; empty without any.
  [[nodiscard]] std::string note(InstrIndex pc) const;
  /// "%2", "c[6]", "f[relu]": the operand at a word of the instruction; empty if there is none.
  [[nodiscard]] std::string operand(InstrIndex pc, uint32_t word) const;

 private:
  [[nodiscard]] std::string registerText(int64_t reg) const;

  const Executable& executable_;
  std::vector<std::string> ignored_;
  Warnings warnings_;
};

}  // namespace relaxscope
