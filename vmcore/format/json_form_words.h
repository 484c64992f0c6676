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
inline constexpr std::string_view kTrailingKey = "trailing";
/// Name of a constant's array in the side file.
std::string tensorKey(size_t constant);

/// "packed", "bytecode", "compiled", or null for kinds without a name.
const char* functionKindName(int32_t kind);
std::optional<int32_t> functionKind(std::string_view name);

/// "r5", "void", "vm", "i-7", "c3", "f1", "k9:12" for kind 9: every word has exactly one text.
std::string argText(Arg arg);
std::optional<Arg> parseArg(std::string_view text);

/// Whether words and offsets follow from the instructions alone: known opcodes, one behind the other from word 0.
bool isPlainCode(const Code& code);

}  // namespace relaxscope::jsonform
