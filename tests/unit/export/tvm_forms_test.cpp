// SPDX-License-Identifier: Apache-2.0
// TVM's text, python and statistics forms: the output of real TVM for small programs, and our output where TVM fails.
#include <gtest/gtest.h>

#include <limits>

#include "tests/unit/analysis/hand_made.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/export/exporter.h"

namespace relaxscope {
namespace {

using test::con;
using test::fun;
using test::HandMade;
using test::imm;
using test::reg;

struct Printed {
  std::string text;
  std::vector<std::string> warnings;
};
template <class Write>
Printed print(Write write, const Executable& executable, std::vector<FuncIndex> only = {}) {
  Printed printed;
  printed.text = collectText([&](const TextSink& sink) { write(executable, only, sink, printed.warnings); });
  return printed;
}
std::string text(const Executable& e) { return print(writeTvmText, e).text; }
std::string python(const Executable& e) { return print(writeTvmPython, e).text; }
Printed stats(const Executable& executable) {
  Printed printed;
  printed.text = collectText([&](const TextSink& sink) { writeTvmStats(executable, sink, printed.warnings); });
  return printed;
}

TEST(TvmForms, EmptyExecutable) {
  const Executable empty;
  EXPECT_EQ(text(empty), "");
  EXPECT_EQ(python(empty), "ib = rx.Builder()\n");
  EXPECT_EQ(stats(empty).text, "Relax VM executable statistics:\n  Constant pool (# 0): []\n  Globals (#0): []\n");
}

TEST(TvmForms, DeclaredAndCompiledFunctions) {
  HandMade made;
  made.packed("t").packed("p");
  made.executable.functions[0].kind = 2;
  made.executable.functions[0].numArgs = 3;
  EXPECT_EQ(text(made.executable), "@t num_inputs=3 vm_tir_func;\n\n@p packed_func;\n\n");
  EXPECT_EQ(python(made.executable), "ib = rx.Builder()\n");
}

TEST(TvmForms, JumpsAndSpecialRegisters) {
  HandMade made;
  made.begin("m", 1, 1).branch(kVoidRegister, 2).jump(1).ret(0).end();
  EXPECT_EQ(text(made.executable), "@m:\n  If    %void, 2\n  goto  1\n  ret   %0\n\n");
  EXPECT_EQ(python(made.executable),
            "ib = rx.Builder()\nwith ib.function(\"m\", num_inputs=1):\n    ib.emit_if(ib.r(18014398509481984), 2)\n"
            "    ib.emit_goto(1)\n    ib.emit_ret(ib.r(0))\n");
}

TEST(TvmForms, WildIndicesPrintAsNumbers) {
  HandMade made;
  made.begin("f", 0, 1).call(0, 7, {fun(9), reg(-1), reg(kVoidRegister + 2), fun(-1), con(-3)}).ret(kVmRegister).end();
  EXPECT_EQ(
      text(made.executable),
      "@f:\n  call  unknown_func_index(7) in: f[unknown_func_index(9)], %-1, %18014398509481986, f[unknown_func_index(-1)], c[-3] dst: %0\n"
      "  ret   %vm\n\n");
  EXPECT_EQ(
      python(made.executable),
      "ib = rx.Builder()\nwith ib.function(\"f\", num_inputs=0):\n"
      "    ib.emit_call(ib.unknown_func_index(7), args=[ib.f(ib.unknown_func_index(9)), ib.r(-1), ib.r(18014398509481986), "
      "ib.f(ib.unknown_func_index(-1)), ib.c(-3)], dst=ib.r(0))\n    ib.emit_ret(ib.r(18014398509481985))\n");
}

TEST(TvmForms, EveryArgumentKindAndPadding) {
  HandMade made;
  made.packed("pk").packed("noargs").packed("memo").packed("a_name_of_more_than_16");
  const int64_t limit = (int64_t{1} << 55) - 1;
  made.begin("main", 2, 4)
      .call(3, 0, {reg(kVmRegister), reg(0), imm(-5), imm(limit), imm(-limit), con(0), fun(4), reg(kVoidRegister)})
      .call(kVoidRegister, 1, {})
      .call(kVmRegister, 2, {reg(3), reg(1)})
      .call(1, 3, {reg(0)})
      .ret(3)
      .end();
  EXPECT_EQ(
      text(made.executable),
      "@pk packed_func;\n\n@noargs packed_func;\n\n@memo packed_func;\n\n@a_name_of_more_than_16 packed_func;\n\n@main:\n"
      "  call  pk               in: %vm, %0, i-5, i36028797018963967, i-36028797018963967, c[0], f[main], %void dst: %3\n"
      "  call  noargs           in:              dst: %void\n"
      "  call  memo             in: %3, %1       dst: %vm\n"
      "  call  a_name_of_more_than_16 in: %0           dst: %1\n"
      "  ret   %3\n\n");
  EXPECT_EQ(
      python(made.executable),
      "ib = rx.Builder()\nwith ib.function(\"main\", num_inputs=2):\n"
      "    ib.emit_call(\"pk\", args=[ib.r(vm), ib.r(0), ib.imm(-5), ib.imm(36028797018963967), ib.imm(-36028797018963967), "
      "ib.c(0), ib.f(\"main\"), ib.r(18014398509481984)], dst=ib.r(3))\n"
      "    ib.emit_call(\"noargs\", args=[])\n"
      "    ib.emit_call(\"memo\", args=[ib.r(3), ib.r(1)], dst=ib.r(18014398509481985))\n"
      "    ib.emit_call(\"a_name_of_more_than_16\", args=[ib.r(0)], dst=ib.r(1))\n"
      "    ib.emit_ret(ib.r(3))\n");
}

TEST(TvmForms, FunctionWithoutInstructions) {
  HandMade made;
  made.begin("m", 0, 0).end();
  EXPECT_EQ(text(made.executable), "@m:\n\n");
  EXPECT_EQ(python(made.executable), "ib = rx.Builder()\nwith ib.function(\"m\", num_inputs=0):\n");
}

TEST(TvmForms, OnlyNamedFunctions) {
  HandMade made;
  made.begin("a", 1, 1).ret(0).end().packed("b").begin("c", 1, 1).ret(0).end();
  EXPECT_EQ(print(writeTvmText, made.executable, {FuncIndex(2)}).text, "@c:\n  ret   %0\n\n");
  EXPECT_EQ(print(writeTvmText, made.executable, {FuncIndex(1), FuncIndex(9)}).text, "@b packed_func;\n\n");
}

TEST(TvmForms, UnknownNumbersAreNamedOnce) {
  HandMade made;
  made.packed("odd").packed("\xff");
  made.executable.functions[0].kind = 9;
  made.begin("f", 0, 1).raw({9, 1}).raw({9, 2}).call(0, 0, {static_cast<int64_t>(uint64_t{7} << 56)}).ret(0).end();
  const Printed printed = print(writeTvmText, made.executable);
  EXPECT_EQ(
      printed.text,
      "@odd <kind 9>;\n\n@\xff packed_func;\n\n@f:\n  <opcode 9>\n  <opcode 9>\n  call  odd              in: <kind 7>     dst: %0\n  ret   %0\n\n");
  EXPECT_EQ(printed.warnings,
            (std::vector<std::string>{"function <kind 9> is unknown", "function name \"\\xff\" is not UTF-8",
                                      "<opcode 9> is unknown", "argument <kind 7> is unknown"}));
}

TEST(TvmForms, OverlappingRangesStayBounded) {
  HandMade made;
  made.begin("f", 0, 1).call(0, 0, std::vector<int64_t>(1000, imm(1))).end();
  made.executable.code.offsets.assign(200'000, 0);
  made.executable.functions[0].endInstr = int64_t{1} << 40;
  const Printed printed = print(writeTvmText, made.executable);
  EXPECT_LT(printed.text.size(), 20'000'000u);
  ASSERT_EQ(printed.warnings.size(), 2u);
  EXPECT_EQ(printed.warnings[1], "instructions that overlap are not printed again");
}

TEST(TvmForms, ShortenedCallsPrintWhatThereIs) {
  HandMade made;
  made.packed("p").begin("f", 0, 1).raw({1, 0, 0, 5, imm(1)}).end();
  const Printed printed = print(writeTvmText, made.executable);
  EXPECT_EQ(printed.text, "@p packed_func;\n\n@f:\n  call  p                in: i1           dst: %0\n\n");
  EXPECT_EQ(printed.warnings, (std::vector<std::string>{"f:0: 5 arguments declared, 1 present"}));
}

TEST(TvmForms, SinkThatStopsEndsTheExport) {
  HandMade made;
  made.packed("p").begin("f", 0, 1);
  for (int i = 0; i < 20'000; ++i) made.call(0, 0, {imm(i)});
  made.end();
  size_t pieces = 0;
  std::vector<std::string> warnings;
  writeTvmText(
      made.executable, {},
      [&](std::string_view) {
        ++pieces;
        return false;
      },
      warnings);
  EXPECT_EQ(pieces, 1u);
}

TEST(TvmForms, StatisticsOfEveryConstant) {
  HandMade made;
  made.packed("main").packed("main");
  made.constant(TensorConstant{{2, 32, 1}, {2, 3}, 1, 0, 0, {}})
      .constant(TensorConstant{{2, 32, 1}, {}, 1, 0, 0, {}})
      .constant(ShapeConstant{{1, -1, 1099511627776}})
      .constant(ShapeConstant{})
      .constant(StringConstant{"s\n\"q\""})
      .constant(IntConstant{1152921504606846976})
      .constant(DataType{2, 16, 4});
  EXPECT_EQ(
      stats(made.executable).text,
      "Relax VM executable statistics:\n"
      "  Constant pool (# 7): [[2, 3], scalar, shapetuple[1, -1, 1099511627776], shapetupl], \"s\n\"q\"\", 1152921504606846976, float16x4]\n"
      "  Globals (#2): [main, main]\n");
}

TEST(TvmForms, StatisticsOfFloatsReadBack) {
  HandMade made;
  made.constant(FloatConstant{3.25})
      .constant(FloatConstant{2})
      .constant(FloatConstant{std::numeric_limits<double>::quiet_NaN()});
  made.constant(FloatConstant{-std::numeric_limits<double>::infinity()}).constant(FloatConstant{0.1});
  EXPECT_NE(stats(made.executable).text.find("[3.25, 2.0, nan, -inf, 0.1]"), std::string::npos);
}

TEST(TvmForms, EveryExporterRowWritesSomething) {
  HandMade made;
  made.packed("p").begin("f", 1, 2).call(1, 0, {reg(0)}).ret(1).end();
  for (const ExecutableExporter& row : executableExporters()) {
    const Printed printed = print(row.write, made.executable);
    EXPECT_EQ(printed.text.empty(), !row.fits(made.executable)) << row.id;
    EXPECT_EQ(row.suffix[0], '.') << row.id;
    EXPECT_TRUE(printed.warnings.empty()) << row.id;
  }
}

}  // namespace
}  // namespace relaxscope
