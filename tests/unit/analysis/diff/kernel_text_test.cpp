// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/kernel_text.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/hand_made.h"
#include "vmcore/analysis/diff/device_code.h"
#include "vmcore/base/split_mix.h"

namespace relaxscope {
namespace {

using diffing::functionsOfSource;
using diffing::withoutNames;
using TextLines = std::vector<std::string>;

DiffSide kernelSide(const TextLines& listing, const std::string& source = {}, std::vector<std::string> kernels = {}) {
  auto file = std::make_shared<LoadedFile>();
  test::HandMade made;
  made.packed("add").begin("main", 1, 2).call(1, 0, {test::reg(0)}).ret(1).end();
  file->executable = std::make_shared<const Executable>(made.executable);
  Library& library = file->library.emplace();
  if (!source.empty()) {
    CodeModule code;
    code.format = "cuda";
    for (std::string& name : kernels) code.kernels.push_back({name, name, {}, {"blockIdx.x", "threadIdx.x"}, {}});
    code.parts.push_back({"", Bytes::copyOf(source), "CUDA C++ source", true});
    library.modules.emplace_back().kind = "cuda";
    library.modules.back().decoded = std::move(code);
  }
  file->kernelCodes = std::make_shared<const KernelCodes>(
      [listing] {
        KernelCode code;
        size_t number = 0;
        for (const std::string& line : listing)
          for (const char c : line) number = number * 31 + static_cast<uint8_t>(c);
        for (size_t i = 0; i < 8; ++i) code.digest[i] = static_cast<uint8_t>(number >> (8 * i));
        code.exact = true;
        return KernelCodes::Map{{"add", code}};
      },
      [listing](std::string_view) -> Result<TextLines> { return listing; });
  return {file->executable, file};
}

KernelPair namedPair(const std::string& name) {
  KernelPair pair;
  pair.old = pair.now = name;
  pair.state = PairState::Changed;
  return pair;
}

/// "-text", "+text", " text", and "@" before each hunk.
TextLines hunkLines(const KernelTextPart& part) {
  TextLines out;
  for (const KernelTextHunk& hunk : part.hunks) {
    out.emplace_back("@");
    for (const KernelTextRow& row : hunk.rows)
      out.push_back(row.state == RowState::Removed ? "-" + row.oldText
                                                   : (row.state == RowState::Added ? "+" : " ") + row.nowText);
  }
  return out;
}

TEST(KernelText, HasTheLinesThatDifferWithThoseAround) {
  const DiffSide old = kernelSide({"function 0", "    01", "    02", "    03", "    04", "    05", "    06", "    07"}),
                 now = kernelSide({"function 0", "    01", "    02", "    03", "    04", "    55", "    06", "    07"});
  const KernelTextDiff diff = kernelTextDiff(old, now, namedPair("add"), {}, {.context = 2});
  ASSERT_EQ(diff.parts.size(), 1u);
  EXPECT_EQ(diff.parts[0].title, "machine code");
  EXPECT_EQ(hunkLines(diff.parts[0]),
            (TextLines{"@", "     03", "     04", "-    05", "+    55", "     06", "     07"}));
  EXPECT_EQ(diff.parts[0].removed, 1u);
  EXPECT_EQ(diff.parts[0].added, 1u);
  EXPECT_EQ(diff.parts[0].hunks[0].rows[2].oldLine, 6u);
  EXPECT_EQ(diff.parts[0].hunks[0].rows[0].nowLine, 4u);
  EXPECT_TRUE(kernelTextDiff(old, old, namedPair("add")).parts.empty());
}

TEST(KernelText, HunksThatAreFarApartAreTwo) {
  TextLines before, after;
  for (int i = 0; i < 40; ++i) before.push_back("    " + std::to_string(i));
  after = before;
  after[4] = "    x", after[9] = "    y", after[30] = "    z";
  const KernelTextDiff diff = kernelTextDiff(kernelSide(before), kernelSide(after), namedPair("add"));
  ASSERT_EQ(diff.parts.size(), 1u);
  ASSERT_EQ(diff.parts[0].hunks.size(), 2u);
  EXPECT_EQ(diff.parts[0].hunks[0].rows.size(), 3u + 2 + 4 + 2 + 3);
  EXPECT_EQ(diff.parts[0].hunks[1].rows.size(), 3u + 2 + 3);
}

TEST(KernelText, LabelsAreNumbering) {
  const TextLines before{"function 0", "L1:", "    01", "    je L1", "L2:", "    jmp L2", "    ret"};
  const TextLines after{"function 0", "L1:", "    jb L1", "L2:", "    01", "    je L2", "L3:", "    jmp L3", "    ret"};
  EXPECT_EQ(
      hunkLines(
          kernelTextDiff(kernelSide(before), kernelSide(after), namedPair("add"), {}, {.context = 0}).parts.at(0)),
      (TextLines{"@", "+L1:", "+    jb L1"}));
  TextLines elsewhere = before;
  elsewhere[3] = "    je L2";
  EXPECT_EQ(
      hunkLines(
          kernelTextDiff(kernelSide(before), kernelSide(elsewhere), namedPair("add"), {}, {.context = 0}).parts.at(0)),
      (TextLines{"@", "-    je L1", "+    je L2"}));
}

TEST(KernelText, IsBoundedAndSaysWhatIsLeftOut) {
  TextLines before, after;
  for (int i = 0; i < 200; ++i)
    before.push_back("    " + std::to_string(i)), after.push_back("    +" + std::to_string(i));
  after[0] = std::string(100, 'x');
  const KernelTextDiff diff = kernelTextDiff(kernelSide(before), kernelSide(after), namedPair("add"), {},
                                             {.mostLines = 50, .mostRows = 20, .mostOfLine = 10});
  const KernelTextPart& part = diff.parts.at(0);
  EXPECT_EQ(part.oldLines, 50u);
  EXPECT_EQ(part.hunks.at(0).rows.size(), 20u);
  EXPECT_EQ(part.leftOut, 80u);
  EXPECT_EQ(part.note, "the lines after the first 50");
  const KernelTextDiff first =
      kernelTextDiff(kernelSide({"a"}), kernelSide(after), namedPair("add"), {}, {.mostOfLine = 10});
  EXPECT_EQ(first.parts.at(0).hunks.at(0).rows.at(1).nowText, "xxxxxxxxxx...");
}

TEST(KernelText, SourceOfADeviceIsThatOfTheKernel) {
  const std::string head = "#include <x>\nextern \"C\" __global__ void add_kernel(float* lv_ptr);\n";
  const std::string other = "extern \"C\" __global__ void mul_kernel(float* a_ptr) {\n  a_ptr[0] = 1; // }\n}\n";
  const auto source = [&](const std::string& name, const std::string& body) {
    return head + other + "extern \"C\" __global__ void __launch_bounds__(4) add_kernel(float* __restrict__ " + name +
           "_ptr, int n) {\n  __shared__ float " + name + "_shared[4];\n  " + body + "\n}\n";
  };
  const std::vector<std::string> kernels{"add_kernel", "mul_kernel"};
  const TextLines host{"    ret"};
  const DiffSide old = kernelSide(host, source("lv", "lv_ptr[0] = 2;"), kernels),
                 renamed = kernelSide(host, source("lv3", "lv3_ptr[0] = 2;"), kernels),
                 now = kernelSide(host, source("lv3", "lv3_ptr[0] = 3;"), kernels);
  EXPECT_TRUE(kernelTextDiff(old, renamed, namedPair("add")).parts.empty());
  const KernelTextDiff diff = kernelTextDiff(old, now, namedPair("add"), {}, {.context = 0});
  ASSERT_EQ(diff.parts.size(), 1u);
  EXPECT_EQ(diff.parts[0].title, "CUDA C++ source of add_kernel");
  EXPECT_EQ(diff.parts[0].oldLines, 4u);
  EXPECT_EQ(hunkLines(diff.parts[0]), (TextLines{"@", "-  lv_ptr[0] = 2;", "+  lv3_ptr[0] = 3;"}));

  const auto changed = diffExecutables(old, now), same = diffExecutables(old, renamed);
  ASSERT_TRUE(changed.ok() && same.ok());
  EXPECT_TRUE(same->same);
  EXPECT_FALSE(changed->same);
  EXPECT_EQ(changed->kernels.at(0).kind, ChangeKind::KernelRetuned);
}

TEST(KernelText, FunctionsOfSourcesOfManyLanguages) {
  const auto names = [](std::string_view source) {
    TextLines out;
    for (const auto& function : functionsOfSource(source)) out.emplace_back(function.name);
    return out;
  };
  EXPECT_EQ(names("__kernel void f(__global float* a);\n__kernel void f(__global float* a) { if (a) { } }\n"),
            TextLines{"f"});
  EXPECT_EQ(names("kernel void g(  device float* a [[ buffer(0) ]],\n uint i [[x]]\n) {\n}\n"), TextLines{"g"});
  EXPECT_EQ(names(".visible .entry h(\n .param .u64 p\n)\n.maxntid 1, 1, 1\n{\n ret;\n}\n"), TextLines{"h"});
  EXPECT_EQ(names("union A {\n int v[2];\n};\n#define X(a) { \\\n (b) {\nvoid k() { s = \"}\"; }"), TextLines{"k"});
  EXPECT_EQ(names("}}}{((("), TextLines{});
  EXPECT_EQ(withoutNames("void k(float* a, int a_b) { a[0] = a_b_c + ab + k; }", "k"),
            "void \2(float* \1"
            "0, int \1"
            "1) { \1"
            "0[0] = \1"
            "1_c + ab + \2; }");
}

TEST(KernelText, AnyTextIsASource) {
  SplitMix64 random(1);
  constexpr std::string_view kPieces[] = {"(", ")",  "{",  "}",  "[",  "]",  ";", ",", "\"",      "'",
                                          "#", "//", "/*", "*/", "\n", "\\", " ", "f", "lv2_ptr", "_"};
  for (int trial = 0; trial < 5'000; ++trial) {
    std::string text;
    for (uint64_t length = random.next() % 40; length > 0; --length)
      text += kPieces[random.next() % std::size(kPieces)];
    for (const auto& function : functionsOfSource(text)) {
      EXPECT_NE(text.find(function.text), std::string::npos);
      EXPECT_FALSE(withoutNames(function.text, function.name).empty());
    }
    (void)withoutNames(text, "f");
  }
}

}  // namespace
}  // namespace relaxscope
