// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/object/elf_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "vmcore/base/text/text.h"
#include "vmcore/format/object/elf_records.h"
#include "vmcore/format/object/object_image.h"

namespace relaxscope {
namespace {

using namespace elf;

constexpr uint64_t kMinPage = 0x1000,
                   kMaxPage = uint64_t{1} << 30;  // of segments: minimum of OS kernels, and a limit above all used
constexpr uint64_t kContentAlignment = 16, kTableAlignment = 8;
constexpr uint64_t kMaxAddress = uint64_t{1} << 62;
constexpr size_t kMaxSymbolRecords = 16;                          ///< per symbol: linkers write one per table
constexpr uint16_t kMaxSegments = 0xFFFE, kMaxSections = 0xFEFF;  // higher numbers are reserved

constexpr uint64_t roundedUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// An ELF file's tables, with the look-ups of the editor.
struct Tables {
  Header header;
  std::vector<Segment> segments;
  std::vector<ObjectRange> loaded;  ///< segments with bytes in memory
  std::vector<Section> sections;    ///< empty if the file has none
  FileRange names;                  ///< of the section names

  [[nodiscard]] std::optional<uint64_t> place(uint64_t address, uint64_t size) const {
    return placeOf(loaded, address, size);
  }
};

Result<void> readSegments(const Records& records, Tables& t) {
  const Header& h = t.header;
  if (h.segmentCount == 0 || h.segmentCount > kMaxSegments || h.segmentBytes != records.segmentBytes())
    return Error(fmt::format("ELF file with {} program headers of {} bytes, which cannot be edited", h.segmentCount,
                             h.segmentBytes));
  if (!records.in().has(h.segmentsAt, uint64_t{h.segmentCount} * h.segmentBytes))
    return Error("ELF program headers lie outside the file", h.segmentsAt);
  for (uint16_t i = 0; i < h.segmentCount; ++i) {
    const uint64_t at = h.segmentsAt + uint64_t{i} * h.segmentBytes;
    const Segment s = records.segment(at);
    if (s.type == kSegmentLoad && (!records.in().has(s.offset, s.fileSize) || s.address > kMaxAddress ||
                                   s.memorySize > kMaxAddress || s.memorySize < s.fileSize))
      return Error(fmt::format("ELF segment {} lies outside the file or the address space", i), at);
    if (s.type == kSegmentLoad) t.loaded.push_back({s.address, s.offset, s.fileSize, 0});
    t.segments.push_back(s);
  }
  return {};
}

Result<void> readElfSections(const Records& records, Tables& t) {
  const Header& h = t.header;
  if (h.sectionCount == 0) {
    if (h.sectionsAt != 0 && records.in().has(h.sectionsAt, records.sectionBytes()) &&
        records.section(h.sectionsAt).size != 0)
      return Error("ELF file with more than 65279 sections, which cannot be edited", h.sectionsAt);
    return {};
  }
  if (h.sectionBytes != records.sectionBytes() || h.sectionCount >= kMaxSections)
    return Error(fmt::format("ELF file with {} section headers of {} bytes, which cannot be edited", h.sectionCount,
                             h.sectionBytes));
  if (!records.in().has(h.sectionsAt, uint64_t{h.sectionCount} * h.sectionBytes))
    return Error("ELF section headers lie outside the file", h.sectionsAt);
  for (uint16_t i = 0; i < h.sectionCount; ++i) {
    const uint64_t at = h.sectionsAt + uint64_t{i} * h.sectionBytes;
    const Section s = records.section(at);
    // Row 0 is not a section, and sections without bytes may have any offset.
    if (i != 0 && s.type != 0 && s.type != kSectionNoBits && !records.in().has(s.offset, s.size))
      return Error(fmt::format("ELF section {} lies outside the file", i), at);
    t.sections.push_back(s);
  }
  if (h.namesIndex == 0 || h.namesIndex >= t.sections.size() || t.sections[h.namesIndex].type == 0 ||
      t.sections[h.namesIndex].type == kSectionNoBits)
    return Error(fmt::format("ELF section {} cannot hold the names of sections", h.namesIndex));
  t.names = {t.sections[h.namesIndex].offset, t.sections[h.namesIndex].size};
  return {};
}

Result<Tables> readTables(const Records& records) {
  Tables t;
  t.header = records.header();
  if (t.header.type != kTypeShared)
    return Error(t.header.type == kTypeRelocatable
                     ? std::string("an object file; content can only be replaced in a linked shared library")
                     : fmt::format("an ELF file of type {}, not a shared library", t.header.type),
                 16);
  RS_CHECK(readSegments(records, t));
  RS_CHECK(readElfSections(records, t));
  return t;
}

/// A symbol table in the file.
struct SymbolTable {
  uint64_t at = 0, count = 0;
  FileRange strings;
};

/// Every record of the symbol, the dynamic one first.
struct SymbolRecords {
  std::vector<uint64_t> places;
  Symbol symbol;
  std::vector<FileRange> tables;  ///< symbol tables and their string tables
};

class SymbolFinder {
 public:
  SymbolFinder(const Records& records, const Tables& tables, std::string_view name)
      : records_(records), tables_(tables), name_(name) {}

  Result<SymbolRecords> run() {
    RS_TRY(const ObjectImage image, readElf(records_.in().bytes()));
    addDynamic(image.object.symbols.size() + 1);
    for (const uint32_t type : {kSectionDynamicSymbols, kSectionSymbols})
      for (const Section& s : tables_.sections)
        if (s.type == type) addSection(s);
    SymbolRecords found;
    // The dynamic table is also listed by its section; more would be repetitions of one table.
    uint64_t left = 2 * records_.in().size();
    for (const SymbolTable& table : list_) {
      if (table.count > left / records_.symbolBytes()) return Error("ELF symbol tables overlap excessively", table.at);
      left -= table.count * records_.symbolBytes();
      search(table, found);
      found.tables.push_back({table.at, table.count * records_.symbolBytes()});
      found.tables.push_back(table.strings);
    }
    if (found.places.size() > kMaxSymbolRecords)
      return Error(fmt::format("too many definitions of symbol {}", printable(name_)), found.places.back());
    if (found.places.empty())
      return Error(fmt::format("no symbol {} is defined in the symbol tables", printable(name_)));
    return found;
  }

 private:
  /// The table that the dynamic linker follows; `count` is derived from the hash tables.
  void addDynamic(uint64_t count) {
    const auto segment = std::find_if(tables_.segments.begin(), tables_.segments.end(),
                                      [](const Segment& s) { return s.type == kSegmentDynamic; });
    if (segment == tables_.segments.end() || !records_.in().has(segment->offset, segment->fileSize)) return;
    const Dynamic dynamic = records_.dynamic(segment->offset, segment->fileSize);
    if (!dynamic.strings || !dynamic.stringsSize || !dynamic.symbols) return;
    const auto stringsAt = tables_.place(*dynamic.strings, *dynamic.stringsSize);
    const auto symbolsAt = tables_.place(*dynamic.symbols, count * records_.symbolBytes());
    if (stringsAt && symbolsAt) list_.push_back({*symbolsAt, count, {*stringsAt, *dynamic.stringsSize}});
  }
  void addSection(const Section& s) {
    if (s.link >= tables_.sections.size()) return;
    const Section& strings = tables_.sections[s.link];
    if (strings.type == kSectionNoBits || strings.type == 0) return;
    list_.push_back({s.offset, s.size / records_.symbolBytes(), {strings.offset, strings.size}});
  }
  void search(const SymbolTable& table, SymbolRecords& found) const {
    for (uint64_t i = 1; i < table.count && found.places.size() <= kMaxSymbolRecords; ++i) {
      const uint64_t at = table.at + i * records_.symbolBytes();
      const Symbol symbol = records_.symbol(at);
      if (symbol.section == 0 || symbol.name >= table.strings.size) continue;
      const uint64_t nameAt = table.strings.offset + symbol.name;
      if (!records_.in().has(nameAt, name_.size() + 1) || records_.in().u8(nameAt + name_.size()) != 0) continue;
      if (records_.in().text(nameAt, table.strings.offset + table.strings.size) != name_) continue;
      if (found.places.empty()) found.symbol = symbol;
      const bool known = std::find(found.places.begin(), found.places.end(), at) != found.places.end();
      if (!known && symbol.value == found.symbol.value) found.places.push_back(at);
    }
  }

  const Records& records_;
  const Tables& tables_;
  std::string_view name_;
  std::vector<SymbolTable> list_;
};

class Replacement {
 public:
  Replacement(const Records& records, Tables tables, SymbolRecords symbol, uint64_t oldSize, const BytePieces& content)
      : records_(records),
        tables_(std::move(tables)),
        symbol_(std::move(symbol)),
        oldSize_(oldSize),
        content_(content) {
    out_.edit.base = records.in().bytes();
  }

  Result<ReplacedData> run() {
    const auto at = tables_.place(symbol_.symbol.value, oldSize_);
    if (!at)
      return Error(
          fmt::format("the symbol's {} bytes at address 0x{:x} lie outside the file", oldSize_, symbol_.symbol.value));
    oldOffset_ = *at;
    RS_CHECK(checkApart());
    own_ = findOwnSegment();
    if (!own_ && content_.size() <= oldSize_) RS_CHECK(placeInside());
    else RS_CHECK(append());
    RS_CHECK(checkChanges());
    return std::move(out_);
  }

 private:
  /// The old content must not overlap anything else: overwriting it would damage the file.
  [[nodiscard]] Result<void> checkApart() const {
    const Header& h = tables_.header;
    std::vector<FileRange> others = symbol_.tables;
    others.push_back({0, records_.headerBytes()});
    others.push_back({h.segmentsAt, uint64_t{h.segmentCount} * h.segmentBytes});
    others.push_back({h.sectionsAt, uint64_t{h.sectionCount} * h.sectionBytes});
    others.push_back(tables_.names);
    for (const Segment& s : tables_.segments)
      if (s.type == kSegmentDynamic || s.type == kSegmentInterpreter) others.push_back({s.offset, s.fileSize});
    for (size_t i = 1; i < tables_.sections.size(); ++i) {
      const Section& s = tables_.sections[i];
      const bool holds = s.offset <= oldOffset_ && oldSize_ <= s.size && oldOffset_ - s.offset <= s.size - oldSize_;
      if (!holds && s.type != 0 && s.type != kSectionNoBits) others.push_back({s.offset, s.size});
    }
    for (const FileRange& other : others)
      if (other.size != 0 && oldSize_ != 0 && other.offset < oldOffset_ + oldSize_ &&
          oldOffset_ < other.offset + other.size)
        return Error("the content of the symbol overlaps other parts of the ELF file", oldOffset_);
    return {};
  }

  Result<void> placeInside() {
    out_.place = DataPlace::Same;
    out_.offset = oldOffset_;
    out_.edit.kept = out_.edit.base.size();
    out_.edit.changes[oldOffset_] = {content_, oldSize_ - content_.size()};
    changeSymbols(symbol_.symbol.value, std::nullopt);
    return {};
  }

  void changeSymbols(uint64_t address, std::optional<uint16_t> section) {
    for (const uint64_t at : symbol_.places) {
      Symbol symbol = records_.symbol(at);
      symbol.value = address;
      symbol.size = content_.size();
      if (section) symbol.section = *section;
      std::vector<uint8_t> bytes;
      records_.append(bytes, symbol);
      out_.edit.changes[at].bytes = BytePieces::own(std::move(bytes));
    }
  }

  /// The segment that an earlier call appended, if only its own parts come after its start.
  [[nodiscard]] std::optional<size_t> findOwnSegment() const {
    const std::vector<Segment>& all = tables_.segments;
    size_t index = all.size();
    for (size_t i = 0; i < all.size(); ++i)
      if (all[i].type == kSegmentLoad && all[i].offset == tables_.header.segmentsAt && all[i].flags == kSegmentReadable)
        index = i;
    if (index == all.size()) return std::nullopt;
    const Segment& own = all[index];
    if (oldOffset_ < own.offset || oldOffset_ + oldSize_ != own.offset + own.fileSize) return std::nullopt;
    for (size_t i = 0; i < all.size(); ++i) {
      // Other segments are parts of loaded ones, or invalid.
      if (i == index || all[i].type != kSegmentLoad) continue;
      if (all[i].offset > own.offset || all[i].fileSize > own.offset - all[i].offset || all[i].address >= own.address)
        return std::nullopt;
    }
    for (size_t i = 1; i < tables_.sections.size(); ++i) {
      const Section& s = tables_.sections[i];
      if (i == tables_.header.namesIndex || s.type == 0 || s.type == kSectionNoBits || isOwnSection(s)) continue;
      if (s.offset > own.offset || s.size > own.offset - s.offset) return std::nullopt;
    }
    if (!tables_.sections.empty() && tables_.header.sectionsAt < own.offset + own.fileSize) return std::nullopt;
    return index;
  }
  [[nodiscard]] bool isOwnSection(const Section& s) const {
    return s.address == symbol_.symbol.value && s.offset == oldOffset_ && nameOf(s) == kAppendedSection;
  }
  [[nodiscard]] std::string_view nameOf(const Section& s) const {
    if (s.name >= tables_.names.size) return {};
    return records_.in().text(tables_.names.offset + s.name, tables_.names.offset + tables_.names.size);
  }

  /// Number of bytes of the old file to keep before the appended data. Tables that will be replaced are cut off if they
  /// are at the end of the file.
  [[nodiscard]] uint64_t keptBytes() const {
    if (own_) return tables_.segments[*own_].offset;
    uint64_t kept = out_.edit.base.size();
    if (tables_.sections.empty()) return kept;
    uint64_t used = 0;  // end of everything else
    for (const Segment& s : tables_.segments)
      if (s.type == kSegmentLoad) used = std::max(used, s.offset + s.fileSize);
    for (size_t i = 1; i < tables_.sections.size(); ++i) {
      const Section& s = tables_.sections[i];
      if (i != tables_.header.namesIndex && s.type != 0 && s.type != kSectionNoBits)
        used = std::max(used, s.offset + s.size);
    }
    const uint64_t tableAt = tables_.header.sectionsAt;
    if (tableAt + uint64_t{tables_.header.sectionCount} * tables_.header.sectionBytes != kept || tableAt < used)
      return kept;
    kept = tableAt;
    const uint64_t namesEnd = tables_.names.offset + tables_.names.size;
    const bool namesLast = tables_.names.offset >= used && namesEnd <= kept && kept - namesEnd < kContentAlignment;
    return namesLast ? tables_.names.offset : kept;
  }

  Result<void> append() {
    for (const Segment& s : tables_.segments)
      if (s.type == kSegmentInterpreter)
        return Error(fmt::format("a program, whose new content of {} bytes does not fit in place ({})", content_.size(),
                                 oldSize_));
    out_.place = own_ ? DataPlace::Renewed : DataPlace::Appended;
    out_.edit.kept = keptBytes();
    if (!own_ && oldSize_ != 0) out_.edit.changes[oldOffset_].zeros = oldSize_;
    RS_CHECK(layOut());
    std::optional<uint16_t> section;
    if (!tables_.sections.empty()) section = addSection();
    else tables_.header.sectionsAt = tables_.header.namesIndex = 0;  // an old value would point into the new content
    changeSymbols(address_ + (out_.offset - start_), section);
    writeTail(section.has_value());
    out_.edit.changes[0].bytes = BytePieces::own(records_.headerWith(tables_.header));
    if (out_.edit.size() > records_.maxWord()) return Error("the file would be larger than its ELF class allows");
    return {};
  }

  /// Assigns offsets and addresses to the new segment and puts it in the table.
  Result<void> layOut() {
    if (own_) tables_.segments.erase(tables_.segments.begin() + static_cast<std::ptrdiff_t>(*own_));
    if (tables_.segments.size() >= kMaxSegments) return Error("no room for one more ELF segment");
    uint64_t page = kMinPage, end = 0;
    size_t last = 0;
    for (size_t i = 0; i < tables_.segments.size(); ++i) {
      const Segment& s = tables_.segments[i];
      if (s.type != kSegmentLoad) continue;
      if (s.alignment > kMaxPage)
        return Error(fmt::format("ELF segment {} is aligned to 0x{:x} bytes", i, s.alignment));
      if (std::has_single_bit(s.alignment)) page = std::max(page, s.alignment);
      end = std::max(end, s.address + s.memorySize);
      last = i + 1;
    }
    start_ = roundedUp(out_.edit.kept, kContentAlignment);
    // Offset and address are equal modulo the page size, as loaders require, so the file needs no padding to a page.
    address_ = roundedUp(end, page) + start_ % page;
    out_.offset = roundedUp(start_ + (tables_.segments.size() + 1) * records_.segmentBytes(), kContentAlignment);
    const uint64_t size = out_.offset - start_ + content_.size();
    if (const uint64_t most = std::min(records_.maxWord(), kMaxAddress); size > most || address_ > most - size)
      return Error("the address space of the library has no room for one more segment");
    const Segment made{kSegmentLoad, kSegmentReadable, start_, address_, address_, size, size, page};
    tables_.segments.insert(tables_.segments.begin() + static_cast<std::ptrdiff_t>(last), made);
    const uint64_t tableSize = tables_.segments.size() * records_.segmentBytes();
    for (Segment& s : tables_.segments)
      if (s.type == kSegmentHeaders)
        s = {s.type, s.flags, start_, address_, address_, tableSize, tableSize, s.alignment};
    tables_.header.segmentsAt = start_;
    tables_.header.segmentCount = static_cast<uint16_t>(tables_.segments.size());
    return {};
  }

  /// Index of the content's section header, new or reused.
  uint16_t addSection() {
    const Bytes names = records_.in().bytes().slice(tables_.names.offset, tables_.names.size);
    names_.assign(names.span().begin(), names.span().end());
    size_t index = tables_.sections.size();
    if (own_)
      for (size_t i = 1; i < tables_.sections.size(); ++i)
        if (isOwnSection(tables_.sections[i])) index = i;
    if (index == tables_.sections.size()) {
      if (names_.empty() || names_.back() != 0) names_.push_back(0);
      tables_.sections.emplace_back().name = static_cast<uint32_t>(names_.size());
      names_.insert(names_.end(), kAppendedSection.begin(), kAppendedSection.end());
      names_.push_back(0);
    }
    Section& s = tables_.sections[index];
    s = {s.name,
         kSectionBytes,
         kSectionLoaded,
         address_ + (out_.offset - start_),
         out_.offset,
         content_.size(),
         0,
         0,
         kContentAlignment,
         0};
    return static_cast<uint16_t>(index);
  }

  void padTo(uint64_t offset) { more_.resize(static_cast<size_t>(offset - out_.edit.size())); }
  /// End of the new file as laid out so far.
  [[nodiscard]] uint64_t end() const { return out_.edit.size() + more_.size(); }
  void flush() { out_.edit.tail.add(Bytes::own(std::exchange(more_, {}))); }

  void writeTail(bool withSections) {
    padTo(start_);
    for (const Segment& s : tables_.segments) records_.append(more_, s);
    padTo(out_.offset);
    flush();
    out_.edit.tail.add(content_);
    if (!withSections) return;
    Section& holder = tables_.sections[tables_.header.namesIndex];
    holder.offset = end();
    holder.size = names_.size();
    more_ = names_;
    padTo(roundedUp(end(), kTableAlignment));
    tables_.header.sectionsAt = end();
    tables_.header.sectionCount = static_cast<uint16_t>(tables_.sections.size());
    for (const Section& s : tables_.sections) records_.append(more_, s);
    flush();
  }

  [[nodiscard]] Result<void> checkChanges() const {
    uint64_t end = 0;
    for (const auto& [at, change] : out_.edit.changes) {
      if (at < end) return Error("tables of the ELF file overlap", at);
      end = at + change.bytes.size() + change.zeros;
    }
    if (end > out_.edit.kept) return Error("tables of the ELF file overlap", out_.edit.kept);
    return {};
  }

  const Records& records_;
  Tables tables_;
  SymbolRecords symbol_;
  uint64_t oldSize_;
  BytePieces content_;
  uint64_t oldOffset_ = 0, start_ = 0, address_ = 0;
  std::optional<size_t> own_;
  std::vector<uint8_t> names_;
  std::vector<uint8_t> more_;  ///< bytes to append to the tail
  ReplacedData out_;
};

}  // namespace

bool FileEdit::write(const TextSink& sink) const {
  bool wanted = true, intact = true;
  const auto give = [&](std::span<const uint8_t> piece) {
    wanted = wanted && (piece.empty() || sink({reinterpret_cast<const char*>(piece.data()), piece.size()}));
    return wanted;
  };
  const auto giveOld = [&](uint64_t from, uint64_t to) {
    if (wanted)
      intact = base.slice(static_cast<size_t>(from), static_cast<size_t>(to - from)).forEachPiece(give) && intact;
  };
  const std::vector<uint8_t> zeros(size_t{1} << 16);
  uint64_t at = 0;
  for (const auto& [place, change] : changes) {
    giveOld(at, place);
    if (wanted) intact = change.bytes.forEachPiece(give) && intact;
    for (uint64_t left = change.zeros; left != 0 && wanted;) {
      const uint64_t piece = std::min<uint64_t>(left, zeros.size());
      give(std::span(zeros).first(piece));
      left -= piece;
    }
    at = place + change.bytes.size() + change.zeros;
  }
  giveOld(at, kept);
  if (wanted) intact = tail.forEachPiece(give) && intact;
  return intact;
}

std::vector<uint8_t> FileEdit::bytes() const {
  std::vector<uint8_t> all;
  all.reserve(static_cast<size_t>(size()));
  write([&](std::string_view piece) {
    all.insert(all.end(), piece.begin(), piece.end());
    return true;
  });
  return all;
}

Result<ReplacedData> replaceElfData(const Bytes& file, std::string_view symbol, uint64_t oldSize,
                                    const BytePieces& content) {
  RS_TRY(const Records records, Records::of(file));
  RS_TRY(Tables tables, readTables(records));
  RS_TRY(SymbolRecords found, SymbolFinder(records, tables, symbol).run());
  return Replacement(records, std::move(tables), std::move(found), oldSize, content).run();
}

}  // namespace relaxscope
