// SPDX-License-Identifier: Apache-2.0
// Sections of an ELF file with their names, for the byte map. The reader of libraries needs segments and
// symbols alone and is in elf.cpp. Field offsets: System V ABI, "Object Files".
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "vmcore/base/byte_reader.h"
#include "vmcore/base/text.h"
#include "vmcore/format/byte_map_parts.h"

namespace relaxscope::bytemap {
namespace {

constexpr uint64_t kMaxSections = 1 << 16;
constexpr uint32_t kNoBits = 8;   // SHT_NOBITS: takes no bytes of the file

/// Numbers of either width and byte order at an offset; 0 behind the end.
class Numbers {
 public:
  Numbers(Bytes file, bool wide, bool swapped) : file_(std::move(file)), wide_(wide), swapped_(swapped) {}
  [[nodiscard]] uint64_t u16(uint64_t at) const { return read<uint16_t>(at); }
  [[nodiscard]] uint64_t u32(uint64_t at) const { return read<uint32_t>(at); }
  /// An address or size: 8 bytes in a 64-bit file, else 4.
  [[nodiscard]] uint64_t word(uint64_t at) const { return wide_ ? read<uint64_t>(at) : read<uint32_t>(at); }
  [[nodiscard]] std::string text(uint64_t at, uint64_t end) const {
    if (at >= end || end > file_.size()) return {};
    const std::string_view rest = file_.slice(at, std::min<uint64_t>(end - at, 256)).text();
    return printable(rest.substr(0, rest.find('\0')));
  }

 private:
  template <class T>
  [[nodiscard]] T read(uint64_t at) const {
    ByteReader in(file_.slice(at, sizeof(T)));
    const Result<T> value = in.read<T>("ELF field");
    if (!value.ok()) return 0;
    T out = *value;
    if (!swapped_) return out;
    auto* bytes = reinterpret_cast<uint8_t*>(&out);
    std::reverse(bytes, bytes + sizeof(T));
    return out;
  }
  Bytes file_;
  bool wide_, swapped_;
};

struct Section {
  std::string name;
  uint32_t type = 0;
  uint64_t address = 0, offset = 0, size = 0;
};

struct Layout {
  uint64_t headerSize = 0;
  uint64_t programOffset = 0, programSize = 0;
  uint64_t sectionOffset = 0, sectionSize = 0;
  std::vector<Section> sections;   ///< by number, the unused first one included
};

Layout readLayout(const Bytes& file, bool wide, bool swapped) {
  const Numbers in(file, wide, swapped);
  Layout out;
  // Places of the header's fields in the wide and the narrow form.
  const auto place = [wide](uint64_t wideAt, uint64_t narrowAt) { return wide ? wideAt : narrowAt; };
  out.programOffset = in.word(place(32, 28));
  out.sectionOffset = in.word(place(40, 32));
  out.headerSize = in.u16(place(52, 40));
  out.programSize = in.u16(place(54, 42)) * in.u16(place(56, 44));
  const uint64_t each = in.u16(place(58, 46));
  const uint64_t names = in.u16(place(62, 50));
  uint64_t count = in.u16(place(60, 48));
  if (each < place(64, 40) || out.sectionOffset >= file.size()) return out;
  count = std::min({count, kMaxSections, (file.size() - out.sectionOffset) / each});
  out.sectionSize = count * each;
  std::vector<uint32_t> nameAt;
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t at = out.sectionOffset + i * each;
    Section section;
    nameAt.push_back(static_cast<uint32_t>(in.u32(at)));
    section.type = static_cast<uint32_t>(in.u32(at + 4));
    section.address = in.word(at + place(16, 12));
    section.offset = in.word(at + place(24, 16));
    section.size = in.word(at + place(32, 20));
    out.sections.push_back(std::move(section));
  }
  if (names >= out.sections.size()) return out;
  const Section& table = out.sections[names];
  if (table.offset > file.size() || table.size > file.size() - table.offset) return out;
  for (size_t i = 0; i < out.sections.size(); ++i) out.sections[i].name = in.text(table.offset + nameAt[i], table.offset + table.size);
  return out;
}

void addSymbols(const ObjectFile& object, const Layout& layout, std::vector<Part>& parts) {
  // Sections in order of address, for libraries whose symbols count from there.
  std::vector<const Section*> loaded;
  for (const Section& section : layout.sections)
    if (section.address != 0 && section.type != kNoBits) loaded.push_back(&section);
  std::sort(loaded.begin(), loaded.end(), [](const Section* a, const Section* b) { return a->address < b->address; });
  for (const ObjectSymbol& symbol : object.symbols) {
    if (!symbol.defined || symbol.size == 0 || symbol.type != SymbolType::Function) continue;
    uint64_t offset = 0;
    if (object.kind == ObjectKind::Relocatable) {
      if (symbol.section == 0 || symbol.section >= layout.sections.size()) continue;
      offset = layout.sections[symbol.section].offset + symbol.value;
    } else {
      const auto behind = std::upper_bound(loaded.begin(), loaded.end(), symbol.value, [](uint64_t value, const Section* s) { return value < s->address; });
      if (behind == loaded.begin()) continue;
      const Section& section = **std::prev(behind);
      if (symbol.value - section.address >= section.size) continue;
      offset = section.offset + (symbol.value - section.address);
    }
    parts.push_back(makePart(ByteKind::Symbol, printable(symbol.name), "machine code", offset, symbol.size));
  }
}

}  // namespace

void addElfParts(const Bytes& file, const ObjectFile& object, std::vector<Part>& parts) {
  if (file.size() < 52 || file.head(4) != "\x7f" "ELF") return;
  const Layout layout = readLayout(file, object.bits == 64, object.bigEndian);
  parts.push_back(makePart(ByteKind::Header, "ELF header", object.machineName, 0, layout.headerSize));
  if (layout.programSize > 0) parts.push_back(makePart(ByteKind::Header, "program headers", {}, layout.programOffset, layout.programSize));
  if (layout.sectionSize > 0)
    parts.push_back(makePart(ByteKind::Header, "section headers", fmt::format("{}", layout.sections.size()), layout.sectionOffset, layout.sectionSize));
  for (const Section& section : layout.sections)
    if (section.size > 0 && section.type != kNoBits && section.type != 0)
      parts.push_back(makePart(ByteKind::Object, section.name.empty() ? "section" : section.name, {}, section.offset, section.size));
  addSymbols(object, layout, parts);
}

}  // namespace relaxscope::bytemap
