// SPDX-License-Identifier: Apache-2.0
// Arguments of a call from specs, files and the executable's own metadata.
#include "vmcore/run/arguments/argument_binder.h"

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"
#include "vmcore/format/container/npz.h"

namespace relaxscope {
namespace {

const DataType kF32{2, 32, 1}, kI64{0, 64, 1};

DimSpec fixed(int64_t value) { return {DimSpec::Kind::Fixed, value, ""}; }
DimSpec symbol(const char* name) { return {DimSpec::Kind::Symbol, 0, name}; }
ParamInfo tensorParam(const char* name, std::vector<DimSpec> dims, std::optional<DataType> dtype = kF32) {
  ParamInfo param;
  param.kind = ParamInfo::Kind::Tensor;
  param.name = name;
  param.dtype = dtype;
  param.rank = static_cast<int64_t>(dims.size());
  param.dims = std::move(dims);
  return param;
}
ParamInfo otherParam(const char* name, ParamInfo::Kind kind, std::optional<DataType> dtype = std::nullopt) {
  ParamInfo param;
  param.kind = kind;
  param.name = name;
  param.dtype = dtype;
  return param;
}

struct Bound {
  std::vector<Value> values;
  std::vector<ArgumentNote> notes;
  std::vector<std::string> defaulted;
  std::string text;
};
Result<Bound> bind(const std::vector<std::string>& inputs, const std::vector<ParamInfo>& params, uint64_t seed = 0,
                   const std::vector<NamedArray>& arrays = {}) {
  ArrayFiles files;
  const std::vector<std::string> fieldNames;
  ArgumentBinder binder(params, {}, seed, 0, files, fieldNames);
  RS_CHECK(binder.bindNamed(NamedArrays(arrays)));
  binder.bindNumbered(NamedArrays(arrays));
  RS_CHECK(binder.bindInputs(inputs));
  Bound bound;
  RS_CHECK(binder.bindDefaults(bound.defaulted));
  bound.text = binder.text();
  binder.take(bound.values, bound.notes);
  return bound;
}
std::string errorOf(const Result<Bound>& result) { return result.ok() ? "" : result.error().text(); }

TEST(Arguments, NamesAndPositionsShareTheParameters) {
  const std::vector<ParamInfo> params = {otherParam("a", ParamInfo::Kind::Unknown),
                                         otherParam("b", ParamInfo::Kind::Unknown),
                                         otherParam("c", ParamInfo::Kind::Unknown)};
  const auto bound = bind({"b=2", "1", "3"}, params);
  ASSERT_TRUE(bound.ok()) << errorOf(bound);
  ASSERT_EQ(bound->values.size(), 3u);
  for (int64_t i = 0; i < 3; ++i) EXPECT_EQ(std::get<int64_t>(bound->values[static_cast<size_t>(i)].data), i + 1);
  EXPECT_TRUE(bound->defaulted.empty());
  EXPECT_EQ(bound->text, "a: 1; b: 2; c: 3");
}

TEST(Arguments, ValuesOfAFileComeFirstAndTheRestIsBoundAfterThem) {
  const std::vector<ParamInfo> params = {otherParam("a", ParamInfo::Kind::Unknown),
                                         otherParam("b", ParamInfo::Kind::Unknown), tensorParam("x", {fixed(3)})};
  const NamedArray first{"in.npz", "arg0", TensorValue{{0, 8, 1}, {1}, Bytes::own({7})}};
  const auto bound = bind({"2"}, params, 0, {first});
  ASSERT_TRUE(bound.ok()) << errorOf(bound);
  EXPECT_EQ(std::get<TensorValue>(bound->values[0].data).data, first.value.data);
  EXPECT_EQ(std::get<int64_t>(bound->values[1].data), 2);
  EXPECT_TRUE(std::holds_alternative<RandomTensor>(bound->values[2].data)) << "what neither gives is defaulted";
  EXPECT_NE(errorOf(bind({"a=2"}, params, 0, {first})).find("duplicate input"), std::string::npos);
}

TEST(Arguments, WhatIsMissingIsDefaultedFromItsShapeAndReported) {
  const auto bound = bind({}, {tensorParam("x", {fixed(3), symbol("n")}), tensorParam("w", {symbol("n")}, kI64)}, 9);
  ASSERT_TRUE(bound.ok()) << errorOf(bound);
  const auto& x = std::get<RandomTensor>(bound->values[0].data);
  const auto& w = std::get<RandomTensor>(bound->values[1].data);
  EXPECT_EQ(x.shape, (std::vector<int64_t>{3, kDefaultDim}));
  EXPECT_EQ(w.dtype, kI64);
  EXPECT_NE(x.seed, w.seed) << "arguments differ";
  EXPECT_EQ(bound->defaulted.at(0), "x: float32[3, 4], random with seed 9");
}

TEST(Arguments, AGivenShapeDeterminesTheSymbolsOfTheOthers) {
  ParamInfo shape = otherParam("s", ParamInfo::Kind::Shape);
  shape.rank = 2;
  shape.dims = {symbol("n"), fixed(5)};
  const auto bound = bind({"x=float32[3,7]"}, {tensorParam("x", {fixed(3), symbol("n")}),
                                               tensorParam("y", {symbol("n"), symbol("m")}), shape});
  ASSERT_TRUE(bound.ok()) << errorOf(bound);
  EXPECT_EQ(std::get<RandomTensor>(bound->values[1].data).shape, (std::vector<int64_t>{7, kDefaultDim}));
  EXPECT_EQ(std::get<ShapeValue>(bound->values[2].data).dims, (std::vector<int64_t>{7, 5}));
}

TEST(Arguments, TheSeedDecidesTheNumbers) {
  const std::vector<ParamInfo> params = {tensorParam("x", {fixed(1)})};
  const auto seedOf = [&](uint64_t seed) {
    return std::get<RandomTensor>(bind({}, params, seed)->values[0].data).seed;
  };
  EXPECT_EQ(seedOf(4), seedOf(4));
  EXPECT_NE(seedOf(4), seedOf(5));
}

TEST(Arguments, ScalarsAreDefaultedByTheirType) {
  const auto bound =
      bind({}, {otherParam("i", ParamInfo::Kind::Prim, kI64), otherParam("f", ParamInfo::Kind::Prim, kF32)});
  ASSERT_TRUE(bound.ok());
  EXPECT_TRUE(std::holds_alternative<int64_t>(bound->values[0].data));
  EXPECT_TRUE(std::holds_alternative<double>(bound->values[1].data));
}

TEST(Arguments, WhatCannotBeIsSaid) {
  const std::vector<ParamInfo> one = {tensorParam("x", {fixed(1)})};
  EXPECT_EQ(errorOf(bind({"y=3"}, one)), "no parameter \"y\"; the function takes x");
  EXPECT_EQ(errorOf(bind({"x=3", "x=4"}, one)), "duplicate input x");
  EXPECT_EQ(errorOf(bind({"3", "4"}, one)), "more inputs than the function takes (1)");
  EXPECT_NE(errorOf(bind({}, {otherParam("t", ParamInfo::Kind::Tuple)})), "");
  ParamInfo unknownRank = tensorParam("x", {});
  unknownRank.rank = -1;
  EXPECT_NE(errorOf(bind({}, {unknownRank})), "");
  EXPECT_NE(errorOf(bind({}, {tensorParam("x", {fixed(int64_t{1} << 40), fixed(int64_t{1} << 40)})})), "");
}

class ArgumentFiles : public ::testing::Test {
 protected:
  std::string write(const char* name, const std::vector<uint8_t>& bytes) { return folder_.write(name, bytes); }
  test::ScratchFolder folder_;
  NpyArray array_{kF32, {2}, Bytes::own({0, 0, 128, 63, 0, 0, 0, 64})};
};

TEST_F(ArgumentFiles, ArraysComeFromNpyAndNpz) {
  const std::string npy = "x=@" + write("a.npy", writeNpy(array_));
  const std::string single = "x=@" + write("one.npz", writeNpz({{"k", array_}}));
  const std::string two = write("two.npz", writeNpz({{"k", array_}, {"l", array_}}));
  const std::vector<ParamInfo> params = {tensorParam("x", {symbol("n")})};
  for (const std::string& spec : {npy, single, "x=@" + two + ":l"}) {
    const auto bound = bind({spec}, params);
    ASSERT_TRUE(bound.ok()) << errorOf(bound);
    EXPECT_EQ(std::get<TensorValue>(bound->values[0].data).data, array_.data);
  }
  const std::string disguised = write("two.dat", writeNpz({{"k", array_}, {"l", array_}}));
  const auto bound = bind({"x=@" + disguised + ":l"}, params);
  ASSERT_TRUE(bound.ok()) << errorOf(bound) << ": what a file is, its bytes say";
  EXPECT_EQ(bound->notes[0].source, "@" + disguised + ":l");
  EXPECT_NE(errorOf(bind({"@" + two}, params)).find("holds 2 arrays; name one"), std::string::npos);
  EXPECT_NE(errorOf(bind({"@" + two + ":z"}, params)).find("holds no array \"z\""), std::string::npos);
  EXPECT_NE(errorOf(bind({"@" + write("bad.npy", {1, 2, 3})}, params)).find("bad.npy"), std::string::npos);
}

TEST_F(ArgumentFiles, AFileIsATupleWhereTheParameterIsOne) {
  const NpyArray one{{0, 8, 1}, {1}, Bytes::own({1})}, two{{0, 8, 1}, {1}, Bytes::own({2})};
  const std::string file = write("w.npz", writeNpz({{"p_1", two}, {"p_0", one}}));
  const auto bound = bind({"w=@" + file}, {otherParam("w", ParamInfo::Kind::Tuple)});
  ASSERT_TRUE(bound.ok()) << errorOf(bound);
  const auto& fields = std::get<TupleValue>(bound->values[0].data).fields;
  ASSERT_EQ(fields.size(), 2u);
  EXPECT_EQ(std::get<TensorValue>(fields[0].data).data, one.data);
  EXPECT_EQ(std::get<TensorValue>(fields[1].data).data, two.data);
  EXPECT_NE(errorOf(bind({"w=@" + file}, {tensorParam("w", {fixed(1)})})).find("name one"), std::string::npos);
}

TEST(Arguments, ANumberFillsATensorWithoutDimensions) {
  const auto bits = [](const Result<Bound>& bound) {
    const auto* tensor = bound.ok() ? std::get_if<TensorValue>(&bound->values[0].data) : nullptr;
    EXPECT_NE(tensor, nullptr) << errorOf(bound);
    if (tensor == nullptr) return std::vector<uint8_t>();
    EXPECT_TRUE(tensor->shape.empty());
    return std::vector<uint8_t>(tensor->data.data(), tensor->data.data() + tensor->data.size());
  };
  EXPECT_EQ(bits(bind({"x=1.5"}, {tensorParam("x", {})})), (std::vector<uint8_t>{0, 0, 0xc0, 0x3f}));
  EXPECT_EQ(bits(bind({"x=3"}, {tensorParam("x", {})})), (std::vector<uint8_t>{0, 0, 0x40, 0x40}));
  EXPECT_EQ(bits(bind({"x=-2"}, {tensorParam("x", {}, DataType{0, 32, 1})})),
            (std::vector<uint8_t>{0xfe, 0xff, 0xff, 0xff}));
  EXPECT_EQ(bits(bind({"x=true"}, {tensorParam("x", {}, *parseDataType("bool"))})), (std::vector<uint8_t>{1}));
  EXPECT_EQ(bits(bind({"x=255"}, {tensorParam("x", {}, DataType{1, 8, 1})})), (std::vector<uint8_t>{255}));
  EXPECT_EQ(bind({"x=3"}, {tensorParam("x", {})})->notes[0].source, "value");
  for (const auto& [text, type] : {std::pair("x=300", DataType{0, 8, 1}), std::pair("x=-129", DataType{0, 8, 1}),
                                   std::pair("x=-1", DataType{1, 8, 1}), std::pair("x=-1", DataType{1, 64, 1}),
                                   std::pair("x=2147483648", DataType{0, 32, 1})})
    EXPECT_EQ(errorOf(bind({text}, {tensorParam("x", {}, type)})),
              "argument x: " + type.name() + " does not hold " + std::string(text).substr(2));
  // A fraction is no integer, and a tensor with dimensions is no number: they are passed as given.
  for (const auto& [text, param] :
       {std::pair("x=1.5", tensorParam("x", {}, kI64)), std::pair("x=1", tensorParam("x", {fixed(1)}))})
    EXPECT_FALSE(std::holds_alternative<TensorValue>(bind({text}, {param})->values[0].data)) << text;
}

TEST(Arguments, TuplesAndExpressionsHaveDefaults) {
  ParamInfo tuple = otherParam("t", ParamInfo::Kind::Tuple);
  tuple.rank = 2;
  tuple.fields = {tensorParam("", {symbol("n"), symbol("n * 2 + 1")}), otherParam("", ParamInfo::Kind::Prim, kI64)};
  const std::vector<ParamInfo> params = {tensorParam("x", {symbol("n")}), tuple};
  const auto bound = bind({"x=float32[3]"}, params);
  ASSERT_TRUE(bound.ok()) << errorOf(bound);
  const auto& fields = std::get<TupleValue>(bound->values[1].data).fields;
  ASSERT_EQ(fields.size(), 2u);
  EXPECT_EQ(std::get<RandomTensor>(fields[0].data).shape, (std::vector<int64_t>{3, 7}));
  EXPECT_TRUE(std::holds_alternative<int64_t>(fields[1].data));
  tuple.fields[1] = otherParam("", ParamInfo::Kind::Unknown);
  EXPECT_NE(errorOf(bind({}, {tuple})).find("argument t is not given"), std::string::npos);
}

TEST(Arguments, ArraysFillTuples) {
  ParamInfo tuple = otherParam("weights", ParamInfo::Kind::Tuple);
  tuple.fields = {tensorParam("", {fixed(1)}, DataType{0, 8, 1}), {}};
  tuple.rank = 2;
  const auto array = [](const char* name, uint8_t byte) {
    return NamedArray{"w", name, TensorValue{{0, 8, 1}, {1}, Bytes::own({byte})}};
  };
  const auto bound = bind({}, {tensorParam("x", {fixed(1)}), tuple}, 0, {array("w_10", 2), array("w_9", 1)});
  ASSERT_TRUE(bound.ok()) << errorOf(bound);
  const auto& fields = std::get<TupleValue>(bound->values[1].data).fields;
  ASSERT_EQ(fields.size(), 2u);
  EXPECT_EQ(std::get<TensorValue>(fields[0].data).data, Bytes::own({1})) << "by number";
  EXPECT_EQ(bound->notes[1].source, "@w");
  tuple.fields[0] = tensorParam("", {fixed(3)}, DataType{0, 8, 1});
  EXPECT_EQ(errorOf(bind({}, {tuple}, 0, {array("a", 1), array("b", 2)})),
            "argument weights.0: @w:a is int8[1], the parameter is i8[3]");
}

TEST(Arguments, ExpressionsThatCannotBeComputedHaveTheDefaultExtent) {
  for (const auto& [text, extent] :
       std::vector<std::pair<const char*, int64_t>>{{"(n + 1) * 4 // 3", 5},
                                                    {"n - 5", kDefaultDim},
                                                    {"n // 0", kDefaultDim},
                                                    {"n * 9223372036854775807", kDefaultDim},
                                                    {"min(n, 2)", 2},
                                                    {"abs(n)", kDefaultDim},
                                                    {"((((", kDefaultDim},
                                                    {"n +", kDefaultDim}}) {
    const auto bound = bind({"x=float32[3]"}, {tensorParam("x", {symbol("n")}), tensorParam("y", {symbol(text)})});
    ASSERT_TRUE(bound.ok()) << text;
    EXPECT_EQ(std::get<RandomTensor>(bound->values[1].data).shape, (std::vector<int64_t>{extent})) << text;
  }
}

TEST(Arguments, APartOfATypeIsNoDefaultButIsNamed) {
  ParamInfo param = tensorParam("x", {});
  param.rank = 2;
  const auto bound = bind({}, {param});
  ASSERT_FALSE(bound.ok());
  EXPECT_EQ(bound.error().message,
            "argument x is not given, and only f32[?, ?] is known of its type; give it with --input 'x=VALUE'");
}

TEST(Arguments, ATypeThatIsNoChecksNamesItsSource) {
  ParamInfo param = tensorParam("x", {fixed(2)});
  param.source = "kernel matmul";
  EXPECT_EQ(bind({}, {param})->defaulted,
            (std::vector<std::string>{"x: float32[2], random with seed 0 (type from kernel matmul)"}));
}

}  // namespace
}  // namespace relaxscope
