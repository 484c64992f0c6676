// SPDX-License-Identifier: Apache-2.0
// The byte map of object files of every format: headers, sections and tables are at the places in their own headers.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include "vmcore/base/bytes/word_reader.h"
#include "vmcore/format/byte_map/make_byte_map.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

struct Mapped {
  std::shared_ptr<const LoadedFile> file;
  std::shared_ptr<const ByteMap> map;
  /// All nodes below the file except those of the executable, by name; the first of duplicates.
  std::map<std::string, ByteNode> nodes;
  uint64_t leaves = 0;

  void add(const ByteNode& node) {
    if (node.children == 0) leaves += node.size;
    uint64_t reached = node.offset;
    for (uint64_t i = 0; i < node.children; ++i) {
      const ByteNode child = map->child(node, i);
      ASSERT_GE(child.offset, reached) << map->name(child);
      ASSERT_LE(child.offset + child.size, node.offset + node.size) << map->name(child);
      ASSERT_GT(child.size, 0u) << map->name(child);
      ASSERT_FALSE(map->name(child).empty());
      ASSERT_EQ(map->childAt(node, child.offset), std::optional(i)) << map->name(child);
      reached = child.offset + child.size;
      nodes.emplace(map->name(child), child);
      ASSERT_NO_FATAL_FAILURE(add(child));
    }
  }
  [[nodiscard]] std::string text(const ByteNode& node) const {
    return std::string(file->bytes.slice(node.offset, node.size).text());
  }
  [[nodiscard]] bool has(const std::string& name) const { return nodes.contains(name); }
  [[nodiscard]] std::string value(const std::string& name) const {
    return has(name) ? map->value(nodes.at(name)) : "none";
  }
  /// Names from the file down to the byte.
  [[nodiscard]] std::vector<std::string> path(uint64_t offset) const {
    std::vector<std::string> names;
    for (const ByteNode& node : map->path(offset)) names.push_back(map->name(node));
    return names;
  }
};

Mapped mapOf(const std::string& name) {
  Mapped out;
  auto loaded = loadFile(std::string(RELAXSCOPE_TEST_DATA "/containers/") + name);
  EXPECT_TRUE(loaded.ok()) << name;
  if (!loaded.ok()) return out;
  out.file = std::make_shared<const LoadedFile>(*std::move(loaded));
  out.map = makeByteMap(out.file);
  out.add(out.map->root());
  return out;
}
bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

TEST(ByteMapObjects, RangesOfEveryContainerNestInOrder) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(RELAXSCOPE_TEST_DATA "/containers")) {
    SCOPED_TRACE(entry.path().string());
    if (!loadFile(entry.path().string()).ok()) continue;
    const Mapped mapped = mapOf(entry.path().filename().string());
    EXPECT_GT(mapped.nodes.size(), 1u);
    ++files;
  }
  EXPECT_GT(files, 30u);
}

TEST(ByteMapObjects, MachOLibrary) {
  for (const char* name : {"mach_o_x86.dylib", "mach_o_arm64.dylib"}) {
    SCOPED_TRACE(name);
    const Mapped m = mapOf(name);
    const WordReader in(m.file->bytes);
    for (const char* part : {"Mach-O header", "load commands", "load command 0", "__TEXT", "__text", "__LINKEDIT",
                             "symbol table", "string table", "exports", "section header"})
      EXPECT_TRUE(m.has(part)) << part;
    EXPECT_EQ(m.nodes.at("load commands").size, in.u32(20));
    EXPECT_EQ(m.value("load commands"), std::to_string(in.u32(16)));
    EXPECT_EQ(m.value("load command 0"), "segment __TEXT");
    EXPECT_NE(m.text(m.nodes.at("string table")).find("___tvm_ffi_add"), std::string::npos);
    EXPECT_TRUE(contains(m.path(m.nodes.at("symbol table").offset), "__LINKEDIT"));
    ASSERT_TRUE(m.has("__tvm_ffi_add"));
    EXPECT_TRUE(contains(m.path(m.nodes.at("__tvm_ffi_add").offset), "__text"));
    const auto offset = m.map->offsetOf(FuncIndex(0));
    ASSERT_TRUE(offset);
    EXPECT_TRUE(contains(m.path(*offset), "__const"));
  }
}

TEST(ByteMapObjects, MachOObject) {
  const Mapped m = mapOf("mach_o_arm64.o");
  for (const char* part : {"Mach-O header", "load commands", "segment", "__text", "__const", "relocations",
                           "symbol table", "string table"})
    EXPECT_TRUE(m.has(part)) << part;
  EXPECT_EQ(m.value("Mach-O header"), "aarch64");
  EXPECT_TRUE(m.has("__tvm_ffi_add"));
}

TEST(ByteMapObjects, SlicesOfAFatFileAreMapped) {
  const Mapped m = mapOf("mach_o_fat.o");
  ASSERT_TRUE(m.has("x86-64"));
  ASSERT_TRUE(m.has("aarch64"));
  const ByteNode slice = m.nodes.at("aarch64");
  const std::vector<std::string> names = m.path(slice.offset);
  EXPECT_EQ(names.back(), "Mach-O header");
}

TEST(ByteMapObjects, CoffObjects) {
  for (const char* name : {"coff_x86.obj", "coff_i386.obj", "coff_arm64.obj", "coff_bigobj.obj"}) {
    SCOPED_TRACE(name);
    const Mapped m = mapOf(name);
    for (const char* part :
         {"COFF header", "section headers", "section header 1", ".text", "symbol table", "string table", "relocations"})
      EXPECT_TRUE(m.has(part)) << part;
    const ByteNode strings = m.nodes.at("string table");
    EXPECT_EQ(WordReader(m.file->bytes).u32(strings.offset), strings.size) << "it begins with its own size";
    EXPECT_EQ(strings.offset + strings.size, m.file->bytes.size());
    EXPECT_TRUE(m.has("__tvm_ffi_add")) << "a function ends where the next begins";
    EXPECT_EQ(m.value("section header 1"), ".text");
  }
}

TEST(ByteMapObjects, PeLibrary) {
  const Mapped m = mapOf("pe_x86.dll");
  for (const char* part : {"DOS header", "PE signature", "COFF header", "optional header", "section headers", ".text",
                           ".rdata", "export table", "import table", "import addresses"})
    EXPECT_TRUE(m.has(part)) << part;
  EXPECT_EQ(m.text(m.nodes.at("PE signature")), std::string("PE\0\0", 4));
  EXPECT_NE(m.text(m.nodes.at("export table")).find("__tvm_ffi_add"), std::string::npos);
  EXPECT_TRUE(contains(m.path(m.nodes.at("export table").offset), ".rdata"));
  EXPECT_TRUE(m.has("__tvm_ffi_add"));
}

TEST(ByteMapObjects, ElfOfBothWidthsAndOrders) {
  for (const char* name : {"elf64_x86.so", "elf32_i386.so", "elf32_mips_big.so", "elf64_ppc_big.so",
                           "elf64_s390x_big.o", "elf32_riscv.o"}) {
    SCOPED_TRACE(name);
    const Mapped m = mapOf(name);
    for (const char* part : {"ELF header", "section headers", "section header 1", ".text", ".strtab"})
      EXPECT_TRUE(m.has(part)) << part;
    EXPECT_EQ(m.value("ELF header"), m.file->library->object.machineName);
    EXPECT_EQ(m.value(".strtab"), "string table");
    if (std::string(name) == "elf64_ppc_big.so") continue;  // its functions are named by descriptors
    ASSERT_TRUE(m.has("__tvm_ffi_add"));
    EXPECT_TRUE(contains(m.path(m.nodes.at("__tvm_ffi_add").offset), ".text"));
  }
}

TEST(ByteMapObjects, MembersOfAnArchiveAreMappedOneByOne) {
  const Mapped m = mapOf("objects_ustar.tar");
  size_t headers = 0;
  for (uint64_t i = 0; i < m.map->root().children; ++i) {
    const ByteNode member = m.map->child(m.map->root(), i);
    EXPECT_EQ(m.path(member.offset).back(), "ELF header");
    ++headers;
  }
  EXPECT_EQ(headers, 2u);
}

TEST(ByteMapObjects, WrongHeadersShowWhatIsThere) {
  auto loaded = loadFile(RELAXSCOPE_TEST_DATA "/containers/mach_o_x86.dylib");
  ASSERT_TRUE(loaded.ok());
  std::vector<uint8_t> bytes(loaded->bytes.span().begin(), loaded->bytes.span().end());
  // The library reader's findings stay unchanged; only the map reads these bytes.
  auto file = std::make_shared<LoadedFile>(*std::move(loaded));
  for (size_t at = 0; at < 2000; at += 3) {
    std::vector<uint8_t> changed = bytes;
    changed[at] ^= 0xff;
    file->bytes = Bytes::own(changed);
    Mapped m{file, makeByteMap(file), {}, 0};
    ASSERT_NO_FATAL_FAILURE(m.add(m.map->root())) << at;
    EXPECT_LE(m.leaves, bytes.size());
  }
}

}  // namespace
}  // namespace relaxscope
