// SPDX-License-Identifier: Apache-2.0
// relax.run.*: same results as TVM's Python (checked with apache-tvm 0.27 and NumPy 2).
#include <limits>

#include "tests/unit/vm/test_vm.h"

namespace relaxscope::testing {
namespace {

using Ints = std::vector<int64_t>;
constexpr int64_t kYes = 1, kNo = 0;

ffi::Any field(const RunResult& result, int64_t index) {
  if (!result.ok()) throw std::runtime_error(result.error->message);
  return ffi::Any(result.value.cast<ffi::Array<ffi::Any>>()[index]);
}

TEST(Unique, SortsValues) {
  const RunResult result = callOne("relax.run.unique", {makeInts({6}, {3, 1, 3, 2, 1, -5}), kYes, kNo, kNo, kNo});
  ASSERT_TRUE(result.ok()) << result.error->message;
  EXPECT_EQ(intsOf(result.value), (Ints{-5, 1, 2, 3}));
}

TEST(Unique, KeepsTheOrderOfFirstOccurrence) {
  EXPECT_EQ(intsOf(callOne("relax.run.unique", {makeInts({5}, {3, 1, 3, 2, 1}), kNo, kNo, kNo, kNo}).value),
            (Ints{3, 1, 2}));
}

TEST(Unique, GivesIndicesInverseAndCounts) {
  const RunResult sorted =
      callOne("relax.run.unique", {makeInts({5}, {3, 1, 3, 2, 1}), kYes, kYes, kYes, kYes, nullptr});
  EXPECT_EQ(intsOf(field(sorted, 0)), (Ints{1, 2, 3}));
  EXPECT_EQ(intsOf(field(sorted, 1)), (Ints{1, 3, 0}));
  EXPECT_EQ(intsOf(field(sorted, 2)), (Ints{2, 0, 2, 1, 0}));
  EXPECT_EQ(intsOf(field(sorted, 3)), (Ints{2, 1, 2}));
  const RunResult unsorted =
      callOne("relax.run.unique", {makeInts({5}, {3, 1, 3, 2, 1}), kNo, kYes, kYes, kYes, nullptr});
  EXPECT_EQ(intsOf(field(unsorted, 0)), (Ints{3, 1, 2}));
  EXPECT_EQ(intsOf(field(unsorted, 1)), (Ints{0, 1, 3}));
  EXPECT_EQ(intsOf(field(unsorted, 2)), (Ints{0, 1, 0, 2, 1}));
  EXPECT_EQ(intsOf(field(unsorted, 3)), (Ints{2, 2, 1}));
}

TEST(Unique, ComparesSlicesAlongAnAxis) {
  const ffi::Tensor rows = makeInts({3, 2}, {2, 1, 1, 9, 2, 1});
  const RunResult byRow = callOne("relax.run.unique", {rows, kYes, kNo, kYes, kNo, int64_t{0}});
  EXPECT_EQ(dimsOf(field(byRow, 0)), (Ints{2, 2}));
  EXPECT_EQ(intsOf(field(byRow, 0)), (Ints{1, 9, 2, 1}));
  EXPECT_EQ(intsOf(field(byRow, 1)), (Ints{1, 0, 1}));
  const RunResult byColumn =
      callOne("relax.run.unique", {makeInts({2, 3}, {5, 4, 5, 1, 1, 1}), kYes, kNo, kNo, kNo, int64_t{-1}});
  EXPECT_EQ(dimsOf(byColumn.value), (Ints{2, 2}));
  EXPECT_EQ(intsOf(byColumn.value), (Ints{4, 5, 1, 1}));
}

TEST(Unique, CountsNanOnce) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> found =
      floatsOf(callOne("relax.run.unique", {makeFloats({4}, {nan, 1, nan, -2}), kYes, kNo, kNo, kNo}).value);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0], -2);
  EXPECT_EQ(found[1], 1);
  EXPECT_NE(found[2], found[2]);
}

TEST(Unique, SlicesWithNanAreAllDifferent) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const RunResult rows = callOne("relax.run.unique", {makeFloats({5, 2}, {1, nan, 0, 2, 1, nan, 0, 2, -1, 5}), kYes,
                                                      kYes, kYes, kYes, int64_t{0}});
  EXPECT_EQ(dimsOf(field(rows, 0)), (Ints{4, 2}));
  EXPECT_EQ(intsOf(field(rows, 1)), (Ints{4, 1, 0, 2}));
  EXPECT_EQ(intsOf(field(rows, 2)), (Ints{2, 1, 3, 1, 0}));
  EXPECT_EQ(intsOf(field(rows, 3)), (Ints{1, 2, 1, 1}));
}

TEST(Unique, TakesEmptyTensorsAndRefusesOddAxes) {
  EXPECT_EQ(dimsOf(callOne("relax.run.unique", {makeInts({0}, {}), kYes, kNo, kNo, kNo}).value), (Ints{0}));
  EXPECT_TRUE(failsWith(callOne("relax.run.unique", {makeRaw({1000}, {kDLUInt, 1, 1}), kYes, kNo, kNo, kNo}),
                        "ValueError", "uint1"))
      << "elements below a byte lie packed";
  EXPECT_TRUE(failsWith(callOne("relax.run.unique", {makeInts({2}, {1, 2}), kYes, kNo, kNo, kNo, int64_t{1}}),
                        "ValueError", "axis 1"));
}

TEST(Nonzero, GivesCoordinatesRowByRow) {
  const RunResult result = callOne("relax.run.nonzero", {makeInts({2, 2}, {0, 1, 2, 0})});
  EXPECT_EQ(dimsOf(result.value), (Ints{2, 2}));
  EXPECT_EQ(intsOf(result.value), (Ints{0, 1, 1, 0}));
  EXPECT_EQ(dimsOf(callOne("relax.run.nonzero", {makeInts({3}, {0, 0, 0})}).value), (Ints{1, 0}));
  EXPECT_EQ(dimsOf(callOne("relax.run.nonzero", {makeFloats({}, {-0.0f})}).value), (Ints{1, 0}));
}

TEST(ShapeToTensor, MakesInt64) {
  const ffi::Shape shape{2, 3};
  EXPECT_EQ(intsOf(callOne("relax.run.shape_to_tensor", {shape}).value), (Ints{2, 3}));
}

TEST(AssertOp, RaisesWithItsMessage) {
  EXPECT_TRUE(callOne("relax.run.assert_op", {true, ffi::String("unused")}).ok());
  EXPECT_TRUE(
      failsWith(callOne("relax.run.assert_op", {false, ffi::String("")}), "AssertionError", "Assertion Failed"));
  EXPECT_TRUE(failsWith(callOne("relax.run.assert_op", {false, ffi::String(""), int64_t{1}, ffi::String("b")}),
                        "AssertionError", "1, b"));
  EXPECT_TRUE(failsWith(callOne("relax.run.assert_op", {false, ffi::String("{1} before {0}"), int64_t{1}, int64_t{2}}),
                        "AssertionError", "2 before 1"));
  EXPECT_TRUE(
      failsWith(callOne("relax.run.assert_op", {makeFloats({}, {0}), ffi::String("")}), "ValueError", "bool scalar"));
}

TEST(Print, WritesNumbersAsPythonDoes) {
  ::testing::internal::CaptureStdout();
  ASSERT_TRUE(callOne("relax.run.print", {ffi::String(""), 2.0, 0.1, 1e16, std::numeric_limits<double>::infinity(),
                                          std::numeric_limits<double>::quiet_NaN()})
                  .ok());
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "2.0 0.1 1e+16 inf nan\n");
}

TEST(Print, BoundsWhatIsNested) {
  ffi::Any nested = int64_t{1};
  for (int i = 0; i < 500; ++i) nested = ffi::Array<ffi::Any>{nested};
  const ffi::Tensor deep = makeRaw(Ints(500, 1), {kDLFloat, 32, 1});
  ::testing::internal::CaptureStdout();
  ASSERT_TRUE(callOne("relax.run.print", {ffi::String(""), nested, deep}).ok());
  const std::string line = ::testing::internal::GetCapturedStdout();
  EXPECT_NE(line.find("(...)"), std::string::npos);
  EXPECT_NE(line.find("<float32 tensor of 500 dimensions>"), std::string::npos) << line;
}

TEST(Print, WritesOneLine) {
  ::testing::internal::CaptureStdout();
  ASSERT_TRUE(
      callOne("relax.run.print", {ffi::String("x = {} of {{{}}}"), makeFloats({2}, {1, 2.5f}), int64_t{3}}).ok());
  ASSERT_TRUE(callOne("relax.run.print", {ffi::String(""), int64_t{3}, ffi::Array<ffi::Any>{int64_t{1}, true}}).ok());
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "x = [1. 2.5] of {3}\n3 (1, True)\n");
  EXPECT_TRUE(failsWith(callOne("relax.run.print", {ffi::String("{"), int64_t{3}}), "ValueError", "expected '}'"));
  EXPECT_TRUE(failsWith(callOne("relax.run.print", {ffi::String("{} {}"), int64_t{3}}), "IndexError", "index 1"));
}

}  // namespace
}  // namespace relaxscope::testing
