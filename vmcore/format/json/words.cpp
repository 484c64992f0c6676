// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/json/words.h"

#include <fmt/format.h>

#include "vmcore/base/text/number.h"

namespace relaxscope::jsonform {
namespace {

constexpr const char* kFunctionKinds[] = {"packed", "bytecode", "compiled"};
constexpr char kLetters[] = {'r', 'i', 'c', 'f'};  // by ArgKind

/// An argument, if its value survives encoding into its word.
std::optional<Arg> argument(uint8_t kind, std::optional<int64_t> value, const InstructionSet& set) {
  if (!value) return std::nullopt;
  const Arg arg = Arg::make(static_cast<ArgKind>(kind), *value);
  return set.decodeArg(set.encodeArg(arg)).value() == *value ? std::optional(arg) : std::nullopt;
}

}  // namespace

const char* functionKindName(int32_t kind) { return kind >= 0 && kind < 3 ? kFunctionKinds[kind] : nullptr; }

std::optional<int32_t> functionKind(std::string_view name) {
  for (int32_t i = 0; i < 3; ++i)
    if (name == kFunctionKinds[i]) return i;
  return std::nullopt;
}

std::string argText(Arg arg) {
  const auto kind = static_cast<uint8_t>(arg.kind());
  if (arg.kind() == ArgKind::Register && arg.value() == kVoidRegister) return "void";
  if (arg.kind() == ArgKind::Register && arg.value() == kVmRegister) return "vm";
  if (kind < std::size(kLetters)) return fmt::format("{}{}", kLetters[kind], arg.value());
  return fmt::format("k{}:{}", kind, arg.value());
}

std::optional<Arg> parseArg(std::string_view text, const InstructionSet& set) {
  if (text == "void") return Arg::make(ArgKind::Register, kVoidRegister);
  if (text == "vm") return Arg::make(ArgKind::Register, kVmRegister);
  if (text.empty()) return std::nullopt;
  for (uint8_t kind = 0; kind < std::size(kLetters); ++kind)
    if (text[0] == kLetters[kind]) return argument(kind, wholeNumber<int64_t>(text.substr(1)), set);
  const size_t colon = text.find(':');
  if (text[0] != 'k' || colon == std::string_view::npos) return std::nullopt;
  const auto kind = wholeNumber<int64_t>(text.substr(1, colon - 1));
  if (!kind || *kind < 0 || *kind > 255) return std::nullopt;
  return argument(static_cast<uint8_t>(*kind), wholeNumber<int64_t>(text.substr(colon + 1)), set);
}

std::optional<int64_t> functionWord(const Code& code, OperandEncoding encoding, int64_t index) {
  if (encoding != OperandEncoding::Packed || index < 0) return index;
  return index >= code.packedBase ? std::optional(index - code.packedBase) : std::nullopt;
}

}  // namespace relaxscope::jsonform
