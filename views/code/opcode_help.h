// SPDX-License-Identifier: GPL-3.0-or-later
// What hovering tells: a line of help for opcodes and for functions known by name, in the interface's language.
#pragma once

#include <QString>

#include "vmcore/model/builtin.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// "If: goes on below when ...": empty for an unknown opcode.
QString opcodeHelp(const OpcodeRow& row);
/// Names of a builtin's operands and its line of help.
QString builtinHover(const BuiltinRow& row);
/// Name of the operand that argument `position` of `count` is to a builtin; empty where its row says none.
QString operandName(const BuiltinRow* row, size_t position, size_t count);
/// Help for a word of an instruction's text: a mnemonic of the executable's set, or a function's name. Empty for
/// others.
QString wordHelp(const Executable& executable, const QString& word);

}  // namespace relaxscope
