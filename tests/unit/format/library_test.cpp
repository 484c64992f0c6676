// SPDX-License-Identifier: Apache-2.0
// ELF and library readers: vectors of TVM's blobs, synthetic libraries, damaged ones.
#include "vmcore/format/library/library_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "tests/support/elf_builder.h"
#include "tests/support/vectors.h"
#include "tests/unit/format/checks.h"

namespace relaxscope {
namespace {

using test::contains;

using test::bytesFromHex;
using test::ElfBuilder;

Library readLibraryOk(const ElfBuilder& builder) {
  auto library = readLibrary(Bytes::own(builder.build()));
  EXPECT_TRUE(library.ok()) << library.error().text();
  return library.ok() ? *std::move(library) : Library{};
}
std::string libraryError(const std::vector<uint8_t>& bytes) {
  const auto library = readLibrary(Bytes::own(bytes));
  return library.ok() ? "no error" : library.error().text();
}
/// The usual module tree of a CPU model.
ElfBuilder cpuModel() {
  ElfBuilder builder;
  builder.modules = {{"relax.VMExecutable", test::fromHex(test::kAddHex), {1}}, {"_lib", {}, {}}};
  builder.symbols = {{"__tvm_ffi_add", 0x12, 64, true},
                     {"__tvm_ffi___vmtir__main", 0x12, 64, true},
                     {"__tvm_ffi__metadata_add", 0x12, 8, true},
                     {"__tvm_ffi_main", 0x22, 8, true},
                     {"__TVMFFIFunctionCall", 0x21, 8, true},
                     {"TVMFFIErrorSetRaisedFromCStrParts", 0x10, 0, false},
                     {"malloc", 0x10, 0, false},
                     {"__tvm_ffi__library_ctx", 0x21, 8, true}};
  return builder;
}

TEST(LibraryReader, ReadsModulesSymbolsAndSlots) {
  for (const bool gnuHash : {false, true})
    for (const bool sectionsOnly : {false, true}) {
      ElfBuilder builder = cpuModel();
      builder.gnuHash = gnuHash;
      builder.sectionsOnly = sectionsOnly;
      const Library library = readLibraryOk(builder);
      EXPECT_EQ(library.object.machineName, "x86-64");
      ASSERT_EQ(library.modules.size(), 2u);
      EXPECT_EQ(library.modules[0].kind, "relax.VMExecutable");
      EXPECT_EQ(library.modules[0].payload, bytesFromHex(test::kAddHex));
      EXPECT_EQ(library.modules[0].children, std::vector<ModuleIndex>{ModuleIndex(1)});
      const auto* host = std::get_if<HostModule>(&library.modules[1].decoded);
      ASSERT_NE(host, nullptr);
      EXPECT_EQ(host->kernels, (std::vector<std::string>{"__vmtir__main", "add", "main"}));
      EXPECT_EQ(library.contextSlots, std::vector<std::string>{"__TVMFFIFunctionCall"});
      EXPECT_EQ(library.undefinedSymbols, std::vector<std::string>{"TVMFFIErrorSetRaisedFromCStrParts"});
      EXPECT_EQ(library.blobSize, builder.blob().size());
    }
}

TEST(LibraryReader, ReadsLibrariesOfAnyCpu) {
  ElfBuilder builder = cpuModel();
  builder.machine = 183;
  EXPECT_EQ(readLibraryOk(builder).object.machineName, "aarch64");
  builder.machine = 12345;
  EXPECT_EQ(readLibraryOk(builder).object.machineName, "machine 12345");
}

TEST(LibraryReader, ReadsTheLoneExecutableThatTvmPacks) {
  // A complete blob from TVM 0.27: an empty executable without imports.
  const std::vector<uint8_t> want = test::fromHex(
      "7e00000000000000020000000000000000000000000000000000000000000000000000000000000012000000000000"
      "0072656c61782e564d45786563757461626c653c000000000000001e1514422fde25d20400000000000000302e3134"
      "00000000000000000000000000000000000000000000000000000000000000000000000000000000");
  ElfBuilder builder;
  builder.modules = {{"relax.VMExecutable", test::fromHex(test::kEmptyHex), {}}};
  ASSERT_EQ(builder.blob(), want);
  const Library library = readLibraryOk(builder);
  ASSERT_EQ(library.modules.size(), 1u);
  EXPECT_TRUE(library.modules[0].children.empty());
}

TEST(LibraryReader, AcceptsThePrefixOfSystemLibraries) {
  ElfBuilder builder = cpuModel();
  builder.blobName = "pre___tvm_ffi__library_bin";
  Library library = readLibraryOk(builder);
  EXPECT_EQ(library.modules.size(), 2u);
  EXPECT_EQ(library.systemPrefix, "pre_");
  EXPECT_TRUE(library.notes.empty());
  EXPECT_EQ(readLibraryOk(cpuModel()).systemPrefix, "");

  builder.symbols.push_back({"q___tvm_ffi__library_bin", 0x11, 64, true});
  for (const char* other : {"q_x_", "pre_x_"})
    builder.symbols.push_back({std::string(other) + "__tvm_ffi__library_bin", 0x11, 64, true});
  for (const char* kernel : {"pre_scale", "q_scale", "q_main", "q_x_main", "q", "pre_x_main"})
    builder.symbols.push_back({std::string("__tvm_ffi_") + kernel, 0x12, 64, true});
  library = readLibraryOk(builder);
  EXPECT_EQ(kernelNames(library.modules[1]),
            (std::vector<std::string>{"__vmtir__main", "add", "main", "pre_scale", "pre_x_main", "q"}))
      << "those of the other programs are not in it, unless they begin with its own prefix";
  ASSERT_EQ(library.notes.size(), 1u);
  EXPECT_EQ(library.notes[0], "the file holds 4 programs; that of symbol pre___tvm_ffi__library_bin is opened");
}

TEST(LibraryReader, KeepsAModuleItCannotDecode) {
  ElfBuilder builder = cpuModel();
  builder.modules = {{"relax.VMExecutable", test::fromHex(test::kAddHex), {1, 2}},
                     {"_lib", {}, {}},
                     {"cuda", {1, 2, 3}, {}},
                     {"strange", {9}, {}}};
  const Library library = readLibraryOk(builder);
  ASSERT_EQ(library.modules.size(), 4u);
  EXPECT_TRUE(contains(library.modules[2].note, "format needs 8 bytes"));
  EXPECT_EQ(library.modules[2].payload.size(), 3u);
  EXPECT_TRUE(library.modules[3].note.empty());
}

TEST(LibraryReader, ALibraryOfFunctionsAloneHasOneModule) {
  ElfBuilder builder = cpuModel();
  builder.withBlob = false;
  builder.modules.clear();
  const Library library = readLibraryOk(builder);
  ASSERT_EQ(library.modules.size(), 1u);
  EXPECT_TRUE(library.modules[0].implied);
  EXPECT_EQ(kernelNames(library.modules[0]), (std::vector<std::string>{"__vmtir__main", "add", "main"}));
  EXPECT_EQ(library.blobSize, 0u);
}

TEST(LibraryReader, SaysWhichLibrariesItCannotRead) {
  ElfBuilder builder = cpuModel();
  builder.withBlob = false;
  builder.modules.clear();
  builder.symbols.clear();
  EXPECT_TRUE(contains(libraryError(builder.build()), "no TVM modules"));
  std::vector<uint8_t> bytes = cpuModel().build();
  bytes[4] = 3;
  EXPECT_TRUE(contains(libraryError(bytes), "ELF class 3"));
  bytes = cpuModel().build();
  bytes[5] = 0;
  EXPECT_TRUE(contains(libraryError(bytes), "byte order 0"));
}

TEST(LibraryReader, RefusesInvalidImportTrees) {
  const struct {
    std::vector<std::vector<int64_t>> children;
    const char* says;
  } cases[] = {{{{1}, {0}}, "module 0 imports itself through others"},
               {{{0}, {}}, "module 0 imports module 0"},
               {{{2}, {}}, "module 0 imports module 2 of 2"},
               {{{-1}, {}}, "module 0 imports module -1"}};
  for (const auto& c : cases) {
    ElfBuilder builder;
    builder.modules = {{"relax.VMExecutable", {1}, c.children[0]}, {"other", {1}, c.children[1]}};
    EXPECT_TRUE(contains(libraryError(builder.build()), c.says)) << libraryError(builder.build());
  }
}

TEST(LibraryReader, AcceptsChildrenBeforeTheirParents) {
  ElfBuilder builder;
  builder.modules = {{"relax.VMExecutable", test::fromHex(test::kAddHex), {2}}, {"_lib", {}, {}}, {"other", {1}, {1}}};
  const Library library = readLibraryOk(builder);
  ASSERT_EQ(library.modules.size(), 3u);
  EXPECT_EQ(library.modules[2].children, std::vector<ModuleIndex>{ModuleIndex(1)});
}

TEST(LibraryReader, RefusesHostileRows) {
  ElfBuilder builder = cpuModel();
  const std::vector<uint8_t> blob = builder.blob();
  const std::vector<uint8_t> whole = builder.build();
  const auto at = std::search(whole.begin(), whole.end(), blob.begin(), blob.end()) - whole.begin();
  // The blob's own length, number of rows, the rows, number of children, the length of the kind and of the payload.
  for (const size_t word : {0, 1, 2, 3, 4, 5, 7})
    for (const uint64_t value : {uint64_t{1} << 20, uint64_t{1} << 40, uint64_t{1} << 61, ~uint64_t{0}}) {
      std::vector<uint8_t> bytes = whole;
      std::memcpy(bytes.data() + at + static_cast<std::ptrdiff_t>(word * 8), &value, 8);
      EXPECT_NE(libraryError(bytes), "no error") << "word " << word << " value " << value;
    }
}

TEST(LibraryReader, SurvivesEveryTruncationAndEveryByte) {
  const std::vector<uint8_t> whole = cpuModel().build();
  for (size_t length = 0; length < whole.size(); ++length)
    (void)readLibrary(Bytes::own({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)}));
  for (size_t i = 0; i < whole.size(); ++i)
    for (const uint8_t value : {0, 1, 0x7F, 0xFF}) {
      std::vector<uint8_t> bytes = whole;
      bytes[i] = value;
      const auto library = readLibrary(Bytes::own(bytes));
      if (!library.ok()) continue;
      EXPECT_FALSE(library->modules.empty());
    }
}

TEST(LibraryReader, SymbolNamesThatShareBytesAreBounded) {
  ElfBuilder builder = cpuModel();
  builder.symbols.assign(2000, {std::string(), 0x12, 0, true});
  builder.symbols.push_back({std::string(100'000, 'x'), 0x12, 0, true});
  std::vector<uint8_t> bytes = builder.build();
  // Every symbol gets the long name; together they would take 200 MB.
  uint32_t longName;
  std::memcpy(&longName, bytes.data() + 64 + 2 * 56 + 2001 * 24, 4);
  for (size_t i = 1; i <= 2000; ++i) std::memcpy(bytes.data() + 64 + 2 * 56 + i * 24, &longName, 4);
  EXPECT_TRUE(contains(libraryError(bytes), "overlap")) << libraryError(bytes);
}

}  // namespace
}  // namespace relaxscope
