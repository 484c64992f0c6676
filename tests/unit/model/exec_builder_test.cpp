// SPDX-License-Identifier: Apache-2.0
// ExecBuilder: TVM's vectors byte for byte, and its rules one by one. tests/peer compares random programs with TVM.
#include "vmcore/model/exec_builder.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/vectors.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

using EB = ExecBuilder;

template <class T>
TensorConstant filledTensor(DataType dtype, std::vector<int64_t> shape, const std::vector<T>& values) {
  TensorConstant made;
  made.dtype = dtype;
  made.shape = std::move(shape);
  made.data = Bytes::copyOf({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
  return made;
}

Executable built(const EB& b) {
  const auto executable = b.get();
  EXPECT_TRUE(executable.ok()) << executable.error().text();
  return executable.ok() ? *executable : Executable{};
}
std::string errorOf(const EB& b) {
  const auto executable = b.get();
  return executable.ok() ? "no error" : executable.error().text();
}
std::vector<int64_t> wordsOf(const EB& b) { return built(b).code.words.view().copy(); }
/// Rule ids of get()'s warnings, in order.
std::vector<std::string> warningsOf(const EB& b) {
  Diagnostics warnings;
  EXPECT_TRUE(b.get(&warnings).ok());
  std::vector<std::string> rules;
  for (const Diagnostic& finding : warnings.all()) rules.push_back(finding.rule);
  return rules;
}
TEST(ExecBuilder, WritesTheEmptyExecutableAsTvmDoes) {
  EXPECT_EQ(writeVmExecutable(built(EB())), test::fromHex(test::kEmptyHex));
}

TEST(ExecBuilder, WritesTheAddProgramAsTvmDoes) {
  EB b;
  {
    const auto scope = b.function("func0", 2);
    b.emitCall("test.vm.add", {b.r(0), b.r(1)}, b.r(2));
    b.emitRet(b.r(2));
  }
  EXPECT_EQ(writeVmExecutable(built(b)), test::fromHex(test::kAddHex));
}

TEST(ExecBuilder, WritesEveryOperandKindAsTvmDoes) {
  EB b;
  b.declare("pk");
  b.declare("callee", FunctionKind::Bytecode);
  {
    const auto scope = b.function("main", {"x", "y", "cond"});
    b.emitIf(b.r(2), 3);
    b.emitCall("vm.builtin.copy", {b.r(0)}, b.r(3));
    b.emitGoto(2);
    b.emitCall("pk",
               {b.vmState(), b.r(0), b.imm(-5), 7, filledTensor<float>({2, 32, 1}, {2, 3}, {0, 1, 2, 3, 4, 5}),
                ShapeConstant{{1, -2, 3}}, "hi", "a longer string than seven", 42, DataType{2, 16, 4},
                filledTensor<int64_t>({0, 64, 1}, {}, {7}), b.f("callee"), b.voidArg()},
               b.r(3));
    b.emitCall("noargs", {});
    b.emitCall("memo", {b.r(3), b.r(1)}, b.vmState());
    b.emitRet(b.r(3));
  }
  {
    const auto scope = b.function("callee", 1);
    b.emitRet(b.r(0));
  }
  EXPECT_EQ(writeVmExecutable(built(b)), test::fromHex(test::kAllHex));
}

TEST(ExecBuilder, RenumbersRegistersInTheOrderOfTheirFirstWrite) {
  EB b;
  {
    const auto scope = b.function("m", 1);
    b.emitCall("g", {b.r(0)}, b.r(100));
    b.emitCall("a_very_long_function_name_here", {b.r(100)}, b.r(50));
    b.emitIf(b.r(50), 2);
    b.emitGoto(-1);
    b.emitRet(b.voidArg());
  }
  const Executable executable = built(b);
  EXPECT_EQ(executable.code.words,
            (std::vector<int64_t>{1, 1, 1, 1, 0, 1, 2, 2, 1, 1, 4, 2, 2, 3, -1, 2, kVoidRegister}));
  EXPECT_EQ(executable.code.offsets, (std::vector<int64_t>{0, 5, 10, 13, 15}));
  EXPECT_EQ(executable.functions[0].registerFileSize, 3);
}

TEST(ExecBuilder, KeepsInputsAndSpecialRegisters) {
  EB b;
  {
    const auto scope = b.function("m", 2);
    b.emitCall("g", {b.r(0), b.vmState()}, b.r(1));
    b.emitCall("g", {b.voidArg()}, EB::Register{kVmRegister + 4});
    b.emitRet(b.r(1));
  }
  const Executable executable = built(b);
  EXPECT_EQ(executable.code.words,
            (std::vector<int64_t>{1, 1, 1, 2, 0, kVmRegister, 1, kVmRegister + 4, 1, 1, kVoidRegister, 2, 1}));
  EXPECT_EQ(executable.functions[0].registerFileSize, 2);
}

TEST(ExecBuilder, ARegisterReadBeforeItsWriteKeepsItsNumber) {
  // Observed with TVM 0.27: %1 is read before anything is written to r(1), so it now refers to the former r(5).
  EB b;
  {
    const auto scope = b.function("m", 1);
    b.emitCall("g", {b.r(0)}, b.r(5));
    b.emitCall("g", {b.r(1)}, b.r(1));
    b.emitCall("g", {b.r(1)}, b.r(5));
    b.emitRet(b.r(1));
  }
  EXPECT_EQ(wordsOf(b), (std::vector<int64_t>{1, 1, 1, 1, 0, 1, 2, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(warningsOf(b), std::vector<std::string>{"coinciding-register"});
}

TEST(ExecBuilder, EqualConstantsShareAPlace) {
  EB b;
  const double quiet = std::numeric_limits<double>::quiet_NaN();
  {
    const auto scope = b.function("m");
    b.emitCall("g", {2.5, "a", 2.5F, DataType{2, 32, 1}, "float32", "a", ShapeConstant{}, "", quiet, -quiet, 0.0, -0.0,
                     ShapeConstant{}});
    b.emitCall("g", {filledTensor<float>({2, 32, 1}, {1}, {1}), filledTensor<float>({2, 32, 1}, {1}, {1}),
                     filledTensor<float>({2, 32, 1}, {}, {1})});
    b.emitRet(b.voidArg());
  }
  std::vector<int64_t> indices;
  for (const int64_t word : wordsOf(b))
    if (Arg::decode(word).kind() == ArgKind::Constant) indices.push_back(Arg::decode(word).value());
  EXPECT_EQ(indices, (std::vector<int64_t>{0, 1, 0, 2, 3, 1, 4, 5, 6, 6, 7, 8, 4, 9, 9, 10}));
  EXPECT_EQ(built(b).constants.size(), 11u);
}

TEST(ExecBuilder, IntsAreImmediatesAsLongAsTheyFit) {
  EB b;
  constexpr int64_t kEdge = (int64_t{1} << 55) - 1;
  EXPECT_EQ(b.constant(IntConstant{kEdge}).kind(), ArgKind::Immediate);
  EXPECT_EQ(b.constant(IntConstant{-kEdge}).value(), -kEdge);
  EXPECT_EQ(b.constant(IntConstant{kEdge + 1}).kind(), ArgKind::Constant);
  EXPECT_EQ(b.constant(IntConstant{-kEdge - 1}).value(), 1);
  EXPECT_EQ(b.constant(IntConstant{kEdge + 1}).value(), 0);
}

TEST(ExecBuilder, AFunctionCalledBeforeItsDefinitionStaysPackedAsInTvm) {
  EB b;
  {
    const auto scope = b.function("a", 1);
    b.emitCall("b", {b.r(0)}, b.r(7));
    b.emitRet(b.r(7));
  }
  {
    const auto scope = b.function("b", 1);
    b.emitCall("b", {b.r(0)}, b.r(7));
    b.emitRet(b.r(7));
  }
  const Executable executable = built(b);
  EXPECT_TRUE(executable.functions[1].isPacked());
  EXPECT_EQ(executable.functions[1].numArgs, 1);
  EXPECT_EQ(executable.functions[1].startInstr, 2);
  EXPECT_EQ(executable.functions[1].endInstr, 0);
  EXPECT_EQ(executable.code.words, (std::vector<int64_t>{1, 1, 1, 1, 0, 2, 1, 1, 7, 1, 1, 0, 2, 7}));
  EXPECT_EQ(warningsOf(b), std::vector<std::string>{"stays-packed"});
}

TEST(ExecBuilder, ADeclaredBytecodeFunctionTakesItsCodeLater) {
  EB b;
  b.declare("b", FunctionKind::Bytecode);
  {
    const auto scope = b.function("a", 1);
    b.emitCall("b", {b.r(0)}, b.r(1));
    b.emitRet(b.r(1));
  }
  EXPECT_EQ(errorOf(b), "function \"b\" has no instruction");
  {
    const auto scope = b.function("b", 1);
    b.emitRet(b.r(0));
  }
  const Executable executable = built(b);
  EXPECT_EQ(executable.functions[0].name, "b");
  EXPECT_EQ(executable.functions[0].startInstr, 2);
  EXPECT_EQ(executable.functions[0].endInstr, 3);
}

TEST(ExecBuilder, CompiledFunctionsNeedARegisterForTheirResult) {
  EB b;
  b.vmTirFunction("main", 2, 12, {"x", "y"});
  const Executable executable = built(b);
  EXPECT_TRUE(executable.functions[0].isVmTir());
  EXPECT_EQ(executable.functions[0].registerFileSize, 12);
  b.vmTirFunction("small", 2, 2);
  EXPECT_EQ(errorOf(b), "function \"small\" has 2 registers, its 2 arguments and the result need one more");
}

TEST(ExecBuilder, RefusesWhatTvmRefuses) {
  const struct {
    void (*body)(EB&);
    const char* error;
  } cases[] = {
      {[](EB&) {}, "function \"m\" has no instruction"},
      {[](EB& b) { b.emitRet(b.r(1)); }, "function \"m\", instruction 0: register r(1) is read but never written"},
      {[](EB& b) { b.emitCall("g", {b.r(0)}, b.r(1)), b.emitCall("g", {b.r(3)}, b.r(3)), b.emitRet(b.r(3)); },
       "function \"m\", instruction 1: register r(3) is read but never written"},
      {[](EB& b) { b.emitIf(b.r(4), 2), b.emitRet(b.r(0)); },
       "function \"m\", instruction 0: register r(4) is read but never written"},
      {[](EB& b) { b.emitGoto(0), b.emitRet(b.r(0)); },
       "function \"m\", instruction 0: goto of offset 0 jumps to itself"},
      {[](EB& b) { b.emitIf(b.r(0), 1), b.emitRet(b.r(0)); },
       "function \"m\", instruction 0: If of false offset 1: it must be greater than 1"},
      {[](EB& b) { b.emitCall("g", {b.c(0)}), b.emitRet(b.r(0)); },
       "function \"m\", instruction 0: constant index 0 exceeds the pool of 0"},
      {[](EB& b) { b.emitCall("g", {b.c(-1)}), b.emitRet(b.r(0)); },
       "function \"m\", instruction 0: constant index -1 exceeds the pool of 0"},
      {[](EB& b) { b.emitCall("g", {Arg::make(ArgKind::Function, 100)}), b.emitRet(b.r(0)); },
       "function \"m\", instruction 0: function index 100 exceeds the table of 2"},
      {[](EB& b) { b.emitCall("g", {b.f("nope")}), b.emitRet(b.r(0)); },
       "function \"m\", instruction 0: no function \"nope\" is declared, defined or called before"},
      {[](EB& b) { b.emitCall("g", {b.r(0), b.imm(int64_t{1} << 55)}), b.emitRet(b.r(0)); },
       "function \"m\", instruction 0: argument 1: immediate 36028797018963968 is outside +-(2^55 - 1)"},
      {[](EB& b) { b.emitCall("g", {}, b.r(int64_t{1} << 55)), b.emitRet(b.r(0)); },
       "function \"m\", instruction 0: destination: register 36028797018963968 is outside +-(2^55 - 1)"},
      {[](EB& b) { b.emitCall("g", {Arg::make(static_cast<ArgKind>(9), 1)}), b.emitRet(b.r(0)); },
       "function \"m\", instruction 0: argument 0: operand of unknown kind 9"},
      {[](EB& b) { b.emitRet(b.r(0)), b.declare("m", FunctionKind::Packed); },
       "function \"m\", instruction 1: function \"m\" is already declared in a different kind, bytecode and not packed"},
      {[](EB& b) { b.emitRet(b.r(0)), b.function("m", 1).end(); },
       "function \"m\", instruction 1: function \"m\" is already defined"},
  };
  for (const auto& row : cases) {
    EB b;
    {
      const auto scope = b.function("m", 1);
      row.body(b);
    }
    EXPECT_EQ(errorOf(b), row.error);
  }
}

TEST(ExecBuilder, RefusesInstructionsOutsideAFunction) {
  EB b;
  b.emitRet(b.voidArg());
  EXPECT_EQ(errorOf(b), "ret is emitted outside a function");
}

TEST(ExecBuilder, RefusesAnOpenFunction) {
  EB b;
  auto scope = b.function("m", 1);
  b.emitRet(b.r(0));
  EXPECT_EQ(errorOf(b), "function \"m\" has not ended");
  scope.end();
  EXPECT_EQ(errorOf(b), "no error");
}

TEST(ExecBuilder, KeepsTheFirstError) {
  EB b;
  {
    const auto scope = b.function("m", 1);
    b.emitCall("g", {b.f("nope")});
    b.emitCall("g", {b.imm(int64_t{1} << 60)});
    b.emitRet(b.r(0));
  }
  ASSERT_TRUE(b.error().has_value());
  EXPECT_EQ(errorOf(b), b.error()->text());
  EXPECT_NE(errorOf(b).find("nope"), std::string::npos);
}

TEST(ExecBuilder, WarnsOfInputsThatAreNeverRead) {
  EB b;
  {
    const auto scope = b.function("m", {"x", "y", "z"});
    b.emitCall("g", {b.r(0)}, b.r(1));
    b.emitRet(b.r(2));
  }
  Diagnostics warnings;
  ASSERT_TRUE(b.get(&warnings).ok());
  ASSERT_EQ(warnings.total(), 1u);
  EXPECT_EQ(warnings.all()[0].rule, "unread-input");
  EXPECT_EQ(warnings.all()[0].message, "input r(1) (y) is never read");
  EXPECT_EQ(warnings.all()[0].function, FuncIndex(0));
}

TEST(ExecBuilder, GoesOnAfterGet) {
  EB b;
  {
    const auto scope = b.function("m", 1);
    b.emitCall("g", {b.r(0)}, b.r(9));
    b.emitRet(b.r(9));
  }
  const auto first = writeVmExecutable(built(b));
  EXPECT_EQ(writeVmExecutable(built(b)), first);
  {
    const auto scope = b.function("k", 1);
    b.emitCall("m", {b.r(0)}, b.r(9));
    b.emitRet(b.r(9));
  }
  const Executable executable = built(b);
  EXPECT_EQ(executable.functions.size(), 3u);
  EXPECT_EQ(executable.functions[2].registerFileSize, 2);
}

TEST(ExecBuilder, AFunctionInsideAnotherSharesItsInstructions) {
  EB b;
  {
    const auto outer = b.function("a", 2);
    {
      const auto inner = b.function("b", 1);
      b.emitRet(b.r(0));
    }
    b.emitRet(b.r(1));
  }
  const Executable executable = built(b);
  EXPECT_EQ(executable.functions[0].endInstr, 2);
  EXPECT_EQ(executable.functions[1].endInstr, 1);
  EXPECT_EQ(warningsOf(b), std::vector<std::string>{"nested-function"});
}

TEST(ExecBuilder, WritesOlderVariants) {
  EB b(Variant::R2);
  {
    const auto scope = b.function("m", {"x"});
    b.emitCall("g", {2.5}, b.r(3));
    b.emitRet(b.r(3));
  }
  Diagnostics notes;
  const auto back = readVmExecutable(Bytes::own(writeVmExecutable(built(b))), 0, notes);
  ASSERT_TRUE(back.ok()) << back.error().text();
  EXPECT_EQ(back->variant, Variant::R2);
  EXPECT_TRUE(back->outerPrefix);
}

TEST(ExecBuilder, KeepsMemoryScopes) {
  EB b;
  const Arg weight = b.constant(filledTensor<float>({2, 32, 1}, {1}, {1}));
  b.memoryScope(ConstIndex(weight.value()), "global.texture");
  const Executable executable = built(b);
  ASSERT_EQ(executable.memoryScopes.size(), 1u);
  EXPECT_EQ(executable.memoryScopes[0].constIndex, 0);
}

TEST(CheckProgram, SurvivesInvalidIndices) {
  Executable executable;
  Function wild;
  wild.kind = 1;
  wild.startInstr = std::numeric_limits<int64_t>::min();
  wild.endInstr = std::numeric_limits<int64_t>::max();
  wild.numArgs = std::numeric_limits<int64_t>::max();
  executable.functions.push_back(wild);
  executable.code.words = {1, 5, 77, 1000, 2};
  executable.code.offsets = {0, 9999, -1};
  Diagnostics warnings;
  EXPECT_FALSE(checkProgram(executable, &warnings).ok());
  formalizeRegisters(executable, &warnings);
  EXPECT_EQ(executable.code.words.size(), 5u);
}

}  // namespace
}  // namespace relaxscope
