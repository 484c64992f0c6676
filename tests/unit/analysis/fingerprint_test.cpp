// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/fingerprint.h"

#include <gtest/gtest.h>

#include <functional>

#include "tests/support/generated_executable.h"
#include "tests/unit/analysis/hand_made.h"
#include "vmcore/analysis/flow/cfg.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/model/builder.h"

namespace relaxscope {
namespace {

using namespace test;

TensorConstant byteTensor(std::initializer_list<uint8_t> bytes) {
  TensorConstant tensor;
  tensor.dtype = DataType{1, 8, 1};
  tensor.shape = {static_cast<int64_t>(bytes.size())};
  tensor.data = Bytes::own(bytes);
  return tensor;
}

/// One function of the tests below, in a build of its own.
struct Build {
  std::vector<int64_t> registers = {1, 2, 3};  ///< numbers of those that are not parameters
  bool reordered = false;                      ///< other functions and constants come first
  int64_t immediate = 42;
  std::initializer_list<uint8_t> bytes = {1, 2, 3};
  std::string callee = "matmul1";
  std::string name = "main";
  int64_t falseOffset = 3;

  [[nodiscard]] FunctionFingerprint print() const {
    using Maker = ExecutableBuilder;
    Maker b;
    if (reordered) {
      b.addConstant(IntConstant{5});
      b.beginFunction("other", 1);
      b.emitCall(callee, {b.f("vm.builtin.copy")}, 0);
      b.emitRet(0);
    }
    const Arg constant = Maker::c(b.addConstant(byteTensor(bytes)));
    b.beginFunction(name, {"x"});
    b.emitCall("vm.builtin.copy", {constant, Maker::imm(immediate)}, registers[0]);
    b.emitIf(0, falseOffset);
    b.emitCall(callee, {Maker::r(registers[0]), Maker::r(0), Maker::vm()}, registers[1]);
    b.emitGoto(2);
    b.emitCall(callee, {Maker::r(0), Maker::r(registers[0])}, registers[1]);
    b.emitCall("vm.builtin.copy", {Maker::r(registers[1])}, registers[2]);
    b.emitRet(registers[2]);
    const Executable executable = b.finish();
    return *Fingerprints(executable).of(executable.findFunction(name));
  }
};

TEST(Fingerprint, RenumberingChangesNothing) {
  const FunctionFingerprint first = Build{}.print();
  EXPECT_EQ(first.blocks.size(), 4u);
  for (const Build& build : {Build{.registers = {7, 3, 20}}, Build{.reordered = true}, Build{.name = "renamed"},
                             Build{.registers = {3, 2, 1}, .reordered = true}}) {
    const FunctionFingerprint other = build.print();
    EXPECT_EQ(first.whole.hex(), other.whole.hex());
    EXPECT_EQ(first.blocks, other.blocks);
  }
}

TEST(Fingerprint, EveryOtherChangeShows) {
  const FunctionFingerprint first = Build{}.print();
  std::vector<FunctionFingerprint> prints{first};
  for (const Build& build : {Build{.immediate = 43}, Build{.bytes = {1, 2, 4}}, Build{.bytes = {1, 2, 3, 0}},
                             Build{.callee = "matmul2"}, Build{.registers = {1, 2, 2}}, Build{.falseOffset = 4}})
    prints.push_back(build.print());
  for (size_t i = 0; i < prints.size(); ++i)
    for (size_t j = 0; j < i; ++j) EXPECT_NE(prints[i].whole.hex(), prints[j].whole.hex()) << i << " and " << j;
  EXPECT_NE(prints[1].blocks[0], first.blocks[0]);
  EXPECT_EQ(prints[1].blocks[1], first.blocks[1]) << "another block";
  EXPECT_NE(prints[4].blocks[1], first.blocks[1]);
}

TEST(Fingerprint, TheSameRegisterTwiceIsAnotherProgram) {
  const auto printOf = [](int64_t a, int64_t b) {
    HandMade made;
    made.packed("k").begin("main", 0, 9).call(2, 0, {reg(a), reg(b)}).ret(2).end();
    return Fingerprints(made.executable).of(FuncIndex(1))->whole;
  };
  EXPECT_EQ(printOf(0, 1), printOf(5, 3));
  EXPECT_NE(printOf(0, 1), printOf(0, 0));
}

TEST(Fingerprint, StraightPiecesRepeatWhereverTheyStand) {
  HandMade made;
  made.packed("k").begin("main", 1, 9);
  for (const int64_t base : {1, 4})
    made.call(base, 0, {reg(0), imm(1)}).call(base + 1, 0, {reg(base)}).branch(base + 1, 2).jump(1);
  made.ret(0).end();
  const auto prints = Fingerprints(made.executable).of(FuncIndex(1));
  ASSERT_EQ(prints->blocks.size(), 5u);
  EXPECT_EQ(prints->blocks[0], prints->blocks[2]);
  EXPECT_EQ(prints->blocks[1], prints->blocks[3]);
  EXPECT_NE(prints->blocks[0], prints->blocks[1]);
}

TEST(Fingerprint, IsTheDigestThatThePageDescribes) {
  HandMade made;
  made.packed("k").begin("main", 1, 4).call(3, 0, {reg(0), imm(-2), reg(kVmRegister)}).ret(3).end();
  std::vector<uint8_t> bytes;
  const auto item = [&](char letter, std::initializer_list<int64_t> numbers) {
    bytes.push_back(static_cast<uint8_t>(letter));
    for (const int64_t number : numbers)
      for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<uint8_t>(static_cast<uint64_t>(number) >> (8 * i)));
  };
  item('F', {1});
  item('I', {1});
  item('r', {1});
  item('f', {});
  Sha256 name;
  const uint8_t k[] = {1, 0, 0, 0, 0, 0, 0, 0, 'k'};
  name.update(k);
  const auto digest = name.finish();
  bytes.insert(bytes.end(), digest.begin(), digest.begin() + 16);
  item('i', {3});
  item('r', {0});
  item('i', {-2});
  item('s', {kVmRegister});
  item('I', {2});
  item('r', {1});
  EXPECT_EQ(Fingerprints(made.executable).of(FuncIndex(1))->whole.hex(), sha256Hex(bytes).substr(0, 32));
}

TEST(Fingerprint, OfConstantsIsTheirContent) {
  Executable executable;
  const auto add = [&](ConstantValue value) { executable.constants.push_back({std::move(value), 0}); };
  add(byteTensor({1, 2}));
  add(byteTensor({1, 2}));
  add(StringConstant{"1"});
  add(IntConstant{1});
  add(FloatConstant{0.0});
  add(FloatConstant{-0.0});
  add(ShapeConstant{{1}});
  TensorConstant reshaped = byteTensor({1, 2});
  reshaped.shape = {1, 2};
  add(reshaped);
  Fingerprints prints(executable);
  std::vector<std::string> hex;
  for (int64_t i = 0; i < static_cast<int64_t>(executable.constants.size()); ++i)
    hex.push_back(prints.ofConstant(ConstIndex(i))->hex());
  EXPECT_EQ(hex[0], hex[1]);
  std::ranges::sort(hex);
  EXPECT_EQ(std::ranges::unique(hex).size(), 1u) << "all others differ";
  EXPECT_FALSE(prints.ofConstant(ConstIndex(99)));
}

TEST(Fingerprint, FunctionsWithoutCodeHaveTheirName) {
  HandMade made;
  made.packed("k").packed("k").packed("l");
  Fingerprints prints(made.executable);
  EXPECT_EQ(prints.of(FuncIndex(0))->whole, prints.of(FuncIndex(1))->whole);
  EXPECT_NE(prints.of(FuncIndex(0))->whole, prints.of(FuncIndex(2))->whole);
  EXPECT_FALSE(prints.of(FuncIndex(9)));
}

TEST(Fingerprint, OfRelay) {
  const auto printOf = [](int64_t r, int64_t extent) {
    HandMade made;
    made.executable.code.set = &relayInstructionSet(RelayEra::V14);
    made.constant(byteTensor({8}));
    made.begin("main", 0, 9).raw({11, 0, 0, r}).raw({16, r, 64, 2, 32, 1, 0, 1, r + 1, extent}).raw({1, r + 1}).end();
    return Fingerprints(made.executable).of(FuncIndex(0))->whole;
  };
  EXPECT_EQ(printOf(0, 4), printOf(5, 4));
  EXPECT_NE(printOf(0, 4), printOf(0, 5));
}

TEST(Fingerprint, SurvivesDamagedCodeOfEverySetAndStops) {
  for (uint64_t seed = 0; seed < 600; ++seed) {
    const Executable executable = testing::generatedExecutable(seed, testing::Shape::Damaged);
    Fingerprints prints(executable), again(executable);
    for (size_t f = 0; f < executable.functions.size(); ++f) {
      const FuncIndex function(static_cast<int64_t>(f));
      const auto print = prints.of(function);
      EXPECT_EQ(print->blocks.size(), buildCfg(executable, function).blocks.size());
      EXPECT_EQ(print->whole, again.of(function)->whole);
    }
  }
  HandMade made;
  made.begin("main", 0, 1).ret(0).end();
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(Fingerprints(made.executable).of(FuncIndex(0), stop.get_token()));
}

}  // namespace
}  // namespace relaxscope
