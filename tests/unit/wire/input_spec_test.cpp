// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/input_spec.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "vmcore/wire/value_json.h"

namespace relaxscope {
namespace {

template <class T>
T content(const char* text, const std::string& name = "") {
  const auto spec = parseInputSpec(text);
  EXPECT_TRUE(spec.ok()) << text << ": " << (spec.ok() ? "" : spec.error().text());
  EXPECT_EQ(spec->name, name) << text;
  const T* found = std::get_if<T>(&spec->content);
  EXPECT_NE(found, nullptr) << text;
  return found != nullptr ? *found : T{};
}
template <class T>
T scalar(const char* text, const std::string& name = "") {
  const Value value = content<Value>(text, name);
  EXPECT_TRUE(std::holds_alternative<T>(value.data)) << text;
  return std::get<T>(value.data);
}

TEST(InputSpec, RandomTensors) {
  const auto spec = content<RandomSpec>("x=float32[4,8]", "x");
  EXPECT_EQ(spec.dtype, (DataType{2, 32, 1}));
  EXPECT_EQ(spec.shape, (std::vector<int64_t>{4, 8}));
  EXPECT_EQ(content<RandomSpec>("int64[ 3 , ]").shape, (std::vector<int64_t>{3}));
  EXPECT_TRUE(content<RandomSpec>("bool[]").shape.empty());
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
    return content.ok() ? std::get<ResultRef>(std::get<Value>(*content).data) : ResultRef{};
  };
  EXPECT_EQ(refOf("call0", 1).call, 0u);
  EXPECT_TRUE(refOf("call0", 1).path.empty());
  EXPECT_EQ(refOf(" call12.1.0 ", 13).call, 12u);
  EXPECT_EQ(refOf("call12.1.0", 13).path, (std::vector<uint32_t>{1, 0}));
  const auto errorOf = [](const char* text, size_t earlier) {
    const auto content = parseInputContent(text, earlier);
    return content.ok() ? std::string() : content.error().text();
  };
  EXPECT_EQ(errorOf("call0.1", 0), "\"call0.1\" stands for the result of an earlier call, and there is none");
  EXPECT_EQ(errorOf("call1", 1), "\"call1\" is not the result of an earlier call; the only one is call0");
  EXPECT_EQ(errorOf("call7.2", 3), "\"call7.2\" is not the result of an earlier call; those are call0 to call2");
  for (const char* other : {"call", "call.1", "call0.", "call-1", "call+1", "call0..1", "call0.out0", "call99999999999", "Call0", "call0 .1", "call?"})
    EXPECT_FALSE(parseResultRef(other)) << other;
  const auto given = parseInputSpec("x=call0");
  ASSERT_FALSE(given.ok());
  EXPECT_EQ(given.error().text(), "input x: \"call0\" stands for the result of an earlier call, and there is none");
}

TEST(InputSpec, AValuesTextIsReadAsTheValue) {
  const Value values[] = {{NoneValue{}}, {int64_t{-9223372036854775807 - 1}}, {int64_t{5}}, {5.0}, {-1e300}, {0.1}, {std::numeric_limits<double>::infinity()},
                          {-std::numeric_limits<double>::infinity()}, {true}, {false}, {std::string()}, {std::string("a \"b\" c")}, {std::string("(1)")},
                          {DataType{4, 16, 1}}, {ShapeValue{}}, {ShapeValue{{3}}}, {ShapeValue{{2, 9}}}, {RandomTensor{{2, 32, 1}, {}, 7}},
                          {RandomTensor{{0, 8, 1}, {0, 3}, 0}}, {ResultRef{0, {}}}, {ResultRef{4, {1, 0}}}};
  ValueWriter writer([](DataType dtype) { return dtype; });
  for (const Value& value : values) {
    const auto text = inputText(value);
    ASSERT_TRUE(text) << writer.write(value, "x");
    auto back = parseInputContent(*text, 5);
    ASSERT_TRUE(back.ok()) << *text << ": " << back.error().text();
    if (const auto* random = std::get_if<RandomSpec>(&*back)) {
      const auto& wanted = std::get<RandomTensor>(value.data);
      EXPECT_EQ(random->dtype, wanted.dtype) << *text;
      EXPECT_EQ(random->shape, wanted.shape) << *text;
    } else {
      EXPECT_EQ(writer.write(std::get<Value>(*back), "x"), writer.write(value, "x")) << *text;
    }
  }
  EXPECT_TRUE(std::isnan(scalar<double>(inputText(Value{std::nan("")})->c_str())));
  EXPECT_FALSE(inputText(Value{std::string("\xff")}));
  EXPECT_FALSE(inputText(Value{std::string("two\nlines")}));
  EXPECT_FALSE(inputText(Value{ShapeValue{std::vector<int64_t>(65, 1)}})) << "more dimensions than the text may have";
  EXPECT_FALSE(inputText(Value{TupleValue{}}));
  EXPECT_FALSE(inputText(Value{TensorValue{}}));
  EXPECT_FALSE(inputText(Value{ObjectValue{"x"}}));
}

TEST(InputSpec, WhatIsWrongIsSaid) {
  const auto errorOf = [](const char* text) {
    const auto spec = parseInputSpec(text);
    return spec.ok() ? std::string() : spec.error().text();
  };
  EXPECT_EQ(errorOf("x=float32[n,8]"), "input x: shape: \"n\" is no number (give a dynamic dimension the number to use)");
  EXPECT_EQ(errorOf("x=float32[-1]"), "input x: shape: -1 is below zero");
  EXPECT_EQ(errorOf("float32[1000000,1000000,1000000]"), "shape: the tensor would take more than 1 TiB");
  EXPECT_NE(errorOf("quux[3]"), "");
  EXPECT_NE(errorOf(""), "");
  EXPECT_NE(errorOf("x="), "");
  EXPECT_NE(errorOf("@"), "");
  EXPECT_NE(errorOf("what"), "");
  EXPECT_NE(errorOf("99999999999999999999999x"), "");
}

}  // namespace
}  // namespace relaxscope
