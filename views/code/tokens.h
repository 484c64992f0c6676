// SPDX-License-Identifier: GPL-3.0-or-later
// One instruction as coloured tokens, each with the item it refers to: drawn by listing and CFG, followed by clicks,
// searched by find. Pure functions of the executable; damaged code yields tokens too.
#pragma once

#include <QString>

#include <optional>
#include <vector>

#include "views/core/notes.h"
#include "views/theme/theme.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// Arguments of a call that a line shows; the rest is counted.
inline constexpr size_t kMaxShownArguments = 200;

/// A token of a line. At most one of reg, constant, function, target is valid.
struct CodeToken {
  QString text;
  Token color = Token::Text;
  int weight = 400;
  RegIndex reg;
  ConstIndex constant;
  FuncIndex function;
  InstrIndex target;     ///< of a jump
  bool defines = false;  ///< the register is written
  uint32_t word = 0;     ///< Operand::wordIndex of what it shows; 0: no operand
  QString tooltip;
};
struct CodeLine {
  std::vector<CodeToken> tokens;
  bool plumbing = false;  ///< drawn in the third text colour
  bool damaged = false;   ///< unknown opcode or operands out of range
  CallKind kind = CallKind::Other;
  [[nodiscard]] QString text() const;
};
struct CodeStyle {
  bool shortNames = false;           ///< "vm.…null_value" instead of the whole name
  bool inlineConstants = false;      ///< small constants after their index: c[1]="global"
  const NoteTable* notes = nullptr;  ///< the user's function names, and notes after instructions
};

/// The tokens of the instruction at `pc`.
CodeLine codeLine(const Executable& executable, InstrIndex pc, const CodeStyle& style = {});
/// The first Call of a function in any body, or invalid. Linear in the code.
InstrIndex firstCallSite(const Executable& executable, FuncIndex function);
/// All pcs that call a function, in order, at most `limit`.
std::vector<InstrIndex> callSites(const Executable& executable, FuncIndex function, size_t limit);
/// Target of a jump or branch (of two targets, the false one), or invalid when the instruction does not jump.
InstrIndex jumpTarget(const Instruction& instruction, InstrIndex pc);
/// "%7", "%vm", "%void".
QString registerText(int64_t reg);

}  // namespace relaxscope
