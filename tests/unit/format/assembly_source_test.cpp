// SPDX-License-Identifier: Apache-2.0
// Hand-written text and TVM's dumps: meaning of the language, messages and their places.
#include <gtest/gtest.h>

#include "tests/unit/format/assembly_support.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/export/exporter.h"
#include "vmcore/format/loader.h"
#include "vmcore/model/builder.h"

namespace relaxscope {
namespace {

using namespace test;

std::string tvmDump(const Executable& executable, void (*write)(const Executable&, std::span<const FuncIndex>,
                                                                const TextSink&, std::vector<std::string>&)) {
  std::vector<std::string> warnings;
  return collectText([&](const TextSink& sink) { write(executable, {}, sink, warnings); });
}

/// The messages for an invalid text.
std::string mistakes(std::string_view text, AssemblyForm form = AssemblyForm::Text) {
  const Assembled assembled = assemble(text, form);
  EXPECT_FALSE(assembled.executable.has_value());
  return messagesOf(assembled);
}

TEST(AssemblySource, LabelsAndOffsetsMeanTheSame) {
  const Executable labels = executableFrom("@f(x):\n  If %0, out\nagain:\n  goto again\nout:\n  ret %0\n");
  const Executable offsets = executableFrom("@f(x):\n  If %0, 2\n  goto 0\n  ret %0\n");
  EXPECT_EQ(labels.code.words, (std::vector<int64_t>{4, 0, 2, 3, 0, 2, 0}));
  EXPECT_EQ(labels.code.words, offsets.code.words);
}

TEST(AssemblySource, RegistersAndRangesFollowFromTheBody) {
  const Executable e =
      executableFrom("@f(x, y):\n  call g in: %1, %7 dst: %void\n  ret %0\n@g packed_func;\n@h():\n  ret %vm\n");
  EXPECT_EQ(e.functions[0].registerFileSize, 8);
  EXPECT_EQ(e.functions[0].numArgs, 2);
  EXPECT_EQ(e.functions[0].endInstr, 2);
  EXPECT_EQ(e.functions[1].numArgs, -2);
  EXPECT_EQ(e.functions[2].startInstr, 2);
  EXPECT_EQ(e.functions[2].registerFileSize, 0);
}

TEST(AssemblySource, NamesMayBeUsedBeforeTheyAreGiven) {
  const Executable e = executableFrom(
      "@f():\n  call later in: c[word], f[later] dst: %0\n  ret %0\n@later packed_func;\n.const c[word] = string \"w\"\n");
  EXPECT_EQ(e.code.words[2], 1);
  EXPECT_EQ(Arg::decode(e.code.words[4]).kind(), ArgKind::Constant);
  EXPECT_EQ(Arg::decode(e.code.words[5]).value(), 1);
}

TEST(AssemblySource, ValuesOfEveryKind) {
  const Executable e = executableFrom(R"(
.const c[0] = tensor float32[2, 2] {1, -0,   # a comment
   inf, nan}
.const c[1] = tensor int8[3] {-128 127, 0}
.const c[2] = tensor uint64[1] {18446744073709551615}
.const c[3] = tensor bfloat16[2] hex {803f 0040}
.const c[4] = dtype float16x4
.const c[5] = dtype dtype(200, 8, 1)
.const c[6] = shape (1, -2)
.const c[7] = string "\xff\\\"\n"
.const c[8] = int 0xffffffffffffffff
.const c[9] = float float_bits(0x7ff8000000000001)
.const c[10] = float -2.5e-300
.const c[11] = tensor bool[] {1}
)");
  ASSERT_EQ(e.constants.size(), 12u);
  const auto& floats = std::get<TensorConstant>(e.constants[0].value);
  EXPECT_EQ(floats.data, Bytes::copyOf(std::string_view("\0\0\x80\x3f\0\0\0\x80\0\0\x80\x7f\0\0\xc0\x7f", 16)));
  EXPECT_EQ(std::get<TensorConstant>(e.constants[1].value).data, Bytes::copyOf(std::string_view("\x80\x7f\0", 3)));
  EXPECT_EQ(std::get<TensorConstant>(e.constants[3].value).data, Bytes::copyOf(std::string_view("\x80\x3f\0\x40", 4)));
  EXPECT_EQ(std::get<DataType>(e.constants[4].value), (DataType{2, 16, 4}));
  EXPECT_EQ(std::get<DataType>(e.constants[5].value), (DataType{200, 8, 1}));
  EXPECT_EQ(std::get<StringConstant>(e.constants[7].value).text, "\xff\\\"\n");
  EXPECT_EQ(std::get<IntConstant>(e.constants[8].value).value, -1);
  EXPECT_EQ(std::get<FloatConstant>(e.constants[10].value).value, -2.5e-300);
}

TEST(AssemblySource, EveryWrongLineHasItsMessage) {
  const std::string messages = mistakes(R"(.executable R5 version="0.14"
.const c[0] = tensor float32[2] {1}
.const c[2] = int 3
@f(x):
  call g in: %0, q7 dst: %1
  frobnicate %0
  goto nowhere
  If %0
  ret %99999999999999999999
  ret %0 %1
@f2
.wrong
)");
  for (const char* wanted :
       {"2:36: 1 numbers are given, the tensor has 2", "3:10: constants must be in order: c[1] is next",
        "5:18: an argument is expected", "6:3: an instruction is expected (call, ret, goto, If)",
        "7:8: no label nowhere", "8:8: \",\" is expected", "9:8: the number does not fit in 64 bits",
        "10:10: unexpected text", "11:4: \":\" or \";\" is expected", "12:1: a directive is expected, one of .const"})
    EXPECT_NE(messages.find(wanted), std::string::npos) << wanted << "\n" << messages;
}

TEST(AssemblySource, PackedFunctionsBeginInTheTable) {
  const auto messages = [](const std::string& base) {
    return mistakes(".executable \"Relay C\" version=\"0.17.0\" packed_base=" + base +
                    "\n@f():\n  ret result=%0\n@g packed_func;\n");
  };
  EXPECT_EQ(messages("3"), "error 1:52: packed functions cannot begin at row 3 of 2\n");
  EXPECT_EQ(messages("1000000000000"), "error 1:52: packed functions cannot begin at row 1000000000000 of 2\n");
  for (const char* base : {"-1", "-9223372036854775808"})
    EXPECT_NE(messages(base).find("error 1:52: a row of the function table between 0 and"), std::string::npos);
}

TEST(AssemblySource, AnEmptyVersionIsOne) {
  EXPECT_EQ(executableFrom(".executable \"Relay C\" version=\"\" packed_base=0\n").version, "");
  EXPECT_NE(mistakes(".executable \"Relay C\" packed_base=0\n").find("version=\"...\" is expected"), std::string::npos);
}

/// Errors that are found only after reading the whole text still have the line of their cause.
TEST(AssemblySource, FaultsOfTheWholeHaveTheirLines) {
  const std::string prototype = ".executable P version=\"0.8.dev0\" packed_base=1\n";
  EXPECT_EQ(mistakes(prototype + "@f num_inputs=0:\n  ret %0\n\n@g num_inputs=3 packed_func;\n"),
            "error 5:1: packed function 1 can only have a name in P\n");
  EXPECT_EQ(
      mistakes(".executable R0 version=\"0.13.dev0\"\n\n.const c[0] = shape (1)\n.const c[1] = late_bound \"x\"\n")
          .substr(0, 10),
      "error 4:1:");
  const Assembled assembled = assemble(prototype + "@f(x):\n  ret %0\n", AssemblyForm::Text);
  ASSERT_EQ(assembled.messages.size(), 1u);
  EXPECT_EQ(assembled.messages[0].line, 2u);
  EXPECT_EQ(assembled.messages[0].byteOffset, prototype.size());
}

TEST(AssemblySource, PlacesCountCharacters) {
  const Assembled assembled = assemble("@f():\n  call \"矩阵\" in: q dst: %0\n", AssemblyForm::Text);
  ASSERT_FALSE(assembled.messages.empty());
  EXPECT_EQ(assembled.messages[0].line, 2u);
  EXPECT_EQ(assembled.messages[0].column, 17u);
  EXPECT_EQ(assembled.messages[0].byteOffset, 6u + 20u);
}

TEST(AssemblySource, UnknownNamesSayHowToGiveThem) {
  EXPECT_NE(mistakes(".executable R5 version=\"0.14\"\n@f():\n  call g in: c[k] dst: %0\n")
                .find("3:8: no function g; a line `@g packed_func;` would declare it"),
            std::string::npos);
  EXPECT_NE(mistakes("@f():\n  call f in: c[k] dst: %0\n").find("no constant k"), std::string::npos);
}

TEST(AssemblySource, MessagesAreBounded) {
  std::string text = "@f():\n";
  for (int i = 0; i < 5000; ++i) text += "  what\n";
  EXPECT_EQ(assemble(text, AssemblyForm::Text).messages.size(), kMaxAssemblyMessages);
}

TEST(AssemblySource, DataWithoutAnEndIsAMistake) {
  EXPECT_NE(mistakes(".const c[0] = tensor int8[2] {1\n 2\n").find("missing \"}\""), std::string::npos);
  const std::string after = mistakes(".const c[0] = tensor int8[2] {1\n x\n 2}\n.const c[1] = nothing\n");
  EXPECT_NE(after.find("2:2:"), std::string::npos) << after;
  EXPECT_NE(after.find("4:15:"), std::string::npos) << after;
}

// --- TVM's dumps -----------------------------------------------------------------------------------

TEST(AssemblySource, TvmTextOpensAsItIs) {
  for (const std::string_view hex : {kAddHex, kAllHex, kEra017Hex}) {
    const Executable original = executableOf(hex);
    const std::string dump = tvmDump(original, writeTvmText);
    const Assembled assembled = assemble(dump, AssemblyForm::Text);
    ASSERT_TRUE(assembled.executable.has_value()) << messagesOf(assembled) << dump;
    const Executable& e = *assembled.executable;
    if (hex != kAllHex) {  // its code has another order than its table
      EXPECT_EQ(e.code.words, original.code.words);
    }
    EXPECT_EQ(e.code.size(), original.code.size());
    EXPECT_EQ(tvmDump(e, writeTvmText), dump);
    ASSERT_EQ(e.functions.size(), original.functions.size());
    EXPECT_TRUE(e.constants.empty() || std::holds_alternative<UnknownConstant>(e.constants[0].value));
  }
}

TEST(AssemblySource, TvmPythonOpensAsItIs) {
  const Executable original = executableOf(kAllHex);
  const std::string dump = tvmDump(original, writeTvmPython);
  ASSERT_EQ(assemblyFormOf(Bytes::copyOf(dump)), AssemblyForm::Python);
  const Assembled assembled = assemble(dump, AssemblyForm::Python);
  ASSERT_TRUE(assembled.executable.has_value()) << messagesOf(assembled) << dump;
  EXPECT_EQ(tvmDump(*assembled.executable, writeTvmPython), dump);
  EXPECT_EQ(assembled.executable->constants.size(), 6u);
  EXPECT_NE(messagesOf(assembled).find("the order of the function table is not given"), std::string::npos);
}

TEST(AssemblySource, TvmPythonKeepsTheOrderOfItsFunctions) {
  const std::string dump =
      "ib = rx.Builder()\nwith ib.function(\"a\", num_inputs=0):\n    ib.emit_call(\"c\", args=[ib.f(\"k\")], dst=ib.r(0))\n    ib.emit_ret(ib.r(0))\n"
      "with ib.function(\"b\", num_inputs=0):\n    ib.emit_ret(ib.r(vm))\nwith ib.function(\"c\", num_inputs=1):\n    ib.emit_ret(ib.r(0))\n";
  const Executable e = executableFrom(dump, AssemblyForm::Python);
  ASSERT_EQ(e.functions.size(), 4u);
  EXPECT_EQ(e.functions[1].name, "b");
  EXPECT_TRUE(e.functions[2].isBytecode());
  EXPECT_EQ(e.functions[3].name, "k");
  EXPECT_EQ(e.code.words[2], 2);
  EXPECT_EQ(e.code.words[4], Arg::make(ArgKind::Function, 3).word());
}

TEST(AssemblySource, OddNamesOfTvmTextAreKept) {
  const Executable e = executableFrom(
      "@a b packed_func;\n\n@m:\n  call  a b              in: %0           dst: %1\n  call  unknown_func_index(7) in: f[a b], f[unknown_func_index(-1)] dst: %void\n  ret   %1\n\n");
  EXPECT_EQ(e.functions[0].name, "a b");
  EXPECT_EQ(e.code.words[2], 0);
  EXPECT_EQ(e.code.words[2 + 5], 7);
  EXPECT_EQ(e.functions[1].numArgs, 1);
}

/// Names (of C++ and others) that contain delimiters: of a function, of a callee, of a function as a value.
TEST(AssemblySource, NamesOfTvmTextMayHoldPunctuation) {
  for (const std::string name : {"ns::fn",
                                 "x:y",
                                 "a:",
                                 ":colon",
                                 "a;",
                                 "a; b",
                                 "operator()(int)",
                                 "ns::f(int*, char)",
                                 "f(x):",
                                 "f[x]",
                                 "f[f[x]]",
                                 "x in: y",
                                 "a #b",
                                 "num_inputs=3",
                                 "a packed_func;",
                                 "{brace}",
                                 "a,b",
                                 "quote's",
                                 "a\"b",
                                 "9abc",
                                 "@at",
                                 "%0"}) {
    SCOPED_TRACE(name);
    ExecutableBuilder b;
    b.beginFunction(name, {"p"});
    b.emitCall("k" + name, {b.r(0)}, 1);
    b.emitCall(name + "k", {b.r(0), b.f("k" + name), b.f(name)}, 1);
    b.emitRet(1);
    const Executable original = b.finish();
    const std::string dump = tvmDump(original, writeTvmText);
    const Assembled assembled = assemble(dump, AssemblyForm::Text);
    ASSERT_TRUE(assembled.executable.has_value()) << messagesOf(assembled) << dump;
    EXPECT_EQ(tvmDump(*assembled.executable, writeTvmText), dump);
    EXPECT_EQ(assembled.executable->code.words, original.code.words);
  }
}

/// Text that TVM never prints is reported as an error in the line, not read as a name.
TEST(AssemblySource, MistakesInAFunctionsLineAreNoNames) {
  for (const char* line : {"@f(x) regsters=3:", "@f(x y):", "@f regsters=3:", "@f(x:", "@:", "@\"f\" x:", "@f"}) {
    SCOPED_TRACE(line);
    EXPECT_EQ(mistakes(std::string(line) + "\n  ret %void\n").substr(0, 8), "error 1:");
  }
}

TEST(AssemblySource, LabelsMayBeCalledAsInstructions) {
  EXPECT_EQ(executableFrom("@f(x):\nret:\n  goto ret\n").code.words, (std::vector<int64_t>{3, 0}));
}

TEST(AssemblySource, UnknownConstantsCannotBecomeBytes) {
  const auto file = loadBytes(
      Bytes::copyOf("@m:\n  call  g                in: c[2]         dst: %0\n  ret   %0\n\n@g packed_func;\n\n"),
      "x.txt");
  ASSERT_TRUE(file.ok()) << file.error().text();
  EXPECT_EQ(file->kind, FileKind::TextForm);
  ASSERT_EQ(file->executable->constants.size(), 3u);
  EXPECT_EQ(constantSummary(file->executable->constants[2].value), "unknown");
  EXPECT_EQ(file->notes.count(Severity::Warning), 1u);
  const std::string text = assemblyText(*file->executable, AssemblyForm::Text);
  EXPECT_NE(text.find(".const c[2] = unknown"), std::string::npos);
}

TEST(AssemblySource, AWildConstantNumberMakesNoPool) {
  const Executable e =
      executableFrom("@m:\n  call  g                in: c[36028797018963967] dst: %0\n  ret   %0\n@g packed_func;\n");
  EXPECT_TRUE(e.constants.empty());
}

// --- The python form -------------------------------------------------------------------------------

TEST(AssemblySource, PythonAsPeopleWriteIt) {
  const Executable e = executableFrom(R"(
from tvm import relax as rx
b = rx.ExecBuilder()
b.declare_function('main', 1)
weight = b.convert_constant(tvm.runtime.tensor(np.array([1, 2.5], "float32")))  # a comment
with b.function("helper", num_inputs=1):
    b.emit_ret(b.r(0))

with b.function("main", num_inputs=1, param_names=['x']):
    b.emit_call("helper", [b.r(0), weight, b.imm(-3)], dst=b.r(1))
    b.emit_ret(b.r(1))
ex = b.get()
)",
                                      AssemblyForm::Python);
  ASSERT_EQ(e.functions.size(), 2u);
  EXPECT_EQ(e.functions[0].name, "main");
  EXPECT_EQ(e.functions[0].startInstr, 1);
  EXPECT_EQ(e.functions[1].startInstr, 0);
  EXPECT_EQ(e.functions[0].paramNames, std::vector<std::string>{"x"});
  EXPECT_EQ(std::get<TensorConstant>(e.constants[0].value).data.size(), 8u);
  EXPECT_EQ(Arg::decode(e.code.words[7]).kind(), ArgKind::Constant);
}

/// As in TVM: a function that is called before its definition, and not declared, stays packed.
TEST(AssemblySource, PythonKeepsTheKindOfTheFirstUse) {
  const Executable e = executableFrom(
      "ib = relax.ExecBuilder()\nwith ib.function(\"f\", num_inputs=0):\n    ib.emit_call(\"g\", args=[], dst=ib.r(0))\n    ib.emit_ret(ib.r(0))\nwith ib.function(\"g\", num_inputs=2):\n    ib.emit_ret(ib.r(1))\n",
      AssemblyForm::Python);
  EXPECT_TRUE(e.functions[1].isPacked());
  EXPECT_EQ(e.functions[1].numArgs, 2);
  EXPECT_EQ(e.functions[1].startInstr, 2);
  EXPECT_EQ(e.functions[1].endInstr, 0);
}

TEST(AssemblySource, PythonMistakesHavePlaces) {
  const std::string messages = mistakes(
      "ib = relax.ExecBuilder()\nwith ib.function(\"f\", num_inputs=1):\n    ib.emit_ret(ib.q(0))\n    ib.emit_call(\"g\", args=[ib.r(0), \"x\"])\nib.emit_ret(ib.r(0))\nprint(1)\n",
      AssemblyForm::Python);
  for (const char* wanted : {"3:20: a register is expected", "4:38: a string is no argument",
                             "5:1: instructions must be inside `with", "6:1: a statement of the python form"})
    EXPECT_NE(messages.find(wanted), std::string::npos) << wanted << "\n" << messages;
}

/// Without a header the statements do what ExecBuilder does with them; exec_builder_peer.py runs such a program in TVM.
TEST(AssemblySource, PythonDrivesExecBuilder) {
  const Executable e = executableFrom(
      "import numpy as np\nib = relax.ExecBuilder()\ns = ib.convert_constant(\"text\")\nagain = ib.convert_constant(\"text\")\n"
      "n = ib.convert_constant(5)\nx = tvm.runtime.tensor(np.array([1.0, 2.0], \"float32\"))\n"
      "with ib.function(\"f\", num_inputs=1):\n"
      "    ib.emit_call(\"g\", args=[x, s, again, n, (1, 2), tvm.DataType(\"int8\"), ib.convert_constant(2.5), x, 0], dst=ib.r(700))\n"
      "    ib.emit_call(\"h\", args=[ib.r(700), ib.r(0)], dst=ib.r(5))\n    ib.emit_ret(ib.r(5))\nex = ib.get()\n",
      AssemblyForm::Python);
  EXPECT_TRUE(tvmDump(e, writeTvmText)
                  .starts_with("@f:\n"
                               "  call  g                in: c[2], c[0], c[0], i5, c[3], c[4], c[1], c[2], %0 dst: %1\n"
                               "  call  h                in: %1, %0       dst: %2\n"
                               "  ret   %2\n"))
      << tvmDump(e, writeTvmText);
  EXPECT_EQ(e.functions[0].registerFileSize, 3);
  EXPECT_EQ(e.constants.size(), 5u);
}

TEST(AssemblySource, PythonIsCheckedAsExecBuilderChecks) {
  const auto of = [](const std::string& body) {
    return messagesOf(
        assemble("ib = relax.ExecBuilder()\nwith ib.function(\"f\", num_inputs=1):\n" + body + "ib.get()\n",
                 AssemblyForm::Python));
  };
  EXPECT_EQ(of("    ib.emit_call(\"g\", args=[ib.r(7)], dst=ib.r(1))\n    ib.emit_ret(ib.r(1))\n"),
            "error 3:1: function \"f\", instruction 0: register r(7) is read but never written\n");
  EXPECT_EQ(of("    ib.emit_call(\"g\", args=[], dst=ib.r(1))\n    ib.emit_ret(ib.r(1))\n"),
            "warning 2:1: input r(0) is never read\n");
  EXPECT_EQ(of("    ib.emit_goto(0)\n    ib.emit_ret(ib.r(0))\n"),
            "error 3:1: function \"f\", instruction 0: goto of offset 0 jumps to itself\n");
  for (const auto& [argument, message] :
       {std::pair("[1, 2]", "a list is no argument; a shape is a tuple: (1, 2)"),
        std::pair("\"s\"", "a string is no argument; write ib.convert_constant(\"...\")"),
        std::pair("2.5", "a float is no argument; write ib.convert_constant(...)"), std::pair("y", "no constant y")})
    EXPECT_EQ(of(std::string("    ib.emit_call(\"g\", args=[") + argument + "])\n    ib.emit_ret(ib.r(0))\n"),
              std::string("error 3:29: ") + message + "\n");
}

/// The python form states why TVM's builder cannot make an executable.
TEST(AssemblySource, PythonSaysWhatExecBuilderCannot) {
  const auto reason = [](std::string_view source) {
    const std::string text = assemblyText(executableFrom(source), AssemblyForm::Python);
    const size_t at = text.find("# ExecBuilder makes other bytes: ");
    return at == std::string::npos ? std::string() : text.substr(at, text.find('\n', at) - at);
  };
  EXPECT_EQ(reason("@f(x):\n  call g in: %0 dst: %1\n  ret %1\n@g packed_func;\n"), "");
  const struct {
    const char* source;
    const char* says;
  } cases[] = {
      {"@f(x):\n  ret %0\n.const c[0] = tensor int8[2] {1, 2}\n.const c[1] = tensor int8[2] {1, 3}\n.const c[2] = tensor int8[2] {1, 2}\n",
       "constants 0 and 2 are equal"},
      {"@f(x):\n  ret %0\n.const c[0] = string \"a\"\n.const c[1] = tensor int8[1] {1}\n.const c[2] = string \"a\"\n",
       "constants 0 and 2 are equal"},
      {"@f(x):\n  ret %0\n.const c[0] = int 7\n", "constant 0 would be an immediate"},
      {"@f(x):\n  ret %0\n.const c[0] = dtype dtype(2, 32, 32768)\n.const c[1] = dtype dtype(2, 32, 0)\n",
       "constant 1 is a dtype without a name"},
      {"@f(x):\n  ret %0\n.const c[0] = dtype dtype(200, 8, 1)\n", "constant 0 is a dtype without a name"},
      {".executable R4\n@f(x):\n  ret %0\n", "it writes R5, this is R4"},
      {"@f(x) registers=9:\n  ret %0\n", "function f has 9 registers"},
      {"@f(x):\n  ret %3\n", "read but never written"},
      {"@f(x):\n  ret %0\n@f(y):\n  ret %0\n", "two functions are named f"},
      {"@f(x):\n  .words 9\n  ret %0\n", "not every instruction"},
  };
  for (const auto& c : cases)
    EXPECT_NE(reason(c.source).find(c.says), std::string::npos) << c.source << reason(c.source);
}

}  // namespace
}  // namespace relaxscope
