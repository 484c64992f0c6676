// SPDX-License-Identifier: Apache-2.0
// How code stands in a listing that must lose nothing: which words each instruction takes, which belong to
// none, and which instructions stand under which function. Sound code has one instruction behind the other
// and one function behind the other; what is damaged or unusual gets a plan all the same.
#pragma once

#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope {

/// What one pc shows. Words come in order: those of `data` first, then its own.
struct CodeItem {
  enum class Kind : uint8_t {
    Plain,  ///< an instruction that its opcode's row describes in full
    Words,  ///< an instruction of raw words: unknown, cut off, or of another length than it says
    At,     ///< an instruction that begins at words listed elsewhere, or outside the code
  };
  Kind kind = Kind::Plain;
  size_t dataBegin = 0, dataEnd = 0;  ///< words before it that belong to no instruction
  size_t begin = 0, end = 0;          ///< its own words; none for At
};

class CodeItems {
 public:
  explicit CodeItems(const Code& code);
  /// Of the pc, below code.size().
  [[nodiscard]] CodeItem at(int64_t pc) const;
  /// Words behind the last instruction begin here; they reach to the end of the code.
  [[nodiscard]] size_t tailBegin() const { return tailBegin_; }

 private:
  const Code& code_;
  std::vector<CodeItem> items_;  ///< empty where all are plain, one behind the other
  size_t tailBegin_ = 0;
};

/// Whether words and offsets follow from the instructions alone: known opcodes, one behind the other from word 0.
bool isPlainCode(const Code& code);

/// Instructions that stand together under a function, or under none.
struct CodeBody {
  FuncIndex function;
  int64_t begin = 0, end = 0;  ///< pcs
  int64_t order = 0;           ///< place among the bodies by pc
};
/// Every pc in exactly one body: bodies of functions in table order, then those that belong to none. At
/// least one body where there are words. A function whose range lies outside the code, or crosses that of
/// one before it, has none.
std::vector<CodeBody> planBodies(const Executable& executable);

/// The registers a frame needs for these instructions: one more than the highest, at least `numArgs`.
int64_t usedRegisters(const Code& code, int64_t begin, int64_t end, int64_t numArgs);
/// Start and end that a function's row has when it does not say them: those of its body, where it has one.
struct CodeRange {
  int64_t start = 0, end = 0;
};
CodeRange usualRange(const Function& function, const CodeBody* body);
/// Registers that a function's row has when it does not say them.
int64_t usualRegisters(const Function& function, const Code& code, const CodeBody* body);

}  // namespace relaxscope
