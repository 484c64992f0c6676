// SPDX-License-Identifier: Apache-2.0
// Runs as requested by users, and the requests for the worker made from them.
#include "vmcore/run/prepare.h"

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/model/builder.h"
#include "vmcore/run/arguments/argument_seed.h"
#include "vmcore/run/request_json.h"

namespace relaxscope {
namespace {

Executable twoFunctions() {
  ExecutableBuilder b;
  b.beginFunction("main", std::vector<std::string>{"x", "y"});
  b.emitRet(0);
  b.beginFunction("one", std::vector<std::string>{"x"});
  b.emitRet(0);
  return b.finish();
}

uint64_t seedOf(const Value& value) { return std::get<RandomTensor>(value.data).seed; }
std::string prepareError(const RunInput& input) {
  const auto prepared = prepareRun(input, twoFunctions());
  return prepared.ok() ? "" : prepared.error().text();
}
std::string jsonOf(const PreparedRun& prepared) {
  return collectText([&](const TextSink& sink) { writeRequestJson(prepared, sink); });
}

TEST(ArgumentSeed, HoldsTheSeedItIsMadeOf) {
  for (const uint64_t seed : {uint64_t{0}, uint64_t{7}, ~uint64_t{0}}) {
    EXPECT_EQ(seedOfArgument(argumentSeed(seed, 3, 2), 3, 2), seed);
    EXPECT_EQ(argumentOfLeaf(leafSeed(seed, 5), 5), seed);
  }
  EXPECT_NE(argumentSeed(7, 0, 1), argumentSeed(7, 1, 0));
  EXPECT_NE(argumentSeed(7, 0, 1), argumentSeed(8, 0, 0));
}

TEST(Prepare, TextsAtPositionsAndInputsByNameAreTheSame) {
  RunInput byName, byPosition;
  byName.seed = byPosition.seed = 5;
  byName.calls[0].inputs = {"y=(int8[2], 3)", "x=float32[2]"};
  byPosition.calls[0].arguments = {"float32[2]", "(int8[2], 3)"};
  const auto a = prepareRun(byName, twoFunctions()), b = prepareRun(byPosition, twoFunctions());
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_EQ(jsonOf(*a), jsonOf(*b));
  EXPECT_EQ(a->run.script[0].function, "main") << "the default entry";
  EXPECT_EQ(seedOf(a->run.script[0].args[0]), argumentSeed(5, 0, 0));
  EXPECT_EQ(seedOf(std::get<TupleValue>(a->run.script[0].args[1].data).fields[0]), leafSeed(argumentSeed(5, 0, 1), 0));
  EXPECT_EQ(a->origin.argumentsText, "x: float32[2], random with seed 5; y: tuple of 2, random with seed 5");
  EXPECT_EQ(b->origin.argumentsText, "x: float32[2], random with seed 5; y: (int8[2], 3), random with seed 5");
}

TEST(Prepare, CallsHaveSeedsOfTheirOwnAndNamesOfWhatEarlierOnesSave) {
  RunInput input;
  input.calls.resize(3);
  input.calls[0] = {"main", {"", "int8[2]"}, {}, {}, CallMode::Save, "half"};
  input.calls[1] = {"half", {"int8[2]"}, {}, {}};
  input.calls[2] = {"one", {"call1.0"}, {}, {}, CallMode::Stateful};
  const auto prepared = prepareRun(input, twoFunctions());
  ASSERT_TRUE(prepared.ok()) << prepared.error().text();
  ASSERT_EQ(prepared->run.script[0].args.size(), 1u) << "the first argument is left open";
  EXPECT_EQ(seedOf(prepared->run.script[0].args[0]), argumentSeed(0, 0, 0));
  EXPECT_EQ(seedOf(prepared->run.script[1].args[0]), argumentSeed(0, 1, 0));
  EXPECT_EQ(prepared->notes[0][0].name, "y");
  EXPECT_EQ(prepared->notes[2][0].source, "result");
  EXPECT_EQ(prepared->title, "main; half; one");
  EXPECT_EQ(
      prepared->origin.argumentsText,
      "main(y: int8[2], random with seed 0), saved as half; half(arg0: int8[2], random with seed 0); one(x: call1.0), stateful");
  input.calls.erase(input.calls.begin());
  EXPECT_EQ(prepareError(input), "no function \"half\"");
}

TEST(Prepare, ErrorsNameTheArgument) {
  RunInput input;
  EXPECT_EQ(
      prepareError(input),
      "argument x is not given, and no check, kernel, function or builtin that receives it states its type; give it with --input 'x=DTYPE[DIM,...]' or 'x=NUMBER'");
  input.calls[0].arguments = {"1", "what"};
  EXPECT_EQ(prepareError(input), "argument 1 (y) of main: \"what\" is neither DTYPE[DIM,...], @FILE nor a number");
  input.calls.push_back({"one", {"call5"}, {}, {}});
  input.calls[0].arguments = {"1", "2"};
  EXPECT_EQ(prepareError(input),
            "call1: argument 0 (x) of one: \"call5\" is not the result of an earlier call; the only one is call0");
}

TEST(Prepare, DamageComesBeforeArgumentsThatAreMissing) {
  Executable damaged = twoFunctions();
  damaged.code.words.edit()[0] = 77;
  const auto prepared = prepareRun(RunInput(), damaged);
  ASSERT_FALSE(prepared.ok());
  EXPECT_EQ(prepared.error().text(), "the executable is damaged: main:0: opcode 77 is unknown");
}

TEST(Prepare, TheRequestHasBytesAndDigests) {
  RunInput input;
  input.calls[0].inputs = {"x=int8[3]", "y=(2,9)"};
  input.load.limits.memoryDefault = false;
  const auto prepared = prepareRun(input, twoFunctions());
  ASSERT_TRUE(prepared.ok());
  const std::string json = jsonOf(*prepared);
  const auto digest = tensorDigest(prepared->run.script[0].args[0]);
  ASSERT_TRUE(digest.has_value());
  EXPECT_EQ(digest->bytes, 3u);
  EXPECT_NE(json.find("\"dtype\": \"int8\", \"shape\": [3], \"bytes\": 3, \"sha256\": \"" + digest->sha256 + "\""),
            std::string::npos)
      << json;
  EXPECT_NE(json.find("\"type\": \"shape\", \"value\": [2, 9]"), std::string::npos) << json;
  EXPECT_NE(json.find("\"memory_bytes\": 0"), std::string::npos) << json;
  EXPECT_FALSE(tensorDigest(Value{int64_t{3}}).has_value());
}

/// A file of named arrays: int8[2] of the name `name`, with the bytes 3 and 4, and `others`.
std::string arrayFile(const test::ScratchFolder& folder, const std::string& name, const std::string& others = {}) {
  const std::string header =
      R"({")" + name + R"(": {"dtype": "I8", "shape": [2], "data_offsets": [0, 2]})" + others + "}";
  std::vector<uint8_t> file = {static_cast<uint8_t>(header.size()), 0, 0, 0, 0, 0, 0, 0};
  file.insert(file.end(), header.begin(), header.end());
  file.insert(file.end(), {3, 4});
  return folder.write(name + ".safetensors", file);
}

TEST(Prepare, ArraysFillTheParametersOfTheirNames) {
  const test::ScratchFolder folder;
  RunInput input;
  input.arraysPaths = {arrayFile(folder, "y")};
  input.calls[0].inputs = {"5"};
  const auto prepared = prepareRun(input, twoFunctions());
  ASSERT_TRUE(prepared.ok()) << prepared.error().text();
  const auto& args = prepared->run.script[0].args;
  ASSERT_EQ(args.size(), 2u);
  EXPECT_EQ(std::get<int64_t>(args[0].data), 5) << "the first free position";
  const auto* array = std::get_if<TensorValue>(&args[1].data);
  ASSERT_NE(array, nullptr);
  EXPECT_EQ(array->data.data()[1], 4);
  EXPECT_EQ(prepared->notes[0][1].source, "@" + input.arraysPaths[0] + ":y");

  // Names come before places.
  const auto pair = [](const char* name) {
    return std::string(R"(, ")") + name + R"(": {"dtype": "I8", "shape": [1], "data_offsets": [0, 1]})";
  };
  input.calls[0].inputs = {};
  input.arraysPaths = {arrayFile(folder, "y", pair("arg0") + pair("arg1"))};
  const auto both = prepareRun(input, twoFunctions());
  ASSERT_TRUE(both.ok()) << both.error().text();
  EXPECT_EQ(both->notes[0][0].source, "@" + input.arraysPaths[0] + ":arg0");
  EXPECT_EQ(both->notes[0][1].source, "@" + input.arraysPaths[0] + ":y");

  input.calls[0].inputs = {"5"};
  input.arraysPaths = {arrayFile(folder, "z")};
  EXPECT_EQ(prepareError(input),
            input.arraysPaths[0] +
                ": no array has the name of a parameter, and none is named arg0; name its arrays in "
                "--args");
}

TEST(Prepare, AnArrayThatDoesNotFitNamesItsParameter) {
  const test::ScratchFolder folder;
  ExecutableBuilder b;
  b.beginFunction("main", std::vector<std::string>{"x"});
  using B = ExecutableBuilder;
  b.emitCall("vm.builtin.check_tensor_info",
             {B::r(0), B::imm(1), B::c(b.addConstant(DataType{0, 32, 1})), B::c(b.addConstant(StringConstant{"x"}))});
  b.emitRet(0);
  RunInput input;
  input.arraysPaths = {arrayFile(folder, "x")};
  const auto prepared = prepareRun(input, b.finish());
  ASSERT_FALSE(prepared.ok());
  EXPECT_EQ(prepared.error().text(), "argument x: @" + input.arraysPaths[0] + ":x is int8[2], the parameter is i32[?]");
}

}  // namespace
}  // namespace relaxscope
