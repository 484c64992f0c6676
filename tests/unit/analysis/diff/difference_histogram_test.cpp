// SPDX-License-Identifier: Apache-2.0
// The distribution of the differences of two tensors, checked against elementDifference().
#include "vmcore/analysis/diff/difference_histogram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "vmcore/analysis/diff/element_difference.h"

namespace relaxscope {
namespace {

TensorConstant floatTensor(const std::vector<float>& values) {
  const auto* first = reinterpret_cast<const uint8_t*>(values.data());
  std::vector<uint8_t> bytes(first, first + values.size() * sizeof(float));
  TensorConstant out;
  out.dtype = {static_cast<uint8_t>(TypeCode::Float), 32, 1};
  out.shape = {static_cast<int64_t>(values.size())};
  out.data = Bytes::own(std::move(bytes));
  return out;
}

TEST(DifferenceHistogram, CountsEachElementThatDiffersInOneBin) {
  std::vector<float> old(1'000), now(1'000);
  for (size_t i = 0; i < old.size(); ++i) {
    old[i] = static_cast<float>(i);
    now[i] = old[i] + (i % 4 == 0 ? 0.0F : static_cast<float>(i) / 512.0F - 1.0F);
  }
  const TensorConstant a = floatTensor(old), b = floatTensor(now);
  const auto histogram = differenceHistogram(a, b);
  const auto difference = diffing::elementDifference(a, b, {});
  ASSERT_TRUE(histogram && difference);
  EXPECT_EQ(histogram->elements, 1'000u);
  EXPECT_EQ(histogram->elements - histogram->equal, difference->differing);
  EXPECT_EQ(histogram->binned, difference->differing);
  EXPECT_EQ(std::accumulate(histogram->bins.begin(), histogram->bins.end(), uint64_t{0}), histogram->binned);
  EXPECT_EQ(std::max(std::abs(histogram->low), std::abs(histogram->high)), difference->largestAbsolute);
  EXPECT_LT(histogram->low, 0);
  EXPECT_GT(histogram->bins.front(), 0u);
  EXPECT_GT(histogram->bins.back(), 0u);
}

TEST(DifferenceHistogram, LeavesOutWhatIsNotFinite) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  const auto histogram = differenceHistogram(floatTensor({1, nan, 3, infinity, 5}), floatTensor({1, nan, nan, 1, 7}));
  ASSERT_TRUE(histogram);
  EXPECT_EQ(histogram->equal, 2u) << "NaN equals NaN";
  EXPECT_EQ(histogram->notFinite(), 2u);
  EXPECT_EQ(histogram->binned, 1u);
  EXPECT_EQ(histogram->low, 2);
  EXPECT_EQ(histogram->high, 2);
}

TEST(DifferenceHistogram, OfHugeDifferencesHasNoInfiniteSpan) {
  TensorConstant old, now;
  old.dtype = now.dtype = {static_cast<uint8_t>(TypeCode::Float), 64, 1};
  old.shape = now.shape = {2};
  const double most = std::numeric_limits<double>::max();
  const double before[] = {0, 0}, after[] = {most, -most};
  std::vector<uint8_t> bytes(sizeof before);
  std::memcpy(bytes.data(), before, sizeof before);
  old.data = Bytes::own(bytes);
  std::memcpy(bytes.data(), after, sizeof after);
  now.data = Bytes::own(bytes);
  const auto histogram = differenceHistogram(old, now);
  ASSERT_TRUE(histogram);
  EXPECT_EQ(histogram->bins.front(), 1u);
  EXPECT_EQ(histogram->bins.back(), 1u);
}

TEST(DifferenceHistogram, NeedsOneShapeAndNumbers) {
  EXPECT_FALSE(differenceHistogram(floatTensor({1, 2}), floatTensor({1})));
  EXPECT_FALSE(differenceHistogram(floatTensor({}), floatTensor({})));
  TensorConstant small = floatTensor({1});
  small.dtype.bits = 4;
  EXPECT_FALSE(differenceHistogram(small, small));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(differenceHistogram(floatTensor({1}), floatTensor({2}), stop.get_token()));
}

}  // namespace
}  // namespace relaxscope
