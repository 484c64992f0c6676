// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/library/c_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/text/number.h"

namespace relaxscope {
namespace {

constexpr std::string_view kExportMark = "TVM_DLL", kArrayMark = "unsigned char ";
constexpr size_t kMaxHead = 4096;  ///< limit for a function's type, name and parameters

bool isNameChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
size_t skipSpace(std::string_view text, size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

/// "TVM_DLL int32_t NAME(...) {", parsed after the mark; empty if it is a declaration or something else.
std::string_view definedName(std::string_view text, size_t at) {
  const std::string_view head = text.substr(at, kMaxHead);
  const size_t open = head.find('('), close = head.find(')', open);
  if (close == std::string_view::npos) return {};
  const size_t body = skipSpace(head, close + 1);
  if (body >= head.size() || head[body] != '{') return {};
  size_t begin = open;
  while (begin > 0 && isNameChar(head[begin - 1])) --begin;
  return head.substr(begin, open - begin);
}

/// "NAME[SIZE] = {", parsed from its name.
bool readArray(std::string_view text, size_t at, ObjectSymbol& symbol) {
  size_t end = at;
  while (end < text.size() && isNameChar(text[end])) ++end;
  symbol.name = text.substr(at, end - at);
  if (symbol.name.empty() || end >= text.size() || text[end] != '[') return false;
  std::string_view rest = text.substr(end + 1);
  const std::optional<uint64_t> size = takeNumber<uint64_t>(rest);
  if (!size || !rest.starts_with(']')) return false;
  symbol.size = *size;
  size_t place = skipSpace(text, text.size() - rest.size() + 1);
  if (place >= text.size() || text[place] != '=') return false;
  place = skipSpace(text, place + 1);
  if (place >= text.size() || text[place] != '{') return false;
  symbol.value = place + 1;
  return true;
}

}  // namespace

ObjectFile readCSource(std::string_view text) {
  ObjectFile object;
  object.format = ObjectFormat::CSource;
  object.kind = ObjectKind::Relocatable;
  object.machineName = "any";
  size_t next = 0;
  for (size_t at = text.find(kExportMark); at != std::string_view::npos; at = text.find(kExportMark, next)) {
    const std::string_view name = definedName(text, at + kExportMark.size());
    next = at + 1;
    if (name.empty()) continue;
    next =
        static_cast<size_t>(name.data() + name.size() - text.data());  // names never overlap, so their sum is bounded
    ObjectSymbol symbol;
    symbol.name = name;
    symbol.type = SymbolType::Function;
    symbol.defined = true;
    object.symbols.push_back(std::move(symbol));
  }
  for (size_t at = text.find(kArrayMark); at != std::string_view::npos; at = text.find(kArrayMark, at + 1)) {
    ObjectSymbol symbol;
    if (!readArray(text, at + kArrayMark.size(), symbol)) continue;
    symbol.type = SymbolType::Data;
    symbol.defined = true;
    object.symbols.push_back(std::move(symbol));
  }
  return object;
}

Result<Bytes> cArrayBytes(std::string_view text, const ObjectSymbol& symbol) {
  std::vector<uint8_t> bytes;
  // "0xff," takes five characters; shorter numbers take two at least.
  bytes.reserve(std::min<uint64_t>(symbol.size, text.size() / 2));
  for (size_t at = skipSpace(text, symbol.value); at < text.size() && text[at] != '}';) {
    const bool hex = text.substr(at, 2) == "0x";
    std::string_view rest = text.substr(at + (hex ? 2 : 0));
    const std::optional<uint8_t> value = takeNumber<uint8_t>(rest, hex ? 16 : 10);
    if (!value) return Error(fmt::format("array {}: no byte at character {}", symbol.name, at), at);
    bytes.push_back(*value);
    at = skipSpace(text, text.size() - rest.size());
    if (at < text.size() && text[at] == ',') at = skipSpace(text, at + 1);
  }
  if (bytes.size() != symbol.size)
    return Error(fmt::format("array {} has {} bytes but declares {}", symbol.name, bytes.size(), symbol.size),
                 symbol.value);
  return Bytes::own(std::move(bytes));
}

}  // namespace relaxscope
