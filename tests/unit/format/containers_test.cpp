// SPDX-License-Identifier: Apache-2.0
// One small model in every container, byte order and era (tests/data/containers, made by make.py there with clang and
// lld): all of them open with the same content.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "vmcore/format/library/blob_writer.h"
#include "vmcore/format/library/library_reader.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

std::string path(const std::string& name) { return std::string(RELAXSCOPE_TEST_DATA) + "/" + name; }

LoadedFile loadContainer(const std::string& name) {
  auto file = loadFile(path("containers/" + name));
  EXPECT_TRUE(file.ok()) << name << ": " << file.error().text();
  return file.ok() ? *std::move(file) : LoadedFile{};
}

struct Case {
  const char* file;
  const char* says;  ///< expected containerText
  LibraryEra era = LibraryEra::From022;
  const char* blobSymbol = "__tvm_ffi__library_bin";
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.file; }

constexpr Case kCases[] = {
    {"elf64_x86.so", "shared library, x86-64"},
    {"elf64_no_sections.so", "shared library, x86-64"},
    {"elf32_i386.so", "shared library, i386, 32-bit"},
    {"elf32_arm.so", "shared library, arm, 32-bit"},
    {"elf32_mips_big.so", "shared library, mips, 32-bit big-endian"},
    {"elf32_ppc_big.so", "shared library, ppc, 32-bit big-endian"},
    {"elf32_ppc_big.o", "object file, ppc, 32-bit big-endian"},
    {"elf64_ppc_big.so", "shared library, ppc64, big-endian"},
    {"elf64_s390x_big.o", "object file, s390x, big-endian"},
    {"elf32_riscv.o", "object file, riscv32, 32-bit"},
    {"elf64_aarch64.o", "object file, aarch64"},
    {"mach_o_x86.o", "Mach-O object file, x86-64"},
    {"mach_o_i386.o", "Mach-O object file, i386, 32-bit"},
    {"mach_o_arm64.o", "Mach-O object file, aarch64"},
    {"mach_o_x86.dylib", "Mach-O shared library, x86-64"},
    {"mach_o_arm64.dylib", "Mach-O shared library, aarch64"},
    {"mach_o_fat.o", "fat Mach-O: Mach-O object file, x86-64"},
    {"coff_x86.obj", "PE/COFF object file, x86-64"},
    {"coff_i386.obj", "PE/COFF object file, i386, 32-bit"},
    {"coff_arm64.obj", "PE/COFF object file, aarch64"},
    {"coff_bigobj.obj", "PE/COFF object file, x86-64"},
    {"pe_x86.dll", "PE/COFF shared library, x86-64"},
    {"objects_ustar.tar", "tar archive: object file, x86-64"},
    {"objects_gnu.tar", "tar archive: object file, x86-64"},
    {"objects_pax.tar", "tar archive: object file, x86-64"},
    {"objects_gzip.tar", "tar archive: object file, x86-64"},
    {"objects.a", "ar archive: object file, x86-64"},
    {"objects_bsd.a", "ar archive: object file, x86-64"},
    {"sources.tar", "tar archive: C source"},
    {"unnamed_blob.so", "shared library, x86-64", LibraryEra::From022, ""},
    {"era_021.so", "shared library, x86-64", LibraryEra::Tvm021, "__tvm_ffi_library_bin"},
    {"era_020.so", "shared library, x86-64", LibraryEra::UpTo020, "__tvm_dev_mblob"},
    {"era_019.so", "shared library, x86-64", LibraryEra::UpTo020, "__tvm_dev_mblob"},
    {"era_019_no_tree.so", "shared library, x86-64", LibraryEra::UpTo020, "__tvm_dev_mblob"},
    {"unnamed_old_blob.so", "shared library, x86-64", LibraryEra::UpTo020, ""},
};

class Containers : public ::testing::TestWithParam<Case> {};

TEST_P(Containers, HoldTheSameModel) {
  const LoadedFile file = loadContainer(GetParam().file);
  ASSERT_TRUE(file.library);
  EXPECT_EQ(file.containerText(), GetParam().says);
  const Library& library = *file.library;
  EXPECT_EQ(library.era, GetParam().era);
  EXPECT_EQ(library.blobSymbol, GetParam().blobSymbol);
  const auto alone = loadFile(path("relax/fib.bin"));
  ASSERT_TRUE(alone.ok());
  ASSERT_EQ(file.executable->functions.size(), alone->executable->functions.size());
  EXPECT_EQ(file.executable->code.words, alone->executable->code.words);
  std::vector<std::string> kernels;
  for (const LibraryModule& module : library.modules)
    if (const auto* host = std::get_if<HostModule>(&module.decoded)) kernels = host->kernels;
  EXPECT_EQ(kernels, (std::vector<std::string>{"add", "sub"}));
}

TEST_P(Containers, NameThePlaceOfTheExecutable) {
  const LoadedFile file = loadContainer(GetParam().file);
  if (file.library->blobInText) return;
  const Bytes magic = file.bytes.slice(file.executableOffset, 4);
  EXPECT_EQ(magic, Bytes::own({0x1e, 0x15, 0x14, 0x42})) << file.executableOffset;
}

TEST_P(Containers, NameSlotsAndNeeds) {
  const LoadedFile file = loadContainer(GetParam().file);
  if (file.library->object.format == ObjectFormat::CSource) return;
  if (GetParam().era == LibraryEra::From022) {
    EXPECT_EQ(file.library->contextSlots, std::vector<std::string>{"__TVMFFIFunctionCall"});
    EXPECT_EQ(file.library->undefinedSymbols, std::vector<std::string>{"TVMFFIErrorSetRaisedFromCStrParts"});
  } else {
    EXPECT_EQ(file.library->contextSlots, std::vector<std::string>{"__TVMFuncCall"});
  }
}

TEST_P(Containers, AreWrittenAsTheyWereRead) {
  const LoadedFile file = loadContainer(GetParam().file);
  const auto written = writeLibraryBlob(*file.library);
  ASSERT_TRUE(written.ok()) << written.error().text();
  EXPECT_EQ(written->size(), file.library->blobSize);
  if (!file.library->blobInText) {
    EXPECT_EQ(Bytes::own(*written), file.bytes.slice(file.library->blobOffset, file.library->blobSize));
  }
}

TEST_P(Containers, SurviveTheLossOfTheirEnd) {
  std::ifstream in(path("containers/") + GetParam().file, std::ios::binary);
  const std::vector<uint8_t> whole{std::istreambuf_iterator<char>(in), {}};
  ASSERT_FALSE(whole.empty());
  const size_t step = std::max<size_t>(1, whole.size() / 400);
  for (size_t length = 0; length < whole.size(); length += step) {
    const auto file =
        loadBytes(Bytes::own({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)}), "cut");
    if (!file.ok()) { EXPECT_FALSE(file.error().message.empty()); }
  }
}

std::string nameOf(const ::testing::TestParamInfo<Case>& info) {
  std::string name = info.param.file;
  for (char& c : name)
    if (c == '.') c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, Containers, ::testing::ValuesIn(kCases), nameOf);

TEST(ContainerFiles, FindingByContentIsAnError) {
  const LoadedFile file = loadContainer("unnamed_blob.so");
  ASSERT_EQ(file.notes.count(Severity::Error), 1u);
  EXPECT_EQ(file.notes.all()[0].rule, "module-symbol");
}

TEST(ContainerFiles, CompressionIsSaid) {
  const LoadedFile file = loadContainer("objects_gzip.tar");
  ASSERT_EQ(file.notes.count(Severity::Info), 1u);
  EXPECT_EQ(file.notes.all()[0].rule, "compressed");
}

TEST(ContainerFiles, ArchivesListTheirMembers) {
  const LoadedFile file = loadContainer("objects_gnu.tar");
  ASSERT_EQ(file.library->members.size(), 2u);
  EXPECT_EQ(file.library->members[0].name, "lib0.o");
  EXPECT_FALSE(file.library->members[0].hasBlob);
  EXPECT_TRUE(file.library->members[1].hasBlob);
  EXPECT_EQ(file.library->members[1].what, "object file, x86-64");
  // The slot is defined in one member and used in the other, so it is not undefined in the whole.
  for (const ObjectSymbol& symbol : file.library->object.symbols)
    EXPECT_TRUE(symbol.defined || symbol.name != "__tvm_ffi_add");
}

TEST(ContainerFiles, LongNamesOfMembersAreWhole) {
  for (const char* name : {"long_name_gnu.tar", "long_name_pax.tar"}) {
    const LoadedFile file = loadContainer(name);
    ASSERT_EQ(file.library->members.size(), 1u);
    EXPECT_EQ(file.library->members[0].name.size(), 12 * 15 + 2u);
  }
  for (const char* name : {"objects.a", "objects_bsd.a"}) {
    const LoadedFile file = loadContainer(name);
    ASSERT_EQ(file.library->members.size(), 2u);
    EXPECT_EQ(file.library->members[1].name.size(), 12 * 15 + 2u) << file.library->members[1].name;
  }
}

TEST(ContainerFiles, ALibraryWithoutATreeImportsWhatItLists) {
  const LoadedFile file = loadContainer("era_019_no_tree.so");
  ASSERT_EQ(file.library->modules.size(), 2u);
  EXPECT_TRUE(file.library->modules[0].implied);
  EXPECT_EQ(file.library->modules[0].children, std::vector<ModuleIndex>{ModuleIndex(1)});
}

TEST(ContainerFiles, NeededLibrariesAreListed) {
  EXPECT_EQ(loadContainer("pe_x86.dll").library->object.needed, std::vector<std::string>{"tvm_ffi.dll"});
}

TEST(ContainerFiles, AnExecutableCanBeReplaced) {
  for (const char* name : {"elf64_x86.so", "era_021.so", "era_019.so"}) {
    const LoadedFile file = loadContainer(name);
    const auto other = loadFile(path("relax/mlp_dyn.bin"));
    ASSERT_TRUE(other.ok());
    const auto blob = blobWithExecutable(*file.library, BytePieces(other->bytes));
    ASSERT_TRUE(blob.ok()) << blob.error().text();
    const ModuleIndex holder = executableModule(*file.library);
    const Bytes payload = Bytes::own(executablePayload(file.library->era, BytePieces(other->bytes)).bytes());
    EXPECT_EQ(payload.size(), other->bytes.size() + (file.library->era == LibraryEra::From022 ? 0 : 8));
    EXPECT_EQ(payload.slice(payload.size() - other->bytes.size(), payload.size()), other->bytes);
    EXPECT_NE(Bytes::own(blob->bytes()).text().find(payload.text()), std::string_view::npos);
    EXPECT_EQ(blob->size(),
              file.library->blobSize - file.library->modules[holder.at()].payload.size() + payload.size());
  }
}

}  // namespace
}  // namespace relaxscope
