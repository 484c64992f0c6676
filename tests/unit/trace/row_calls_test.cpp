// SPDX-License-Identifier: Apache-2.0
// The single calls of a row, and rows of a part of the recording.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/unit/trace/made_trace.h"
#include "vmcore/trace/figures/row_calls.h"

namespace relaxscope {
namespace {

using test::MadeTrace;

constexpr int kRuns = 8;

/// Eight runs of main, each with two calls of relu at pc 3 and 4; those of run 5 take a hundred times as long.
Trace eightRuns() {
  MadeTrace made;
  made.trace.info.clock.nsPerTick = 1;
  int64_t now = 1000;
  for (int run = 0; run < kRuns; ++run) {
    const int64_t start = now;
    for (uint32_t pc = 3; pc <= 4; ++pc) {
      const int64_t duration = (100 + run + static_cast<int64_t>(pc)) * (run == 5 ? 100 : 1);
      made.event(now + 10, now + 10 + duration, 1, 1, EventKind::Call, pc);
      now += 10 + duration;
    }
    now += 20;
    made.event(start, now, 0, 0, EventKind::FunctionBody, 0);
    made.run(start, now, static_cast<uint32_t>(run));
    now += 50;
    if (run == 3) made.seal();
  }
  return made.seal().trace;
}
const StatisticsRow& rowOf(const TraceStatistics& statistics, uint32_t callee, uint32_t pc = kNoIndex) {
  for (const StatisticsRow& row : statistics.rows)
    if (row.callee == callee && row.pc == pc) return row;
  static const StatisticsRow kNone;
  ADD_FAILURE() << "no row of callee " << callee;
  return kNone;
}
uint64_t inBins(const RowCalls& calls) {
  return std::accumulate(calls.bins.begin(), calls.bins.end(), uint64_t{0},
                         [](uint64_t sum, const RowCallsBin& bin) { return sum + bin.count(); });
}

TEST(RowCalls, AreThoseOfAllMeasuredRunsLongestFirst) {
  const Trace trace = eightRuns();
  const TraceStatistics statistics = computeStatistics(trace, Grouping::Callee);
  const RowCalls calls = callsOfRow(trace, statistics, rowOf(statistics, 1), {});
  EXPECT_EQ(calls.count, 16u);
  EXPECT_EQ(calls.minNs, 103);
  EXPECT_EQ(calls.maxNs, 10'900);
  EXPECT_EQ(calls.chosen, 16u);
  ASSERT_EQ(calls.longest.size(), 16u);
  EXPECT_EQ(calls.longest[0].ns, 10'900);
  EXPECT_EQ(calls.longest[0].run, 5u);
  EXPECT_TRUE(calls.longest[0].outlying);
  for (const RowCall& call : calls.longest) {
    size_t place = 0;
    const StoredChunk* chunk = trace.find(call.event, place);
    ASSERT_NE(chunk, nullptr);
    EXPECT_EQ(static_cast<double>(chunk->duration(place)), call.ns);
    EXPECT_EQ(chunk->site(place).callee, 1u);
    EXPECT_LE(trace.runs[call.run].start, chunk->start(place));
  }
  EXPECT_TRUE(calls.logarithmic()) << "two calls are a hundred times as long";
  EXPECT_EQ(inBins(calls), 16u);
  EXPECT_EQ(calls.bins.back().outlying, 2u);
  EXPECT_EQ(std::ranges::count_if(calls.longest, &RowCall::outlying), 2);
}

TEST(RowCalls, BinsMeetAndHoldTheTimesBetweenTheirEdges) {
  const Trace trace = eightRuns();
  const TraceStatistics statistics = computeStatistics(trace, Grouping::Callee);
  for (const size_t bins : {size_t{1}, size_t{7}, size_t{60}}) {
    const RowCalls calls = callsOfRow(trace, statistics, rowOf(statistics, 1), {.bins = bins});
    ASSERT_EQ(calls.bins.size(), bins);
    EXPECT_EQ(calls.bins.front().fromNs, calls.minNs);
    EXPECT_EQ(calls.bins.back().toNs, calls.maxNs);
    for (size_t i = 0; i < bins; ++i) {
      EXPECT_EQ(calls.bins[i].fromNs, i == 0 ? calls.minNs : calls.bins[i - 1].toNs);
      const auto within = std::ranges::count_if(calls.longest, [&](const RowCall& call) {
        return call.ns >= calls.bins[i].fromNs && (call.ns < calls.bins[i].toNs || i + 1 == bins);
      });
      EXPECT_EQ(calls.bins[i].count(), static_cast<uint64_t>(within)) << i;
    }
  }
}

TEST(RowCalls, LimitsChooseAndTheLongestAreListed) {
  const Trace trace = eightRuns();
  const TraceStatistics statistics = computeStatistics(trace, Grouping::Site);
  const RowCalls site = callsOfRow(trace, statistics, rowOf(statistics, 1, 4), {});
  EXPECT_EQ(site.count, 8u) << "one call site";
  const RowCalls chosen =
      callsOfRow(trace, statistics, rowOf(statistics, 1, 4), {.fromNs = 105, .toNs = 111, .mostListed = 3});
  EXPECT_EQ(chosen.count, 8u);
  EXPECT_EQ(chosen.chosen, 6u) << "104 is shorter, 10,900 longer";
  ASSERT_EQ(chosen.longest.size(), 3u);
  EXPECT_EQ(chosen.longest[0].ns, 111);
  EXPECT_EQ(chosen.longest[2].ns, 108) << "no call of run 5";
  EXPECT_EQ(inBins(chosen), 8u) << "the histogram shows all";
}

TEST(RowCalls, OfEqualTimesHaveOneBin) {
  MadeTrace made;
  made.trace.info.clock.nsPerTick = 1;
  for (int i = 0; i < 3; ++i) made.event(100 * i, 100 * i + 10, 1, 1);
  const Trace trace = made.seal().trace;
  const TraceStatistics statistics = computeStatistics(trace, Grouping::Callee);
  const RowCalls calls = callsOfRow(trace, statistics, rowOf(statistics, 1), {});
  ASSERT_EQ(calls.bins.size(), 1u);
  EXPECT_EQ(calls.bins[0].usual, 3u);
  EXPECT_EQ(calls.longest[0].run, kNoIndex);
}

TEST(RowCalls, OfNoTimeAreInTheFirstOfBinsOfEqualRatios) {
  MadeTrace made;
  made.trace.info.clock.nsPerTick = 1;
  for (const int64_t duration : {0, 0, 10, 10, 10, 10, 10, 5000}) made.event(0, duration, 1, 1);
  const Trace trace = made.seal().trace;
  const TraceStatistics statistics = computeStatistics(trace, Grouping::Callee);
  const RowCalls calls = callsOfRow(trace, statistics, rowOf(statistics, 1), {.bins = 10});
  ASSERT_EQ(calls.bins.size(), 10u);
  EXPECT_EQ(calls.ratiosFromNs, 1) << "a tenth of the median, as the least time has no ratio";
  EXPECT_EQ(calls.bins[0].fromNs, 0);
  EXPECT_EQ(calls.bins[0].usual, 2u);
  EXPECT_NEAR(calls.bins[5].toNs / calls.bins[5].fromNs, std::pow(5000, 0.1), 1e-9);
  EXPECT_EQ(inBins(calls), 8u);
}

TEST(RowCalls, AreEmptyIfStopped) {
  const Trace trace = eightRuns();
  const TraceStatistics statistics = computeStatistics(trace, Grouping::Callee);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(callsOfRow(trace, statistics, rowOf(statistics, 1), {}, stop.get_token()).count, 0u);
}

TEST(SpanStatistics, SplitTheTimeOfARunWithoutRest) {
  const Trace trace = eightRuns();
  const RunSpan& run = trace.runs[2];
  for (const int64_t cut : {int64_t{1}, int64_t{9}, int64_t{10}, int64_t{60}, int64_t{115}, int64_t{200}}) {
    const auto before = statisticsOfSpan(trace, Grouping::Callee, {run.start, run.start + cut}),
               after = statisticsOfSpan(trace, Grouping::Callee, {run.start + cut, run.start + run.duration});
    EXPECT_EQ(before.selfNs, static_cast<double>(cut)) << cut;
    EXPECT_EQ(before.selfNs + after.selfNs, static_cast<double>(run.duration)) << cut;
    EXPECT_EQ(before.runs, 0u);
    EXPECT_TRUE(std::isnan(before.notAttributedNs));
  }
}

TEST(SpanStatistics, CountCallsThatLieInThemInPart) {
  const Trace trace = eightRuns();
  const int64_t start = trace.runs[0].start;  // calls at 10..113 and 123..227 after it
  const auto first = statisticsOfSpan(trace, Grouping::Callee, {start + 50, start + 130});
  EXPECT_EQ(rowOf(first, 1).count, 2u);
  EXPECT_EQ(rowOf(first, 1).selfNs, 63 + 7);
  EXPECT_EQ(rowOf(first, 1).meanNs, (103 + 104) / 2.0) << "of whole calls";
  EXPECT_EQ(rowOf(first, 0).selfNs, 10) << "main between its calls";
  EXPECT_EQ(rowOf(first, 0).totalNs, 80);
  const auto sites = statisticsOfSpan(trace, Grouping::Site, {start + 50, start + 123});
  ASSERT_EQ(sites.rows.size(), 2u) << "the second call begins where the span ends";
  EXPECT_EQ(callsOfRow(trace, sites, rowOf(sites, 1, 3), {}).longest[0].ns, 103) << "the whole call";
  EXPECT_TRUE(statisticsOfSpan(trace, Grouping::Callee, {start - 40, start - 10}).rows.empty()) << "between runs";
}

TEST(SpanStatistics, TakeOutTheCostOfRecordingInProportion) {
  MadeTrace made;
  made.trace.info.clock.nsPerTick = 1;
  made.trace.info.mode = "chained";
  made.trace.info.cost = {.perEventNs = 10, .clockReadNs = 5};
  int64_t now = 0;
  for (int run = 0; run < 20; ++run) {
    made.event(now, now + 110, 1, 0).run(now, now + 110, static_cast<uint32_t>(run));
    made.trace.unrecordedNs.push_back(100);
    now += 200;
  }
  const Trace trace = made.seal().trace;
  const TraceStatistics whole = computeStatistics(trace, Grouping::Callee);
  ASSERT_EQ(whole.correction.factor, 1);
  ASSERT_EQ(whole.perRun(whole.selfNs), 100);
  EXPECT_EQ(statisticsOfSpan(trace, Grouping::Callee, {0, 110}).selfNs, 100);
  EXPECT_EQ(statisticsOfSpan(trace, Grouping::Callee, {0, 55}).selfNs, 50);
  EXPECT_EQ(callsOfRow(trace, whole, whole.rows[0], {}).maxNs, 100);
}

}  // namespace
}  // namespace relaxscope
