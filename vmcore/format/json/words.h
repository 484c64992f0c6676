// SPDX-License-Identifier: Apache-2.0
// Words of the JSON form that its writer and its reader share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "vmcore/model/executable.h"

namespace relaxscope::jsonform {

/// Number of the form; a reader refuses others.
inline constexpr int kFormNumber = 1;

/// "packed", "bytecode", "compiled", or null for kinds without a name.
const char* functionKindName(int32_t kind);
std::optional<int32_t> functionKind(std::string_view name);

/// "r5", "void", "vm", "i-7", "c3", "f1", "k9:12" for kind 9: every argument of plain code has exactly one text.
std::string argText(Arg arg);
std::optional<Arg> parseArg(std::string_view text, const InstructionSet& set = relaxInstructionSet());

/// Whether instructions of the set are written by operand names rather than as Relax's own.
inline bool hasOwnWords(const InstructionSet* set) {
  return set->isRelay() || set == &relaxPrototypeSet(true) || set == &relaxPrototypeSet(false);
}

/// The word of a function in an operand, by its row of the function table; nothing where it has none.
std::optional<int64_t> functionWord(const Code& code, OperandEncoding encoding, int64_t index);

}  // namespace relaxscope::jsonform
