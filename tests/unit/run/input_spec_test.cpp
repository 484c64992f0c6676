// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/input_spec.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "vmcore/run/value_json.h"

namespace relaxscope {
namespace {

template <class T>
T content(const char* text, const std::string& name = "") {
  const auto spec = parseInputSpec(text);
  EXPECT_TRUE(spec.ok()) << text << ": " << (spec.ok() ? "" : spec.error().text());
  EXPECT_EQ(spec->name, name) << text;
  const T* found = std::get_if<T>(&spec->content.data);
  EXPECT_NE(found, nullptr) << text;
  return found != nullptr ? *found : T{};
}
template <class T>
T scalar(const char* text, const std::string& name = "") {
  const Value value = content<Value>(text, name);
  EXPECT_TRUE(std::holds_alternative<T>(value.data)) << text;
  return std::get<T>(value.data);
}

TEST(InputSpec, RandomIndices) {
  const auto spec = content<RandomSpec>("x=int64[4, 8] below 1000", "x");
  EXPECT_EQ(spec.shape, (std::vector<int64_t>{4, 8}));
  EXPECT_EQ(spec.below, 1000);
  EXPECT_EQ(content<RandomSpec>("i32[2]  below  7 ").below, 7);
  EXPECT_EQ(inputText({RandomTensor{{0, 64, 1}, {4, 8}, 7, 1000}}), "int64[4,8] below 1000");
  for (const char* wrong : {"int64[2] below 0", "int64[2] below -3", "int64[2] below x", "int64[2] below"})
    EXPECT_FALSE(parseInputSpec(wrong)) << wrong;
  EXPECT_NE(parseInputSpec("f32[2] below 3").error().message.find("float32 is not a type of integers"),
            std::string::npos);
}

TEST(InputSpec, RandomTensors) {
  const auto spec = content<RandomSpec>("x=float32[4,8]", "x");
  EXPECT_EQ(spec.dtype, (DataType{2, 32, 1}));
  EXPECT_EQ(spec.shape, (std::vector<int64_t>{4, 8}));
  EXPECT_EQ(content<RandomSpec>("int64[ 3 , ]").shape, (std::vector<int64_t>{3}));
  EXPECT_TRUE(content<RandomSpec>("bool[]").shape.empty());
  EXPECT_EQ(content<RandomSpec>("f32[2]").dtype, (DataType{2, 32, 1}));
  EXPECT_EQ(content<RandomSpec>("f16[2]").dtype.name(), "float16");
  EXPECT_EQ(content<RandomSpec>("bf16[2]").dtype.name(), "bfloat16");
  EXPECT_EQ(content<RandomSpec>("i64[2]").dtype, (DataType{0, 64, 1}));
  EXPECT_EQ(content<RandomSpec>("u8[2]").dtype.name(), "uint8");
}

TEST(InputSpec, Files) {
  EXPECT_EQ(content<ArraySpec>("x=@a=b.npy", "x").path, "a=b.npy");
  EXPECT_EQ(content<ArraySpec>("@dir/in.npz:arg0").key, "arg0");
  EXPECT_EQ(content<ArraySpec>("@dir/in.npz:arg0").path, "dir/in.npz");
}

TEST(InputSpec, Scalars) {
  EXPECT_EQ(scalar<int64_t>("5"), 5);
  EXPECT_EQ(scalar<int64_t>("n=-3", "n"), -3);
  EXPECT_EQ(scalar<double>("2.5"), 2.5);
  EXPECT_EQ(scalar<double>("x=1e-3", "x"), 1e-3);
  EXPECT_TRUE(std::isnan(scalar<double>("nan")));
  EXPECT_EQ(scalar<bool>("true"), true);
  EXPECT_EQ(scalar<std::string>("s=\"a=b\"", "s"), "a=b");
  EXPECT_EQ(scalar<ShapeValue>("(2,9)").dims, (std::vector<int64_t>{2, 9}));
  EXPECT_EQ(scalar<DataType>("float16"), (DataType{2, 16, 1}));
  scalar<NoneValue>("none");
}

TEST(InputSpec, ResultsOfEarlierCalls) {
  const auto refOf = [](const char* text, size_t earlier) {
    const auto content = parseInputContent(text, earlier);
    EXPECT_TRUE(content.ok()) << text << ": " << (content.ok() ? "" : content.error().text());
    return content.ok() ? std::get<ResultRef>(std::get<Value>(content->data).data) : ResultRef{};
  };
  EXPECT_EQ(refOf("call0", 1).call, 0u);
  EXPECT_TRUE(refOf("call0", 1).path.empty());
  EXPECT_EQ(refOf(" call12.1.0 ", 13).call, 12u);
  EXPECT_EQ(refOf("call12.1.0", 13).path, (std::vector<uint32_t>{1, 0}));
  const auto errorOf = [](const char* text, size_t earlier) {
    const auto content = parseInputContent(text, earlier);
    return content.ok() ? std::string() : content.error().text();
  };
  EXPECT_EQ(errorOf("call0.1", 0), "\"call0.1\" refers to the result of an earlier call, but there is none");
  EXPECT_EQ(errorOf("call1", 1), "\"call1\" is not the result of an earlier call; the only one is call0");
  EXPECT_EQ(errorOf("call7.2", 3), "\"call7.2\" is not the result of an earlier call; those are call0 to call2");
  for (const char* other : {"call", "call.1", "call0.", "call-1", "call+1", "call0..1", "call0.out0", "call99999999999",
                            "Call0", "call0 .1", "call?"})
    EXPECT_FALSE(parseResultRef(other)) << other;
  const auto given = parseInputSpec("x=call0");
  ASSERT_FALSE(given.ok());
  EXPECT_EQ(given.error().text(), "input x: \"call0\" refers to the result of an earlier call, but there is none");
}

TEST(InputSpec, AValuesTextIsReadAsTheValue) {
  const Value values[] = {{NoneValue{}},
                          {int64_t{-9223372036854775807 - 1}},
                          {int64_t{5}},
                          {5.0},
                          {-1e300},
                          {0.1},
                          {std::numeric_limits<double>::infinity()},
                          {-std::numeric_limits<double>::infinity()},
                          {true},
                          {false},
                          {std::string()},
                          {std::string("a \"b\" c")},
                          {std::string("(1)")},
                          {DataType{4, 16, 1}},
                          {ShapeValue{}},
                          {ShapeValue{{3}}},
                          {ShapeValue{{2, 9}}},
                          {RandomTensor{{2, 32, 1}, {}, 7}},
                          {RandomTensor{{0, 8, 1}, {0, 3}, 7}},
                          {RandomTensor{{0, 64, 1}, {2}, 7, 99}},
                          {ResultRef{0, {}}},
                          {ResultRef{4, {1, 0}}},
                          {std::string("\xff")},
                          {std::string("two\nlines")},
                          {std::string("back\\slash")},
                          {std::string("e\"\\x0a")},
                          {TupleValue{}},
                          {TupleValue{{{int64_t{2}}, {int64_t{9}}}}},
                          {TupleValue{{{ShapeValue{{2, 9}}},
                                       {RandomTensor{{2, 32, 1}, {2}, 8}},
                                       {TupleValue{{{std::string("a, (\"b")}, {NoneValue{}}}, 3}},
                                       {ResultRef{1, {0}}}}}},
                          {TupleValue{{{int64_t{1}}}, -1}},
                          {TupleValue{{{TupleValue{}}}}},
                          {TupleValue{{{RandomTensor{{0, 8, 1}, {1}, 7}}, {RandomTensor{{0, 8, 1}, {1}, 8}}}}}};
  ValueWriter writer([](DataType dtype) { return dtype; });
  for (const Value& value : values) {
    const auto text = inputText(value);
    ASSERT_TRUE(text) << writer.write(value, "x");
    auto back = parseInputContent(*text, 5);
    ASSERT_TRUE(back.ok()) << *text << ": " << back.error().text();
    const auto made = makeValue(*back, {[](size_t leaf) { return leaf + 7; }, nullptr});
    ASSERT_TRUE(made.ok()) << *text;
    EXPECT_EQ(writer.write(*made, "x"), writer.write(value, "x")) << *text;
  }
  EXPECT_TRUE(std::isnan(scalar<double>(inputText(Value{std::nan("")})->c_str())));
  EXPECT_FALSE(inputText(Value{ShapeValue{std::vector<int64_t>(65, 1)}})) << "more dimensions than the text may have";
  EXPECT_FALSE(inputText(Value{TensorValue{}}));
  EXPECT_FALSE(inputText(Value{TupleValue{{{TensorValue{}}}}}));
  EXPECT_EQ(
      inputText(Value{TupleValue{{{TensorValue{}}, {true}}}}, [](const TensorValue&) { return std::string("@x.npy"); }),
      "(@x.npy, true)");
  EXPECT_FALSE(inputText(Value{ObjectValue{"x", {}, {}}}));
}

TEST(InputSpec, ArraysStandForOtherTypesAndHaveAnyName) {
  const auto typed = content<ArraySpec>("x=bfloat16@in.npz:a", "x");
  EXPECT_EQ(typed.path + "|" + typed.key, "in.npz|a");
  EXPECT_EQ(typed.dtype, (DataType{4, 16, 1}));
  EXPECT_EQ(content<ArraySpec>("@\"a, (b).npz:k\"").path, "a, (b).npz");
  for (const ArraySpec& array : {ArraySpec{"in.npz", "a"}, ArraySpec{"a, b.npy", ""}, ArraySpec{"\"q\".npz", "k)"},
                                 ArraySpec{" x", "", DataType{4, 16, 1}}, ArraySpec{"new\nline.npy", ""}}) {
    const auto back = parseInputContent("(" + inputText(array) + ", 1)");
    ASSERT_TRUE(back.ok()) << inputText(array) << ": " << back.error().text();
    const auto& field = std::get<ArraySpec>(std::get<TupleSpec>(back->data).fields[0].data);
    EXPECT_EQ(field.path + "|" + field.key, array.path + "|" + array.key);
    EXPECT_EQ(field.dtype, array.dtype);
  }
  const TensorValue stored{DataType{1, 16, 1}, {1}, Bytes::own({0, 0})};
  EXPECT_EQ(reinterpretAs(stored, DataType{4, 16, 1})->dtype, (DataType{4, 16, 1}));
  EXPECT_EQ(reinterpretAs(stored, DataType{2, 32, 1}).error().text(), "holds uint16, which cannot be used as float32");
}

TEST(InputSpec, LeavesAreViewsOfTheText) {
  const std::string text = " (call0.1, tuple( float32[2,3] ,), \"a, )\", adt3(@x.npy, call12)) ";
  const auto leaves = inputLeaves(text);
  EXPECT_EQ((std::vector<std::string>{leaves.begin(), leaves.end()}),
            (std::vector<std::string>{"call0.1", "float32[2,3]", "\"a, )\"", "@x.npy", "call12"}));
  EXPECT_EQ(leaves[0].data(), text.data() + 2);
  EXPECT_EQ(inputLeaves("@a,b.npy").front(), "@a,b.npy") << "a comma parts nothing outside of a tuple";
  for (const char* broken : {"", "(", "(call0", "((,", "adt", "(]]]", "(\"", "tuple("})
    static_cast<void>(inputLeaves(broken));
}

TEST(InputSpec, DeepTuplesEndWithAnError) {
  const std::string open(200'000, '(');
  EXPECT_NE(parseInputContent(open).error().text().find("nested too deeply"), std::string::npos);
  const std::string fine = std::string(200, '(') + "true" + std::string(200, ')');
  EXPECT_TRUE(parseInputContent(fine).ok());
  EXPECT_EQ(inputLeaves(open + "call0").back(), "call0");
}

TEST(InputSpec, WhatIsWrongIsSaid) {
  const auto errorOf = [](const char* text) {
    const auto spec = parseInputSpec(text);
    return spec.ok() ? std::string() : spec.error().text();
  };
  EXPECT_EQ(errorOf("x=float32[n,8]"), "input x: shape: \"n\" is not a number (give the value of a dynamic dimension)");
  EXPECT_EQ(errorOf("x=float32[-1]"), "input x: shape: -1 is negative");
  EXPECT_EQ(errorOf("float32[1000000,1000000,1000000]"), "shape: the tensor would take more than 1 TiB");
  EXPECT_EQ(errorOf("x=(1, what)"), "input x: field 1: \"what\" is neither DTYPE[DIM,...], @FILE nor a number");
  EXPECT_EQ(errorOf("(1, (true, , 2))"), "field 1: field 1: an empty input; give DTYPE[DIM,...], @FILE or a number");
  EXPECT_EQ(errorOf("(1, 2"), "\"(\" without a matching \")\"");
  EXPECT_EQ(errorOf("(1, 2) 3"), "unexpected \"3\" after the last bracket");
  EXPECT_EQ(errorOf("e\"\\q\""), "e\"\\q\": invalid escape; only \\\\ and \\xNN are allowed");
  EXPECT_NE(errorOf("quux[3]"), "");
  EXPECT_NE(errorOf(""), "");
  EXPECT_NE(errorOf("x="), "");
  EXPECT_NE(errorOf("@"), "");
  EXPECT_NE(errorOf("what"), "");
  EXPECT_NE(errorOf("99999999999999999999999x"), "");
  EXPECT_NE(errorOf("99999999999999999999").find("not a 64-bit integer"), std::string::npos);
  EXPECT_NE(errorOf("-9223372036854775809"), "");
}

}  // namespace
}  // namespace relaxscope
