// SPDX-License-Identifier: Apache-2.0
// Thin Mach-O of 32 and 64 bits, both byte orders: symbols, exports and segments. Numbers: Apple's
// <mach-o/loader.h> and <mach-o/nlist.h>.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "vmcore/base/bytes/word_reader.h"
#include "vmcore/format/object/address_map.h"
#include "vmcore/format/object/mach_o.h"
#include "vmcore/format/object/mach_o_exports.h"
#include "vmcore/format/object/object_image.h"

namespace relaxscope {
namespace {

constexpr uint32_t kLoadLibrary[] = {0xc, 0x80000018, 0x8000001f, 0x20,
                                     0x80000023};  // plain, weak, re-export, lazy, upward
constexpr uint32_t kPureInstructions = 0x80000000, kSomeInstructions = 0x400;
constexpr uint8_t kDebugBits = 0xe0, kPrivate = 0x10, kTypeBits = 0x0e, kExternal = 1, kInSection = 0x0e, kAbsolute = 2;
constexpr uint16_t kWeakDefinition = 0x80, kWeakReference = 0x40;

struct CpuRow {
  uint32_t number;
  const char* name;
};
constexpr CpuRow kCpus[] = {{7, "i386"},
                            {0x01000007, "x86-64"},
                            {12, "arm"},
                            {0x0100000c, "aarch64"},
                            {0x0200000c, "aarch64 (32-bit pointers)"},
                            {18, "ppc"},
                            {0x01000012, "ppc64"}};

ObjectKind machOKind(uint32_t type) {
  switch (type) {
    case 1: return ObjectKind::Relocatable;
    case 2: return ObjectKind::Program;
    case 6:
    case 8: return ObjectKind::SharedLibrary;
    default: return ObjectKind::Other;
  }
}

class MachOReader {
 public:
  MachOReader(const Bytes& file, bool wide, bool bigEndian) : in_(file, bigEndian), wide_(wide) {
    image_.object.format = ObjectFormat::MachO;
    image_.object.bits = wide ? 64 : 32;
    image_.object.bigEndian = bigEndian;
  }

  Result<ObjectImage> run() {
    const uint64_t header = wide_ ? 32 : 28;
    if (!in_.has(0, header)) return Error(fmt::format("Mach-O header needs {} bytes, {} left", header, in_.size()), 0);
    image_.object.machine = in_.u32(4);
    image_.object.machineName = machOMachine(in_.u32(4));
    image_.object.kind = machOKind(in_.u32(12));
    const uint32_t count = in_.u32(16);
    uint64_t at = header;
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t size = in_.u32(at + 4);
      if (!in_.has(at, 8) || size < 8 || !in_.has(at, size))
        return Error(fmt::format("Mach-O load command {} lies outside the file of {} bytes", i, in_.size()), at);
      RS_CHECK(readCommand(at, size));
      at += size;
    }
    RS_CHECK(readSymbols());
    RS_CHECK(readExports());
    return std::move(image_);
  }

 private:
  struct Section {
    uint64_t address = 0, size = 0;
    bool isCode = false;
  };

  Result<void> readCommand(uint64_t at, uint64_t size) {
    const uint32_t command = in_.u32(at);
    if (command == (wide_ ? macho::kSegment64 : macho::kSegment32)) return readSegment(at, size);
    if (command == macho::kSymbolTable && size >= 24) symbols_ = at;
    if ((command == macho::kDyldInfo || command == macho::kDyldInfoOnly) && size >= 48) exports_ = at + 40;
    if (command == macho::kExportsTrie && size >= 16) exports_ = at + 8;
    for (const uint32_t load : kLoadLibrary) {
      if (command != load || size < 12 || names_ > in_.size()) continue;
      const std::string_view name = in_.text(at + in_.u32(at + 8), at + size);
      names_ += name.size();
      image_.object.needed.emplace_back(name);
    }
    return {};
  }

  Result<void> readSegment(uint64_t at, uint64_t size) {
    const uint64_t header = wide_ ? 72 : 56, sectionBytes = wide_ ? 80 : 68;
    if (size < header) return Error(fmt::format("Mach-O segment command of {} bytes, expected {}", size, header), at);
    const uint64_t address = in_.word(at + 24, wide_), offset = in_.word(at + (wide_ ? 40 : 32), wide_),
                   bytes = in_.word(at + (wide_ ? 48 : 36), wide_);
    if (!in_.has(offset, bytes))
      return Error(
          fmt::format("Mach-O segment of {} bytes at {} ends beyond the file's {} bytes", bytes, offset, in_.size()),
          at);
    image_.ranges.push_back({address, offset, bytes, 0});
    if (offset == 0 && bytes > 0) headerAddress_ = address;
    const uint64_t sections = std::min<uint64_t>(in_.u32(at + (wide_ ? 64 : 48)), (size - header) / sectionBytes);
    for (uint64_t i = 0; i < sections; ++i) {
      const uint64_t section = at + header + i * sectionBytes;
      const uint32_t flags = in_.u32(section + (wide_ ? 64 : 56));
      sections_.push_back({in_.word(section + 32, wide_), in_.word(section + (wide_ ? 40 : 36), wide_),
                           (flags & (kPureInstructions | kSomeInstructions)) != 0});
    }
    return {};
  }

  Result<void> readSymbols() {
    if (symbols_ == 0) return {};
    const uint64_t table = in_.u32(symbols_ + 8), count = in_.u32(symbols_ + 12), strings = in_.u32(symbols_ + 16),
                   stringsSize = in_.u32(symbols_ + 20);
    const uint64_t entry = wide_ ? 16 : 12;
    if (!in_.has(table, count * entry))
      return Error(fmt::format("Mach-O symbol table of {} entries at {} ends beyond the file", count, table), symbols_);
    if (!in_.has(strings, stringsSize))
      return Error(fmt::format("Mach-O string table of {} bytes at {} ends beyond the file", stringsSize, strings),
                   symbols_);
    NameBudget budget(stringsSize, in_.size());
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t at = table + i * entry;
      if ((in_.u8(at + 4) & kDebugBits) != 0) continue;
      std::string_view name = in_.text(strings + in_.u32(at), strings + stringsSize);
      if (!budget.take(name)) return Error("Mach-O symbol names overlap excessively", strings);
      if (name.starts_with('_')) name.remove_prefix(1);
      image_.object.symbols.push_back(symbolAt(at, name));
    }
    return {};
  }

  /// Adds names that the symbol table lacks, as it does if it is stripped.
  Result<void> readExports() {
    if (exports_ == 0) return {};
    const uint64_t place = in_.u32(exports_), size = in_.u32(exports_ + 4);
    if (size == 0) return {};
    if (!in_.has(place, size))
      return Error(fmt::format("Mach-O exports of {} bytes at {} end beyond the file", size, place), exports_);
    auto exports = readMachOExports(in_.bytes().slice(place, size), place);
    if (!exports.ok()) {
      if (image_.object.symbols.empty()) return std::move(exports).error();
      image_.notes.push_back(exports.error().text());
      return {};
    }
    std::unordered_set<std::string_view> known;
    for (const ObjectSymbol& symbol : image_.object.symbols)
      if (symbol.defined) known.insert(symbol.name);
    const AddressMap<Section> sections(sections_);
    std::vector<ObjectSymbol> more;
    for (const MachOExport& each : *exports)
      if (ObjectSymbol symbol = exportedSymbol(each, sections); !known.contains(symbol.name))
        more.push_back(std::move(symbol));
    image_.object.symbols.insert(image_.object.symbols.end(), std::make_move_iterator(more.begin()),
                                 std::make_move_iterator(more.end()));
    return {};
  }
  [[nodiscard]] ObjectSymbol exportedSymbol(const MachOExport& from, const AddressMap<Section>& sections) const {
    ObjectSymbol symbol;
    symbol.name = from.name.starts_with('_') ? from.name.substr(1) : from.name;
    symbol.value = from.absolute || from.elsewhere ? from.value : headerAddress_ + from.value;
    symbol.defined = !from.elsewhere;
    if (from.weak) symbol.binding = SymbolBinding::Weak;
    if (!symbol.defined || from.absolute) return symbol;
    if (const Section* section = sections.find(symbol.value))
      symbol.type = section->isCode ? SymbolType::Function : SymbolType::Data;
    return symbol;
  }

  [[nodiscard]] ObjectSymbol symbolAt(uint64_t at, std::string_view name) const {
    ObjectSymbol symbol;
    symbol.name = name;
    const uint8_t type = in_.u8(at + 4), section = in_.u8(at + 5);
    const uint16_t flags = in_.u16(at + 6);
    symbol.value = in_.word(at + 8, wide_);
    symbol.defined = (type & kTypeBits) == kInSection || (type & kTypeBits) == kAbsolute;
    if (symbol.defined && section != 0 && section <= sections_.size())
      symbol.type = sections_[section - 1U].isCode ? SymbolType::Function : SymbolType::Data;
    if ((type & kExternal) == 0 || (type & kPrivate) != 0) symbol.binding = SymbolBinding::Local;
    else if ((flags & (symbol.defined ? kWeakDefinition : kWeakReference)) != 0) symbol.binding = SymbolBinding::Weak;
    return symbol;
  }

  WordReader in_;
  bool wide_;
  ObjectImage image_;
  std::vector<Section> sections_;  ///< by number, from 1
  uint64_t symbols_ = 0;           ///< offset of the symbol table's command
  uint64_t exports_ = 0;           ///< offset of the words that locate the exports
  uint64_t headerAddress_ = 0;     ///< of the file's first byte
  uint64_t names_ = 0;             ///< total length of library names so far
};

}  // namespace

std::string machOMachine(uint32_t number) {
  for (const CpuRow& row : kCpus)
    if (row.number == number) return row.name;
  return fmt::format("machine {}", number);
}

std::optional<MachOForm> machOForm(const Bytes& file) {
  const WordReader in(file, true);
  if (!in.has(0, 4)) return std::nullopt;
  switch (in.u32(0)) {
    case 0xfeedface: return MachOForm{false, true};
    case 0xfeedfacf: return MachOForm{true, true};
    case 0xcefaedfe: return MachOForm{false, false};
    case 0xcffaedfe: return MachOForm{true, false};
    default: return std::nullopt;
  }
}

bool looksLikeMachO(const Bytes& file) { return machOForm(file).has_value(); }

Result<ObjectImage> readMachO(const Bytes& file) {
  const auto form = machOForm(file);
  if (!form) return Error("not a Mach-O file", 0);
  return MachOReader(file, form->wide, form->bigEndian).run();
}

}  // namespace relaxscope
