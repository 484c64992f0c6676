// SPDX-License-Identifier: Apache-2.0
// The skyline of a recording, compared with the events themselves.
#include "views/profile/geometry/skyline.h"
#include "tests/models/tracks_of.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/synthetic_trace.h"

namespace relaxscope {
namespace {

using testing::TraceMaker;

/// Number of bodies and calls of a trace around a time; a body that a call of the same length starts has no row.
size_t openAt(const Tracks& tracks, double ticks) {
  size_t open = 0;
  for (size_t i = 0; i < tracks.rows().size(); ++i) {
    const TrackRow& row = *tracks.rows()[i];
    for (size_t s = 0; !row.load && s < row.slices.size(); ++s)
      if (static_cast<double>(row.slices.start(s)) <= ticks && ticks < static_cast<double>(row.slices.end(s)))
        open = std::max(open, i + 1);
  }
  return open;
}

TEST(Skyline, ItsDepthIsThatOfTheCallsAtThatTime) {
  const auto model = testing::recursiveModel(12);
  const Tracks tracks = testing::tracksOf(model.trace);
  const auto [begin, end] = tracks.runExtent();
  const auto columns = static_cast<size_t>((end - begin) / 10);  // ten ticks each, less than any gap
  const Skyline skyline = skylineOf(tracks, static_cast<double>(begin), static_cast<double>(end), columns);
  ASSERT_EQ(skyline.columns, columns);
  ASSERT_EQ(skyline.levels, tracks.rows().size());
  const double width = static_cast<double>(end - begin) / static_cast<double>(columns);
  size_t deepest = 0;
  for (size_t x = 0; x < columns; ++x) {
    size_t expected = 0;  // the greatest depth at any tick of the column
    for (int i = 0; i < 10; ++i)
      expected =
          std::max(expected, openAt(tracks, static_cast<double>(begin) + (static_cast<double>(x) + i / 10.0) * width));
    EXPECT_EQ(skyline.depth(x), expected) << "column " << x;
    deepest = std::max(deepest, skyline.depth(x));
  }
  EXPECT_EQ(deepest, tracks.rows().size());
}

TEST(Skyline, DeepRecordingsAreBounded) {
  const Tracks tracks = testing::tracksOf(testing::recursiveModel(400).trace);
  ASSERT_GT(tracks.rows().size(), 2 * kMaxSkylineLevels);
  const auto [begin, end] = tracks.runExtent();
  const Skyline skyline = skylineOf(tracks, static_cast<double>(begin), static_cast<double>(end), 300);
  EXPECT_LE(skyline.levels, kMaxSkylineLevels);
  EXPECT_EQ(skyline.depth(150), skyline.levels) << "the middle is the deepest";
  EXPECT_LT(skyline.depth(1), skyline.levels / 4);
}

TEST(Skyline, OfNothingHasNoLevels) {
  const Tracks tracks = testing::tracksOf(std::make_shared<Trace>());
  const Skyline skyline = skylineOf(tracks, 0, 100, 50);
  EXPECT_EQ(skyline.levels, 0u);
  EXPECT_EQ(skyline.depth(7), 0u);
}

std::vector<RunSpan> runsOf(std::initializer_list<std::pair<int64_t, int64_t>> spans) {
  std::vector<RunSpan> runs;
  for (const auto& [start, duration] : spans)
    runs.push_back({start, duration, static_cast<uint32_t>(runs.size()), RunKind::Measured, 0});
  return runs;
}

TEST(RunColumnsOf, HaveTheRunsPlacesHeightsAndMarks) {
  auto runs = runsOf({{0, 100}, {200, 400}, {700, 200}, {950, 500}});
  runs[3].kind = RunKind::Warmup;
  const std::vector<int> outlying{1};
  const auto bars = runColumns(runs, outlying, 0, 1000, 100);
  ASSERT_EQ(bars.size(), 4u);
  const size_t firsts[] = {0, 20, 70, 95}, lasts[] = {9, 59, 89, 99};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(bars[i].first, firsts[i]);
    EXPECT_EQ(bars[i].last, lasts[i]);
    EXPECT_EQ(bars[i].run, static_cast<int>(i));
    EXPECT_EQ(bars[i].outlying, i == 1);
  }
  // Neither the outlying run nor the warm-up is the scale.
  EXPECT_DOUBLE_EQ(bars[0].height, 0.5);
  EXPECT_DOUBLE_EQ(bars[1].height, 1);
  EXPECT_DOUBLE_EQ(bars[2].height, 1);
  EXPECT_DOUBLE_EQ(bars[3].height, 1);
}

TEST(RunColumnsOf, ManyRunsShareColumnsAndNoneOverlap) {
  std::vector<RunSpan> runs;
  for (uint32_t i = 0; i < 10'000; ++i)
    runs.push_back({int64_t{100} * i, i == 5'000 ? 95 : 50 + i % 7, i, RunKind::Measured, 0});
  const std::vector<int> outlying{5'000};
  const auto bars = runColumns(runs, outlying, 0, 1'000'000, 300);
  ASSERT_LE(bars.size(), 300u);
  size_t marked = 0;
  for (size_t i = 0; i < bars.size(); ++i) {
    EXPECT_LE(bars[i].first, bars[i].last);
    EXPECT_TRUE(i == 0 || bars[i].first > bars[i - 1].last) << i;
    marked += bars[i].outlying ? 1 : 0;
  }
  EXPECT_EQ(marked, 1u) << "an outlying run among many is still marked";
  EXPECT_TRUE(runColumns(runs, outlying, 0, 0, 300).empty());
  EXPECT_TRUE(runColumns(runs, outlying, 0, 1'000, 0).empty());
}

}  // namespace
}  // namespace relaxscope
