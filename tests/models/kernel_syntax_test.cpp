// SPDX-License-Identifier: Apache-2.0
// Spans of kernel sources: each line is written with its spans in brackets, "[q:__global__] [t:void] [f:k](".
#include <gtest/gtest.h>

#include "views/modules/kernel_syntax.h"

namespace relaxscope {
namespace {

char letterOf(SyntaxKind kind) { return "csndktqfr"[static_cast<size_t>(kind)]; }

std::string marked(KernelLanguage language, const std::vector<std::string>& lines) {
  std::string out;
  int state = 0;
  for (const std::string& text : lines) {
    const QString line = QString::fromStdString(text);
    const SyntaxLine found = syntaxOfLine(language, line, state);
    state = found.state;
    int at = 0;
    for (const SyntaxSpan& span : found.spans) {
      out += line.mid(at, span.begin - at).toStdString() + '[' + letterOf(span.kind) + ':' +
             line.mid(span.begin, span.end - span.begin).toStdString() + ']';
      at = span.end;
    }
    out += line.mid(at).toStdString() + '\n';
  }
  return out;
}

TEST(KernelSyntaxOfC, MarksQualifiersTypesCallsAndNumbers) {
  EXPECT_EQ(marked(KernelLanguage::C, {R"(extern "C" __global__ void k(half* __restrict__ x, const uint4 n) {)",
                                       "  if (x[i] > 1.5e-3f) y = expf(0x1p+0f) + int64_t(n_1);"}),
            R"([k:extern] [s:"C"] [q:__global__] [t:void] [f:k]([t:half]* [q:__restrict__] x, [k:const] [t:uint4] n) {)"
            "\n  [k:if] (x[i] > [n:1.5e-3f]) y = [f:expf]([n:0x1p+0f]) + [t:int64_t](n_1);\n");
  EXPECT_EQ(
      marked(KernelLanguage::C, {"kernel void k(device float* x [[buffer(0)]])", "__kernel void k(__global int* x)"}),
      "[q:kernel] [t:void] [f:k]([q:device] [t:float]* x [[[f:buffer]([n:0])]])\n"
      "[q:__kernel] [t:void] [f:k]([q:__global] [t:int]* x)\n");
}

TEST(KernelSyntaxOfC, CommentsAndDirectivesSpanLines) {
  EXPECT_EQ(marked(KernelLanguage::C,
                   {"a /* one", "two */ b // c", "  #define A(x) \\", "  (x + 1)  // d", "int e; \"a\\\"b\" '\\''"}),
            "a [c:/* one]\n[c:two */] b [c:// c]\n[d:  #define A(x) \\]\n[d:  (x + 1)  ][c:// d]\n"
            "[t:int] e; [s:\"a\\\"b\"] [s:'\\'']\n");
}

TEST(KernelSyntaxOfC, UnfinishedTextEndsWithTheLine) {
  EXPECT_EQ(marked(KernelLanguage::C, {"\"open \\", "x /*/ y", "z"}), "[s:\"open \\]\nx [c:/*/ y]\n[c:z]\n");
}

TEST(KernelSyntaxOfWgsl, MarksAttributesAndNestedComments) {
  EXPECT_EQ(marked(KernelLanguage::Wgsl,
                   {"@compute @workgroup_size(64, 1)", "fn k(@builtin(position) p : vec4<f32>) { /* a /* b */",
                    "c */ var<storage, read> x : array<u32>;"}),
            "[q:@compute] [q:@workgroup_size]([n:64], [n:1])\n"
            "[k:fn] [f:k]([q:@builtin](position) p : [t:vec4]<[t:f32]>) { [c:/* a /* b */]\n"
            "[c:c */] [k:var]<[q:storage], [q:read]> x : [t:array]<[t:u32]>;\n");
}

TEST(KernelSyntaxOfPtx, MarksDirectivesInstructionsAndRegisters) {
  EXPECT_EQ(
      marked(KernelLanguage::Ptx,
             {".visible .entry k(", "  .param .u64 k_0", "  @%p1 bra $L1;  // out", "  mov.u32 %r1, %tid.x;",
              "$L1:", "  fma.rn.f32 %f1, %f2, 0f3F800000, %f3;", "  ret;"}),
      "[q:.visible] [q:.entry] [f:k](\n  [q:.param] [t:.u64] k_0\n  @[r:%p1] [k:bra] $L1;  [c:// out]\n"
      "  [k:mov.u32] [r:%r1], [r:%tid.x];\n[d:$L1]:\n  [k:fma.rn.f32] [r:%f1], [r:%f2], [n:0f3F800000], [r:%f3];\n"
      "  [k:ret];\n");
}

TEST(KernelSyntaxOfJson, TellsKeysFromStrings) {
  EXPECT_EQ(marked(KernelLanguage::Json, {R"(  "op": "nn.conv2d", "n": [-1, 2.5e3, true, null])"}),
            "  [r:\"op\"]: [s:\"nn.conv2d\"], [r:\"n\"]: [-[n:1], [n:2.5e3], [k:true], [k:null]]\n");
}

TEST(KernelSyntaxBounds, AreThoseOfTheLine) {
  const QString line = QString(u'(').repeated(10) + QStringLiteral("1 ").repeated(500'000);
  const SyntaxLine found = syntaxOfLine(KernelLanguage::C, line, 0);
  EXPECT_EQ(found.spans.size(), 2000u);
  const QString deep = QStringLiteral("/*").repeated(200'000);
  const SyntaxLine nested = syntaxOfLine(KernelLanguage::Wgsl, deep, 0);
  EXPECT_LT(nested.state, 1 << 16);
  EXPECT_EQ(nested.spans.size(), 1u);
  for (const char* odd : {"\\", "\"", "'", "/", "/*", "*/", "#", "@", "%", ".", "0x", "1e", "\"\\"})
    for (const auto language : {KernelLanguage::C, KernelLanguage::Wgsl, KernelLanguage::Ptx, KernelLanguage::Json})
      for (const int state : {-1, 0, 1, 1 << 16, (1 << 16) + 1, INT_MAX}) {
        const SyntaxLine each = syntaxOfLine(language, QString::fromLatin1(odd), state);
        for (const SyntaxSpan& span : each.spans) EXPECT_LE(span.end, static_cast<int>(QByteArray(odd).size()));
      }
}

TEST(KernelLanguages, AreThoseOfTheDetectedContent) {
  EXPECT_EQ(kernelLanguage("CUDA C++ source"), KernelLanguage::C);
  EXPECT_EQ(kernelLanguage("PTX"), KernelLanguage::Ptx);
  EXPECT_EQ(kernelLanguage("WGSL source"), KernelLanguage::Wgsl);
  EXPECT_EQ(kernelLanguage("JSON graph"), KernelLanguage::Json);
  EXPECT_EQ(kernelLanguage("text"), KernelLanguage::None);
}

}  // namespace
}  // namespace relaxscope
