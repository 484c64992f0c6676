// SPDX-License-Identifier: Apache-2.0
// ELF of 32 and 64 bits, both byte orders, any CPU: symbols of the dynamic linker where the file has
// them, of the linker else. Field numbers: System V ABI, "Object Files" and "Dynamic Linking".
#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/bytes/word_reader.h"
#include "vmcore/format/object/object_image.h"

namespace relaxscope {
namespace {

constexpr std::string_view kMagic = "\x7f" "ELF";
constexpr uint32_t kSegmentLoad = 1, kSegmentDynamic = 2;
constexpr uint32_t kSectionSymbols = 2, kSectionDynamicSymbols = 11, kSectionSymbolIndices = 18, kSectionNoBits = 8;
constexpr uint64_t kTagNeeded = 1, kTagHash = 4, kTagStrings = 5, kTagSymbols = 6, kTagStringsSize = 10, kTagGnuHash = 0x6ffffef5;
constexpr uint16_t kIndexElsewhere = 0xffff, kFirstReservedIndex = 0xff00, kMachineS390 = 22;

struct NamedNumber {
  uint16_t number;
  const char* name;
};
constexpr NamedNumber kMachines[] = {{2, "sparc"},   {3, "i386"},        {4, "m68k"},     {8, "mips"},     {20, "ppc"},    {21, "ppc64"},
                                     {22, "s390x"},  {40, "arm"},        {43, "sparc64"}, {62, "x86-64"},  {94, "xtensa"}, {164, "hexagon"},
                                     {183, "aarch64"}, {190, "cuda"},    {224, "amdgpu"}, {243, "riscv"},  {247, "bpf"},   {258, "loongarch"}};

std::string machineName(uint16_t number, bool wide) {
  for (const NamedNumber& row : kMachines)
    if (row.number == number) return number == 243 || number == 258 ? std::string(row.name) + (wide ? "64" : "32") : row.name;
  return fmt::format("machine {}", number);
}

ObjectKind kindOf(uint16_t type) {
  switch (type) {
    case 1: return ObjectKind::Relocatable;
    case 2: return ObjectKind::Program;
    case 3: return ObjectKind::SharedLibrary;
    default: return ObjectKind::Other;
  }
}

/// Where the fields of each table lie: they differ between the two classes in width and in order.
struct Fields {
  bool wide;
  uint32_t headerBytes, programOffset, sectionOffset, entrySizes;                         // file header
  uint32_t programBytes, segmentOffset, segmentAddress, segmentSize;                      // program header
  uint32_t sectionBytes, sectionAddress, sectionPlace, sectionSize, sectionLink, sectionInfo;
  uint32_t symbolBytes, symbolInfo, symbolOther, symbolSection, symbolValue, symbolSize;
  uint32_t dynamicBytes, dynamicValue;
};
constexpr Fields kFields32 = {false, 52, 28, 32, 42, 32, 4, 8, 16, 40, 12, 16, 20, 24, 28, 16, 12, 13, 14, 4, 8, 8, 4};
constexpr Fields kFields64 = {true, 64, 32, 40, 54, 56, 8, 16, 32, 64, 16, 24, 32, 40, 44, 24, 4, 5, 6, 8, 16, 16, 8};

struct Section {
  uint32_t type = 0, link = 0, info = 0;
  uint64_t address = 0, offset = 0, size = 0;
};

class ElfReader {
 public:
  ElfReader(const Bytes& file, const Fields& fields, bool bigEndian) : in_(file, bigEndian), f_(fields) {
    image_.object.format = ObjectFormat::Elf;
    image_.object.bits = fields.wide ? 64 : 32;
    image_.object.bigEndian = bigEndian;
  }

  Result<ObjectImage> run() {
    RS_CHECK(readHeader());
    RS_CHECK(readSegments());
    findDynamicSymbols();
    readSections();
    RS_CHECK(readNeeded());
    RS_CHECK(readSymbols());
    return std::move(image_);
  }

 private:
  struct Table {
    FileRange symbols, strings, indices;
    bool found = false;
  };

  Result<void> readHeader() {
    if (!in_.has(0, f_.headerBytes)) return Error(fmt::format("ELF header needs {} bytes, {} left", f_.headerBytes, in_.size()), 0);
    image_.object.kind = kindOf(in_.u16(16));
    image_.object.machine = in_.u16(18);
    image_.object.machineName = machineName(in_.u16(18), f_.wide);
    return {};
  }

  Result<void> readSegments() {
    const uint64_t table = in_.word(f_.programOffset, f_.wide);
    const uint16_t size = in_.u16(f_.entrySizes), count = in_.u16(f_.entrySizes + 2);
    if (count != 0 && size < f_.programBytes) return Error(fmt::format("ELF program headers of {} bytes, {} wanted", size, f_.programBytes), f_.entrySizes);
    for (uint16_t i = 0; i < count; ++i) {
      const uint64_t at = table + uint64_t{i} * size;
      if (at < table || !in_.has(at, f_.programBytes))
        return Error(fmt::format("ELF program header {} lies outside the file of {} bytes", i, in_.size()), at);
      const uint32_t type = in_.u32(at);
      if (type != kSegmentLoad && type != kSegmentDynamic) continue;
      const uint64_t offset = in_.word(at + f_.segmentOffset, f_.wide), bytes = in_.word(at + f_.segmentSize, f_.wide);
      if (!in_.has(offset, bytes)) return Error(fmt::format("ELF segment {} ({} bytes at {}) ends behind the file of {} bytes", i, bytes, offset, in_.size()), at);
      if (type == kSegmentLoad) image_.ranges.push_back({in_.word(at + f_.segmentAddress, f_.wide), offset, bytes, 0});
      else if (dynamic_.size == 0) dynamic_ = {offset, bytes};
    }
    return {};
  }

  /// File offset of `size` bytes at a virtual address.
  [[nodiscard]] std::optional<uint64_t> place(uint64_t address, uint64_t size) const {
    return placeOf(image_.ranges, address, size);
  }

  /// The dynamic segment is what a dynamic linker follows, so it is asked before the section headers.
  void findDynamicSymbols() {
    std::optional<uint64_t> strings, stringsSize, symbols;
    for (uint64_t at = dynamic_.offset; at + f_.dynamicBytes <= dynamic_.offset + dynamic_.size; at += f_.dynamicBytes) {
      const uint64_t tag = in_.word(at, f_.wide), value = in_.word(at + f_.dynamicValue, f_.wide);
      if (tag == 0) break;
      if (tag == kTagNeeded) neededNames_.push_back(value);
      if (tag == kTagStrings) strings = value;
      if (tag == kTagStringsSize) stringsSize = value;
      if (tag == kTagSymbols) symbols = value;
      if (tag == kTagHash) hash_ = value;
      if (tag == kTagGnuHash) gnuHash_ = value;
    }
    if (!strings || !stringsSize || !symbols) return;
    const auto stringsAt = place(*strings, *stringsSize);
    if (!stringsAt) return;
    table_.strings = {*stringsAt, *stringsSize};
    const uint64_t count = dynamicSymbolCount();
    const auto symbolsAt = place(*symbols, count * f_.symbolBytes);
    if (count == 0 || !symbolsAt) return;
    table_.symbols = {*symbolsAt, count * f_.symbolBytes};
    table_.found = true;
  }

  /// The number of dynamic symbols, which only the hash tables tell; 0 where they do not or lie.
  [[nodiscard]] uint64_t dynamicSymbolCount() const {
    const uint64_t most = in_.size() / f_.symbolBytes;
    if (hash_) {  // 64-bit words on s390x
      const bool wideWords = f_.wide && image_.object.machine == kMachineS390;
      const auto at = place(*hash_ + (wideWords ? 8 : 4), wideWords ? 8 : 4);
      if (const uint64_t chains = at ? in_.word(*at, wideWords) : most + 1; chains <= most) return chains;
    }
    return gnuHash_ ? countByGnuHash(*gnuHash_, most) : 0;
  }

  [[nodiscard]] uint64_t countByGnuHash(uint64_t base, uint64_t most) const {
    const auto header = place(base, 16);
    if (!header) return 0;
    const uint32_t buckets = in_.u32(*header), first = in_.u32(*header + 4), bloom = in_.u32(*header + 8);
    if (buckets > most || bloom > most) return 0;
    const auto bucketsAt = place(base + 16 + uint64_t{bloom} * (f_.wide ? 8 : 4), uint64_t{buckets} * 4);
    if (!bucketsAt) return 0;
    uint64_t last = 0;
    for (uint32_t i = 0; i < buckets; ++i) last = std::max<uint64_t>(last, in_.u32(*bucketsAt + uint64_t{i} * 4));
    if (last < first) return first <= most ? first : 0;  // no hashed symbol: only undefined ones
    const uint64_t chainsAt = *bucketsAt + uint64_t{buckets} * 4;
    for (; last <= most; ++last) {
      const uint64_t at = chainsAt + (last - first) * 4;
      if (!in_.has(at, 4)) return 0;
      if ((in_.u32(at) & 1) != 0) return last + 1;  // end of the last chain
    }
    return 0;
  }

  [[nodiscard]] std::optional<Section> section(uint64_t index) const {
    const uint64_t table = in_.word(f_.sectionOffset, f_.wide), size = in_.u16(f_.entrySizes + 4), at = table + index * size;
    if (table == 0 || size < f_.sectionBytes || at < table || !in_.has(at, f_.sectionBytes)) return std::nullopt;
    Section s;
    s.type = in_.u32(at + 4);
    s.address = in_.word(at + f_.sectionAddress, f_.wide);
    s.offset = in_.word(at + f_.sectionPlace, f_.wide);
    s.size = in_.word(at + f_.sectionSize, f_.wide);
    s.link = in_.u32(at + f_.sectionLink);
    s.info = in_.u32(at + f_.sectionInfo);
    return s;
  }
  [[nodiscard]] bool inFile(const Section& s) const { return s.type != kSectionNoBits && in_.has(s.offset, s.size); }

  /// Section headers: all there is in a relocatable object; a second source in others. A file of more
  /// sections than a u16 counts keeps the number in the first header.
  void readSections() {
    uint64_t count = in_.u16(f_.entrySizes + 6);
    if (count == 0)
      if (const auto first = section(0)) count = first->size;
    const bool relocatable = image_.object.kind == ObjectKind::Relocatable;
    if (table_.found && !relocatable) return;
    count = std::min<uint64_t>(count, in_.size() / f_.sectionBytes);
    const uint32_t wanted = relocatable ? kSectionSymbols : kSectionDynamicSymbols;
    std::optional<uint64_t> indices, indicesOf;
    for (uint64_t i = 1; i < count; ++i) {
      const auto s = section(i);
      if (!s) break;
      if (!inFile(*s)) continue;
      if (relocatable && s->size != 0) image_.ranges.push_back({0, s->offset, s->size, static_cast<uint32_t>(i)});
      if (s->type == kSectionSymbolIndices) {
        indices = i;
        indicesOf = s->link;
      }
      const auto strings = s->type == wanted && !table_.found ? section(s->link) : std::nullopt;
      if (!strings || !inFile(*strings)) continue;
      table_.symbols = {s->offset, s->size};
      table_.strings = {strings->offset, strings->size};
      table_.found = true;
      symbolSection_ = i;
    }
    if (!indices || indicesOf != symbolSection_) return;
    const auto s = section(*indices);
    table_.indices = {s->offset, s->size};
  }

  [[nodiscard]] std::string_view name(uint64_t at) const {
    if (at >= table_.strings.size) return {};
    return in_.text(table_.strings.offset + at, table_.strings.offset + table_.strings.size);
  }
  [[nodiscard]] Error overlap() const { return Error("ELF symbol names overlap without bound", table_.strings.offset); }

  Result<void> readNeeded() {
    NameBudget budget(table_.strings.size, in_.size());
    for (const uint64_t at : neededNames_) {
      if (!budget.take(name(at))) return overlap();
      image_.object.needed.emplace_back(name(at));
    }
    return {};
  }

  Result<void> readSymbols() {
    NameBudget budget(table_.strings.size, in_.size());
    const uint64_t count = table_.symbols.size / f_.symbolBytes;
    image_.object.symbols.reserve(count);
    for (uint64_t i = 1; i < count; ++i) {  // entry 0 is reserved
      const uint64_t at = table_.symbols.offset + i * f_.symbolBytes;
      const std::string_view text = name(in_.u32(at));
      if (!budget.take(text)) return overlap();
      image_.object.symbols.push_back(symbolAt(at, i, text));
    }
    return {};
  }

  [[nodiscard]] ObjectSymbol symbolAt(uint64_t at, uint64_t index, std::string_view name) const {
    ObjectSymbol symbol;
    symbol.name = name;
    symbol.value = in_.word(at + f_.symbolValue, f_.wide);
    symbol.size = in_.word(at + f_.symbolSize, f_.wide);
    const uint8_t info = in_.u8(at + f_.symbolInfo), visibility = in_.u8(at + f_.symbolOther) & 3;
    symbol.type = (info & 15) == 1 ? SymbolType::Data : (info & 15) == 2 ? SymbolType::Function : SymbolType::Other;
    const bool hidden = visibility == 1 || visibility == 2;
    symbol.binding = info >> 4 == 0 || hidden ? SymbolBinding::Local : info >> 4 == 2 ? SymbolBinding::Weak : SymbolBinding::Global;
    const uint16_t shortIndex = in_.u16(at + f_.symbolSection);
    symbol.defined = shortIndex != 0;
    if (image_.object.kind != ObjectKind::Relocatable) return symbol;
    if (shortIndex < kFirstReservedIndex) symbol.section = shortIndex;
    else if (shortIndex == kIndexElsewhere && index * 4 + 4 <= table_.indices.size) symbol.section = in_.u32(table_.indices.offset + index * 4);
    else symbol.section = ~0U;  // absolute or common: no bytes in the file
    return symbol;
  }

  WordReader in_;
  const Fields& f_;
  ObjectImage image_;
  FileRange dynamic_;
  Table table_;
  uint64_t symbolSection_ = 0;
  std::optional<uint64_t> hash_, gnuHash_;
  std::vector<uint64_t> neededNames_;
};

}  // namespace

bool looksLikeElf(const Bytes& file) {
  return file.head(kMagic.size()) == kMagic;
}

Result<ObjectImage> readElf(const Bytes& file) {
  if (!looksLikeElf(file)) return Error("not an ELF file", 0);
  if (file.size() < 16) return Error(fmt::format("ELF header needs 16 bytes, {} left", file.size()), 0);
  const WordReader in(file.slice(0, 16));
  const uint8_t bits = in.u8(4), order = in.u8(5);
  if (bits != 1 && bits != 2) return Error(fmt::format("ELF class {}, which is neither 32 nor 64 bits", bits), 4);
  if (order != 1 && order != 2) return Error(fmt::format("ELF byte order {}, which is neither little nor big", order), 5);
  return ElfReader(file, bits == 2 ? kFields64 : kFields32, order == 2).run();
}

}  // namespace relaxscope
