// SPDX-License-Identifier: Apache-2.0
#include "tests/support/elf_builder.h"

#include "vmcore/base/bytes/byte_writer.h"

namespace relaxscope::test {
namespace {

constexpr uint64_t kBase = 0x10000;  // virtual address of the file's first byte
constexpr size_t kHeader = 64, kProgram = 56, kSection = 64;

void padTo(ByteWriter& out, size_t size) {
  while (out.size() < size) out.write<uint8_t>(0);
}

struct ElfLayout {
  size_t symbols = 0, strings = 0, stringsSize = 0, hash = 0, blob = 0, blobSize = 0, dynamic = 0, dynamicSize = 0,
         sections = 0;
};

void writeElfHeader(ByteWriter& out, uint16_t machine, bool sectionsOnly, const ElfLayout& at) {
  for (const int byte : {0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0})
    out.write(static_cast<uint8_t>(byte));
  out.write<uint16_t>(3);  // shared object
  out.write<uint16_t>(machine);
  out.write<uint32_t>(1);
  out.write<uint64_t>(0);        // entry
  out.write<uint64_t>(kHeader);  // program headers
  out.write<uint64_t>(sectionsOnly ? at.sections : 0);
  out.write<uint32_t>(0);
  for (const size_t value :
       {kHeader, kProgram, size_t{sectionsOnly ? 1u : 2u}, kSection, size_t{sectionsOnly ? 3u : 0u}, size_t{0}})
    out.write(static_cast<uint16_t>(value));
}

void writeProgram(ByteWriter& out, uint32_t type, uint64_t offset, uint64_t size) {
  out.write<uint32_t>(type);
  out.write<uint32_t>(4);
  out.write(offset);
  out.write(kBase + offset);
  out.write(kBase + offset);
  out.write(size);
  out.write(size);
  out.write<uint64_t>(8);
}

void writeSection(ByteWriter& out, uint32_t type, uint64_t offset, uint64_t size, uint32_t link) {
  out.write<uint32_t>(0);
  out.write(type);
  out.write<uint64_t>(0);
  out.write(kBase + offset);
  out.write(offset);
  out.write(size);
  out.write(link);
  out.write<uint32_t>(0);
  out.write<uint64_t>(8);
  out.write<uint64_t>(type == 11 ? 24 : 0);
}

void writeSymbol(ByteWriter& out, uint32_t name, uint8_t info, uint16_t section, uint64_t value, uint64_t size) {
  out.write(name);
  out.write(info);
  out.write<uint8_t>(0);
  out.write(section);
  out.write(value);
  out.write(size);
}

}  // namespace

std::vector<uint8_t> ElfBuilder::blob() const {
  ByteWriter body;
  std::vector<int64_t> rows{0}, children;
  for (const TestModule& module : modules) {
    children.insert(children.end(), module.children.begin(), module.children.end());
    rows.push_back(static_cast<int64_t>(children.size()));
  }
  body.writeI64Vector(rows);
  body.writeI64Vector(children);
  for (const TestModule& module : modules) {
    body.writeString(module.kind);
    if (module.kind == "_lib") continue;
    body.write<uint64_t>(module.payload.size());
    body.writeBytes(module.payload);
  }
  ByteWriter out;
  out.write<uint64_t>(body.size());
  out.writeBytes(body.buffer());
  return out.take();
}

std::vector<uint8_t> ElfBuilder::build() const {
  std::vector<TestSymbol> all = symbols;
  const std::vector<uint8_t> bytes = blob();
  if (withBlob) all.push_back({blobName, 0x11, bytes.size(), true});
  std::string strings(1, '\0');
  std::vector<uint32_t> names;
  for (const TestSymbol& symbol : all) {
    names.push_back(static_cast<uint32_t>(strings.size()));
    strings += symbol.name + '\0';
  }
  const size_t count = all.size() + 1;
  ElfLayout at;
  at.symbols = kHeader + 2 * kProgram;
  at.strings = at.symbols + count * 24;
  at.stringsSize = strings.size();
  at.hash = (at.strings + strings.size() + 7) / 8 * 8;
  at.blob = at.hash + 64 + count * 4;
  at.blobSize = bytes.size();
  at.dynamic = (at.blob + bytes.size() + 7) / 8 * 8;
  at.dynamicSize = 5 * 16;
  at.sections = at.dynamic + at.dynamicSize;
  const size_t total = at.sections + 3 * kSection;

  ByteWriter out;
  writeElfHeader(out, machine, sectionsOnly, at);
  writeProgram(out, 1, 0, total);
  if (!sectionsOnly) writeProgram(out, 2, at.dynamic, at.dynamicSize);
  padTo(out, at.symbols);
  writeSymbol(out, 0, 0, 0, 0, 0);
  for (size_t i = 0; i < all.size(); ++i) {
    const bool isBlob = withBlob && i + 1 == all.size();
    writeSymbol(out, names[i], all[i].info, all[i].defined ? 1 : 0,
                isBlob           ? kBase + at.blob
                : all[i].defined ? kBase
                                 : 0,
                all[i].size);
  }
  out.writeBytes({reinterpret_cast<const uint8_t*>(strings.data()), strings.size()});
  padTo(out, at.hash);
  if (gnuHash) {  // one bucket that begins at symbol 1; only the end of the last chain matters
    for (const uint32_t word : {1u, 1u, 1u, 0u}) out.write(word);
    out.write<uint64_t>(~uint64_t{0});  // bloom
    out.write<uint32_t>(1);             // bucket
    for (size_t i = 1; i < count; ++i) out.write<uint32_t>(i + 1 == count ? 1 : 0);
  } else {
    out.write<uint32_t>(1);
    out.write(static_cast<uint32_t>(count));
  }
  padTo(out, at.blob);
  out.writeBytes(bytes);
  padTo(out, at.dynamic);
  const struct {
    int64_t tag;
    uint64_t value;
  } entries[] = {{5, kBase + at.strings},
                 {6, kBase + at.symbols},
                 {10, at.stringsSize},
                 {gnuHash ? 0x6ffffef5 : 4, kBase + at.hash},
                 {0, 0}};
  for (const auto& entry : entries) {
    out.write(entry.tag);
    out.write(entry.value);
  }
  writeSection(out, 0, 0, 0, 0);
  writeSection(out, 11, at.symbols, count * 24, 2);
  writeSection(out, 3, at.strings, at.stringsSize, 0);
  return out.take();
}

}  // namespace relaxscope::test
