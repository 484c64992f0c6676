// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/assembly/words.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/text/text.h"

namespace relaxscope::assembly {
namespace {

/// Length in bytes of the first UTF-8 character of well-formed text.
size_t characterLength(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

uint32_t codePoint(std::string_view character) {
  const auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(character[i])); };
  switch (character.size()) {
    case 1: return byte(0);
    case 2: return (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
    case 3: return (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    default: return (byte(0) & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F);
  }
}

/// Characters that an editor displays differently or drops.
bool changesInEditors(uint32_t point) {
  return point < 0x20 || (point >= 0x7F && point <= 0xA0) || point == 0xAD || point == 0x61C ||
         (point >= 0x200B && point <= 0x200F) || (point >= 0x2028 && point <= 0x202E) ||
         (point >= 0x2060 && point <= 0x206F) || point == 0xFEFF || (point >= 0xFDD0 && point <= 0xFDEF) ||
         (point >= 0xFFF0 && point <= 0xFFFF);
}

/// The one-letter escape of a character, or null.
const char* escapeOf(char c) {
  switch (c) {
    case '\\': return "\\\\";
    case '"': return "\\\"";
    case '\n': return "\\n";
    case '\t': return "\\t";
    case '\r': return "\\r";
    default: return nullptr;
  }
}

/// Quotes `text`; `escape(out, character)` writes the characters that must be escaped.
template <class Escape>
std::string quote(std::string_view text, Escape&& escape) {
  std::string out;
  out.reserve(text.size() + 2);
  out += '"';
  while (!text.empty()) {
    size_t length = 1;
    bool plain = text[0] >= 0x20 && text[0] < 0x7F;
    if (!plain && static_cast<unsigned char>(text[0]) >= 0x80) {
      const size_t wanted = std::min(characterLength(text), text.size());
      if (isUtf8(text.substr(0, wanted))) {
        length = wanted;
        plain = !changesInEditors(codePoint(text.substr(0, wanted)));
      }
    }
    if (const char* letter = length == 1 ? escapeOf(text[0]) : nullptr) out += letter;
    else if (plain) out += text.substr(0, length);
    else escape(out, text.substr(0, length));
    text.remove_prefix(length);
  }
  return out += '"';
}

}  // namespace

bool isSimpleName(std::string_view name) {
  return !name.empty() && beginsName(name[0]) && std::all_of(name.begin(), name.end(), continuesName);
}

std::string quotedText(std::string_view bytes) {
  return quote(bytes, [](std::string& out, std::string_view character) {
    for (const char c : character) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  });
}

std::string nameText(std::string_view name) { return isSimpleName(name) ? std::string(name) : quotedText(name); }

std::string pythonQuoted(std::string_view text) {
  if (!isUtf8(text)) return {};
  return quote(text, [](std::string& out, std::string_view character) {
    const uint32_t point = codePoint(character);
    out += point < 0x100 ? fmt::format("\\x{:02x}", point) : fmt::format("\\u{:04x}", point);
  });
}

std::string dataTypeName(DataType type) {
  std::string name = type.name();
  if (name.empty()) return "void";
  return name[0] != '<' && type.nameReadsBack() ? name : std::string();
}

std::string dataTypeText(DataType type) {
  std::string name = dataTypeName(type);
  return name.empty() ? fmt::format("dtype({}, {}, {})", type.code, type.bits, type.lanes) : name;
}

std::string hexText(std::span<const uint8_t> bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace relaxscope::assembly
