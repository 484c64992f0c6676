// SPDX-License-Identifier: Apache-2.0
// Object files made byte by byte: forms that no compiler at hand writes, and tables that lie.
#include "vmcore/format/object_image.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace relaxscope {
namespace {

std::vector<uint8_t> fileBytes(const std::string& name) {
  std::ifstream in(std::string(RELAXSCOPE_TEST_DATA) + "/containers/" + name, std::ios::binary);
  EXPECT_TRUE(in) << name;
  return {std::istreambuf_iterator<char>(in), {}};
}
bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// Numbers in big-endian order.
struct BigWriter {
  std::string bytes;
  BigWriter& u32(uint64_t value) {
    for (int i = 3; i >= 0; --i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
    return *this;
  }
  BigWriter& u16(uint64_t value) {
    bytes += static_cast<char>(value >> 8 & 0xff);
    bytes += static_cast<char>(value & 0xff);
    return *this;
  }
  BigWriter& u8(uint64_t value) {
    bytes += static_cast<char>(value);
    return *this;
  }
  BigWriter& text(std::string value, size_t size) {
    value.resize(size, '\0');
    bytes += value;
    return *this;
  }
};

TEST(MachO, PowerPcInItsOwnOrder) {
  BigWriter out;
  out.u32(0xfeedface).u32(18).u32(0).u32(6).u32(3).u32(56 + 68 + 24 + 24).u32(0);             // header: a library of ppc
  out.u32(1).u32(56 + 68).text("__TEXT", 16).u32(0x1000).u32(64).u32(0).u32(300).u32(7).u32(5).u32(1).u32(0);
  out.text("__text", 16).text("__TEXT", 16).u32(0x1000).u32(64).u32(0).u32(2).u32(0).u32(0).u32(0x80000400).u32(0).u32(0);
  out.u32(2).u32(24).u32(200).u32(3).u32(236).u32(20);                                          // symbol table
  out.u32(0xc).u32(24).u32(12).text("libx", 12);                                                 // a library it needs
  ASSERT_EQ(out.bytes.size(), 28 + 124 + 24 + 24u);
  out.u32(1).u8(0x0f).u8(1).u16(0).u32(0x1010);                                                 // _f, in section 1
  out.u32(4).u8(0x01).u8(0).u16(0x40).u32(0);                                                   // _g, weak reference
  out.u32(7).u8(0x24).u8(1).u16(0).u32(0);                                                      // for a debugger
  out.text(std::string("\0_f\0_g\0_d\0", 10), 300 - 236);
  const auto image = readMachO(Bytes::copyOf(out.bytes));
  ASSERT_TRUE(image.ok()) << image.error().text();
  EXPECT_EQ(image->object.describe(), "Mach-O shared library, ppc, 32-bit big-endian");
  ASSERT_EQ(image->object.symbols.size(), 2u);
  EXPECT_EQ(image->object.symbols[0].name, "f");
  EXPECT_EQ(image->object.symbols[0].type, SymbolType::Function);
  EXPECT_TRUE(image->object.symbols[0].defined);
  EXPECT_EQ(image->object.symbols[1].name, "g");
  EXPECT_FALSE(image->object.symbols[1].defined);
  EXPECT_EQ(image->object.symbols[1].binding, SymbolBinding::Weak);
  EXPECT_EQ(image->object.needed, std::vector<std::string>{"libx"});
  const auto place = bytesFrom(*image, image->object.symbols[0]);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->offset, 0x10u);
}

TEST(Objects, AreToldByContent) {
  for (const char* name : {"elf32_arm.so", "elf64_s390x_big.o", "mach_o_x86.o", "coff_x86.obj", "coff_bigobj.obj", "pe_x86.dll"})
    EXPECT_TRUE(looksLikeObject(Bytes::own(fileBytes(name)))) << name;
  for (const char* text : {"", "MZ", "MZ and then nothing of Windows", "L\x01", "hello", "@main:", "\x7f" "EL"}) EXPECT_FALSE(looksLikeObject(Bytes::copyOf(text))) << text;
  EXPECT_FALSE(readObject(Bytes::copyOf("hello")).ok());
}

TEST(Objects, LocalAndHiddenSymbolsAreLocal) {
  const auto image = readObject(Bytes::own(fileBytes("elf64_aarch64.o")));
  ASSERT_TRUE(image.ok());
  size_t functions = 0;
  for (const ObjectSymbol& symbol : image->object.symbols)
    if (symbol.defined && symbol.type == SymbolType::Function && symbol.binding != SymbolBinding::Local) ++functions;
  EXPECT_EQ(functions, 2u);
}

TEST(Objects, SurviveEveryByte) {
  for (const char* name : {"elf32_mips_big.so", "elf64_no_sections.so", "elf64_s390x_big.o", "mach_o_i386.o", "mach_o_arm64.o", "coff_i386.obj", "coff_bigobj.obj", "pe_x86.dll"}) {
    const std::vector<uint8_t> whole = fileBytes(name);
    size_t read = 0;
    for (size_t i = 0; i < whole.size(); ++i)
      for (const uint8_t value : {0x00, 0x01, 0x7F, 0xFF}) {
        std::vector<uint8_t> bytes = whole;
        bytes[i] = value;
        const auto image = readObject(Bytes::own(std::move(bytes)));
        if (!image.ok()) {
          EXPECT_FALSE(image.error().message.empty());
          continue;
        }
        ++read;
        for (const ObjectSymbol& symbol : image->object.symbols)
          if (const auto place = bytesFrom(*image, symbol)) {
            EXPECT_LE(place->offset + place->size, whole.size());
          }
      }
    EXPECT_GT(read, whole.size()) << name;
  }
}

/// A PE image of one section that holds everything behind its headers at the address of its place.
std::string peImage(uint32_t exports, uint32_t imports, const std::string& content) {
  std::string bytes(0x200, '\0');
  const auto put = [&](size_t at, uint64_t value, size_t width) {
    for (size_t i = 0; i < width; ++i) bytes[at + i] = static_cast<char>(value >> (8 * i) & 0xff);
  };
  bytes.replace(0, 2, "MZ");
  put(0x3c, 0x80, 4);
  bytes.replace(0x80, 2, "PE");
  put(0x84, 0x8664, 2);
  put(0x86, 1, 2);        // sections
  put(0x94, 240, 2);      // optional header
  put(0x96, 0x2000, 2);   // a library
  put(0x98, 0x20b, 2);
  put(0x98 + 108, 16, 4);
  put(0x98 + 112, exports, 4);
  put(0x98 + 116, 64, 4);
  put(0x98 + 120, imports, 4);
  const size_t section = 0x98 + 240;
  put(section + 12, 0x200, 4);
  put(section + 16, content.size(), 4);
  put(section + 20, 0x200, 4);
  return bytes + content;
}
void putU32(std::string& text, size_t at, uint32_t value) {
  for (size_t i = 0; i < 4; ++i) text[at + i] = static_cast<char>(value >> (8 * i) & 0xff);
}

TEST(Pe, ForwardedExportsAreNotDefined) {
  std::string content(256, '\0');
  putU32(content, 20, 2);           // functions
  putU32(content, 24, 2);           // names
  putU32(content, 28, 0x200 + 40);
  putU32(content, 32, 0x200 + 80);
  putU32(content, 36, 0x200 + 96);
  putU32(content, 40, 0x200 + 200);  // code
  putU32(content, 44, 0x200 + 60);   // inside the export table: a forwarder
  putU32(content, 80, 0x200 + 110);
  putU32(content, 84, 0x200 + 112);
  content[98] = 1;
  content.replace(110, 3, std::string("a\0b", 3));
  const auto image = readPe(Bytes::copyOf(peImage(0x200, 0, content)));
  ASSERT_TRUE(image.ok()) << image.error().text();
  ASSERT_EQ(image->object.symbols.size(), 2u);
  EXPECT_EQ(image->object.symbols[0].name, "a");
  EXPECT_TRUE(image->object.symbols[0].defined);
  EXPECT_EQ(image->object.symbols[1].name, "b");
  EXPECT_FALSE(image->object.symbols[1].defined);
}

TEST(Pe, ImportTablesWithoutEndAreRefused) {
  // Every descriptor names the same long list of imports by number.
  std::string content(1 << 16, '\xff');
  for (size_t at = 0; at + 20 <= 20'000; at += 20) {
    putU32(content, at, 0x200 + 20'000);
    putU32(content, at + 12, 0x200 + 60'000);
  }
  content.replace(60'000, 2, std::string("x\0", 2));
  putU32(content, 65'528, 0);
  putU32(content, 65'532, 0);
  const auto image = readPe(Bytes::copyOf(peImage(0, 0x200, content)));
  ASSERT_FALSE(image.ok());
  EXPECT_TRUE(contains(image.error().text(), "without bound")) << image.error().text();
}

TEST(Pe, TablesOutsideTheSectionsAreRefused) {
  EXPECT_FALSE(readPe(Bytes::copyOf(peImage(0x7fffffff, 0, std::string(64, '\0')))).ok());
  std::string content(256, '\0');
  putU32(content, 24, 0x40000000);
  EXPECT_FALSE(readPe(Bytes::copyOf(peImage(0x200, 0, content))).ok());
}

}  // namespace
}  // namespace relaxscope
