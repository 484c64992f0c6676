// SPDX-License-Identifier: Apache-2.0
// ELF of 32 and 64 bits, both byte orders, any CPU: dynamic symbols if the file has them, else those of the static
// linker. Field numbers: System V ABI, "Object Files" and "Dynamic Linking".
#include <fmt/format.h>

#include <algorithm>

#include "vmcore/format/object/elf_records.h"
#include "vmcore/format/object/object_image.h"

namespace relaxscope {
namespace {

using namespace elf;

constexpr uint16_t kIndexElsewhere = 0xffff, kFirstReservedIndex = 0xff00, kMachineS390 = 22;

struct NamedNumber {
  uint16_t number;
  const char* name;
};
constexpr NamedNumber kElfMachines[] = {
    {2, "sparc"},     {3, "i386"},   {4, "m68k"},     {8, "mips"},    {20, "ppc"},    {21, "ppc64"},
    {22, "s390x"},    {40, "arm"},   {43, "sparc64"}, {62, "x86-64"}, {94, "xtensa"}, {164, "hexagon"},
    {183, "aarch64"}, {190, "cuda"}, {224, "amdgpu"}, {243, "riscv"}, {247, "bpf"},   {258, "loongarch"}};

std::string machineName(uint16_t number, bool wide) {
  for (const NamedNumber& row : kElfMachines)
    if (row.number == number)
      return number == 243 || number == 258 ? std::string(row.name) + (wide ? "64" : "32") : row.name;
  return fmt::format("machine {}", number);
}

ObjectKind elfKind(uint16_t type) {
  switch (type) {
    case kTypeRelocatable: return ObjectKind::Relocatable;
    case kTypeProgram: return ObjectKind::Program;
    case kTypeShared: return ObjectKind::SharedLibrary;
    default: return ObjectKind::Other;
  }
}

class ElfReader {
 public:
  explicit ElfReader(const Records& records) : records_(records), in_(records.in()), header_(records.header()) {
    image_.object.format = ObjectFormat::Elf;
    image_.object.bits = records.wide() ? 64 : 32;
    image_.object.bigEndian = records.bigEndian();
    image_.object.kind = elfKind(header_.type);
    image_.object.machine = header_.machine;
    image_.object.machineName = machineName(header_.machine, records.wide());
  }

  Result<ObjectImage> run() {
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

  Result<void> readSegments() {
    const uint16_t size = header_.segmentBytes;
    if (header_.segmentCount != 0 && size < records_.segmentBytes())
      return Error(fmt::format("ELF program headers of {} bytes, expected {}", size, records_.segmentBytes()),
                   records_.countsAt());
    for (uint16_t i = 0; i < header_.segmentCount; ++i) {
      const uint64_t at = header_.segmentsAt + uint64_t{i} * size;
      if (at < header_.segmentsAt || !in_.has(at, records_.segmentBytes()))
        return Error(fmt::format("ELF program header {} lies outside the file of {} bytes", i, in_.size()), at);
      const Segment segment = records_.segment(at);
      if (segment.type != kSegmentLoad && segment.type != kSegmentDynamic) continue;
      if (!in_.has(segment.offset, segment.fileSize))
        return Error(fmt::format("ELF segment {} ({} bytes at {}) ends beyond the file's {} bytes", i, segment.fileSize,
                                 segment.offset, in_.size()),
                     at);
      if (segment.type == kSegmentLoad) image_.ranges.push_back({segment.address, segment.offset, segment.fileSize, 0});
      else if (dynamicPlace_.size == 0) dynamicPlace_ = {segment.offset, segment.fileSize};
    }
    return {};
  }

  /// File offset of `size` bytes at a virtual address.
  [[nodiscard]] std::optional<uint64_t> place(uint64_t address, uint64_t size) const {
    return placeOf(image_.ranges, address, size);
  }

  /// A dynamic linker follows the dynamic segment, so it takes precedence over the section headers.
  void findDynamicSymbols() {
    dynamic_ = records_.dynamic(dynamicPlace_.offset, dynamicPlace_.size);
    if (!dynamic_.strings || !dynamic_.stringsSize || !dynamic_.symbols) return;
    const auto stringsAt = place(*dynamic_.strings, *dynamic_.stringsSize);
    if (!stringsAt) return;
    table_.strings = {*stringsAt, *dynamic_.stringsSize};
    const uint64_t count = dynamicSymbolCount();
    const auto symbolsAt = place(*dynamic_.symbols, count * records_.symbolBytes());
    if (count == 0 || !symbolsAt) return;
    table_.symbols = {*symbolsAt, count * records_.symbolBytes()};
    table_.found = true;
  }

  /// The number of dynamic symbols, which only the hash tables give; 0 if they do not or are invalid.
  [[nodiscard]] uint64_t dynamicSymbolCount() const {
    const uint64_t most = in_.size() / records_.symbolBytes();
    if (dynamic_.hash) {  // 64-bit words on s390x
      const bool wideWords = records_.wide() && image_.object.machine == kMachineS390;
      const auto at = place(*dynamic_.hash + (wideWords ? 8 : 4), wideWords ? 8 : 4);
      if (const uint64_t chains = at ? in_.word(*at, wideWords) : most + 1; chains <= most) return chains;
    }
    return dynamic_.gnuHash ? countByGnuHash(*dynamic_.gnuHash, most) : 0;
  }

  [[nodiscard]] uint64_t countByGnuHash(uint64_t base, uint64_t most) const {
    const auto header = place(base, 16);
    if (!header) return 0;
    const uint32_t buckets = in_.u32(*header), first = in_.u32(*header + 4), bloom = in_.u32(*header + 8);
    if (buckets > most || bloom > most) return 0;
    const auto bucketsAt = place(base + 16 + uint64_t{bloom} * (records_.wide() ? 8 : 4), uint64_t{buckets} * 4);
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
    const uint64_t table = header_.sectionsAt, size = header_.sectionBytes, at = table + index * size;
    if (table == 0 || size < records_.sectionBytes() || at < table || !in_.has(at, records_.sectionBytes()))
      return std::nullopt;
    return records_.section(at);
  }
  [[nodiscard]] bool inFile(const Section& s) const { return s.type != kSectionNoBits && in_.has(s.offset, s.size); }

  /// Section headers: the only tables of a relocatable object, a second source in others. If the number of sections
  /// does not fit in a u16, it is in the first header.
  void readSections() {
    uint64_t count = header_.sectionCount;
    if (count == 0)
      if (const auto first = section(0)) count = first->size;
    const bool relocatable = image_.object.kind == ObjectKind::Relocatable;
    if (table_.found && !relocatable) return;
    count = std::min<uint64_t>(count, in_.size() / records_.sectionBytes());
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
  [[nodiscard]] Error overlap() const { return Error("ELF symbol names overlap excessively", table_.strings.offset); }

  Result<void> readNeeded() {
    NameBudget budget(table_.strings.size, in_.size());
    for (const uint64_t at : dynamic_.needed) {
      if (!budget.take(name(at))) return overlap();
      image_.object.needed.emplace_back(name(at));
    }
    return {};
  }

  Result<void> readSymbols() {
    NameBudget budget(table_.strings.size, in_.size());
    const uint64_t count = table_.symbols.size / records_.symbolBytes();
    image_.object.symbols.reserve(count);
    for (uint64_t i = 1; i < count; ++i) {  // entry 0 is reserved
      const uint64_t at = table_.symbols.offset + i * records_.symbolBytes();
      const Symbol record = records_.symbol(at);
      const std::string_view text = name(record.name);
      if (!budget.take(text)) return overlap();
      image_.object.symbols.push_back(symbolOf(record, i, text));
    }
    return {};
  }

  [[nodiscard]] ObjectSymbol symbolOf(const Symbol& record, uint64_t index, std::string_view name) const {
    ObjectSymbol symbol;
    symbol.name = name;
    symbol.nameAt = table_.strings.offset + record.name;
    symbol.value = record.value;
    symbol.size = record.size;
    const uint8_t info = record.info, visibility = record.other & 3;
    symbol.type = (info & 15) == 1 ? SymbolType::Data : (info & 15) == 2 ? SymbolType::Function : SymbolType::Other;
    const bool hidden = visibility == 1 || visibility == 2;
    symbol.binding = info >> 4 == 0 || hidden ? SymbolBinding::Local
                     : info >> 4 == 2         ? SymbolBinding::Weak
                                              : SymbolBinding::Global;
    symbol.defined = record.section != 0;
    if (image_.object.kind != ObjectKind::Relocatable) return symbol;
    if (record.section < kFirstReservedIndex) symbol.section = record.section;
    else if (record.section == kIndexElsewhere && index * 4 + 4 <= table_.indices.size)
      symbol.section = in_.u32(table_.indices.offset + index * 4);
    else symbol.section = ~0U;  // absolute or common: no bytes in the file
    return symbol;
  }

  const Records& records_;
  const WordReader& in_;
  const Header header_;
  ObjectImage image_;
  FileRange dynamicPlace_;
  Dynamic dynamic_;
  Table table_;
  uint64_t symbolSection_ = 0;
};

}  // namespace

bool looksLikeElf(const Bytes& file) { return hasMagic(file); }

Result<ObjectImage> readElf(const Bytes& file) {
  RS_TRY(const Records records, Records::of(file));
  return ElfReader(records).run();
}

}  // namespace relaxscope
