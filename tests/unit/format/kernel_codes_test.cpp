// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/code/kernel_codes.h"

#include <gtest/gtest.h>

#include <functional>

#include "tests/support/code_image.h"

namespace relaxscope {
namespace {

using test::CodeImage;

constexpr const char* kReturn = "c3";
constexpr const char* kLea = "488d05";   // lea rax, [rip+...]
constexpr const char* kCall = "e8";      // call ...
constexpr const char* kLoad = "0f2805";  // movaps xmm0, [rip+...]

KernelCodes::Map codesOf(const CodeImage& image) {
  return readKernelCodes(Bytes::own(image.build()), LibraryEra::From022);
}
/// Of a kernel `add` that `build` writes; it returns the address of its first instruction.
KernelCode codeOf(const std::function<uint64_t(CodeImage&)>& build, CodeImage image = {}) {
  image.symbol("__tvm_ffi_add", build(image), 1);
  KernelCodes::Map codes = codesOf(image);
  EXPECT_TRUE(codes.contains("add"));
  return codes["add"];
}
void expectSame(const KernelCode& a, const KernelCode& b) {
  EXPECT_TRUE(a.exact) << a.why;
  EXPECT_TRUE(b.exact) << b.why;
  EXPECT_EQ(a.digest, b.digest);
  EXPECT_EQ(a.bytes, b.bytes);
}
void expectDifferent(const KernelCode& a, const KernelCode& b) {
  EXPECT_TRUE(a.exact) << a.why;
  EXPECT_TRUE(b.exact) << b.why;
  EXPECT_NE(a.digest, b.digest);
}

/// A kernel that loads a constant and calls a function that names a text.
uint64_t usual(CodeImage& image, std::string_view constant = "0123456789abcdef", std::string_view text = "hello",
               std::string_view local = "31c0") {
  const uint64_t vector = image.constant(constant), words = image.text(text);
  const uint64_t function = image.code(local);
  image.code(kLea, words);
  image.code(kReturn);
  const uint64_t entry = image.code(kLoad, vector);
  image.code(kCall, function);
  image.code(kReturn);
  return entry;
}

TEST(KernelCodes, TellTheirVectorSets) {
  const auto textOf = [](std::string_view local) {
    return vectorSetText(
        codeOf([&](CodeImage& image) { return usual(image, "0123456789abcdef", "hello", local); }).sets.value());
  };
  EXPECT_EQ(textOf("31c0"), "SSE2");             // of movaps alone
  EXPECT_EQ(textOf("c5f5fec2"), "AVX2");         // vpaddd ymm0, ymm1, ymm2 in the local function
  EXPECT_EQ(textOf("62f1744858c2"), "AVX-512");  // vaddps zmm0, zmm1, zmm2
}

TEST(KernelCodes, OfAArch64TellTheirVectorSets) {
  // bl to the third word, ret; there the instruction, cbz over a brk to a ret.
  const auto textOf = [](std::string_view instruction) {
    CodeImage image;
    image.symbol("__tvm_ffi_add",
                 image.code("02000094"
                            "c0035fd6" +
                            std::string(instruction) +
                            "400000b4"
                            "000020d4"
                            "c0035fd6"),
                 24);
    std::vector<uint8_t> bytes = image.build();
    bytes[18] = 183;  // e_machine: EM_AARCH64
    KernelCodes::Map codes = readKernelCodes(Bytes::own(std::move(bytes)), LibraryEra::From022);
    EXPECT_FALSE(codes["add"].exact);
    return vectorSetText(codes["add"].sets.value());
  };
  EXPECT_EQ(textOf("2000020b"), "scalar");  // add w0, w1, w2
  EXPECT_EQ(textOf("2028221e"), "scalar");  // fadd s0, s1, s2
  EXPECT_EQ(textOf("2084a24e"), "NEON");    // add v0.4s, v1.4s, v2.4s
  EXPECT_EQ(textOf("2000c03d"), "NEON");    // ldr q0, [x1]
  EXPECT_EQ(textOf("2078404c"), "NEON");    // ld1 {v0.4s}, [x1]
  EXPECT_EQ(textOf("2004a204"), "SVE");     // sub z0.s, z1.s, z2.s
  EXPECT_EQ(textOf("e0e39825"), "SVE");     // ptrue p0.s
  EXPECT_EQ(textOf("00008080"), "SME");     // fmopa za0.s, p0/m, p0/m, z0.s, z0.s
}

TEST(KernelCodes, AreTheSameWhereverTheLinkerPlacesThem) {
  const KernelCode code = codeOf([](CodeImage& image) { return usual(image); });
  EXPECT_EQ(code.bytes, 7u + 5 + 1 + 2 + 7 + 1) << "with the local function, without padding";
  CodeImage elsewhere;
  elsewhere.textAt = 0x3000;
  elsewhere.constantsAt = 0xA000;
  elsewhere.variablesAt = 0x20000;
  elsewhere.constant("padding");
  expectSame(code, codeOf([](CodeImage& image) { return usual(image); }, elsewhere));
  expectSame(code, codeOf([](CodeImage& image) {  // the function after the kernel, with padding between its parts
               const uint64_t words = image.text("hello"), vector = image.constant("0123456789abcdef");
               const uint64_t entry = image.code(kLoad, vector);
               image.code(kCall, image.here() + 5 + 1 + 3);
               image.code(kReturn);
               image.code("909090");
               image.code("31c0 0f1f4000");
               image.code(kLea, words);
               image.code(kReturn);
               return entry;
             }));
}

TEST(KernelCodes, DifferWithInstructionsConstantsTextsAndLocalFunctions) {
  const KernelCode code = codeOf([](CodeImage& image) { return usual(image); });
  expectDifferent(code, codeOf([](CodeImage& image) { return usual(image, "0123456789abcdeX"); }));
  expectDifferent(code, codeOf([](CodeImage& image) { return usual(image, "0123456789abcdef", "hallo"); }));
  expectDifferent(code, codeOf([](CodeImage& image) { return usual(image, "0123456789abcdef", "hello", "31c9"); }));
}

/// A kernel that names the texts of its checks.
KernelCode withTexts(const std::string& name, const std::vector<std::string>& texts) {
  CodeImage image;
  std::vector<uint64_t> places;
  for (const std::string& text : texts) places.push_back(image.text(text));
  const uint64_t entry = image.here();
  for (const uint64_t place : places) image.code(kLea, place);
  image.code(kReturn);
  image.symbol("__tvm_ffi_" + name, entry, 1);
  return codesOf(image)[name];
}

TEST(KernelCodes, NamesOfKernelAndParametersAreNumbering) {
  const KernelCode code =
      withTexts("add", {"lv.shape[0]", "add(lv: Tensor([n], float32), B: Tensor([n], float32))", "lv", "cpu"});
  expectSame(code, withTexts("add2", {"lv7.shape[0]", "add2(lv7: Tensor([m], float32), C: Tensor([m], float32))", "lv7",
                                      "cpu"}));
  expectDifferent(
      code, withTexts("add", {"lv.shape[0]", "add(lv: Tensor([n], float16), B: Tensor([n], float32))", "lv", "cpu"}));
  expectDifferent(
      code, withTexts("add", {"B.shape[0]", "add(lv: Tensor([n], float32), B: Tensor([n], float32))", "lv", "cpu"}));
}

TEST(KernelCodes, FunctionsOfOtherLibrariesAreKnownByName) {
  const auto calling = [](const char* name, bool second) {
    return codeOf([=](CodeImage& image) {
      if (second) image.import("other");
      const uint64_t stub = image.import(name), entry = image.code(kCall, stub);
      image.code(kReturn);
      return entry;
    });
  };
  expectSame(calling("expf", false), calling("expf", true));
  expectDifferent(calling("expf", false), calling("logf", false));
}

TEST(KernelCodes, VariablesAreKnownByTheOrderOfTheirUse) {
  const auto using3 = [](uint64_t a, uint64_t b, uint64_t c) {
    return codeOf([=](CodeImage& image) {
      const uint64_t entry = image.here();
      for (const uint64_t slot : {a, b, c}) image.code("488b05", image.variablesAt + slot);
      image.code(kReturn);
      return entry;
    });
  };
  expectSame(using3(0, 8, 0), using3(64, 16, 64));
  expectDifferent(using3(0, 8, 0), using3(0, 8, 8));
}

/// A switch of two cases through a table of distances.
KernelCode withSwitch(bool swapped, bool placedLater) {
  return codeOf([=](CodeImage& image) {
    if (placedLater) image.constant("12345678");
    const uint64_t table = image.constantsAt + (placedLater ? 8 : 0);
    const uint64_t entry = image.code(kLea, table);
    image.code("486314b8 4801c2 ffe2");  // movsxd rdx, [rax + 4 * rdi]; add rdx, rax; jmp rdx
    const uint64_t first = image.code("31c0 c3"), second = image.code("31c9 c3");
    std::string distances;
    for (const uint64_t target : swapped ? std::vector{second, first} : std::vector{first, second})
      for (int shift = 0; shift < 32; shift += 8) distances += static_cast<char>((target - table) >> shift);
    image.constant(distances);
    return entry;
  });
}

TEST(KernelCodes, ASwitchIsFollowed) {
  EXPECT_EQ(withSwitch(false, false).bytes, 7u + 4 + 3 + 2 + 3 + 3);
  expectSame(withSwitch(false, false), withSwitch(false, true));
  expectDifferent(withSwitch(false, false), withSwitch(true, false));
}

TEST(KernelCodes, LoopsAndRecursionEnd) {
  const KernelCode code = codeOf([](CodeImage& image) {
    const uint64_t entry = image.code(kCall, image.here());
    image.code("75f9 ebf7");  // jne, jmp to the call
    return entry;
  });
  EXPECT_TRUE(code.exact) << code.why;
  EXPECT_EQ(code.bytes, 9u);
}

TEST(KernelCodes, WhatCannotBeFollowedIsTheBytesOfItsSymbolAndSaysWhy) {
  const KernelCode broken = codeOf([](CodeImage& image) { return image.code("0606"); });
  EXPECT_FALSE(broken.exact);
  EXPECT_EQ(broken.why, "no instruction at 0x1000");
  EXPECT_EQ(broken.bytes, 1u);
  CodeImage other;
  other.machine = 183;
  const KernelCode aarch64 = codeOf([](CodeImage& image) { return image.code("c0035fd6"); }, other);
  EXPECT_FALSE(aarch64.exact);
  EXPECT_EQ(aarch64.why, "machine code of aarch64");
  EXPECT_NE(aarch64.digest, broken.digest);
}

TEST(KernelCodes, OtherFilesHaveNone) {
  EXPECT_TRUE(readKernelCodes(Bytes::copyOf("not a library"), LibraryEra::From022).empty());
  EXPECT_TRUE(readKernelCodes(Bytes(), LibraryEra::UpTo020).empty());
}

}  // namespace
}  // namespace relaxscope
