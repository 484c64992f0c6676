// SPDX-License-Identifier: Apache-2.0
// Packing executables into libraries: every class and byte order, repeated packing, and refusals.
#include "vmcore/format/library/pack.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "tests/support/scratch_folder.h"
#include "tests/support/shared_library_builder.h"
#include "vmcore/base/bytes/byte_writer.h"
#include "vmcore/base/bytes/word_reader.h"
#include "vmcore/format/json/json_form.h"
#include "vmcore/format/library/library_reader.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/builder.h"

namespace relaxscope {
namespace {

using test::SharedLibraryBuilder;
using Buffer = std::vector<uint8_t>;

/// A program whose one string has `length` bytes.
Executable programOf(size_t length, Variant variant = Variant::R5) {
  ExecutableBuilder b(variant);
  b.beginFunction("main", {"x"});
  b.emitCall("add", {b.r(0), b.c(b.addConstant(StringConstant{std::string(length, 'c')}))}, 1);
  b.emitRet(1);
  Executable made = b.finish();
  made.outerPrefix = false;
  setByteOffsets(made);
  return made;
}
const Buffer kCuda{1, 2, 3};
SharedLibraryBuilder libraryOf(const Executable& executable) {
  SharedLibraryBuilder builder;
  builder.content =
      test::blobOf({{"relax.VMExecutable", writeVmExecutable(executable)}, {"_lib", {}}, {"of_another_maker", kCuda}});
  return builder;
}
Buffer packed(const Buffer& library, const Executable& executable, DataPlace want) {
  const auto result = packLibrary(Bytes::own(library), executable);
  EXPECT_TRUE(result.ok()) << result.error().text();
  if (!result.ok()) return {};
  EXPECT_EQ(static_cast<int>(result->place), static_cast<int>(want));
  const Buffer bytes = result->edit.bytes();
  EXPECT_EQ(bytes.size(), result->edit.size());
  return bytes;
}
std::string packError(const Buffer& library, const Executable& executable, const PackOptions& options = {}) {
  const auto result = packLibrary(Bytes::own(library), executable, options);
  return result.ok() ? "no error" : result.error().text();
}
/// Checks that the library reads back with this program and everything else unchanged.
void expectHolds(const Buffer& bytes, const Executable& executable) {
  const auto file = loadBytes(Bytes::own(bytes), "new.so");
  ASSERT_TRUE(file.ok()) << file.error().text();
  EXPECT_EQ(writeVmExecutable(*file->executable), writeVmExecutable(executable));
  const Library& library = *file->library;
  ASSERT_EQ(library.modules.size(), 3u);
  EXPECT_EQ(library.modules[0].children, (std::vector<ModuleIndex>{ModuleIndex(1), ModuleIndex(2)}));
  EXPECT_EQ(library.modules[2].payload, Bytes::own(kCuda));
  EXPECT_EQ(kernelNames(library.modules[1]), std::vector<std::string>{"add"});
}
bool holdsText(const Buffer& bytes, std::string_view text) {
  return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()).find(text) !=
         std::string_view::npos;
}

/// Every kind of file that the builder supports.
std::vector<SharedLibraryBuilder> allKinds(const Executable& executable) {
  std::vector<SharedLibraryBuilder> kinds;
  for (int bits = 0; bits < 32; ++bits) {
    SharedLibraryBuilder builder = libraryOf(executable);
    builder.wide = (bits & 1) == 0;
    builder.bigEndian = (bits & 2) != 0;
    builder.sections = (bits & 4) == 0;
    builder.headersSegment = (bits & 8) != 0;
    builder.tablesLast = (bits & 16) == 0;
    if (builder.sections || builder.tablesLast) kinds.push_back(builder);
  }
  return kinds;
}

TEST(LibraryPack, WhatFitsGoesInPlace) {
  for (const SharedLibraryBuilder& kind : allKinds(programOf(200))) {
    const Buffer old = kind.build(), now = packed(old, programOf(20), DataPlace::Same);
    EXPECT_EQ(now.size(), old.size());
    expectHolds(now, programOf(20));
    EXPECT_FALSE(holdsText(now, std::string(100, 'c'))) << "nothing of the old content is left";
  }
}

TEST(LibraryPack, OnlyTheBlobsOwnBytesAreWrittenInPlace) {
  // The part of a symbol beyond its blob may belong to others.
  SharedLibraryBuilder builder = libraryOf(programOf(20));
  builder.room = builder.content.size() + 1000;
  expectHolds(packed(builder.build(), programOf(500), DataPlace::Appended), programOf(500));
  expectHolds(packed(builder.build(), programOf(10), DataPlace::Same), programOf(10));
}

TEST(LibraryPack, TheSameProgramGivesTheSameFile) {
  for (const SharedLibraryBuilder& kind : allKinds(programOf(50)))
    EXPECT_EQ(packed(kind.build(), programOf(50), DataPlace::Same), kind.build());
}

TEST(LibraryPack, WhatIsLargerGetsASegment) {
  for (const SharedLibraryBuilder& kind : allKinds(programOf(20))) {
    const Buffer now = packed(kind.build(), programOf(5000), DataPlace::Appended);
    expectHolds(now, programOf(5000));
    EXPECT_FALSE(holdsText(now, std::string(1, '\0') + std::string(20, 'c') + std::string(1, '\0')))
        << "the old content is zeros";
  }
}

TEST(LibraryPack, ASegmentIsUsedAgain) {
  for (const SharedLibraryBuilder& kind : allKinds(programOf(20))) {
    const Buffer first = packed(kind.build(), programOf(5000), DataPlace::Appended);
    Buffer now = first;
    for (const size_t length : {9000, 10, 7777, 5001, 5000}) {
      now = packed(now, programOf(length), DataPlace::Renewed);
      expectHolds(now, programOf(length));
    }
    EXPECT_EQ(now, first) << "the way to a program leaves no trace";
  }
}

TEST(LibraryPack, SegmentsKeepTheRulesOfLoaders) {
  for (const SharedLibraryBuilder& kind : allKinds(programOf(20))) {
    if (!kind.wide || kind.bigEndian) continue;
    const Buffer now = packed(kind.build(), programOf(5000), DataPlace::Appended);
    const WordReader in(Bytes::own(now));
    const uint64_t table = in.u64(32), count = in.u16(56);
    uint64_t address = 0, loads = 0;
    bool tableLoaded = false;
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t at = table + i * 56, offset = in.u64(at + 8), vaddr = in.u64(at + 16), size = in.u64(at + 32);
      if (in.u32(at) == 6) {
        EXPECT_EQ(offset, table);
        EXPECT_EQ(size, count * 56);
        EXPECT_EQ(loads, 0u) << "PT_PHDR precedes the segments that are loaded";
      }
      if (in.u32(at) != 1) continue;
      ++loads;
      EXPECT_GE(vaddr, address) << "loaded segments ascend";
      address = vaddr + in.u64(at + 40);
      EXPECT_EQ(offset % in.u64(at + 48), vaddr % in.u64(at + 48));
      EXPECT_LE(offset + size, now.size());
      tableLoaded = tableLoaded || (offset <= table && table + count * 56 <= offset + size);
    }
    EXPECT_EQ(loads, 3u);
    EXPECT_TRUE(tableLoaded);
  }
}

/// Errors and warnings in the output of readelf -a.
std::string complaintsOf(const Buffer& bytes, const test::ScratchFolder& folder) {
  const std::string file = folder.write("library.so", bytes), log = folder.file("log");
  if (std::system(("LC_ALL=C readelf -aW '" + file + "' > '" + log + "' 2>&1").c_str()) != 0) return "readelf failed";
  std::ifstream in(log);
  std::string line, complaints;
  while (std::getline(in, line))
    if (line.find("arning") != std::string::npos || line.find("rror") != std::string::npos) complaints += line + "\n";
  return complaints;
}

TEST(LibraryPack, ReadelfFindsNothingWrong) {
  if (std::system("readelf --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no readelf here";
  const test::ScratchFolder folder;
  for (const SharedLibraryBuilder& kind : allKinds(programOf(20))) {
    EXPECT_EQ(complaintsOf(kind.build(), folder), "") << "the builder's own file";
    const Buffer first = packed(kind.build(), programOf(5000), DataPlace::Appended);
    EXPECT_EQ(complaintsOf(first, folder), "");
    EXPECT_EQ(complaintsOf(packed(first, programOf(9), DataPlace::Renewed), folder), "");
  }
}

TEST(LibraryPack, TakesTheVariantOfTheLibrary) {
  const Executable old = programOf(20, Variant::R4);
  const auto result = packLibrary(Bytes::own(libraryOf(old).build()), programOf(10));
  ASSERT_TRUE(result.ok()) << result.error().text();
  EXPECT_EQ(result->variant, Variant::R4);
  expectHolds(result->edit.bytes(), programOf(10, Variant::R4));
  const auto packed = packLibrary(Bytes::own(libraryOf(old).build()), programOf(10), {Variant::R5});
  ASSERT_TRUE(packed.ok()) << packed.error().text();
  expectHolds(packed->edit.bytes(), programOf(10));
}

/// A blob of TVM 0.20: no lengths except the executable's own, the import tree last.
Buffer oldBlobOf(const Executable& executable) {
  Executable wrapped = executable;
  wrapped.outerPrefix = true;
  ByteWriter body;
  body.write<uint64_t>(3);
  body.writeString("relax.Executable");
  body.writeBytes(writeVmExecutable(wrapped));
  body.writeString("_lib");
  body.writeString("_import_tree");
  body.writeI64Vector(std::vector<int64_t>{0, 1, 1});
  body.writeI64Vector(std::vector<int64_t>{1});
  ByteWriter out;
  out.writeString({reinterpret_cast<const char*>(body.buffer().data()), body.size()});
  return out.take();
}

TEST(LibraryPack, KnowsTheLibrariesOfOlderReleases) {
  for (const bool wide : {true, false}) {
    SharedLibraryBuilder builder;
    builder.wide = wide;
    builder.symbol = "__tvm_dev_mblob";
    builder.content = oldBlobOf(programOf(20, Variant::R2));
    Buffer now = builder.build();
    for (const size_t length : {20, 10, 5000, 6000}) {
      const auto result = packLibrary(Bytes::own(now), programOf(length));
      ASSERT_TRUE(result.ok()) << result.error().text();
      EXPECT_EQ(result->variant, Variant::R2);
      now = result->edit.bytes();
      const auto file = loadBytes(Bytes::own(now), "old.so");
      ASSERT_TRUE(file.ok()) << file.error().text();
      EXPECT_EQ(static_cast<int>(file->library->era), static_cast<int>(LibraryEra::UpTo020));
      EXPECT_EQ(file->executable->variant, Variant::R2);
      EXPECT_EQ(std::get<StringConstant>(file->executable->constants[0].value).text.size(), length);
      ASSERT_EQ(file->library->modules.size(), 2u);
      EXPECT_EQ(file->library->modules[1].kind, "_lib");
    }
  }
}

TEST(LibraryPack, RefusesAnExecutableWithoutItsData) {
  Executable hollow = programOf(10);
  TensorConstant tensor;
  tensor.dtype = {2, 32, 1};
  tensor.shape = {2, 3};
  hollow.constants.push_back({tensor, 0});
  hollow.tensorDataOmitted = true;
  const std::string want = "constant 1: the data of f32[2, 3] is not stored in a profile; open the original file";
  EXPECT_EQ(packError(libraryOf(programOf(10)).build(), hollow), want);
  const auto json = writeJsonForm(hollow, "", [](std::string_view) { return true; });
  ASSERT_FALSE(json.ok());
  EXPECT_EQ(json.error().message, want);
  EXPECT_FALSE(checkConstantsKnown(hollow).ok());
  hollow.constants.pop_back();
  EXPECT_TRUE(checkConstantsKnown(hollow).ok()) << "nothing is missing where there is no tensor";
}

TEST(LibraryPack, NamesWhatTheVariantCannotHold) {
  const Buffer r4 = libraryOf(programOf(20, Variant::R4)).build();
  Executable scoped = programOf(10);
  scoped.memoryScopes.push_back({0, "global.texture"});
  EXPECT_EQ(packError(r4, scoped), "memory scope \"global.texture\" of constant 0: R4 (TVM 0.22) has no memory scopes");
  Executable floats = programOf(10);
  floats.constants.push_back({FloatConstant{2.5}, 0});
  EXPECT_EQ(packError(r4, floats, {Variant::R1}),
            "constant 1 (2.5): R1 (TVM unity, July to August 2023) cannot hold a constant of kind float");
}

TEST(LibraryPack, RefusesWhatItCannotEdit) {
  const Executable small = programOf(20), large = programOf(5000);
  SharedLibraryBuilder builder = libraryOf(small);
  builder.interpreter = true;
  EXPECT_NE(packError(builder.build(), large).find("a program, whose new content"), std::string::npos)
      << packError(builder.build(), large);
  EXPECT_EQ(packError(builder.build(), small), "no error");
  builder = libraryOf(small);
  builder.symbol = "pre___tvm_ffi__library_bin";
  EXPECT_NE(packError(builder.build(), large).find("a system library (pre___tvm_ffi__library_bin)"), std::string::npos)
      << packError(builder.build(), large);
  EXPECT_EQ(packError(builder.build(), small), "no error");
  builder = libraryOf(small);
  builder.content = test::blobOf({{"cuda", kCuda}, {"_lib", {}}});
  EXPECT_NE(packError(builder.build(), small).find("holds no executable"), std::string::npos)
      << packError(builder.build(), small);
  EXPECT_NE(packError({'n', 'o', 't', 'h', 'i', 'n', 'g'}, small), "no error");
}

/// A library whose section headers are at its end, with `more` modified copies of the one of `.symtab`.
Buffer withSymbolSections(Buffer library, size_t more, uint64_t offset, uint64_t size) {
  const auto word = [&](size_t at) { return WordReader(Bytes::own(library)).u64(at); };
  const auto put = [&](Buffer& into, size_t at, uint64_t value, size_t width) {
    for (size_t i = 0; i < width; ++i) into[at + i] = static_cast<uint8_t>(value >> (8 * i));
  };
  constexpr size_t kSection = 64, kSymtab = 8;
  const size_t table = word(40), count = library[60];
  Buffer headers(library.begin() + static_cast<std::ptrdiff_t>(table),
                 library.begin() + static_cast<std::ptrdiff_t>(table + count * kSection));
  Buffer extra(headers.begin() + kSymtab * kSection, headers.begin() + (kSymtab + 1) * kSection);
  put(extra, 24, offset, 8);
  put(extra, 32, size, 8);
  for (size_t i = 0; i < more; ++i) headers.insert(headers.end(), extra.begin(), extra.end());
  put(library, 40, library.size(), 8);
  put(library, 60, count + more, 2);
  library.insert(library.end(), headers.begin(), headers.end());
  return library;
}

TEST(LibraryPack, SymbolTablesThatOverlapAreRefused) {
  const Executable program = programOf(10);
  const Buffer library = libraryOf(program).build();
  const std::string error = packError(withSymbolSections(library, 1000, 0, library.size()), program);
  EXPECT_NE(error.find("symbol tables overlap"), std::string::npos) << error;
}

TEST(LibraryPack, ASymbolThatIsDefinedAgainAndAgainIsRefused) {
  const Executable program = programOf(10);
  Buffer library = libraryOf(program).build();
  // A table with only that symbol, at the end of the file.
  const WordReader in(Bytes::own(library));
  const size_t symtab = in.u64(in.u64(40) + 8 * 64 + 24);
  const Buffer symbol(library.begin() + static_cast<std::ptrdiff_t>(symtab + 24),
                      library.begin() + static_cast<std::ptrdiff_t>(symtab + 48));
  library.resize((library.size() + 7) / 8 * 8);
  const size_t table = library.size();
  for (int i = 0; i < 1000; ++i) library.insert(library.end(), symbol.begin(), symbol.end());
  const std::string error = packError(withSymbolSections(library, 1, table, 24'000), program);
  EXPECT_NE(error.find("too many definitions"), std::string::npos) << error;
}

TEST(LibraryPack, RefusesAnExecutableThatCannotBeRead) {
  SharedLibraryBuilder builder = libraryOf(programOf(20));
  builder.content = test::blobOf({{"relax.VMExecutable", {1, 2, 3}}, {"_lib", {}}, {"of_another_maker", kCuda}});
  EXPECT_NE(packError(builder.build(), programOf(1)).find("so the variant to write is unknown"), std::string::npos);
  const auto packed = packLibrary(Bytes::own(builder.build()), programOf(1), {Variant::R5});
  ASSERT_TRUE(packed.ok()) << packed.error().text();
  expectHolds(packed->edit.bytes(), programOf(1));
}

TEST(LibraryPack, DamagedFilesEndWithAnErrorOrALibrary) {
  for (const bool wide : {true, false}) {
    SharedLibraryBuilder builder = libraryOf(programOf(1));
    builder.wide = wide;
    builder.headersSegment = true;
    const Buffer packedOnce = packed(builder.build(), programOf(40), DataPlace::Appended);
    for (const Buffer& whole : {builder.build(), packedOnce}) {
      for (size_t length = 0; length < whole.size(); length += 7)
        (void)packLibrary(Bytes::own(Buffer(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length))),
                          programOf(60));
      for (size_t i = 0; i < whole.size(); ++i)
        for (const uint8_t value : {0, 1, 0x7F, 0xFF}) {
          Buffer bytes = whole;
          bytes[i] = value;
          const auto result = packLibrary(Bytes::own(bytes), programOf(60));
          if (!result.ok()) continue;
          EXPECT_EQ(result->edit.bytes().size(), result->edit.size());
          EXPECT_LT(result->edit.size(), whole.size() + 8192);
        }
    }
  }
}

}  // namespace
}  // namespace relaxscope
