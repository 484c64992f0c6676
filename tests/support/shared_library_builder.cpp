// SPDX-License-Identifier: Apache-2.0
#include "tests/support/shared_library_builder.h"

#include "vmcore/base/bytes/byte_writer.h"

namespace relaxscope::test {
namespace {

constexpr uint64_t kPage = 0x1000, kBss = 0x100;
enum SectionIndex : uint16_t {
  kDynsym = 1,
  kDynstr,
  kHash,
  kText,
  kRodata,
  kDynamic,
  kBssSection,
  kSymtab,
  kStrtab,
  kNames,
  kSectionCount
};

/// Appends numbers for one ELF class and byte order.
class Out {
 public:
  Out(bool wide, bool bigEndian) : wide_(wide), bigEndian_(bigEndian) {}
  void put(uint64_t value, unsigned width) {
    for (unsigned i = 0; i < width; ++i)
      bytes.push_back(static_cast<uint8_t>(value >> (8 * (bigEndian_ ? width - 1 - i : i))));
  }
  void word(uint64_t value) { put(value, wide_ ? 8 : 4); }
  void text(const std::string& text) { bytes.insert(bytes.end(), text.begin(), text.end()); }
  void padTo(uint64_t size) { bytes.resize(size); }
  void align(uint64_t to) { bytes.resize((bytes.size() + to - 1) / to * to); }

  void segment(uint32_t type, uint32_t flags, uint64_t offset, uint64_t address, uint64_t file, uint64_t memory,
               uint64_t alignment) {
    put(type, 4);
    if (wide_) put(flags, 4);
    for (const uint64_t value : {offset, address, address, file, memory}) word(value);
    if (!wide_) put(flags, 4);
    word(alignment);
  }
  void symbol(uint32_t name, uint8_t info, uint16_t section, uint64_t value, uint64_t size) {
    put(name, 4);
    if (!wide_) word(value), word(size);
    put(info, 1), put(0, 1), put(section, 2);
    if (wide_) word(value), word(size);
  }
  void section(uint32_t name, uint32_t type, uint64_t flags, uint64_t address, uint64_t offset, uint64_t size,
               uint32_t link, uint32_t info, uint64_t alignment, uint64_t entry) {
    put(name, 4), put(type, 4);
    for (const uint64_t value : {flags, address, offset, size}) word(value);
    put(link, 4), put(info, 4);
    word(alignment), word(entry);
  }

  std::vector<uint8_t> bytes;

 private:
  bool wide_, bigEndian_;
};

struct Place {
  uint64_t at = 0, size = 0;
};
struct SharedLibraryLayout {
  Place dynsym, dynstr, hash, text, rodata, dynamic, symtab, strtab, names;
  uint64_t headersEnd = 0, interpreter = 0, dynamicAddress = 0, sections = 0, loadEnd = 0;
};
constexpr const char* kKernel = "__tvm_ffi_add";
constexpr const char* kInterpreter = "/lib/ld.so.1";

}  // namespace

std::vector<uint8_t> blobOf(const std::vector<std::pair<std::string, std::vector<uint8_t>>>& modules) {
  ByteWriter body;
  std::vector<int64_t> rows{0}, children;
  for (size_t i = 1; i < modules.size(); ++i) children.push_back(static_cast<int64_t>(i));
  for (size_t i = 0; i < modules.size(); ++i) rows.push_back(static_cast<int64_t>(children.size()));
  body.writeI64Vector(rows);
  body.writeI64Vector(children);
  for (const auto& [kind, payload] : modules) {
    body.writeString(kind);
    if (kind == "_lib") continue;
    body.write<uint64_t>(payload.size());
    body.writeBytes(payload);
  }
  ByteWriter out;
  out.write<uint64_t>(body.size());
  out.writeBytes(body.buffer());
  return out.take();
}

std::vector<uint8_t> SharedLibraryBuilder::build() const {
  const uint64_t headerBytes = wide ? 64 : 52, segmentBytes = wide ? 56 : 32, symbolBytes = wide ? 24 : 16,
                 wordBytes = wide ? 8 : 4, sectionBytes = wide ? 64 : 40;
  const uint16_t segmentCount = static_cast<uint16_t>(3 + headersSegment + interpreter);
  const std::string strings = std::string(1, '\0') + symbol + '\0' + kKernel + '\0';
  const auto kernelName = static_cast<uint32_t>(symbol.size() + 2);
  std::string names(1, '\0');
  std::vector<uint32_t> nameAt(kSectionCount);
  const char* const sectionNames[] = {"",         ".dynsym", ".dynstr", ".hash",   ".text",    ".rodata",
                                      ".dynamic", ".bss",    ".symtab", ".strtab", ".shstrtab"};
  for (size_t i = 1; i < kSectionCount; ++i) {
    nameAt[i] = static_cast<uint32_t>(names.size());
    names += sectionNames[i];
    names += '\0';
  }
  const uint64_t size = std::max<uint64_t>(room, content.size());

  SharedLibraryLayout at;
  at.headersEnd = headerBytes + segmentCount * segmentBytes;
  at.interpreter = at.headersEnd;
  at.dynsym = {(at.interpreter + 16 + 7) / 8 * 8, 3 * symbolBytes};
  at.dynstr = {at.dynsym.at + at.dynsym.size, strings.size()};
  at.hash = {(at.dynstr.at + at.dynstr.size + 7) / 8 * 8, 4 * 6};
  at.text = {at.hash.at + at.hash.size, 16};
  at.rodata = {at.text.at + at.text.size + 3, size};  // unaligned data, as TVM's is
  at.dynamic = {(at.rodata.at + size + 15) / 16 * 16, 6 * 2 * wordBytes};
  at.dynamicAddress = at.dynamic.at + kPage;
  at.loadEnd = at.dynamic.at + at.dynamic.size;

  Out out(wide, bigEndian);
  const auto symbols = [&] {
    out.symbol(0, 0, 0, 0, 0);
    out.symbol(1, 0x11, kRodata, at.rodata.at, size);
    out.symbol(kernelName, 0x12, kText, at.text.at, 16);
  };
  const auto debugSymbols = [&] {
    out.align(8);
    at.symtab = {out.bytes.size(), 3 * symbolBytes};
    symbols();
    at.strtab = {out.bytes.size(), strings.size()};
    out.text(strings);
  };

  // File header; the offset of the section table is known only at the end.
  for (const int byte : {0x7F, 0x45, 0x4C, 0x46, wide ? 2 : 1, bigEndian ? 2 : 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0})
    out.put(static_cast<uint64_t>(byte), 1);
  out.put(3, 2), out.put(wide ? (bigEndian ? 21 : 62) : (bigEndian ? 20 : 3), 2), out.put(1, 4);
  out.word(0), out.word(headerBytes);
  const size_t sectionsPlace = out.bytes.size();
  out.word(0), out.put(0, 4);
  out.put(headerBytes, 2), out.put(segmentBytes, 2), out.put(segmentCount, 2);
  for (const uint64_t value : {sectionBytes, uint64_t{kSectionCount}, uint64_t{kNames}})
    out.put(sections ? value : 0, 2);
  if (headersSegment)
    out.segment(6, 4, headerBytes, headerBytes, segmentCount * segmentBytes, segmentCount * segmentBytes, 8);
  if (interpreter) out.segment(3, 4, at.interpreter, at.interpreter, 13, 13, 1);
  out.segment(1, 5, 0, 0, at.dynamic.at, at.dynamic.at, kPage);
  out.segment(1, 6, at.dynamic.at, at.dynamicAddress, at.dynamic.size, at.dynamic.size + kBss, kPage);
  out.segment(2, 6, at.dynamic.at, at.dynamicAddress, at.dynamic.size, at.dynamic.size, 8);
  out.text(kInterpreter);
  out.padTo(at.dynsym.at);
  symbols();
  out.text(strings);
  out.padTo(at.hash.at);
  for (const uint32_t word : {1U, 3U, 1U, 0U, 2U, 0U}) out.put(word, 4);  // one bucket: 1 -> 2
  out.padTo(at.rodata.at);
  out.bytes.insert(out.bytes.end(), content.begin(), content.end());
  out.padTo(at.dynamic.at);
  const std::pair<uint64_t, uint64_t> entries[] = {{4, at.hash.at},      {5, at.dynstr.at}, {6, at.dynsym.at},
                                                   {10, at.dynstr.size}, {11, symbolBytes}, {0, 0}};
  for (const auto& [tag, value] : entries) out.word(tag), out.word(value);
  if (!sections) return out.bytes;

  if (tablesLast) debugSymbols();
  at.names = {out.bytes.size(), names.size()};
  out.text(names);
  out.align(8);
  at.sections = out.bytes.size();
  const size_t tableAt = out.bytes.size();
  out.padTo(tableAt + kSectionCount * sectionBytes);
  if (!tablesLast) debugSymbols();
  Out table(wide, bigEndian);
  const auto section = [&](uint16_t index, uint32_t type, uint64_t flags, uint64_t address, Place place, uint32_t link,
                           uint32_t info, uint64_t alignment, uint64_t entry) {
    table.section(nameAt[index], type, flags, address, place.at, place.size, link, info, alignment, entry);
  };
  table.section(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  section(kDynsym, 11, 2, at.dynsym.at, at.dynsym, kDynstr, 1, 8, symbolBytes);
  section(kDynstr, 3, 2, at.dynstr.at, at.dynstr, 0, 0, 1, 0);
  section(kHash, 5, 2, at.hash.at, at.hash, kDynsym, 0, 4, 4);
  section(kText, 1, 6, at.text.at, at.text, 0, 0, 1, 0);
  section(kRodata, 1, 2, at.rodata.at, at.rodata, 0, 0, 1, 0);
  section(kDynamic, 6, 3, at.dynamicAddress, at.dynamic, kDynstr, 0, 8, 2 * wordBytes);
  section(kBssSection, 8, 3, at.dynamicAddress + at.dynamic.size, {at.loadEnd, kBss}, 0, 0, 1, 0);
  section(kSymtab, 2, 0, 0, at.symtab, kStrtab, 1, 8, symbolBytes);
  section(kStrtab, 3, 0, 0, at.strtab, 0, 0, 1, 0);
  section(kNames, 3, 0, 0, at.names, 0, 0, 1, 0);
  std::copy(table.bytes.begin(), table.bytes.end(), out.bytes.begin() + static_cast<std::ptrdiff_t>(tableAt));
  Out place(wide, bigEndian);
  place.word(at.sections);
  std::copy(place.bytes.begin(), place.bytes.end(), out.bytes.begin() + static_cast<std::ptrdiff_t>(sectionsPlace));
  return out.bytes;
}

}  // namespace relaxscope::test
