// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/elf.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/byte_reader.h"
#include "vmcore/format/library.h"

namespace relaxscope {
namespace {

constexpr uint8_t kMagic[4] = {0x7F, 'E', 'L', 'F'};
constexpr size_t kHeaderBytes = 64, kProgramBytes = 56, kSectionBytes = 64, kSymbolBytes = 24, kDynamicBytes = 16;
constexpr uint32_t kLoad = 1, kDynamic = 2;              // p_type
constexpr uint32_t kDynamicSymbols = 11;                 // sh_type
constexpr int64_t kTagNeeded = 1, kTagHash = 4, kTagStrings = 5, kTagSymbols = 6, kTagStringsSize = 10, kTagGnuHash = 0x6ffffef5;

struct MachineRow {
  uint16_t number;
  const char* name;
};
constexpr MachineRow kMachines[] = {{3, "i386"},      {8, "mips"},     {20, "ppc"},       {21, "ppc64"},    {22, "s390x"},
                                    {40, "arm"},      {62, "x86-64"},  {183, "aarch64"},  {243, "riscv64"}, {164, "hexagon"},
                                    {258, "loongarch64"}, {224, "amdgpu"}, {190, "cuda"}};

std::string machineName(uint16_t number) {
  for (const MachineRow& row : kMachines)
    if (row.number == number) return row.name;
  return fmt::format("machine {}", number);
}

/// A table of the file: place, and bytes an entry.
struct Range {
  uint64_t offset = 0, size = 0;
};

/// The string at `at` in a table; empty where it lies outside. Ends at the table's end if unterminated.
std::string_view stringAt(const Bytes& table, uint64_t at) {
  if (at >= table.size()) return {};
  const std::string_view rest = table.text().substr(static_cast<size_t>(at));
  return rest.substr(0, rest.find('\0'));
}

}  // namespace

/// Where the dynamic tables lie in the file, as sections or the dynamic segment tell.
struct ElfImage::Tables {
  uint64_t programOffset = 0, sectionOffset = 0;
  uint16_t programSize = 0, programCount = 0, sectionSize = 0, sectionCount = 0;
  Range dynamic, symbols, strings;
  bool dynamicFound = false, symbolsFound = false;
  std::optional<uint64_t> hashAddress, gnuHashAddress;
  std::vector<uint64_t> neededNames;
};

bool looksLikeElf(const Bytes& file) {
  return file.size() >= sizeof(kMagic) && std::equal(std::begin(kMagic), std::end(kMagic), file.data());
}

Result<ElfFile> readElf(const Bytes& file) {
  RS_TRY(ElfImage image, ElfImage::read(file));
  return image.takeElf();
}

Result<ElfImage> ElfImage::read(const Bytes& file) {
  ElfImage image;
  image.file_ = file;
  RS_CHECK(image.readHeader());
  Tables tables;
  ByteReader in(file);
  RS_CHECK(in.readBytes(32, "ELF header"));
  RS_TRY(tables.programOffset, in.read<uint64_t>("ELF header"));
  RS_TRY(tables.sectionOffset, in.read<uint64_t>("ELF header"));
  RS_CHECK(in.readBytes(6, "ELF header"));  // e_flags, e_ehsize
  RS_TRY(tables.programSize, in.read<uint16_t>("ELF header"));
  RS_TRY(tables.programCount, in.read<uint16_t>("ELF header"));
  RS_TRY(tables.sectionSize, in.read<uint16_t>("ELF header"));
  RS_TRY(tables.sectionCount, in.read<uint16_t>("ELF header"));
  RS_CHECK(image.readSegments(tables));
  RS_CHECK(image.readDynamic(tables));
  if (!tables.symbolsFound) RS_CHECK(image.readSections(tables));
  RS_CHECK(image.readSymbols(tables));
  return image;
}

Result<void> ElfImage::readHeader() {
  if (!looksLikeElf(file_)) return Error("not an ELF file", 0);
  if (file_.size() < kHeaderBytes) return Error(fmt::format("ELF header needs {} bytes, {} left", kHeaderBytes, file_.size()), 0);
  if (file_.data()[4] != 2) return Error("a 32-bit ELF file; only 64-bit ones are read", 4);
  if (file_.data()[5] != 1) return Error("a big-endian ELF file; only little-endian ones are read", 5);
  ByteReader in(file_.slice(16, 4), 16);
  RS_TRY(elf_.type, in.read<uint16_t>("ELF type"));
  RS_TRY(elf_.machine, in.read<uint16_t>("ELF machine"));
  elf_.machineName = machineName(elf_.machine);
  return {};
}

Result<void> ElfImage::readSegments(Tables& tables) {
  if (tables.programCount == 0) return {};
  if (tables.programSize < kProgramBytes)
    return Error(fmt::format("ELF program headers of {} bytes, {} wanted", tables.programSize, kProgramBytes), 54);
  for (uint16_t i = 0; i < tables.programCount; ++i) {
    const uint64_t at = tables.programOffset + uint64_t{i} * tables.programSize;
    if (at < tables.programOffset || at > file_.size() || file_.size() - at < kProgramBytes)
      return Error(fmt::format("ELF program header {} lies outside the file of {} bytes", i, file_.size()), at);
    ByteReader in(file_.slice(at, kProgramBytes), at);
    RS_TRY(const uint32_t type, in.read<uint32_t>("program header"));
    RS_CHECK(in.read<uint32_t>("program header"));
    Segment segment{};
    RS_TRY(segment.offset, in.read<uint64_t>("program header"));
    RS_TRY(segment.address, in.read<uint64_t>("program header"));
    RS_CHECK(in.read<uint64_t>("program header"));
    RS_TRY(segment.size, in.read<uint64_t>("program header"));
    if (type != kLoad && type != kDynamic) continue;
    if (segment.offset > file_.size() || segment.size > file_.size() - segment.offset)
      return Error(fmt::format("ELF segment {} ends at {}, the file at {}", i, segment.offset + segment.size, file_.size()), at);
    if (type == kLoad) segments_.push_back(segment);
    if (type == kDynamic && !tables.dynamicFound) {
      tables.dynamic = {segment.offset, segment.size};
      tables.dynamicFound = true;
    }
  }
  return {};
}

std::optional<uint64_t> ElfImage::fileOffset(uint64_t address, uint64_t size) const {
  for (const Segment& s : segments_)
    if (address >= s.address && address - s.address <= s.size && size <= s.size - (address - s.address))
      return s.offset + (address - s.address);
  return std::nullopt;
}

uint64_t ElfImage::bytesFrom(uint64_t address) const {
  for (const Segment& s : segments_)
    if (address >= s.address && address - s.address < s.size) return s.size - (address - s.address);
  return 0;
}

/// The dynamic segment is what a dynamic linker follows, so it is asked first.
Result<void> ElfImage::readDynamic(Tables& tables) {
  if (!tables.dynamicFound) return {};
  ByteReader in(file_.slice(tables.dynamic.offset, tables.dynamic.size), tables.dynamic.offset);
  std::optional<uint64_t> strings, stringsSize, symbols;
  while (in.remaining() >= kDynamicBytes) {
    RS_TRY(const int64_t tag, in.read<int64_t>("dynamic entry"));
    RS_TRY(const uint64_t value, in.read<uint64_t>("dynamic entry"));
    if (tag == 0) break;
    if (tag == kTagNeeded) tables.neededNames.push_back(value);
    if (tag == kTagStrings) strings = value;
    if (tag == kTagStringsSize) stringsSize = value;
    if (tag == kTagSymbols) symbols = value;
    if (tag == kTagHash) tables.hashAddress = value;
    if (tag == kTagGnuHash) tables.gnuHashAddress = value;
  }
  if (!strings || !stringsSize || !symbols) return {};
  const auto stringsOffset = fileOffset(*strings, *stringsSize);
  if (!stringsOffset) return {};
  tables.strings = {*stringsOffset, *stringsSize};
  const uint64_t count = symbolCount(tables);
  const auto symbolsOffset = fileOffset(*symbols, count * kSymbolBytes);
  if (count == 0 || !symbolsOffset) return {};
  tables.symbols = {*symbolsOffset, count * kSymbolBytes};
  tables.symbolsFound = true;
  return {};
}

/// The number of dynamic symbols, which only the hash tables tell; 0 where they do not or lie.
uint64_t ElfImage::symbolCount(const Tables& tables) const {
  const auto word = [&](uint64_t address) -> std::optional<uint32_t> {
    const auto at = fileOffset(address, 4);
    if (!at) return std::nullopt;
    uint32_t value;
    std::memcpy(&value, file_.data() + *at, 4);
    return value;
  };
  const uint64_t most = file_.size() / kSymbolBytes;
  if (tables.hashAddress) {
    const auto chains = word(*tables.hashAddress + 4);
    if (chains && *chains <= most) return *chains;
  }
  if (!tables.gnuHashAddress) return 0;
  const uint64_t base = *tables.gnuHashAddress;
  const auto buckets = word(base), first = word(base + 4), bloom = word(base + 8);
  if (!buckets || !first || !bloom || *buckets > most || *bloom > most) return 0;
  const uint64_t bucketsAt = base + 16 + uint64_t{*bloom} * 8, chainsAt = bucketsAt + uint64_t{*buckets} * 4;
  uint64_t last = 0;
  for (uint32_t i = 0; i < *buckets; ++i) {
    const auto bucket = word(bucketsAt + uint64_t{i} * 4);
    if (!bucket) return 0;
    last = std::max<uint64_t>(last, *bucket);
  }
  if (last < *first) return *first <= most ? *first : 0;  // no hashed symbol: only undefined ones
  for (; last <= most; ++last) {
    const auto chain = word(chainsAt + (last - *first) * 4);
    if (!chain) return 0;
    if (*chain & 1) return last + 1;  // end of the last chain
  }
  return 0;
}

/// Section headers, for files whose dynamic segment tells no symbols (objects, odd linkers).
Result<void> ElfImage::readSections(Tables& tables) {
  if (tables.sectionCount == 0 || tables.sectionSize < kSectionBytes) return {};
  const auto section = [&](uint32_t index, Range& range, uint32_t& type, uint32_t& link) {
    const uint64_t at = tables.sectionOffset + uint64_t{index} * tables.sectionSize;
    if (index >= tables.sectionCount || at < tables.sectionOffset || at > file_.size() || file_.size() - at < kSectionBytes)
      return false;
    std::memcpy(&type, file_.data() + at + 4, 4);
    std::memcpy(&range.offset, file_.data() + at + 24, 8);
    std::memcpy(&range.size, file_.data() + at + 32, 8);
    std::memcpy(&link, file_.data() + at + 40, 4);
    return range.offset <= file_.size() && range.size <= file_.size() - range.offset;
  };
  for (uint32_t i = 0; i < tables.sectionCount; ++i) {
    Range symbols, strings;
    uint32_t type = 0, link = 0, ignored = 0;
    if (!section(i, symbols, type, link) || type != kDynamicSymbols) continue;
    if (!section(link, strings, ignored, ignored)) continue;
    tables.symbols = symbols;
    tables.strings = strings;
    tables.symbolsFound = true;
    return {};
  }
  return {};
}

Result<void> ElfImage::readSymbols(const Tables& tables) {
  const Bytes strings = file_.slice(tables.strings.offset, tables.strings.size);
  // Names may share bytes, so their sum is bounded apart from the table's size.
  uint64_t budget = 8 * uint64_t{strings.size()} + (uint64_t{1} << 20);
  const auto name = [&](uint64_t at, std::string& out) {
    const std::string_view text = stringAt(strings, at);
    if (text.size() > budget) return false;
    budget -= text.size();
    out = text;
    return true;
  };
  const Error overlap("ELF symbol names overlap without bound", tables.strings.offset);
  for (const uint64_t at : tables.neededNames)
    if (!name(at, elf_.needed.emplace_back())) return overlap;
  ByteReader in(file_.slice(tables.symbols.offset, tables.symbols.size), tables.symbols.offset);
  elf_.symbols.reserve(in.remaining() / kSymbolBytes);
  for (bool first = true; in.remaining() >= kSymbolBytes; first = false) {
    ElfSymbol symbol;
    RS_TRY(const uint32_t nameAt, in.read<uint32_t>("symbol"));
    RS_TRY(const uint8_t info, in.read<uint8_t>("symbol"));
    RS_CHECK(in.read<uint8_t>("symbol"));
    RS_TRY(const uint16_t section, in.read<uint16_t>("symbol"));
    RS_TRY(symbol.value, in.read<uint64_t>("symbol"));
    RS_TRY(symbol.size, in.read<uint64_t>("symbol"));
    if (first) continue;  // entry 0 is reserved
    if (!name(nameAt, symbol.name)) return overlap;
    symbol.type = info & 0xF;
    symbol.binding = info >> 4;
    symbol.defined = section != 0;
    elf_.symbols.push_back(std::move(symbol));
  }
  return {};
}

}  // namespace relaxscope
