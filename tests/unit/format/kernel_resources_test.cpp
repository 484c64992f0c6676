// SPDX-License-Identifier: Apache-2.0
// What compiled kernels take: cubins, fat binaries and PTX made here, and damaged ones. Code of NVIDIA's own compiler:
// tests/unit/device/kernel_resources_test.cpp.
#include "vmcore/format/gpu/kernel_resources.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/cubin_builder.h"
#include "vmcore/base/bytes/word_reader.h"
#include "vmcore/export/json_tables.h"
#include "vmcore/format/gpu/cubin.h"
#include "vmcore/format/gpu/ptx.h"
#include "vmcore/model/listed_resources.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope {
namespace {

using test::CubinBuilder;
using test::CubinKernel;

CubinBuilder twoKernels() {
  CubinBuilder cubin;
  cubin.kernels = {{"tile", 20, 0, 0, 1280, 0x16c, {{128, 1, 1}}, {}},
                   {"spill", 40, 400, 416, 0, 0x16c, {}, {{16, 4, 2}}}};
  return cubin;
}
KernelResourceTable tableOf(const CubinBuilder& cubin) { return kernelResources("cubin", Bytes::own(cubin.build())); }
std::string noteOf(std::string_view content, std::vector<uint8_t> code) {
  const KernelResourceTable table = kernelResources(content, Bytes::own(std::move(code)));
  return table.notes.empty() ? "" : table.notes[0];
}
void patch(std::vector<uint8_t>& bytes, size_t at, uint64_t value, size_t width) {
  for (size_t i = 0; i < width; ++i) bytes.at(at + i) = static_cast<uint8_t>(value >> (8 * i));
}

TEST(KernelResources, OfACubin) {
  const KernelResourceTable table = tableOf(twoKernels());
  EXPECT_TRUE(table.notes.empty());
  ASSERT_EQ(table.rows.size(), 2u);
  const KernelResources& tile = table.rows[0];
  EXPECT_EQ(tile.kernel, "tile");
  EXPECT_EQ(tile.architecture, 80u);
  EXPECT_EQ(tile.registers, 20u);
  EXPECT_EQ(tile.sharedBytes, 1280u);
  EXPECT_EQ(tile.localBytes, 0u);
  EXPECT_EQ(tile.constantBytes, 364u);
  EXPECT_EQ(tile.maxThreads(), 128u);
  EXPECT_FALSE(tile.blockRequired);
  const KernelResources& spill = table.rows[1];
  EXPECT_EQ(spill.registers, 40u);
  EXPECT_EQ(spill.sharedBytes, 0u);
  EXPECT_EQ(spill.localBytes, 416u) << "its frame and those of called functions";
  EXPECT_EQ(spill.maxThreads(), 128u);
  EXPECT_TRUE(spill.blockRequired);
  EXPECT_EQ(table.byKernel().at("spill"), std::vector<const KernelResources*>{&spill});
}

TEST(KernelResources, OfAnOlderCubin) {
  CubinBuilder cubin = twoKernels();
  cubin.newAbi = false;
  cubin.registersInText = true;
  cubin.architecture = 75;
  const KernelResourceTable table = tableOf(cubin);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0].architecture, 75u);
  EXPECT_EQ(table.rows[0].registers, 20u);
  EXPECT_EQ(table.rows[1].registers, 40u);
}

TEST(KernelResources, WithoutWhatTheDriverReserves) {
  CubinBuilder cubin = twoKernels();
  cubin.architecture = 90;
  cubin.reservedShared = true;
  cubin.kernels[0].sharedBytes = 1024 + 1280;
  cubin.kernels[1].sharedBytes = 1024;
  const KernelResourceTable table = tableOf(cubin);
  EXPECT_EQ(table.rows.at(0).sharedBytes, 1280u);
  EXPECT_EQ(table.rows.at(1).sharedBytes, 0u);
}

TEST(KernelResources, AStackWithoutABoundIsUnknown) {
  CubinBuilder cubin = twoKernels();
  cubin.kernels[0].stackBytes = 0xffff'ffff;
  EXPECT_EQ(tableOf(cubin).rows.at(0).localBytes, std::nullopt);
}

TEST(KernelResources, SharedMemoryThatNoGpuHasIsUnknown) {
  CubinBuilder cubin = twoKernels();
  cubin.kernels[0].sharedBytes = ~uint64_t{0};
  EXPECT_EQ(tableOf(cubin).rows.at(0).sharedBytes, std::nullopt);
}

TEST(KernelResources, OfAFatBinary) {
  CubinBuilder other = twoKernels();
  other.architecture = 75;
  other.kernels[0].registers = 18;
  const std::string_view text = ".version 9.0\n.target sm_90\n.visible .entry tile()\n.maxntid 128\n{\nret;\n}\n";
  const std::vector<uint8_t> ptx(text.begin(), text.end());
  const std::vector<uint8_t> code = test::fatbinOf({{2, 80, 0x11, twoKernels().build()},
                                                    {2, 75, 0x11, other.build()},
                                                    {2, 100, 0x8011, {1, 2, 3}},
                                                    {1, 120, 0x2011, {1, 2, 3, 4}},
                                                    {64, 80, 0x11, {}},
                                                    {1, 90, 0x11, ptx}});
  const KernelResourceTable table = kernelResources("fatbin", Bytes::own(code));
  EXPECT_EQ(table.notes, (std::vector<std::string>{"the cubin for sm_100 is compressed (Zstandard)",
                                                   "the PTX for sm_120 is compressed (LZ4)"}));
  ASSERT_EQ(table.rows.size(), 5u);
  EXPECT_EQ(table.rows[0].registers, 20u);
  EXPECT_EQ(table.rows[2].architecture, 75u);
  EXPECT_EQ(table.rows[2].registers, 18u);
  EXPECT_EQ(table.rows[4].architecture, 90u);
  EXPECT_EQ(table.rows[4].registers, std::nullopt);
  EXPECT_EQ(table.byKernel().at("tile").size(), 3u);
  EXPECT_EQ(noteOf("fatbin", test::fatbinOf({{1, 90, 0x11, ptx}})),
            "registers, local memory and occupancy are known once the PTX is compiled");
}

TEST(KernelResources, ManyNotesHideNoFigures) {
  std::vector<test::FatbinImage> images(20, {2, 100, 0x8011, {1, 2, 3}});
  images.push_back({2, 80, 0x11, twoKernels().build()});
  const KernelResourceTable table = kernelResources("fatbin", Bytes::own(test::fatbinOf(images)));
  EXPECT_EQ(table.rows.size(), 2u) << "the cubin after the last note is read";
  EXPECT_EQ(table.notes, std::vector<std::string>(16, "the cubin for sm_100 is compressed (Zstandard)"));
  images.assign(20, {1, 100, 0x8011, {1, 2, 3}});
  images.push_back({2, 80, 0x11, twoKernels().build()});
  EXPECT_EQ(kernelResources("fatbin", Bytes::own(test::fatbinOf(images))).notes,
            std::vector<std::string>(16, "the PTX for sm_100 is compressed (Zstandard)"))
      << "compiled code follows";
}

TEST(KernelResources, OfAFatBinaryWithoutPtxWaitForNoCompiler) {
  EXPECT_EQ(noteOf("fatbin", test::fatbinOf({{64, 80, 0x11, {1, 2, 3}}})), "");
  EXPECT_EQ(noteOf("fatbin", test::fatbinOf({})), "");
}

TEST(KernelResources, AreBoundedForEachKernel) {
  std::string text = ".target sm_80\n";
  for (int i = 0; i < 100; ++i) text += ".entry k() { ret; }\n";
  const KernelResourceTable table = kernelResources("PTX", Bytes::own({text.begin(), text.end()}));
  EXPECT_EQ(table.rows.size(), 64u);
  EXPECT_EQ(table.notes,
            (std::vector<std::string>{"a kernel has more than 64 versions; the first 64 of each kernel are listed",
                                      "registers, local memory and occupancy are known once the PTX is compiled"}));
  const std::vector<test::FatbinImage> images(70, {2, 80, 0x11, twoKernels().build()});
  const KernelResourceTable fat = kernelResources("fatbin", Bytes::own(test::fatbinOf(images)));
  EXPECT_EQ(fat.rows.size(), 128u);
  EXPECT_EQ(fat.byKernel().at("spill").size(), 64u);
  EXPECT_EQ(fat.notes.size(), 1u);
}

/// A module that lists these names, with this code.
CodeModule moduleOf(const std::vector<const char*>& names, std::string_view content, std::vector<uint8_t> bytes) {
  CodeModule code;
  for (const char* name : names) code.kernels.emplace_back().name = name;
  code.resources = kernelResources(content, Bytes::own(std::move(bytes)));
  return code;
}

TEST(KernelResources, BelongToTheFirstListedKernelOfAName) {
  const CodeModule code = moduleOf({"spill", "other", "tile", "spill"}, "cubin", twoKernels().build());
  const ListedResources listed(code);
  ASSERT_EQ(listed.of(0).size(), 1u);
  EXPECT_EQ(listed.of(0)[0], &code.resources.rows[1]);
  EXPECT_TRUE(listed.of(1).empty());
  EXPECT_EQ(listed.of(2)[0], &code.resources.rows[0]);
  EXPECT_TRUE(listed.of(3).empty());
}

/// What `rscope modules --json` writes of the module.
std::string resourcesJson(CodeModule code) {
  LoadedFile file;
  LibraryModule& module = file.library.emplace().modules.emplace_back();
  module.kind = "cuda";
  module.decoded = std::move(code);
  std::string json;
  writeModulesJson(file, [&](std::string_view part) {
    json += part;
    return true;
  });
  return json;
}

TEST(KernelResources, AreInJsonOnceAndNullWhereUnknown) {
  const std::string_view text = ".entry k() { ret; }\n";
  const std::string json = resourcesJson(moduleOf({"k", "k"}, "PTX", {text.begin(), text.end()}));
  EXPECT_NE(json.find("\"architecture\": null, \"registers\": null"), std::string::npos) << json;
  const size_t first = json.find("\"resources\"");
  ASSERT_NE(first, std::string::npos) << json;
  EXPECT_EQ(json.find("\"resources\"", first + 1), std::string::npos) << json;
}

TEST(KernelResources, OfPtx) {
  const auto kernels = gpu::readPtx(R"(// .version in a comment
.version 9.0
.target sm_90a
.extern .shared .align 16 .b8 dyn[];
.global .align 4 .b8 text[4] = {0, 1, 2, 3};
.visible .entry first(
	.param .u64 first_param_0
)
.maxntid 64, 2, 1
.minnctapersm 4
{
	.shared .align 4 .b8 s[10]; /* } */
	{ .shared .v2 .f64 d[2][3]; }
	ld.shared.f32 	%f3, [%rd15];
}
.entry second() .reqntid 32 { .shared .b32 one, two; }
.entry declared();
)");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].kernel, "first");
  EXPECT_EQ(kernels[0].architecture, 90u);
  EXPECT_EQ(kernels[0].maxThreads(), 128u);
  EXPECT_FALSE(kernels[0].blockRequired);
  EXPECT_EQ(kernels[0].minBlocksPerSm, 4u);
  EXPECT_EQ(kernels[0].sharedBytes, 16u + 96u);
  EXPECT_EQ(kernels[0].registers, std::nullopt);
  EXPECT_EQ(kernels[0].localBytes, std::nullopt);
  EXPECT_EQ(kernels[1].maxThreads(), 32u);
  EXPECT_TRUE(kernels[1].blockRequired);
  EXPECT_EQ(kernels[1].sharedBytes, std::nullopt) << "a declaration of two variables is not read";
}

TEST(KernelResources, SharedMemoryOutsideOfKernelsIsUnknown) {
  const auto kernels = gpu::readPtx(".shared .b32 x;\n.entry k() { ret; }");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].sharedBytes, std::nullopt);
  EXPECT_TRUE(gpu::readPtx(".entry").empty());
  EXPECT_TRUE(gpu::readPtx("} } .entry k { {").size() <= 1);
  EXPECT_EQ(gpu::readPtx(".entry k() { .shared .b8 x[99999999999]; }").at(0).sharedBytes, std::nullopt);
}

TEST(KernelResources, OfSourceAreNotKnown) {
  EXPECT_EQ(noteOf("CUDA C++ source", {}),
            "registers, shared memory and occupancy are known once the source is compiled");
  EXPECT_EQ(noteOf("PTX", {}), "registers, local memory and occupancy are known once the PTX is compiled");
  EXPECT_EQ(noteOf("SPIR-V", {}), "");
}

TEST(KernelResources, DamagedCubinsHaveOneError) {
  const std::vector<uint8_t> good = twoKernels().build();
  const auto sectionsAt = static_cast<size_t>(WordReader(Bytes::own(good)).u64(40));
  const auto infoAt = static_cast<size_t>(WordReader(Bytes::own(good)).u64(sectionsAt + 4 * 64 + 24));
  const auto errorWith = [&](size_t at, uint64_t value, size_t width) {
    std::vector<uint8_t> bytes = good;
    patch(bytes, at, value, width);
    return noteOf("cubin", std::move(bytes));
  };
  const std::string begin = "the kernels' resources cannot be read: ";
  EXPECT_EQ(errorWith(18, 62, 2), begin + "the code is an ELF file for machine 62, not a cubin");
  EXPECT_EQ(errorWith(60, 0, 2), begin + "the cubin has no sections");
  EXPECT_EQ(errorWith(60, 0xffff, 2), begin + "the cubin's 65535 section headers at " + std::to_string(sectionsAt) +
                                          " lie outside its " + std::to_string(good.size()) + " bytes");
  EXPECT_EQ(errorWith(62, 99, 2), begin + "the cubin has no names of sections");
  EXPECT_EQ(errorWith(sectionsAt + 4 * 64 + 32, uint64_t{1} << 63, 8),
            begin + "section 4 of the cubin (9223372036854775808 bytes at " + std::to_string(infoAt) +
                ") ends beyond its " + std::to_string(good.size()) + " bytes")
      << "huge sizes are not added up";
  EXPECT_EQ(errorWith(sectionsAt + 5 * 64 + 24, 64, 8), begin + "sections 1 and 5 of the cubin overlap");
  EXPECT_EQ(errorWith(infoAt, 9, 1), begin + "attribute 0x2f of the cubin has the unknown format 9");
  EXPECT_EQ(errorWith(infoAt + 2, 0xffff, 2), begin + "attribute 0x2f of the cubin needs 65535 bytes, 68 left");
  EXPECT_EQ(errorWith(sectionsAt + 3 * 64 + 4, 1, 4), begin + "the cubin has no symbols");
  EXPECT_EQ(errorWith(sectionsAt + 3 * 64 + 40, 77, 4), begin + "the cubin's symbols have no names");
  std::vector<uint8_t> symbolsInFirst = good;
  patch(symbolsInFirst, sectionsAt + 4, 2, 4);
  patch(symbolsInFirst, sectionsAt + 24, uint64_t{1} << 62, 8);
  patch(symbolsInFirst, sectionsAt + 32, uint64_t{1} << 62, 8);
  patch(symbolsInFirst, sectionsAt + 40, 2, 4);
  EXPECT_EQ(noteOf("cubin", std::move(symbolsInFirst)),
            begin + "section 0 of the cubin (4611686018427387904 bytes at 4611686018427387904) ends beyond its " +
                std::to_string(good.size()) + " bytes");
}

TEST(KernelResources, NoBytesAreReadForTwoKernels) {
  const std::vector<uint8_t> good = twoKernels().build();
  const WordReader in(Bytes::own(good));
  const auto sectionsAt = static_cast<size_t>(in.u64(40));
  const std::string begin = "the kernels' resources cannot be read: ";
  std::vector<uint8_t> sameName = good;
  const auto symbolsAt = static_cast<size_t>(in.u64(sectionsAt + 3 * 64 + 24));
  patch(sameName, symbolsAt + 2 * 24, in.u32(symbolsAt + 24), 4);
  EXPECT_EQ(noteOf("cubin", std::move(sameName)), begin + "the cubin has two kernels tile");
  // The constants of the first kernel begin in front of the code of the second; type 0 does not hide that.
  std::vector<uint8_t> hidden = good;
  patch(hidden, sectionsAt + 8 * 64 + 4, 0, 4);
  patch(hidden, sectionsAt + 8 * 64 + 24, in.u64(sectionsAt + 9 * 64 + 24) - 4, 8);
  patch(hidden, sectionsAt + 8 * 64 + 32, 16, 8);
  EXPECT_EQ(noteOf("cubin", std::move(hidden)), begin + "sections 8 and 9 of the cubin overlap");
}

TEST(KernelResources, TruncatedCubinsAreErrors) {
  const std::vector<uint8_t> good = twoKernels().build();
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(noteOf("cubin", {good.begin(), good.begin() + static_cast<ptrdiff_t>(size)}), "") << size;
}

TEST(KernelResources, DamagedFatBinariesHaveOneError) {
  const std::vector<uint8_t> good = test::fatbinOf({{2, 80, 0x11, twoKernels().build()}});
  const auto errorWith = [&](size_t at, uint64_t value, size_t width) {
    std::vector<uint8_t> bytes = good;
    patch(bytes, at, value, width);
    return noteOf("fatbin", std::move(bytes));
  };
  const std::string begin = "the kernels' resources cannot be read: ", all = std::to_string(good.size());
  const std::string left = std::to_string(good.size() - 16);
  EXPECT_EQ(errorWith(0, 0, 4), begin + "no container of the fat binary begins here");
  EXPECT_EQ(errorWith(8, ~uint64_t{0}, 8),
            begin + "the fat binary's container of 18446744073709551615 bytes ends beyond its " + all + " bytes");
  EXPECT_EQ(errorWith(8, 30, 8), begin + "an entry of the fat binary needs 64 bytes, 30 left");
  EXPECT_EQ(errorWith(24, ~uint64_t{0}, 8),
            begin + "an entry of the fat binary needs 64 bytes and 18446744073709551615 of code, " + left + " left");
  EXPECT_EQ(errorWith(20, 0, 4), begin + "an entry of the fat binary needs 0 bytes and " +
                                     std::to_string(good.size() - 80) + " of code, " + left + " left");
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(noteOf("fatbin", {good.begin(), good.begin() + static_cast<ptrdiff_t>(size)}), "") << size;
}

}  // namespace
}  // namespace relaxscope
