// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/input_spec.h"

#include <gtest/gtest.h>

#include <cmath>

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
