// SPDX-License-Identifier: Apache-2.0
// Vocabulary of the JSON form that its writer and its reader share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "vmcore/model/executable.h"

namespace relaxscope::jsonform {

/// Version number of the form; a reader rejects others.
inline constexpr int kFormNumber = 1;

/// "packed", "bytecode", "compiled", or null for kinds without a name.
const char* functionKindName(int32_t kind);
std::optional<int32_t> functionKind(std::string_view name);

/// "r5", "void", "vm", "i-7", "c3", "f1", "k9:12" for kind 9: every argument of plain code has exactly one text.
std::string argText(Arg arg);
std::optional<Arg> parseArg(std::string_view text, const InstructionSet& set = relaxInstructionSet());

/// Whether instructions of the set are written by operand names rather than in Relax's notation.
inline bool hasOwnWords(const InstructionSet* set) {
  return set->isRelay() || set == &relaxPrototypeSet(true) || set == &relaxPrototypeSet(false);
}

/// The operand word for a function, by its row of the function table; nullopt if it has none.
std::optional<int64_t> functionWord(const Code& code, OperandEncoding encoding, int64_t index);

}  // namespace relaxscope::jsonform
