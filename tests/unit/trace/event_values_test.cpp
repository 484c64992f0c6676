// SPDX-License-Identifier: Apache-2.0
// Values of measured runs that recorded times only.
#include "vmcore/trace/event_values.h"

#include <gtest/gtest.h>

#include "tests/unit/trace/made_trace.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {
namespace {

using test::MadeTrace;
using test::runsWithValuesRun;

// Events: 0 the load phase, 1 to 3 the warm-up, 4 to 6 the values run, 7 to 9 and 10 to 12 measured runs.
TEST(EventValues, AreThoseOfTheSamePlaceInTheValuesRun) {
  const MadeTrace made = runsWithValuesRun(false);
  EventValues values(made.trace);
  ASSERT_EQ(values.valuesRun(), 1u);
  EXPECT_TRUE(values.follows(2));
  EXPECT_TRUE(values.follows(3));
  EXPECT_FALSE(values.follows(1)) << "the values run itself";
  for (const int64_t first : {7, 10, 1})
    for (int64_t place = 0; place < 3; ++place)
      EXPECT_EQ(values.sourceOf(EventIndex(first + place)), EventIndex(4 + place)) << first << " + " << place;
  for (const int64_t own : {0, 4, 5, 6}) EXPECT_EQ(values.sourceOf(EventIndex(own)), EventIndex(own));
  EXPECT_EQ(values.counterpart(3, EventIndex(5)), EventIndex(11));
  EXPECT_FALSE(values.counterpart(3, EventIndex(7)).valid()) << "no event of the values run";
  EXPECT_FALSE(values.sourceOf(EventIndex()).valid());
}

TEST(EventValues, AreAbsentWhereARunExecutedOtherInstructions) {
  const MadeTrace made = runsWithValuesRun(true);
  EventValues values(made.trace);
  EXPECT_TRUE(values.follows(2));
  EXPECT_FALSE(values.follows(3));
  EXPECT_FALSE(values.sourceOf(EventIndex(11)).valid());
  EXPECT_FALSE(values.counterpart(3, EventIndex(5)).valid());
  EXPECT_EQ(values.sourceOf(EventIndex(8)), EventIndex(5)) << "other runs keep theirs";
}

TEST(EventValues, AreTheEventsOwnWithoutAValuesRun) {
  const MadeTrace made = test::twoRuns();
  EventValues values(made.trace);
  EXPECT_FALSE(values.valuesRun());
  for (uint64_t event = 0; event < made.trace.eventCount(); ++event)
    EXPECT_EQ(values.sourceOf(EventIndex(static_cast<int64_t>(event))), EventIndex(static_cast<int64_t>(event)));
  const Trace empty;
  EventValues none(empty);
  EXPECT_FALSE(none.sourceOf(EventIndex()).valid());
}

TEST(EventValues, ReaderGivesTheRecordsOfTheValuesRun) {
  const MadeTrace made = runsWithValuesRun(true);
  ValueReader reader(made.trace);
  for (const int64_t event : {5, 8}) {
    const ValueReader::Records records = reader.of(EventIndex(event));
    ASSERT_EQ(records.arguments.size(), 1u) << event;
    EXPECT_EQ(records.arguments[0].dims.size(), 2u) << event;
    EXPECT_TRUE(records.memory.empty()) << event;
  }
  EXPECT_EQ(reader.of(EventIndex(7)).memory.size(), 1u);
  EXPECT_TRUE(reader.of(EventIndex(11)).arguments.empty()) << "its run executed other instructions";
}

TEST(EventValues, BytesOfTheValuesRunCountForEachMeasuredRun) {
  const auto bytesOf = [](const TraceStatistics& statistics) {
    int64_t bytes = 0;
    for (const StatisticsRow& row : statistics.rows) bytes += row.bytesAllocated;
    return bytes;
  };
  for (const Grouping grouping : {Grouping::Callee, Grouping::Site}) {
    const TraceStatistics same = computeStatistics(runsWithValuesRun(false).trace, grouping);
    EXPECT_EQ(same.runs, 2u);
    EXPECT_TRUE(same.bytesKnown);
    EXPECT_EQ(bytesOf(same), 2 * 4096);
    EXPECT_EQ(same.peakLiveBytes, 4096);
    for (const StatisticsRow& row : same.rows)
      EXPECT_EQ(row.count, 2u) << "neither the warm-up nor the values run counts";
    const TraceStatistics other = computeStatistics(runsWithValuesRun(true).trace, grouping);
    EXPECT_FALSE(other.bytesKnown);
    EXPECT_EQ(bytesOf(other), 0);
  }
}

}  // namespace
}  // namespace relaxscope
