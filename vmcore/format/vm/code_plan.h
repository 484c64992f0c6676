// SPDX-License-Identifier: Apache-2.0
// The structure of a lossless code listing: which words each instruction takes, which belong to none, and which
// instructions belong to which function. In valid code, instructions and functions are contiguous; damaged or unusual
// code also gets a plan.
#pragma once

#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope {

/// The item of one pc. Words are in order: those of `data` first, then its own.
struct CodeItem {
  enum class Kind : uint8_t {
    Plain,  ///< an instruction that its opcode's row describes in full
    Words,  ///< an instruction of raw words: unknown, truncated, or of another length than stated
    At,     ///< an instruction that begins at words listed elsewhere, or outside the code
  };
  Kind kind = Kind::Plain;
  size_t dataBegin = 0, dataEnd = 0;  ///< words before it that belong to no instruction
  size_t begin = 0, end = 0;          ///< its own words; none for At
};

class CodeItems {
 public:
  explicit CodeItems(const Code& code);
  /// The item of a pc below code.size().
  [[nodiscard]] CodeItem at(int64_t pc) const;
  /// Start of the words after the last instruction; they extend to the end of the code.
  [[nodiscard]] size_t tailBegin() const { return tailBegin_; }

 private:
  const Code& code_;
  std::vector<CodeItem> items_;  ///< empty if all are plain and contiguous
  size_t tailBegin_ = 0;
};

/// Whether words and offsets follow from the instructions alone: known opcodes, contiguous from word 0.
bool isPlainCode(const Code& code);

/// Contiguous instructions of a function, or of none.
struct CodeBody {
  FuncIndex function;
  int64_t begin = 0, end = 0;  ///< pcs
  int64_t order = 0;           ///< position among the bodies by pc
};
/// Every pc is in exactly one body: bodies of functions in table order, then those without a function. There is at
/// least one body if there are words. A function whose range is outside the code, or overlaps that of an earlier one,
/// has none.
std::vector<CodeBody> planBodies(const Executable& executable);

/// The registers that a frame needs for these instructions: one more than the highest, at least `numArgs`.
int64_t usedRegisters(const Code& code, int64_t begin, int64_t end, int64_t numArgs);
/// Default start and end of a function's row: those of its body, if it has one.
struct CodeRange {
  int64_t start = 0, end = 0;
};
CodeRange usualRange(const Function& function, const CodeBody* body);
/// Default register count of a function's row.
int64_t usualRegisters(const Function& function, const Code& code, const CodeBody* body);

}  // namespace relaxscope
