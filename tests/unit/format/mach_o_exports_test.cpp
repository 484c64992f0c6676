// SPDX-License-Identifier: Apache-2.0
// Names that a Mach-O library exports: tries as linkers write them, and malformed tries.
#include "vmcore/format/object/mach_o_exports.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "tests/unit/format/checks.h"
#include "vmcore/base/bytes/byte_writer.h"
#include "vmcore/base/bytes/word_reader.h"
#include "vmcore/format/library/library_reader.h"
#include "vmcore/format/object/object_image.h"

namespace relaxscope {
namespace {

using test::fileBytes;

Result<std::vector<MachOExport>> readTrie(std::string_view trie) { return readMachOExports(Bytes::copyOf(trie), 100); }
std::string refusal(std::string_view trie) {
  const auto names = readTrie(trie);
  return names.ok() ? "accepted" : names.error().message;
}

void put32(std::vector<uint8_t>& bytes, size_t at, uint32_t value) {
  for (size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<uint8_t>(value >> (8 * i));
}
/// Offset of a load command in a 64-bit little-endian file; 0 if it has none.
size_t commandAt(const std::vector<uint8_t>& bytes, uint32_t wanted) {
  const WordReader in(Bytes::copyOf({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
  size_t at = 32;
  for (uint32_t i = 0; i < in.u32(16); ++i) {
    if (in.u32(at) == wanted) return at;
    at += in.u32(at + 4);
  }
  return 0;
}
/// Removes all symbols from the table, as a strip tool does.
void strip(std::vector<uint8_t>& bytes) {
  const size_t table = commandAt(bytes, 2);
  ASSERT_NE(table, 0u);
  put32(bytes, table + 12, 0);
  put32(bytes, table + 20, 0);
}
std::map<std::string, uint64_t> definedSymbols(const ObjectFile& object) {
  std::map<std::string, uint64_t> out;
  for (const ObjectSymbol& symbol : object.symbols)
    if (symbol.defined && symbol.binding != SymbolBinding::Local) out[symbol.name] = symbol.value;
  return out;
}

TEST(MachOExports, ATrieIsReadNameByName) {
  // "_a" with two edges: "b" (weak) and "c" (absolute).
  const std::string_view trie(
      "\0\1_a\0\6"           // root, one edge "_a" to 6
      "\3\0\x80\1\2b\0\x11"  // _a: flags 0, value 128; edges b -> 17, c -> 21
      "c\0\x15"
      "\2\4\7\0"  // _ab: weak, 7
      "\2\2\x09\0",
      25);  // _ac: absolute, 9
  const auto names = readTrie(trie);
  ASSERT_TRUE(names.ok()) << names.error().text();
  ASSERT_EQ(names->size(), 3u);
  EXPECT_EQ((*names)[0].name, "_a");
  EXPECT_EQ((*names)[0].value, 128u);
  EXPECT_EQ((*names)[1].name, "_ab");
  EXPECT_TRUE((*names)[1].weak);
  EXPECT_EQ((*names)[2].name, "_ac");
  EXPECT_TRUE((*names)[2].absolute);
  EXPECT_TRUE(readTrie("")->empty());
  EXPECT_TRUE(readTrie(std::string_view("\0\0", 2))->empty());
}

TEST(MachOExports, WhatIsHandedOnIsElsewhere) {
  const auto names = readTrie(std::string_view("\0\1_f\0\6\4\x08\1g\0\0", 12));
  ASSERT_TRUE(names.ok()) << names.error().text();
  ASSERT_EQ(names->size(), 1u);
  EXPECT_TRUE((*names)[0].elsewhere);
}

TEST(MachOExports, InvalidTriesAreRefused) {
  EXPECT_NE(refusal(std::string_view("\0\1a\0\0", 5)).find("reached twice"), std::string::npos)
      << "an edge back to the root";
  EXPECT_NE(refusal(std::string_view("\0\2a\0\x08"
                                     "b\0\x08\0\0",
                                     10))
                .find("reached twice"),
            std::string::npos)
      << "two edges to one node";
  EXPECT_NE(refusal(std::string_view("\0\1a\0\x40", 5)).find("outside"), std::string::npos);
  EXPECT_NE(refusal(std::string_view("\0\1abc", 5)).find("truncated"), std::string::npos);
  EXPECT_NE(refusal(std::string_view("\0\1a\0", 4)).find("truncated"), std::string::npos);
  EXPECT_NE(refusal(std::string_view("\x7f", 1)).find("truncated"), std::string::npos);
  EXPECT_NE(refusal(std::string_view("\0", 1)).find("truncated"), std::string::npos) << "no count of edges";
  EXPECT_NE(refusal(std::string_view("\x0c\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\1\0", 14)).find("64 bits"),
            std::string::npos);
  EXPECT_EQ(readTrie(std::string_view("\0\1a\0\x40", 5)).error().byteOffset, std::optional<uint64_t>(105))
      << "the place is one of the file";
}

TEST(MachOExports, ADeepTrieNeedsNoStack) {
  // One letter per node, 200,000 nodes; a name at the end.
  constexpr size_t kNodes = 200000, kNode = 7;
  std::string trie;
  for (size_t i = 0; i < kNodes; ++i) {
    const size_t next = (i + 1) * kNode;
    trie += std::string("\0\1a\0", 4);
    trie += static_cast<char>(0x80 | (next & 0x7f));
    trie += static_cast<char>(0x80 | (next >> 7 & 0x7f));
    trie += static_cast<char>(next >> 14 & 0x7f);
  }
  trie += std::string("\2\0\1\0", 4);
  const auto names = readTrie(trie);
  ASSERT_TRUE(names.ok()) << names.error().text();
  ASSERT_EQ(names->size(), 1u);
  EXPECT_EQ((*names)[0].name.size(), kNodes);
}

TEST(MachOExports, NamesThatShareBytesAreBounded) {
  // 60,000 letters, then a fan of 255 edges with a name each: far more letters than bytes.
  std::string trie("\0\1", 2);
  trie += std::string(60000, 'a') + '\0';
  const size_t fan = trie.size() + 3;
  trie += {static_cast<char>(0x80 | (fan & 0x7f)), static_cast<char>(0x80 | (fan >> 7 & 0x7f)),
           static_cast<char>(fan >> 14)};
  trie += std::string("\0\xff", 2);
  const size_t leaves = trie.size() + 255 * 5;
  for (size_t i = 0; i < 255; ++i) {
    const size_t leaf = leaves + 4 * i;
    trie += {static_cast<char>('a' + i % 26), '\0', static_cast<char>(0x80 | (leaf & 0x7f)),
             static_cast<char>(0x80 | (leaf >> 7 & 0x7f)), static_cast<char>(leaf >> 14)};
  }
  for (size_t i = 0; i < 255; ++i) trie += std::string("\2\0\1\0", 4);
  EXPECT_NE(refusal(trie).find("excessively"), std::string::npos);
}

TEST(MachOExports, AStrippedLibraryStillHasItsExports) {
  for (const char* name : {"mach_o_x86.dylib", "mach_o_arm64.dylib"}) {
    SCOPED_TRACE(name);
    std::vector<uint8_t> bytes = fileBytes(name);
    const auto whole = readMachO(Bytes::own(bytes));
    ASSERT_TRUE(whole.ok());
    strip(bytes);
    const auto stripped = readMachO(Bytes::own(bytes));
    ASSERT_TRUE(stripped.ok()) << stripped.error().text();
    EXPECT_EQ(definedSymbols(stripped->object), definedSymbols(whole->object)) << "names and addresses";
    for (const ObjectSymbol& symbol : stripped->object.symbols) {
      EXPECT_EQ(symbol.type, symbol.name.starts_with("__tvm_ffi_add") || symbol.name.starts_with("__tvm_ffi_sub")
                                 ? SymbolType::Function
                                 : SymbolType::Data)
          << symbol.name;
    }
    const auto library = readLibrary(Bytes::own(bytes));
    ASSERT_TRUE(library.ok()) << library.error().text();
    EXPECT_EQ(library->blobSymbol, "__tvm_ffi__library_bin");
    EXPECT_EQ(kernelNames(library->modules[1]), (std::vector<std::string>{"add", "sub"}));
  }
}

TEST(MachOExports, ACommandOfTheirOwnIsReadToo) {
  std::vector<uint8_t> bytes = fileBytes("mach_o_arm64.dylib");
  const auto whole = readMachO(Bytes::own(bytes));
  ASSERT_TRUE(whole.ok());
  strip(bytes);
  const size_t info = commandAt(bytes, 0x80000022);
  ASSERT_NE(info, 0u);
  const WordReader in(Bytes::own(bytes));
  put32(bytes, info, 0x80000033);
  put32(bytes, info + 8, in.u32(info + 40));
  put32(bytes, info + 12, in.u32(info + 44));
  const auto image = readMachO(Bytes::own(bytes));
  ASSERT_TRUE(image.ok()) << image.error().text();
  EXPECT_EQ(definedSymbols(image->object), definedSymbols(whole->object));
}

TEST(MachOExports, ASymbolTableIsNotRepeated) {
  const auto image = readMachO(Bytes::own(fileBytes("mach_o_x86.dylib")));
  ASSERT_TRUE(image.ok());
  std::set<std::string> names;
  for (const ObjectSymbol& symbol : image->object.symbols) EXPECT_TRUE(names.insert(symbol.name).second) << symbol.name;
}

TEST(MachOExports, ADamagedTrieIsANoteWhereTheSymbolTableHasTheNames) {
  std::vector<uint8_t> bytes = fileBytes("mach_o_x86.dylib");
  const size_t info = commandAt(bytes, 0x80000022);
  const WordReader in(Bytes::own(bytes));
  const size_t trie = in.u32(info + 40);
  bytes[trie] = 0xff;
  const auto library = readLibrary(Bytes::own(bytes));
  ASSERT_TRUE(library.ok()) << library.error().text();
  EXPECT_TRUE(std::any_of(library->notes.begin(), library->notes.end(),
                          [](const std::string& note) { return note.find("Mach-O exports") != std::string::npos; }));
  strip(bytes);
  EXPECT_FALSE(readMachO(Bytes::own(bytes)).ok()) << "there is nothing else to tell its names";
}

}  // namespace
}  // namespace relaxscope
