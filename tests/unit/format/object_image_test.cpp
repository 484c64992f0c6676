// SPDX-License-Identifier: Apache-2.0
// Object files made byte by byte: forms that no available compiler writes, and inconsistent tables.
#include "vmcore/format/object/object_image.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/unit/format/checks.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/object/address_map.h"

namespace relaxscope {
namespace {

using test::contains;
using test::fileBytes;

/// Writes numbers in big-endian order.
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

/// Writes numbers in little-endian order.
struct LittleWriter {
  std::string bytes;
  LittleWriter& number(uint64_t value, int width) {
    for (int i = 0; i < width; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
    return *this;
  }
  LittleWriter& u32(uint64_t value) { return number(value, 4); }
  LittleWriter& u16(uint64_t value) { return number(value, 2); }
  LittleWriter& u8(uint64_t value) { return number(value, 1); }
  LittleWriter& text(std::string value, size_t size) {
    value.resize(size, '\0');
    bytes += value;
    return *this;
  }
};

TEST(Elf, NamesOfASmallFileAreBoundedByTheFile) {
  // 100 symbols that share a name of 4,000 bytes: an archive may hold many such files.
  constexpr uint32_t kSymbols = 100, kName = 4000, kHeader = 52, kStringsAt = kHeader + 16 * kSymbols,
                     kSections = kStringsAt + kName + 2;
  LittleWriter out;
  out.text(
         "\x7f"
         "ELF\1\1\1",
         16)
      .u16(1)
      .u16(3)
      .u32(1)
      .u32(0)
      .u32(0)
      .u32(kSections)
      .u32(0)
      .u16(kHeader)
      .u16(0)
      .u16(0)
      .u16(40)
      .u16(4)
      .u16(0);
  out.text("", 16);
  for (uint32_t i = 1; i < kSymbols; ++i) out.u32(1).u32(0).u32(0).u8(0x12).u8(0).u16(1);
  out.text(std::string(1, '\0') + std::string(kName, 'a'), kName + 2);
  const auto section = [&](uint32_t type, uint32_t offset, uint32_t size, uint32_t link) {
    out.u32(0).u32(type).u32(0).u32(0).u32(offset).u32(size).u32(link).u32(0).u32(1).u32(16);
  };
  section(0, 0, 0, 0);
  section(1, 0, kHeader, 0);
  section(2, kHeader, 16 * kSymbols, 3);
  section(3, kStringsAt, kName + 2, 0);
  const auto image = readElf(Bytes::copyOf(out.bytes));
  ASSERT_FALSE(image.ok());
  EXPECT_TRUE(contains(image.error().text(), "excessively")) << image.error().text();
}

TEST(Elf, TellsWhereTheNamesAre) {
  const auto file = readFileBytes(std::string(RELAXSCOPE_TEST_DATA) + "/engine/mlp_dyn_compiled.so");
  ASSERT_TRUE(file.ok()) << file.error().text();
  const auto image = readElf(*file);
  ASSERT_TRUE(image.ok()) << image.error().text();
  ASSERT_FALSE(image->object.symbols.empty());
  for (const ObjectSymbol& symbol : image->object.symbols) {
    std::vector<uint8_t> there(symbol.name.size() + 1);
    ASSERT_TRUE(file->copyTo(symbol.nameAt, there)) << symbol.name;
    EXPECT_EQ(std::string(there.begin(), there.end()), symbol.name + '\0');
  }
}

TEST(MachO, PowerPcInItsOwnOrder) {
  BigWriter out;
  out.u32(0xfeedface).u32(18).u32(0).u32(6).u32(3).u32(56 + 68 + 24 + 24).u32(0);  // header: a library of ppc
  out.u32(1).u32(56 + 68).text("__TEXT", 16).u32(0x1000).u32(64).u32(0).u32(300).u32(7).u32(5).u32(1).u32(0);
  out.text("__text", 16)
      .text("__TEXT", 16)
      .u32(0x1000)
      .u32(64)
      .u32(0)
      .u32(2)
      .u32(0)
      .u32(0)
      .u32(0x80000400)
      .u32(0)
      .u32(0);
  out.u32(2).u32(24).u32(200).u32(3).u32(236).u32(20);  // symbol table
  out.u32(0xc).u32(24).u32(12).text("libx", 12);        // a needed library
  ASSERT_EQ(out.bytes.size(), 28 + 124 + 24 + 24u);
  out.u32(1).u8(0x0f).u8(1).u16(0).u32(0x1010);  // _f, in section 1
  out.u32(4).u8(0x01).u8(0).u16(0x40).u32(0);    // _g, weak reference
  out.u32(7).u8(0x24).u8(1).u16(0).u32(0);       // a debugger symbol
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

TEST(AddressMaps, FindTheRangeOfAnAddress) {
  struct Range {
    uint64_t address, size;
    int number;
  };
  const AddressMap<Range> map({{100, 10, 1}, {0, 0, 2}, {50, 20, 3}, {110, 0, 4}, {110, 5, 5}});
  const auto at = [&](uint64_t address) { return map.find(address) != nullptr ? map.find(address)->number : 0; };
  EXPECT_EQ(at(0), 0);
  EXPECT_EQ(at(49), 0);
  EXPECT_EQ(at(50), 3);
  EXPECT_EQ(at(69), 3);
  EXPECT_EQ(at(70), 0);
  EXPECT_EQ(at(109), 1);
  EXPECT_EQ(at(110), 5) << "one of no bytes hides nobody";
  EXPECT_EQ(at(115), 0);
  EXPECT_EQ(at(~uint64_t{0}), 0);
  EXPECT_EQ(AddressMap<Range>().find(0), nullptr);
}

/// An address that counts its reads.
struct CountedAddress {
  uint64_t value = 0;
  operator uint64_t() const {  // NOLINT(google-explicit-constructor): it stands for a number
    ++looks;
    return value;
  }
  static inline uint64_t looks = 0;
};

TEST(AddressMaps, LookAtFewOfMany) {
  struct Range {
    CountedAddress address;
    uint64_t size = 1;
  };
  std::vector<Range> ranges;
  for (uint64_t i = 0; i < 100'000; ++i) ranges.push_back({{2 * i}, 1});
  const AddressMap<Range> map(std::move(ranges));
  CountedAddress::looks = 0;
  for (uint64_t i = 0; i < 1000; ++i) EXPECT_EQ(map.find(2 * i * 97 + 1), nullptr);
  EXPECT_LT(CountedAddress::looks, 1000u * 20);
}

TEST(Objects, AreRecognizedByContent) {
  for (const char* name :
       {"elf32_arm.so", "elf64_s390x_big.o", "mach_o_x86.o", "coff_x86.obj", "coff_bigobj.obj", "pe_x86.dll"})
    EXPECT_TRUE(looksLikeObject(Bytes::own(fileBytes(name)))) << name;
  for (const char* text : {"", "MZ", "MZ and then nothing of Windows", "L\x01", "hello", "@main:",
                           "\x7f"
                           "EL"})
    EXPECT_FALSE(looksLikeObject(Bytes::copyOf(text))) << text;
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
  for (const char* name : {"elf32_mips_big.so", "elf64_no_sections.so", "elf64_s390x_big.o", "mach_o_i386.o",
                           "mach_o_arm64.o", "coff_i386.obj", "coff_bigobj.obj", "pe_x86.dll"}) {
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
          if (const auto place = bytesFrom(*image, symbol)) { EXPECT_LE(place->offset + place->size, whole.size()); }
      }
    EXPECT_GT(read, whole.size()) << name;
  }
}

/// A PE image with one section for everything after the headers, mapped at its file offset.
std::string peImage(uint32_t exports, uint32_t imports, const std::string& content) {
  std::string bytes(0x200, '\0');
  const auto put = [&](size_t at, uint64_t value, size_t width) {
    for (size_t i = 0; i < width; ++i) bytes[at + i] = static_cast<char>(value >> (8 * i) & 0xff);
  };
  bytes.replace(0, 2, "MZ");
  put(0x3c, 0x80, 4);
  bytes.replace(0x80, 2, "PE");
  put(0x84, 0x8664, 2);
  put(0x86, 1, 2);       // number of sections
  put(0x94, 240, 2);     // size of the optional header
  put(0x96, 0x2000, 2);  // characteristics: a DLL
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
  putU32(content, 20, 2);  // number of functions
  putU32(content, 24, 2);  // number of names
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
  // Every descriptor refers to the same long list of imports by ordinal.
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
  EXPECT_TRUE(contains(image.error().text(), "excessively")) << image.error().text();
}

TEST(Pe, ImportTablesThatShareEntriesAreRefused) {
  // 100 descriptors share one table of 200 entries with empty names: more entries than the file has room for.
  std::string content(1 << 14, '\0');
  constexpr uint32_t kBegin = 0x200, kTable = 8000, kNothing = 12'000, kLibrary = 12'100;
  for (size_t i = 0; i < 100; ++i) {
    putU32(content, i * 20, kBegin + kTable);
    putU32(content, i * 20 + 12, kBegin + kLibrary);
  }
  for (size_t i = 0; i < 200; ++i) putU32(content, kTable + i * 8, kBegin + kNothing);
  content[kLibrary] = 'l';
  const auto image = readPe(Bytes::copyOf(peImage(0, kBegin, content)));
  ASSERT_FALSE(image.ok());
  EXPECT_TRUE(contains(image.error().text(), "excessively")) << image.error().text();
}

TEST(Pe, TablesOutsideTheSectionsAreRefused) {
  EXPECT_FALSE(readPe(Bytes::copyOf(peImage(0x7fffffff, 0, std::string(64, '\0')))).ok());
  std::string content(256, '\0');
  putU32(content, 24, 0x40000000);
  EXPECT_FALSE(readPe(Bytes::copyOf(peImage(0x200, 0, content))).ok());
}

}  // namespace
}  // namespace relaxscope
