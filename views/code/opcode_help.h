// SPDX-License-Identifier: GPL-3.0-or-later
// Tooltip texts: a line of help for opcodes and for functions known by name, in the interface's language.
#pragma once

#include <QString>
#include <QStringList>

#include "vmcore/analysis/function_facts.h"
#include "vmcore/model/builtin.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// "MNEMONIC: HELP"; empty for an opcode without help.
QString opcodeHelp(const OpcodeRow& row);
/// Names of a builtin's operands and its line of help.
QString builtinHover(const BuiltinRow& row);
/// Name of the builtin operand that argument `position` of `count` maps to; empty if its row has none.
QString operandName(const BuiltinRow* row, size_t position, size_t count);
/// Help for a word of an instruction's text: a mnemonic of the executable's instruction set, or a function's name.
/// Empty for others.
QString wordHelp(const FunctionFacts& facts, const QString& word);
/// "x: float32[n, 784]" of each parameter, printable; the name alone where the type is unknown.
QStringList parameterTexts(const std::vector<ParamInfo>& params);

}  // namespace relaxscope
