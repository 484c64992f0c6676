// SPDX-License-Identifier: Apache-2.0
#include "views/axis/ruler.h"

#include <gtest/gtest.h>

#include "views/axis/window.h"

namespace relaxscope {
namespace {

std::string labels(const RulerMarks& marks) {
  std::string out;
  for (const RulerMarks::Tick& tick : marks.ticks) out += (out.empty() ? "" : " ") + tick.label;
  return out;
}

TEST(AxisRuler, CountsInstructionsFromTheFunctionsBegin) {
  const RulerMarks marks = countMarks(100, 144, 100, 880, 64, "pc");
  EXPECT_EQ(labels(marks), "0 4 8 12 16 20 24 28 32 36 40 44");
  EXPECT_EQ(marks.ticks[1].at, 104);
  EXPECT_EQ(marks.base, "pc");
  EXPECT_EQ(marks.subTicks, 3) << "one per instruction";
  EXPECT_EQ(marks.subTicksIn(100, 104).size(), 6u) << "also before the first tick";
}

TEST(AxisRuler, HasNoPartsOfAnInstruction) {
  const RulerMarks marks = countMarks(3, 6, 0, 1000, 64, {});
  EXPECT_EQ(labels(marks), "3 4 5 6");
  EXPECT_TRUE(marks.subTicksIn(3, 6).empty());
}

TEST(AxisRuler, HasRoomForLargeNumbers) {
  EXPECT_EQ(labels(countMarks(0, 100'000, 0, 500, 96, {})), "0 20,000 40,000 60,000 80,000 100,000");
  EXPECT_LE(countMarks(0, 1e12, 0, 1e9, 1, {}).ticks.size(), 1000u) << "bounded";
}

TEST(AxisScale, MapsBothWays) {
  AxisWindow window{.begin = 10, .end = 20, .limitBegin = 0, .limitEnd = 40, .minimum = 1};
  const AxisScale scale(window, 5, 100);
  EXPECT_EQ(scale.x(15), 55);
  EXPECT_EQ(scale.at(55), 15);
  window.zoom(0.5, 10);
  EXPECT_EQ(window.begin, 10);
  EXPECT_EQ(window.end, 15);
}

}  // namespace
}  // namespace relaxscope
