// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/arguments/named_arrays.h"

#include <gtest/gtest.h>

namespace relaxscope {
namespace {

const DataType kI8{0, 8, 1};

NamedArray array(const char* name, int64_t extent = 1) {
  return {"w.npz", name, TensorValue{kI8, {extent}, Bytes::own(std::vector<uint8_t>(static_cast<size_t>(extent)))}};
}
ParamInfo tensor(const char* name, int64_t extent = 1) {
  ParamInfo param;
  static_cast<StaticType&>(param) = StaticType::tensor(kI8, {DimSpec::fixed(extent)});
  param.name = name;
  return param;
}
ParamInfo tuple(const char* name, std::vector<StaticType> fields) {
  ParamInfo param;
  static_cast<StaticType&>(param) = StaticType::tuple(std::move(fields));
  param.name = name;
  return param;
}
std::vector<std::string> namesOf(const std::vector<const NamedArray*>& arrays) {
  std::vector<std::string> names;
  for (const NamedArray* found : arrays) names.push_back(found->name);
  return names;
}
using Names = std::vector<std::string>;

/// Names of the fields of the tuple that the arrays fill.
Names fieldsOf(const NamedArrays& arrays, const std::vector<ParamInfo>& params, const Names& fieldNames = {}) {
  const auto tuple = arrays.tupleOf(params, fieldNames);
  return tuple ? namesOf(tuple->fields) : Names();
}

TEST(NamedArrays, FieldsAreInTheOrderOfTheirNamesOrNumbers) {
  const std::vector<ParamInfo> params = {tensor("x"), tuple("w", {})};
  const NamedArrays numbered({array("param_10"), array("x"), array("param_2"), array("param_0")});
  EXPECT_EQ(fieldsOf(numbered, params), (Names{"param_0", "param_2", "param_10"}));
  EXPECT_EQ(fieldsOf(numbered, params, {"param_2", "param_0"}), (Names{"param_2", "param_0"}))
      << "the model's own order";
  EXPECT_EQ(fieldsOf(numbered, params, {"param_2", "missing"}), (Names{"param_0", "param_2", "param_10"}));
  const NamedArrays named({array("b.weight"), array("a.weight"), array("arg0")});
  EXPECT_EQ(fieldsOf(named, params), (Names{"b.weight", "a.weight"})) << "file order";
  EXPECT_EQ(fieldsOf(named, {tensor("x")}), Names()) << "no tuple";
  EXPECT_EQ(fieldsOf(named, {tuple("w", {{}, {}, {}})}), Names()) << "too few";
  EXPECT_EQ(fieldsOf(NamedArrays(), params), Names());
}

TEST(NamedArrays, OfSeveralTuplesTheOneOfTheirNumberIsFilled) {
  const NamedArrays arrays({array("p"), array("q")});
  const auto filled = arrays.tupleOf({tuple("cache", {{}}), tuple("w", {{}, {}})}, {});
  ASSERT_TRUE(filled.has_value());
  EXPECT_EQ(filled->param, 1u);
  EXPECT_FALSE(arrays.tupleOf({tuple("cache", {{}, {}}), tuple("w", {{}, {}})}, {}).has_value()) << "either could be";
  EXPECT_FALSE(arrays.tupleOf({tuple("cache", {}), tuple("w", {})}, {}).has_value());
}

TEST(NamedArrays, OfOneNameTheLastCounts) {
  const NamedArrays arrays({array("a", 1), array("b", 2), array("a", 3)});
  EXPECT_EQ(arrays.find("a")->value.shape, std::vector<int64_t>{3});
  EXPECT_EQ(namesOf(arrays.inFieldOrder({})), (Names{"a", "b"}));
  EXPECT_EQ(arrays.find("c"), nullptr);
  EXPECT_EQ(arrays.finder()("b"), &arrays.find("b")->value);
}

TEST(NamedArrays, FillParametersByNameAsFieldsAndByNumber) {
  const std::vector<ParamInfo> params = {tensor("x"), tensor("y"), tuple("w", {tensor("")}), tensor("z", 5)};
  const NamedArrays arrays({array("arg0"), array("y"), array("p"), array("q"), array("z", 4)});
  const FilledTexts filled = arrays.fill(params, {});
  EXPECT_EQ(filled.texts, (Names{"@w.npz:arg0", "@w.npz:y", "(@w.npz:p, @w.npz:q)", ""}));
  EXPECT_EQ(filled.problems, Names{"z: @w.npz:z is int8[4], the parameter is i8[5]"});
  EXPECT_TRUE(arrays.fillByName(params, {}));
  EXPECT_FALSE(NamedArrays({array("arg0")}).fillByName({tensor("arg0")}, {})) << "by position only";
}

TEST(NamedArrays, AFieldThatDoesNotFitIsNamed) {
  const FilledTexts filled = NamedArrays({array("p"), array("q")}).fill({tuple("w", {{}, tensor("", 2)})}, {});
  EXPECT_EQ(filled.texts, Names{""});
  EXPECT_EQ(filled.problems, Names{"w.1: @w.npz:q is int8[1], the parameter is i8[2]"});
}

}  // namespace
}  // namespace relaxscope
