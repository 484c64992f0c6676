// SPDX-License-Identifier: Apache-2.0
// Rows, pyramids and counters, tested numerically.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "views/profile/geometry/event_row.h"
#include "views/profile/geometry/step_series.h"

namespace relaxscope {
namespace {

/// `count` slices of 6 ticks every 10 ticks, name = i mod 7, event = i.
EventRow regularRow(uint32_t count) {
  EventRow row;
  for (uint32_t i = 0; i < count; ++i) row.append(int64_t{10} * i, 6, i % 7, i);
  return row;
}

TEST(GrowingColumn, NumbersFarApartStayExact) {
  GrowingColumn column;
  std::vector<int64_t> numbers;
  for (int64_t i = 0; i < 4000; ++i) {
    int64_t number = 1000 - i;
    if (i % 1500 == 700) number = i % 2 == 0 ? INT64_MIN : INT64_MAX;
    if (i == 1024) number = INT64_MIN;
    numbers.push_back(number);
    column.append(number);
  }
  ASSERT_EQ(column.size(), numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(column[i], numbers[i]) << i;
  EXPECT_EQ(column.back(), numbers.back());
}

TEST(EventRow, KeepsWhatIsAppended) {
  EventRow row;
  row.append(5, 10, 3, 7);
  row.append(20, 0, 4, 9);
  ASSERT_EQ(row.size(), 2u);
  EXPECT_EQ(row.start(0), 5);
  EXPECT_EQ(row.end(0), 15);
  EXPECT_EQ(row.duration(1), 0);
  EXPECT_EQ(row.name(1), 4u);
  EXPECT_EQ(row.sliceOfEvent(9), 1u);
  EXPECT_EQ(row.sliceOfEvent(8), kNoSlice);
}

TEST(EventRow, HoldsDurationsBeyond32Bits) {
  EventRow row;
  const int64_t longest = int64_t{1} << 40;
  row.append(0, 7, 0, 0);
  row.append(10, longest, 0, 1);
  row.append(20 + longest, 0xFFFFFFFFLL, 0, 2);
  EXPECT_EQ(row.duration(0), 7);
  EXPECT_EQ(row.duration(1), longest);
  EXPECT_EQ(row.duration(2), 0xFFFFFFFFLL);
}

TEST(EventRow, FindsStartsBeyond32BitsAcrossBlocks) {
  // Three blocks; the slices of the second are 2^31 ticks apart, so most of them start more than 2^32 after its first.
  EventRow row;
  std::vector<int64_t> starts;
  int64_t now = -7;
  for (uint32_t i = 0; i < 3000; ++i) {
    now += i >= 1024 && i < 2048 ? int64_t{1} << 31 : 10;
    starts.push_back(now);
    row.append(now, 3, i % 5, i * 2);
  }
  for (uint32_t i = 0; i < 3000; ++i) {
    ASSERT_EQ(row.start(i), starts[i]);
    ASSERT_EQ(row.end(i), starts[i] + 3);
    ASSERT_EQ(row.firstStartingFrom(static_cast<double>(starts[i])), i);
    ASSERT_EQ(row.firstStartingFrom(static_cast<double>(starts[i]) + 1), i + 1);
    ASSERT_EQ(row.sliceOfEvent(i * 2), i);
    ASSERT_EQ(row.sliceOfEvent(i * 2 + 1), kNoSlice);
  }
  EXPECT_LE(row.memoryBytes(), 3000u * (16 + 1) + 2048 * 16 * 2) << "16 bytes a slice, 16 more where starts are far";
}

TEST(EventRow, CutsWhatStepsBackInTime) {
  EventRow row;
  row.append(0, 100, 0, 0);
  row.append(90, 20, 0, 1);  // its first 10 ticks overlap the previous slice
  row.append(50, 10, 0, 2);  // entirely before the end of the previous slice
  EXPECT_EQ(row.adjusted(), 2u);
  EXPECT_EQ(row.start(1), 100);
  EXPECT_EQ(row.end(1), 110);
  EXPECT_EQ(row.start(2), 110);
  EXPECT_EQ(row.duration(2), 0);
}

TEST(EventRow, SearchesByTime) {
  const EventRow row = regularRow(1000);
  EXPECT_EQ(row.firstStartingFrom(-5), 0u);
  EXPECT_EQ(row.firstStartingFrom(10), 1u);
  EXPECT_EQ(row.firstStartingFrom(10.5), 2u);
  EXPECT_EQ(row.firstStartingFrom(1e9), 1000u);
  EXPECT_EQ(row.firstReaching(13), 1u);  // inside slice 1
  EXPECT_EQ(row.firstReaching(17), 2u);  // in the gap after it
  EXPECT_EQ(row.firstReaching(1e9), 1000u);
}

TEST(EventRow, SummarizesAsASimpleLoopDoes) {
  EventRow row;
  int64_t now = 0;
  for (uint32_t i = 0; i < 5000; ++i) {
    const int64_t length = (static_cast<int64_t>(i) * 7919) % 257;
    row.append(now, length, 0, i);
    now += length + 3;
  }
  for (const auto& [first, last] :
       {std::pair<size_t, size_t>{0, 5000}, {1, 4999}, {16, 32}, {15, 4097}, {300, 301}, {7, 7}}) {
    double busy = 0;
    int64_t longest = -1;
    for (size_t i = first; i < last; ++i) {
      busy += static_cast<double>(row.duration(i));
      longest = std::max(longest, row.duration(i));
    }
    const EventRow::Summary sum = row.summarize(first, last);
    EXPECT_DOUBLE_EQ(sum.busyTicks, busy);
    if (first == last) {
      EXPECT_EQ(sum.longest, kNoSlice);
      continue;
    }
    EXPECT_EQ(row.duration(sum.longest), longest);
  }
}

TEST(EventRow, StripOfOnePixelATickShowsSlicesAndGaps) {
  const EventRow row = regularRow(3);
  std::vector<EventRow::Pixel> out(30);
  row.strip(0, 30, out);
  for (size_t x = 0; x < 30; ++x) {
    const bool covered = x % 10 < 6;
    EXPECT_EQ(out[x].slice, covered ? static_cast<uint32_t>(x / 10) : kNoSlice) << x;
    EXPECT_FLOAT_EQ(out[x].coverage, covered ? 1.0f : 0.0f) << x;
  }
}

TEST(EventRow, StripShowsHowMuchOfAPixelIsFilled) {
  const EventRow row = regularRow(100'000);
  std::vector<EventRow::Pixel> out(100);
  row.strip(0, 1'000'000, out);  // 1,000 slices per pixel
  for (const EventRow::Pixel& pixel : out) {
    ASSERT_NE(pixel.slice, kNoSlice);
    EXPECT_NEAR(pixel.coverage, 0.6f, 1e-3f);
  }
}

TEST(EventRow, StripShowsTheLongestSliceOfAPixel) {
  EventRow row;
  for (uint32_t i = 0; i < 64; ++i) row.append(int64_t{10} * i, i == 41 ? 9 : 2, i == 41 ? 1 : 0, i);
  std::vector<EventRow::Pixel> out(1);
  row.strip(0, 640, out);
  EXPECT_EQ(out[0].slice, 41u);
  EXPECT_NEAR(out[0].coverage, (63 * 2 + 9) / 640.0f, 1e-5f);
}

TEST(EventRow, SumOfCoverageIsTheBusyTime) {
  EventRow row;
  int64_t now = 0;
  for (uint32_t i = 0; i < 20'000; ++i) {
    const int64_t length = 1 + (static_cast<int64_t>(i) * 104'729) % 1013;
    row.append(now, length, 0, i);
    now += length + static_cast<int64_t>(i % 5);
  }
  for (const double begin : {0.0, 1234.5, 500'000.0}) {
    const double end = begin + 3'000'000;
    std::vector<EventRow::Pixel> out(731);
    row.strip(begin, end, out);
    double filled = 0;
    for (const EventRow::Pixel& pixel : out) filled += pixel.coverage * (end - begin) / 731;
    EXPECT_NEAR(filled, row.busyTicks(begin, end), 1.0 + 1e-4 * (end - begin));
  }
}

TEST(EventRow, SlicesWithoutLengthAreSeen) {
  EventRow row;
  row.append(50, 0, 2, 0);
  row.append(50, 0, 3, 1);
  std::vector<EventRow::Pixel> out(10);
  row.strip(0, 100, out);
  EXPECT_NE(out[5].slice, kNoSlice);
  EXPECT_FLOAT_EQ(out[5].coverage, 0.0f);
  EXPECT_EQ(out[4].slice, kNoSlice);
  EXPECT_NE(row.hit(50.5, 2), kNoSlice);
}

TEST(EventRow, FindsWideSlicesOnly) {
  EventRow row;
  for (uint32_t i = 0; i < 10'000; ++i) row.append(int64_t{100} * i, i % 1000 == 7 ? 80 : 3, 0, i);
  std::vector<uint32_t> wide;
  row.wideSlices(0, 1'000'000, 50, wide);
  std::vector<uint32_t> expected;
  for (uint32_t i = 7; i < 10'000; i += 1000) expected.push_back(i);
  EXPECT_EQ(wide, expected);
  row.wideSlices(100 * 1007 + 79, 100 * 1007 + 80, 50, wide);  // its last tick
  EXPECT_EQ(wide, std::vector<uint32_t>{1007});
  row.wideSlices(100 * 1007 + 80, 100 * 1007 + 90, 50, wide);
  EXPECT_TRUE(wide.empty());
}

TEST(EventRow, HitsWhatIsUnderThePointer) {
  const EventRow row = regularRow(100);
  EXPECT_EQ(row.hit(33, 0.5), 3u);
  EXPECT_EQ(row.hit(38, 0.5), kNoSlice);  // a gap
  EXPECT_EQ(row.hit(36.5, 1), 3u);        // near its end
  EXPECT_EQ(row.hit(-100, 1), kNoSlice);
  EXPECT_EQ(row.hit(2000, 1), kNoSlice);
  EXPECT_EQ(EventRow().hit(0, 10), kNoSlice);
}

TEST(EventRow, TenMillionSlicesCost21BytesEach) {
  EventRow row;
  constexpr uint32_t kCount = 10'000'000;
  for (uint32_t i = 0; i < kCount; ++i) row.append(int64_t{10} * i, 6, i % 7, i);
  EXPECT_LE(static_cast<double>(row.memoryBytes()) / kCount, 21.4);
  std::vector<EventRow::Pixel> out(1600);
  row.strip(0, 1e8, out);
  for (const EventRow::Pixel& pixel : out) ASSERT_NEAR(pixel.coverage, 0.6f, 1e-3f);
  EXPECT_NEAR(row.busyTicks(0, 1e8), 6.0 * kCount, 1.0);
}

TEST(StepSeries, HoldsAValueUntilTheNextPoint) {
  StepSeries series;
  EXPECT_FALSE(series.valueAt(5).has_value());
  series.append(10, 100);
  series.append(20, -5);
  EXPECT_FALSE(series.valueAt(9).has_value());
  EXPECT_EQ(series.valueAt(10), 100);
  EXPECT_EQ(series.valueAt(19.9), 100);
  EXPECT_EQ(series.valueAt(20), -5);
  EXPECT_EQ(series.valueAt(1e18), -5);
}

TEST(StepSeries, ExtentIncludesTheValueAtTheLeftEdge) {
  StepSeries series;
  for (int i = 0; i < 1000; ++i) series.append(i * 10, i);
  const auto extent = series.extentIn(105, 200);
  ASSERT_TRUE(extent.has_value());
  EXPECT_EQ(extent->min, 10);
  EXPECT_EQ(extent->max, 20);
  const auto all = series.extent(0, 1000);
  EXPECT_EQ(all->min, 0);
  EXPECT_EQ(all->max, 999);
  EXPECT_FALSE(series.extent(5, 5).has_value());
}

TEST(StepSeries, ColumnsKeepPeaksThatAreNarrowerThanAPixel) {
  StepSeries series;
  for (int i = 0; i < 100'000; ++i) series.append(i, i == 54'321 ? 1'000'000 : i % 2);
  std::vector<StepSeries::Column> out(100);
  series.columns(0, 100'000, out);
  EXPECT_EQ(out[54].max, 1'000'000);
  EXPECT_EQ(out[53].max, 1);
  EXPECT_EQ(out[99].last, 1);
  EXPECT_TRUE(out[0].changed);
}

TEST(StepSeries, ColumnsWithoutPointsCarryTheValueOn) {
  StepSeries series;
  series.append(100, 7);
  std::vector<StepSeries::Column> out(10);
  series.columns(0, 200, out);
  EXPECT_FALSE(out[4].defined);
  EXPECT_TRUE(out[5].defined);
  EXPECT_TRUE(out[5].changed);
  EXPECT_TRUE(out[9].defined);
  EXPECT_FALSE(out[9].changed);
  EXPECT_EQ(out[9].last, 7);
}

TEST(StepSeries, TimesThatStepBackStayInOrder) {
  StepSeries series;
  series.append(100, 1);
  series.append(50, 2);
  EXPECT_EQ(series.time(1), 100);
  EXPECT_EQ(series.valueAt(100), 2);
}

}  // namespace
}  // namespace relaxscope
