// SPDX-License-Identifier: Apache-2.0
// Headers, sections and tables of COFF objects and PE images, for the byte map. Numbers: Microsoft, "PE Format".
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "vmcore/base/text/number.h"
#include "vmcore/format/byte_map/object.h"
#include "vmcore/format/object/coff.h"
#include "vmcore/format/object/object_image.h"

namespace relaxscope::bytemap {
namespace {

constexpr uint64_t kDosHeaderBytes = 64;
constexpr uint32_t kNoBits = 0x80;  ///< zero-initialized, not in the file
constexpr const char* kDirectories[] = {
    "export table",       "import table",    "resources",        "exception table", "certificates",
    "base relocations",   "debug directory", "architecture",     "global pointer",  "thread-local storage",
    "load configuration", "bound imports",   "import addresses", "delayed imports", "CLR header"};
constexpr size_t kCertificates = 4;  ///< its address is a file offset

class CoffParts {
 public:
  CoffParts(const Bytes& file, ObjectParts& parts) : in_(file), parts_(parts) {}

  void object() {
    const bool big = in_.u16(0) == 0 && in_.u16(2) == 0xffff;
    const uint64_t header = big ? coff::kBigHeaderBytes : coff::kHeaderBytes;
    parts_.add(in_, ByteKind::Header, "COFF header", parts_.machine() + (big ? " (bigobj)" : ""), 0, header);
    symbols(in_.u32(big ? 48 : 8), in_.u32(big ? 52 : 12), big ? 20 : 18);
    sections(header, big ? in_.u32(44) : in_.u16(2), true);
  }
  void image() {
    const uint64_t signature = in_.u32(0x3c), header = signature + 4, optional = header + coff::kHeaderBytes,
                   size = in_.u16(header + 16);
    parts_.add(in_, ByteKind::Header, "DOS header", {}, 0, std::min(signature, kDosHeaderBytes));
    if (signature > kDosHeaderBytes)
      parts_.add(in_, ByteKind::Header, "DOS stub", {}, kDosHeaderBytes, signature - kDosHeaderBytes);
    parts_.add(in_, ByteKind::Header, "PE signature", {}, signature, 4);
    parts_.add(in_, ByteKind::Header, "COFF header", parts_.machine(), header, coff::kHeaderBytes);
    parts_.add(in_, ByteKind::Header, "optional header", {}, optional, size);
    symbols(in_.u32(header + 8), in_.u32(header + 12), 18);
    sections(optional + size, in_.u16(header + 2), false);
    const bool wide = in_.u16(optional) == 0x20b;
    const uint64_t table = optional + (wide ? 112 : 96),
                   left = size >= table - optional ? (size - (table - optional)) / 8 : 0;
    directories(table, std::min<uint64_t>(in_.u32(table - 4), left));
  }

 private:
  struct Section {
    uint64_t address = 0, offset = 0, size = 0;
  };

  /// The symbol table and the string table that follows it.
  void symbols(uint64_t table, uint64_t count, uint64_t entry) {
    if (table == 0 || !in_.has(table, count * entry)) return;
    parts_.add(in_, ByteKind::Table, "symbol table", fmt::format("{}", count), table, count * entry);
    strings_ = table + count * entry;
    stringsEnd_ = strings_ + std::min<uint64_t>(in_.u32(strings_), in_.size() - strings_);
    parts_.add(in_, ByteKind::Table, "string table", {}, strings_, stringsEnd_ - strings_);
  }
  /// Eight bytes, or "/" and the offset of the name in the string table.
  [[nodiscard]] std::string sectionName(uint64_t at) const {
    const std::string_view name = in_.text(at, at + 8);
    std::string_view digits = name.substr(name.starts_with('/') ? 1 : name.size());
    const std::optional<uint64_t> place = takeNumber<uint64_t>(digits);
    if (!place || strings_ == 0) return shortText(name);
    return shortText(in_.text(strings_ + *place, stringsEnd_));
  }
  void sections(uint64_t table, uint64_t count, bool relocations) {
    if (!in_.has(table, count * coff::kSectionBytes)) return;
    parts_.add(in_, ByteKind::Header, "section headers", fmt::format("{}", count), table, count * coff::kSectionBytes);
    for (uint64_t i = 0; i < std::min(count, kMaxHeaders); ++i) {
      const uint64_t at = table + i * coff::kSectionBytes;
      const std::string name = sectionName(at);
      parts_.add(in_, ByteKind::Header, fmt::format("section header {}", i + 1), name, at, coff::kSectionBytes);
      const Section section{in_.u32(at + 12), in_.u32(at + 20), in_.u32(at + 16)};
      // Symbol values are relative to the section in an object, to the image base in an image.
      if (section.offset != 0 && (in_.u32(at + 36) & kNoBits) == 0)
        parts_.addSection(
            in_, name, {},
            {relocations ? 0 : section.address, section.offset, section.size, static_cast<uint32_t>(i + 1)});
      if (!relocations) {
        sections_.push_back(section);
        continue;
      }
      parts_.add(in_, ByteKind::Table, "relocations", fmt::format("{}", in_.u16(at + 32)), in_.u32(at + 24),
                 uint64_t{in_.u16(at + 32)} * 10);
      parts_.add(in_, ByteKind::Table, "line numbers", fmt::format("{}", in_.u16(at + 34)), in_.u32(at + 28),
                 uint64_t{in_.u16(at + 34)} * 6);
    }
  }
  void directories(uint64_t table, uint64_t count) {
    for (uint64_t i = 0; i < std::min<uint64_t>(count, std::size(kDirectories)); ++i) {
      const uint64_t address = in_.u32(table + 8 * i), size = in_.u32(table + 8 * i + 4);
      if (address == 0) continue;
      if (i == kCertificates) parts_.add(in_, ByteKind::Table, kDirectories[i], {}, address, size);
      const auto holder = std::find_if(sections_.begin(), sections_.end(), [&](const Section& s) {
        return address >= s.address && address - s.address < s.size;
      });
      if (i == kCertificates || holder == sections_.end() || size > holder->size - (address - holder->address))
        continue;
      parts_.add(in_, ByteKind::Table, kDirectories[i], {}, holder->offset + (address - holder->address), size);
    }
  }

  WordReader in_;
  ObjectParts& parts_;
  std::vector<Section> sections_;
  uint64_t strings_ = 0, stringsEnd_ = 0;  ///< the string table, including its length field; 0: none
};

}  // namespace

void addPe(const Bytes& file, ObjectParts& parts) { CoffParts(file, parts).image(); }
void addCoff(const Bytes& file, ObjectParts& parts) { CoffParts(file, parts).object(); }

}  // namespace relaxscope::bytemap
