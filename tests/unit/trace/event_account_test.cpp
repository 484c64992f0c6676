// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/event_account.h"

#include <gtest/gtest.h>

#include "tests/unit/trace/made_trace.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {
namespace {

using test::MadeTrace;

/// A load step, a warm-up, a values run, four measured runs of 1, 2, 3 and 50 events, and a run that did not end.
MadeTrace allKinds() {
  MadeTrace made;
  int64_t now = 0;
  const auto run = [&](int events, int64_t ticks, uint32_t index, RunKind kind) {
    const int64_t begin = now;
    for (int i = 0; i < events; ++i) made.event(begin + i, begin + i + 1, 1, 1);
    now = begin + ticks;
    made.run(begin, now, index, kind);
    now += 10;
  };
  made.event(0, 5, kNoIndex, 0, EventKind::LoadLibrary);
  now = 100;
  run(7, 100, 0, RunKind::Warmup);
  run(8, 100, 0, RunKind::Values);
  run(1, 80, 0, RunKind::Measured);
  run(2, 100, 1, RunKind::Measured);
  run(3, 101, 2, RunKind::Measured);
  run(50, 300, 3, RunKind::Measured);
  for (int i = 0; i < 4; ++i) made.event(now + i, now + i + 1, 1, 1);
  made.seal();
  return made;
}

TEST(EventAccount, EveryEventIsInOnePlace) {
  MadeTrace made = allKinds();
  made.trace.info.lostEvents = 1000;
  for (const Grouping grouping : {Grouping::Callee, Grouping::Site}) {
    const TraceStatistics statistics = computeStatistics(made.trace, grouping);
    const EventAccount& events = statistics.events;
    EXPECT_EQ(events.loading, 1u);
    EXPECT_EQ(events.warmups, 7u);
    EXPECT_EQ(events.valuesRuns, 8u);
    EXPECT_EQ(events.inRows, 2u + 3) << "the middle half of four runs";
    EXPECT_EQ(events.besideRows, 1u + 50);
    EXPECT_EQ(events.outsideRuns, 4u);
    EXPECT_EQ(events.kept(), made.trace.eventCount());
    EXPECT_EQ(events.recorded(), made.trace.eventCount() + 1000);
    uint64_t counted = 0;
    for (const StatisticsRow& row : statistics.rows) counted += row.count;
    EXPECT_EQ(counted, events.inRows) << "rows are made of these and no others";
  }
}

TEST(EventAccount, SaysWhatWasDroppedAndWhy) {
  EventAccount events{25, 860, 215, 2150, 2150, 0, 0};
  EXPECT_EQ(accountText(events),
            "5,400 recorded: 4,300 in measured runs (2,150 in the rows), 860 in warm-ups, 215 in the values run, 25 "
            "while loading; none dropped");
  events = {0, 0, 0, 0, 0, 8'700'000, 61'800'000};
  EXPECT_EQ(accountText(events),
            "70,500,000 recorded: 0 in measured runs (0 in the rows), 8,700,000 of a run that did not end; 61,800,000 "
            "dropped, as the profile reached 3.00 GiB");
}

}  // namespace
}  // namespace relaxscope
