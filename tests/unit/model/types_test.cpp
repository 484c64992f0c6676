// SPDX-License-Identifier: Apache-2.0
// Types are values: compared by their meaning, printed as users of TVM write them.
#include "vmcore/model/types.h"

#include <gtest/gtest.h>

namespace relaxscope {
namespace {

constexpr DataType kF32{2, 32, 1};

DimSpec namedDim(const char* name, int64_t slot) { return {DimSpec::Kind::Symbol, slot, name}; }
StaticType ranked(StaticType::Kind kind, int64_t rank) {
  StaticType type = StaticType::ofKind(kind);
  type.rank = rank;
  return type;
}

TEST(StaticTypes, TextOfEachKind) {
  EXPECT_EQ(StaticType{}.text(), "");
  EXPECT_EQ(StaticType::tensor(kF32, {namedDim("n", 0), DimSpec::fixed(16), {}}).text(), "f32[n, 16, ?]");
  EXPECT_EQ(StaticType::tensor(kF32, {}).text(), "f32[]");
  EXPECT_EQ(StaticType::ofKind(StaticType::Kind::Tensor).text(), "tensor[...]");
  EXPECT_EQ(ranked(StaticType::Kind::Tensor, 2).text(), "tensor[?, ?]");
  EXPECT_EQ(StaticType::shape({DimSpec::fixed(2), namedDim("n * 4", -1)}).text(), "shape(2, n * 4)");
  EXPECT_EQ(StaticType::tuple({StaticType::tensor(kF32, {DimSpec::fixed(2)}), {}}).text(), "(f32[2], ?)");
  EXPECT_EQ(StaticType::tuple({}).text(), "()");
  EXPECT_EQ(StaticType::ofKind(StaticType::Kind::Tuple).text(), "tuple") << "fields are not known";
  EXPECT_EQ(StaticType::ofKind(StaticType::Kind::Prim).text(), "number");
  EXPECT_EQ(StaticType::ofKind(StaticType::Kind::Function).text(), "function");
  StaticType storage = StaticType::ofKind(StaticType::Kind::Storage);
  EXPECT_EQ(storage.text(), "storage");
  storage.dims = {DimSpec::fixed(4096)};
  EXPECT_EQ(storage.text(), "storage 4,096 B");
  storage.dims = {namedDim("n * 64", 1)};
  EXPECT_EQ(storage.text(), "storage n * 64 B");
}

TEST(StaticTypes, SymbolsAreEqualByName) {
  EXPECT_EQ(namedDim("n", 0), namedDim("n", -1));
  EXPECT_NE(namedDim("n", 0), namedDim("m", 0));
  EXPECT_NE(namedDim("n", 3), DimSpec::fixed(3));
  EXPECT_NE(DimSpec::fixed(3), DimSpec::fixed(4));
  EXPECT_EQ(DimSpec{}, DimSpec{});
}

TEST(StaticTypes, ARankAloneIsEqualToUnknownExtents) {
  EXPECT_EQ(ranked(StaticType::Kind::Shape, 2), StaticType::shape({{}, {}}));
  EXPECT_NE(ranked(StaticType::Kind::Shape, 2), StaticType::shape({{}}));
  EXPECT_NE(ranked(StaticType::Kind::Shape, 0), StaticType::ofKind(StaticType::Kind::Shape));
  EXPECT_NE(ranked(StaticType::Kind::Shape, 1), StaticType::shape({DimSpec::fixed(1)}));
  EXPECT_EQ(ranked(StaticType::Kind::Prim, 0), StaticType::ofKind(StaticType::Kind::Prim)) << "numbers have no rank";
}

TEST(StaticTypes, EveryPartOfATypeCounts) {
  const StaticType tensor = StaticType::tensor(kF32, {DimSpec::fixed(2)});
  EXPECT_EQ(tensor, StaticType::tensor(kF32, {DimSpec::fixed(2)}));
  EXPECT_NE(tensor, StaticType::tensor(DataType{2, 16, 1}, {DimSpec::fixed(2)}));
  EXPECT_NE(tensor, StaticType::shape({DimSpec::fixed(2)}));
  EXPECT_EQ(StaticType::tuple({tensor}), StaticType::tuple({tensor}));
  EXPECT_NE(StaticType::tuple({tensor}), StaticType::tuple({tensor, tensor}));
  EXPECT_NE(StaticType::tuple({}), StaticType::ofKind(StaticType::Kind::Tuple));
}

}  // namespace
}  // namespace relaxscope
