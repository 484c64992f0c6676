// SPDX-License-Identifier: Apache-2.0
// Headers and sections of an ELF file, for the byte map. Section types: System V ABI, "Object Files".
#include <fmt/format.h>

#include <algorithm>

#include "vmcore/format/byte_map/object.h"
#include "vmcore/format/object/elf_records.h"

namespace relaxscope::bytemap {
namespace {

/// Meaning of a section type; empty if the section's name is more specific.
const char* typeName(uint32_t type) {
  switch (type) {
    case elf::kSectionSymbols: return "symbol table";
    case 3: return "string table";
    case 4:
    case 9: return "relocations";
    case 5: return "symbol hash table";
    case 6: return "dynamic entries";
    case 7: return "notes";
    case elf::kSectionDynamicSymbols: return "dynamic symbol table";
    default: return "";
  }
}

}  // namespace

void addElf(const Bytes& file, ObjectParts& parts) {
  const auto records = elf::Records::of(file);
  if (!records.ok()) return;
  const WordReader& in = records->in();
  const elf::Header header = records->header();
  parts.add(in, ByteKind::Header, "ELF header", parts.machine(), 0, records->headerBytes());
  parts.add(in, ByteKind::Header, "program headers", fmt::format("{}", header.segmentCount), header.segmentsAt,
            uint64_t{header.segmentCount} * header.segmentBytes);
  if (header.sectionBytes < records->sectionBytes() || header.sectionsAt == 0 || header.sectionsAt >= file.size())
    return;
  // With 65,280 sections or more, their count and the index of the name section are in the unused section 0.
  const elf::Section first = records->section(header.sectionsAt);
  const uint64_t stated = header.sectionCount != 0 ? header.sectionCount : first.size;
  const uint64_t count = std::min({stated, kMaxHeaders, (file.size() - header.sectionsAt) / header.sectionBytes});
  const uint64_t names = header.namesIndex != 0xffff ? header.namesIndex : first.link;
  parts.add(in, ByteKind::Header, "section headers", fmt::format("{}", count), header.sectionsAt,
            count * header.sectionBytes);
  const auto at = [&](uint64_t number) { return header.sectionsAt + number * header.sectionBytes; };
  const elf::Section text = names < count ? records->section(at(names)) : elf::Section{};
  const bool named = text.type != elf::kSectionNoBits && in.has(text.offset, text.size);
  for (uint64_t i = 1; i < count; ++i) {
    const elf::Section section = records->section(at(i));
    const std::string name = named && section.name < text.size
                                 ? shortText(in.text(text.offset + section.name, text.offset + text.size))
                                 : std::string();
    parts.add(in, ByteKind::Header, fmt::format("section header {}", i), name, at(i), header.sectionBytes);
    if (section.type == 0 || section.type == elf::kSectionNoBits) continue;
    // Symbol values are relative to the section in a relocatable object, to address 0 in a library, where sections that
    // are not loaded have address 0 too.
    if (header.type == elf::kTypeRelocatable || section.address != 0)
      parts.addSection(in, name, typeName(section.type),
                       {section.address, section.offset, section.size, static_cast<uint32_t>(i)});
    else
      parts.add(in, ByteKind::Object, name.empty() ? "section" : name, typeName(section.type), section.offset,
                section.size);
  }
}

}  // namespace relaxscope::bytemap
