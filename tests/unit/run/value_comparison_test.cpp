// SPDX-License-Identifier: Apache-2.0
// What the calls of two runs wrote.
#include "vmcore/run/compare/value_comparison.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

namespace relaxscope {
namespace {

Value tensor(const std::vector<float>& elements, int64_t extent = -1) {
  std::vector<uint8_t> bytes(elements.size() * sizeof(float));
  if (!bytes.empty()) std::memcpy(bytes.data(), elements.data(), bytes.size());
  TensorValue value;
  value.dtype = {static_cast<uint8_t>(TypeCode::Float), 32, 1};
  value.shape = {extent < 0 ? static_cast<int64_t>(elements.size()) : extent};
  value.data = Bytes::own(std::move(bytes));
  return {value};
}
constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();

TEST(ValueComparison, ErrorsAndOddNumbersOfBothSides) {
  const ValueDifference d = differenceOf(tensor({1, 2, kNan, kInf, 4, 0}), tensor({1, 2.5F, kNan, 3, kNan, -kInf}));
  EXPECT_EQ(d.elements.elements, 6u);
  EXPECT_EQ(d.elements.differing, 4u);
  EXPECT_DOUBLE_EQ(*d.elements.largestAbsolute, 0.5);
  EXPECT_DOUBLE_EQ(*d.elements.largestRelative, 0.25);
  EXPECT_EQ(d.elements.nanOld, 1u);
  EXPECT_EQ(d.elements.nanNow, 2u);
  EXPECT_EQ(d.infinitiesOld, 1u);
  EXPECT_EQ(d.infinitiesNew, 1u);
  EXPECT_TRUE(d.differs());
  EXPECT_FALSE(differenceOf(tensor({1, kNan}), tensor({1, kNan})).differs());
}

TEST(ValueComparison, TensorsOfOtherShapesAreNamed) {
  EXPECT_EQ(differenceOf(tensor({1, 2}), tensor({1, 2, 3})).notCompared, "float32[2] and float32[3]");
  EXPECT_EQ(differenceOf(tensor({1}), Value{int64_t{1}}).notCompared, "values of different types");
  EXPECT_FALSE(differenceOf(tensor({}), tensor({})).differs());
}

TEST(ValueComparison, CallsAreAlignedByPlaceAndExecution) {
  // Old calls at pc 3 and 5 in a loop of two; the new executable has them at 4 and 2.
  const std::vector<MatchedOutput> outputs{
      {{0, 5}, {0, 2}, 8, 1, 1}, {{0, 3}, {0, 4}, 7, 2, 2}, {{0, 9}, {0, 9}, 9, 0, 0}};
  const std::vector<CapturedTensor> old{
      {3, 2, tensor({1})}, {5, 1, tensor({2})}, {3, 2, tensor({3})}, {5, 1, tensor({4})}};
  const std::vector<CapturedTensor> now{
      {4, 2, tensor({1})}, {2, 1, tensor({2})}, {4, 2, tensor({3})}, {2, 1, tensor({4.5F})}};
  const ValueComparison c = compareValues(outputs, old, now, {tensor({4})}, {tensor({4.5F})});
  ASSERT_EQ(c.outputs.size(), 2u) << "what did not run is not there";
  EXPECT_EQ(c.outputs[0].place.old.pc, 3u) << "in the order of the run";
  EXPECT_EQ(c.outputs[0].executions, 2u);
  EXPECT_FALSE(c.outputs[0].difference.differs());
  EXPECT_EQ(c.outputs[1].place.oldCallee, 8u);
  EXPECT_EQ(c.outputs[1].difference.elements.elements, 2u);
  EXPECT_EQ(c.outputs[1].difference.elements.differing, 1u);
  EXPECT_EQ(c.outputs[1].firstDiffering, 1u);
  EXPECT_EQ(c.firstDivergence, 1u);
  ASSERT_EQ(c.results.size(), 1u);
  EXPECT_EQ(c.results[0].first, "result");
  EXPECT_DOUBLE_EQ(*c.results[0].second.elements.largestAbsolute, 0.5);
}

TEST(ValueComparison, FieldsOfTuplesAreComparedOneByOne) {
  const Value old{TupleValue{{tensor({1}), tensor({2})}, {}}}, now{TupleValue{{tensor({1}), tensor({3})}, {}}};
  const ValueComparison c = compareValues({}, {}, {}, {old, old}, {now, tensor({1})});
  ASSERT_EQ(c.results.size(), 3u);
  EXPECT_EQ(c.results[0].first, "result of call 0.0");
  EXPECT_FALSE(c.results[0].second.differs());
  EXPECT_EQ(c.results[1].first, "result of call 0.1");
  EXPECT_TRUE(c.results[1].second.differs());
  EXPECT_FALSE(c.results[2].second.notCompared.empty());
  EXPECT_FALSE(c.firstDivergence);
}

}  // namespace
}  // namespace relaxscope
