// SPDX-License-Identifier: Apache-2.0
// COFF objects (also the "bigobj" form) and PE images: sections, exports and imports, symbols. Numbers:
// Microsoft, "PE Format".
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "vmcore/base/bytes/word_reader.h"
#include "vmcore/format/object/address_map.h"
#include "vmcore/format/object/coff.h"
#include "vmcore/format/object/object_image.h"

namespace relaxscope {
namespace {

constexpr uint32_t kSectionIsCode = 0x20, kSectionExecutes = 0x20000000;
constexpr uint8_t kClassExternal = 2, kClassWeakExternal = 105;
constexpr uint16_t kIsDll = 0x2000, kMachineI386 = 0x14c;
constexpr std::string_view kImportMark = "__imp_";  ///< prefix of names that the compiler knows to be imported
constexpr uint8_t kBigClass[16] = {0xC7, 0xA1, 0xBA, 0xD1, 0xEE, 0xBA, 0xA9, 0x4B,
                                   0xAF, 0x20, 0xFA, 0xF6, 0x6A, 0xA4, 0xDC, 0xB8};

struct MachineRow {
  uint16_t number;
  const char* name;
  uint8_t bits;
};
constexpr MachineRow kCoffMachines[] = {{kMachineI386, "i386", 32}, {0x8664, "x86-64", 64}, {0xaa64, "aarch64", 64},
                                        {0x1c0, "arm", 32},         {0x1c4, "arm", 32},     {0x200, "ia64", 64}};

const MachineRow* findMachine(uint16_t number) {
  const auto* row = std::find_if(std::begin(kCoffMachines), std::end(kCoffMachines),
                                 [&](const MachineRow& m) { return m.number == number; });
  return row == std::end(kCoffMachines) ? nullptr : row;
}

void setMachine(ObjectFile& object, uint16_t number) {
  const MachineRow* row = findMachine(number);
  object.format = ObjectFormat::Coff;
  object.machine = number;
  object.machineName = row != nullptr ? row->name : fmt::format("machine 0x{:x}", number);
  object.bits = row != nullptr ? row->bits : 64;
}

struct CoffSection {
  uint32_t address = 0, offset = 0, size = 0, flags = 0;
  [[nodiscard]] bool isCode() const { return (flags & (kSectionIsCode | kSectionExecutes)) != 0; }
};

Result<std::vector<CoffSection>> readCoffSections(const WordReader& in, uint64_t table, uint64_t count) {
  if (!in.has(table, count * coff::kSectionBytes))
    return Error(fmt::format("{} COFF sections at {} end beyond the file's {} bytes", count, table, in.size()), table);
  std::vector<CoffSection> sections(count);
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t at = table + i * coff::kSectionBytes;
    sections[i] = {in.u32(at + 12), in.u32(at + 20), in.u32(at + 16), in.u32(at + 36)};
    if (sections[i].offset != 0 && !in.has(sections[i].offset, sections[i].size))
      return Error(fmt::format("COFF section {} ({} bytes at {}) ends beyond the file's {} bytes", i + 1,
                               sections[i].size, sections[i].offset, in.size()),
                   at);
  }
  return sections;
}

/// The symbol table of an object; `big` selects the width of section numbers.
Result<void> readObjectSymbols(const WordReader& in, uint64_t table, uint64_t count, bool big,
                               const std::vector<CoffSection>& sections, ObjectFile& object) {
  const uint64_t entry = big ? 20 : 18;
  if (!in.has(table, count * entry))
    return Error(fmt::format("{} COFF symbols at {} end beyond the file's {} bytes", count, table, in.size()), table);
  const uint64_t strings = table + count * entry,
                 stringsEnd = strings + std::min<uint64_t>(in.u32(strings), in.size() - strings);
  NameBudget budget(stringsEnd - strings + count * 8, in.size());
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t at = table + i * entry;
    const uint8_t storage = in.u8(at + entry - 2);
    const int64_t section = big ? static_cast<int32_t>(in.u32(at + 12)) : static_cast<int16_t>(in.u16(at + 12));
    i += in.u8(at + entry - 1);  // auxiliary entries
    if (storage != kClassExternal && storage != kClassWeakExternal) continue;
    std::string_view name = in.u32(at) == 0 ? in.text(strings + in.u32(at + 4), stringsEnd) : in.text(at, at + 8);
    if (!budget.take(name)) return Error("COFF symbol names overlap excessively", strings);
    if (section == 0 && name.starts_with(kImportMark)) name.remove_prefix(kImportMark.size());
    if (object.machine == kMachineI386 && name.starts_with('_')) name.remove_prefix(1);
    ObjectSymbol symbol;
    symbol.name = name;
    symbol.value = in.u32(at + 8);
    symbol.binding = storage == kClassWeakExternal ? SymbolBinding::Weak : SymbolBinding::Global;
    symbol.defined = section > 0 || section == -1;
    symbol.section = section > 0 ? static_cast<uint32_t>(section) : ~0U;
    if (section > 0 && static_cast<uint64_t>(section) <= sections.size())
      symbol.type = sections[static_cast<size_t>(section) - 1].isCode() ? SymbolType::Function : SymbolType::Data;
    object.symbols.push_back(std::move(symbol));
  }
  return {};
}

bool isBig(const WordReader& in) {
  if (!in.has(0, coff::kBigHeaderBytes) || in.u16(0) != 0 || in.u16(2) != 0xffff || in.u16(4) < 2) return false;
  for (uint64_t i = 0; i < std::size(kBigClass); ++i)
    if (in.u8(12 + i) != kBigClass[i]) return false;
  return true;
}

/// Exports and imports of an image; addresses are relative to the image base.
class PeReader {
 public:
  explicit PeReader(const Bytes& file) : in_(file) {}

  Result<ObjectImage> run() {
    const uint64_t header = in_.u32(0x3c) + uint64_t{4};
    if (!in_.has(header, coff::kHeaderBytes))
      return Error(fmt::format("PE header at {} lies outside the file of {} bytes", header, in_.size()), 0x3c);
    setMachine(image_.object, in_.u16(header));
    image_.object.kind = (in_.u16(header + 18) & kIsDll) != 0 ? ObjectKind::SharedLibrary : ObjectKind::Program;
    const uint64_t optional = header + coff::kHeaderBytes, optionalSize = in_.u16(header + 16);
    const uint16_t magic = in_.u16(optional);
    if (magic != 0x10b && magic != 0x20b)
      return Error(fmt::format("PE optional header of unknown kind 0x{:x}", magic), optional);
    wide_ = magic == 0x20b;
    image_.object.bits = wide_ ? 64 : 32;
    RS_TRY(std::vector<CoffSection> sections, readCoffSections(in_, optional + optionalSize, in_.u16(header + 2)));
    for (const CoffSection& s : sections)
      if (s.offset != 0) image_.ranges.push_back({s.address, s.offset, s.size, 0});
    sections_ = AddressMap<CoffSection>(std::move(sections));
    const uint64_t directories = optional + (wide_ ? 112 : 96);
    const uint32_t count = in_.u32(directories - 4);
    if (count > 0) RS_CHECK(readExports(in_.u32(directories), in_.u32(directories + 4)));
    if (count > 1) RS_CHECK(readImports(in_.u32(directories + 8)));
    return std::move(image_);
  }

 private:
  [[nodiscard]] std::optional<uint64_t> place(uint64_t address, uint64_t size) const {
    const CoffSection* s = sections_.find(address);
    if (s != nullptr && s->offset != 0 && size <= s->size - (address - s->address))
      return s->offset + (address - s->address);
    return std::nullopt;
  }
  [[nodiscard]] std::string_view textAt(uint64_t address) const {
    const auto at = place(address, 1);
    return at ? in_.text(*at, in_.size()) : std::string_view();
  }
  [[nodiscard]] bool isCode(uint64_t address) const {
    const CoffSection* s = sections_.find(address);
    return s != nullptr && s->isCode();
  }

  Result<void> readExports(uint32_t address, uint32_t size) {
    if (address == 0) return {};
    const auto table = place(address, 40);
    if (!table) return Error(fmt::format("PE export table at 0x{:x} lies outside the sections", address));
    const uint32_t functions = in_.u32(*table + 20), names = in_.u32(*table + 24);
    const auto functionsAt = place(in_.u32(*table + 28), uint64_t{functions} * 4),
               namesAt = place(in_.u32(*table + 32), uint64_t{names} * 4),
               ordinalsAt = place(in_.u32(*table + 36), uint64_t{names} * 2);
    if (names == 0) return {};
    if (!functionsAt || !namesAt || !ordinalsAt)
      return Error(fmt::format("PE export table of {} names lies outside the sections", names), *table);
    NameBudget budget(in_.size(), in_.size());
    for (uint32_t i = 0; i < names; ++i) {
      const std::string_view name = textAt(in_.u32(*namesAt + uint64_t{i} * 4));
      if (!budget.take(name)) return Error("PE export names overlap excessively", *namesAt);
      const uint16_t ordinal = in_.u16(*ordinalsAt + uint64_t{i} * 2);
      const uint32_t value = ordinal < functions ? in_.u32(*functionsAt + uint64_t{ordinal} * 4) : 0;
      const bool forwarded = value >= address && value - address < size;
      ObjectSymbol symbol;
      symbol.name = name;
      symbol.value = value;
      symbol.defined = value != 0 && !forwarded;
      symbol.type = isCode(value) ? SymbolType::Function : SymbolType::Data;
      image_.object.symbols.push_back(std::move(symbol));
    }
    return {};
  }

  Result<void> readImports(uint32_t address) {
    if (address == 0) return {};
    NameBudget budget(in_.size(), in_.size());
    for (uint64_t entry = address;; entry += 20) {
      const auto at = place(entry, 20);
      if (!at || in_.u32(*at + 12) == 0) return {};
      const std::string_view library = textAt(in_.u32(*at + 12));
      if (!budget.take(library)) return Error("PE import names overlap excessively", *at);
      image_.object.needed.emplace_back(library);
      const uint32_t lookup = in_.u32(*at) != 0 ? in_.u32(*at) : in_.u32(*at + 16);
      RS_CHECK(readThunks(lookup, budget));
    }
  }

  Result<void> readThunks(uint64_t thunk, NameBudget& budget) {
    const uint64_t entry = wide_ ? 8 : 4;
    for (;; thunk += entry) {
      const auto at = place(thunk, entry);
      const uint64_t value = at ? in_.word(*at, wide_) : 0;
      if (value == 0) return {};
      if (++imports_ > in_.size() / entry) return Error("PE import tables overlap excessively", *at);
      if ((value >> (wide_ ? 63 : 31)) != 0) continue;  // import by ordinal
      const std::string_view name = textAt(value + 2);
      if (!budget.take(name)) return Error("PE import names overlap excessively", *at);
      ObjectSymbol symbol;
      symbol.name = name;
      image_.object.symbols.push_back(std::move(symbol));
    }
  }

  WordReader in_;
  bool wide_ = false;
  uint64_t imports_ = 0;  ///< entries read so far; tables may be shared, so the total is bounded
  AddressMap<CoffSection> sections_;
  ObjectImage image_;
};

}  // namespace

bool looksLikePe(const Bytes& file) {
  const WordReader in(file);
  return in.has(0, 0x40) && file.head(2) == "MZ" && in.has(in.u32(0x3c), 4) && in.u32(in.u32(0x3c)) == 0x4550;
}

bool looksLikeCoff(const Bytes& file) {
  const WordReader in(file);
  if (isBig(in)) return true;
  if (!in.has(0, coff::kHeaderBytes) || findMachine(in.u16(0)) == nullptr || in.u16(16) != 0) return false;
  const uint64_t sections = in.u16(2), symbols = in.u32(8), count = in.u32(12);
  return sections != 0 && in.has(coff::kHeaderBytes, sections * coff::kSectionBytes) && symbols >= coff::kHeaderBytes &&
         in.has(symbols, count * 18 + 4);
}

Result<ObjectImage> readPe(const Bytes& file) {
  if (!looksLikePe(file)) return Error("not a PE file", 0);
  return PeReader(file).run();
}

Result<ObjectImage> readCoff(const Bytes& file) {
  if (!looksLikeCoff(file)) return Error("not a COFF object", 0);
  const WordReader in(file);
  const bool big = isBig(in);
  ObjectImage image;
  setMachine(image.object, in.u16(big ? 6 : 0));
  image.object.kind = ObjectKind::Relocatable;
  RS_TRY(const std::vector<CoffSection> sections,
         readCoffSections(in, big ? coff::kBigHeaderBytes : coff::kHeaderBytes, big ? in.u32(44) : in.u16(2)));
  for (size_t i = 0; i < sections.size(); ++i)
    if (sections[i].offset != 0)
      image.ranges.push_back({0, sections[i].offset, sections[i].size, static_cast<uint32_t>(i + 1)});
  RS_CHECK(readObjectSymbols(in, in.u32(big ? 48 : 8), in.u32(big ? 52 : 12), big, sections, image.object));
  return image;
}

}  // namespace relaxscope
