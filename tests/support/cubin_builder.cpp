// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cubin_builder.h"

#include "vmcore/base/bytes/byte_writer.h"

namespace relaxscope::test {
namespace {

constexpr uint32_t kProgramBits = 1, kSymbols = 2, kStrings = 3, kNoBits = 8, kNvidiaInfo = 0x7000'0000;

struct SectionBytes {
  std::string name;
  uint32_t type = kProgramBits, link = 0, info = 0;
  std::vector<uint8_t> content;
  uint64_t size = 0;  ///< of a section without content
};

void attribute(ByteWriter& out, uint8_t kind, std::initializer_list<uint32_t> words) {
  out.write<uint8_t>(4);
  out.write(kind);
  out.write(static_cast<uint16_t>(4 * words.size()));
  for (const uint32_t word : words) out.write(word);
}

/// Offsets of names in a string table, which begins with an empty one.
struct Names {
  std::vector<uint8_t> bytes = {0};
  uint32_t add(const std::string& name) {
    const auto at = static_cast<uint32_t>(bytes.size());
    bytes.insert(bytes.end(), name.begin(), name.end());
    bytes.push_back(0);
    return at;
  }
};

/// Sections 1 to 3 are the names of sections, the names of symbols and the symbols; symbol i + 1 is kernel i.
std::vector<SectionBytes> sectionsOf(const CubinBuilder& cubin) {
  std::vector<SectionBytes> sections(4);
  sections[1] = {".shstrtab", kStrings, 0, 0, {}, 0};
  sections[2] = {".strtab", kStrings, 0, 0, {}, 0};
  sections[3] = {".symtab", kSymbols, 2, 0, {}, 0};
  ByteWriter module;
  for (uint32_t i = 0; i < cubin.kernels.size(); ++i) {
    const CubinKernel& kernel = cubin.kernels[i];
    if (!cubin.registersInText) attribute(module, 0x2f, {i + 1, kernel.registers});
    attribute(module, 0x11, {i + 1, kernel.frameBytes});
    attribute(module, 0x12, {i + 1, kernel.stackBytes});
  }
  sections.push_back({".nv.info", kNvidiaInfo, 3, 0, module.take(), 0});
  if (cubin.reservedShared) sections.push_back({".nv.shared.reserved.0", kNoBits, 0, 0, {}, 0});
  Names names;
  ByteWriter symbols;
  for (int word = 0; word < 6; ++word) symbols.write<uint32_t>(0);
  for (uint32_t i = 0; i < cubin.kernels.size(); ++i) {
    const CubinKernel& kernel = cubin.kernels[i];
    symbols.write(names.add(kernel.name));
    symbols.write<uint8_t>(0x12);
    symbols.write<uint8_t>(0x10);
    symbols.write(static_cast<uint16_t>(sections.size()));
    symbols.write<uint64_t>(0);
    symbols.write<uint64_t>(16);
    const uint32_t beside = cubin.registersInText ? kernel.registers << 24 : 0;
    sections.push_back({".text." + kernel.name, kProgramBits, 3, beside | (i + 1), std::vector<uint8_t>(16), 0});
    ByteWriter info;
    info.write<uint32_t>(0x0000'1b03 | 0xffU << 16);  // a limit of registers, a value without length
    if (kernel.maxThreads)
      attribute(info, 0x05, {(*kernel.maxThreads)[0], (*kernel.maxThreads)[1], (*kernel.maxThreads)[2]});
    if (kernel.requiredThreads)
      attribute(info, 0x10, {(*kernel.requiredThreads)[0], (*kernel.requiredThreads)[1], (*kernel.requiredThreads)[2]});
    sections.push_back({".nv.info." + kernel.name, kNvidiaInfo, 3, 0, info.take(), 0});
    sections.push_back({".nv.shared." + kernel.name, kNoBits, 0, 0, {}, kernel.sharedBytes});
    sections.push_back({".nv.constant0." + kernel.name, kProgramBits, 0, 0,
                        std::vector<uint8_t>(static_cast<size_t>(kernel.constantBytes)), 0});
  }
  sections[2].content = names.bytes;
  sections[3].content = symbols.take();
  return sections;
}

void writeHeader(ByteWriter& out, const CubinBuilder& cubin, uint64_t sectionsAt, size_t count) {
  for (const int byte :
       {0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, cubin.newAbi ? 0x41 : 0x33, cubin.newAbi ? 8 : 7, 0, 0, 0, 0, 0, 0, 0})
    out.write(static_cast<uint8_t>(byte));
  out.write<uint16_t>(2);
  out.write<uint16_t>(190);
  out.write<uint32_t>(1);
  out.write<uint64_t>(0);
  out.write<uint64_t>(0);
  out.write(sectionsAt);
  out.write<uint32_t>(cubin.newAbi ? 0x0600'0004 | cubin.architecture << 8 : 0x0050'0500 | cubin.architecture);
  for (const size_t value : {size_t{64}, size_t{56}, size_t{0}, size_t{64}, count, size_t{1}})
    out.write(static_cast<uint16_t>(value));
}

}  // namespace

std::vector<uint8_t> CubinBuilder::build() const {
  std::vector<SectionBytes> sections = sectionsOf(*this);
  Names names;
  std::vector<uint32_t> nameAt;
  for (const SectionBytes& section : sections) nameAt.push_back(section.name.empty() ? 0 : names.add(section.name));
  sections[1].content = names.bytes;
  uint64_t end = 64;
  for (const SectionBytes& section : sections) end += section.content.size();
  ByteWriter out;
  writeHeader(out, *this, end, sections.size());
  for (const SectionBytes& section : sections) out.writeBytes(section.content);
  uint64_t at = 64;
  for (size_t i = 0; i < sections.size(); ++i) {
    const SectionBytes& section = sections[i];
    out.write(nameAt[i]);
    out.write(i == 0 ? uint32_t{0} : section.type);
    out.write<uint64_t>(0);
    out.write<uint64_t>(0);
    out.write(at);
    out.write<uint64_t>(section.type == kNoBits ? section.size : section.content.size());
    out.write(section.link);
    out.write(section.info);
    out.write<uint64_t>(4);
    out.write<uint64_t>(section.type == kSymbols ? 24 : 0);
    at += section.content.size();
  }
  return out.take();
}

std::vector<uint8_t> fatbinOf(const std::vector<FatbinImage>& images) {
  ByteWriter entries;
  for (const FatbinImage& image : images) {
    entries.write(image.kind);
    entries.write<uint16_t>(0x101);
    entries.write<uint32_t>(64);
    entries.write<uint64_t>(image.code.size());
    entries.write<uint64_t>(0);
    entries.write<uint32_t>(0);
    entries.write(image.architecture);
    entries.write<uint64_t>(0);
    entries.write(image.flags);
    entries.write<uint64_t>(0);
    entries.write<uint64_t>(0);
    entries.writeBytes(image.code);
  }
  ByteWriter out;
  out.write<uint32_t>(0xba55'ed50);
  out.write<uint16_t>(1);
  out.write<uint16_t>(16);
  out.write<uint64_t>(entries.size());
  out.writeBytes(entries.take());
  return out.take();
}

}  // namespace relaxscope::test
