// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/trace.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/unit/trace/made_trace.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {
namespace {

using test::MadeTrace;
using test::twoRuns;

TEST(Trace, FindsEventsAcrossChunks) {
  MadeTrace made = twoRuns();
  made.seal().event(8000, 8001, 1, 0).seal();
  const Trace& trace = made.trace;
  ASSERT_EQ(trace.eventCount(), 10u);
  size_t place = 99;
  EXPECT_EQ(trace.find(EventIndex(0), place), trace.chunks()[0].get());
  EXPECT_EQ(place, 0u);
  EXPECT_EQ(trace.find(EventIndex(6), place), trace.chunks()[0].get());
  EXPECT_EQ(place, 6u);
  EXPECT_EQ(trace.find(EventIndex(7), place), trace.chunks()[1].get());
  EXPECT_EQ(place, 0u);
  EXPECT_EQ(trace.find(EventIndex(9), place)->start(place), 8000) << "past an empty chunk";
  EXPECT_EQ(trace.find(EventIndex(10), place), nullptr);
  EXPECT_EQ(trace.find(EventIndex(), place), nullptr);
  EXPECT_EQ(Trace().find(EventIndex(0), place), nullptr);
}

const StatisticsRow* row(const TraceStatistics& statistics, uint32_t callee, EventKind kind = EventKind::Call) {
  for (const StatisticsRow& each : statistics.rows)
    if (each.callee == callee && each.kind == kind) return &each;
  return nullptr;
}

TEST(Statistics, LeaveOutLoadPhaseAndWarmUp) {
  const MadeTrace made = twoRuns();
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  ASSERT_EQ(statistics.rows.size(), 3u);
  const StatisticsRow* relu = row(statistics, 1);
  ASSERT_NE(relu, nullptr);
  EXPECT_EQ(relu->count, 2u);
  EXPECT_DOUBLE_EQ(relu->totalNs, 500);  // (600 + 400) ticks of half a nanosecond
  EXPECT_DOUBLE_EQ(relu->minNs, 200);
  EXPECT_DOUBLE_EQ(relu->maxNs, 300);
  EXPECT_DOUBLE_EQ(relu->medianNs, 250);
  EXPECT_DOUBLE_EQ(relu->p90Ns, 290);
  EXPECT_NEAR(relu->sigmaNs, 70.7107, 1e-3);
}

TEST(Statistics, SelfTimeIsWithoutWhatRanInside) {
  const MadeTrace made = twoRuns();
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  const StatisticsRow* body = row(statistics, 0, EventKind::FunctionBody);
  ASSERT_NE(body, nullptr);
  EXPECT_DOUBLE_EQ(body->totalNs, 1500);
  EXPECT_DOUBLE_EQ(body->selfNs, 900);  // (1000 - 800 + 2000 - 400) / 2, across chunks
  EXPECT_EQ(&statistics.rows[0], body) << "most self time first";
  double self = 0;
  for (const StatisticsRow& each : statistics.rows) self += each.selfNs;
  EXPECT_DOUBLE_EQ(self, statistics.totalNs);
}

TEST(Statistics, NestedCallsOfFunctions) {
  MadeTrace made;
  // body0 [0, 100] > call1 [10, 90] > body2 [12, 88] > call3 [20, 50], call3 [50, 80]
  made.event(20, 50, 1, 3)
      .event(50, 80, 1, 3)
      .event(12, 88, 3, 2, EventKind::FunctionBody)
      .event(10, 90, 3, 1)
      .event(0, 100, 0, 0, EventKind::FunctionBody)
      .seal();
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  EXPECT_DOUBLE_EQ(row(statistics, 1)->selfNs, 30);
  EXPECT_DOUBLE_EQ(row(statistics, 3, EventKind::FunctionBody)->selfNs, 8);
  EXPECT_DOUBLE_EQ(row(statistics, 3)->selfNs, 2);
  EXPECT_DOUBLE_EQ(row(statistics, 0, EventKind::FunctionBody)->selfNs, 10);
  EXPECT_DOUBLE_EQ(statistics.totalNs, 50) << "without runs: what stands at depth 0";
}

TEST(Statistics, ARecursiveCalleesTotalCountsTimeOnce) {
  MadeTrace made;
  const EventKind body = EventKind::FunctionBody;
  // main [0, 200] > call3 [10, 90] > body3 [12, 88] > call3 [20, 80] > body3 [25, 75] > call1 [30, 40]; then call3
  // [100, 130] > body3
  made.event(30, 40, 1, 5).event(25, 75, 3, 4, body).event(20, 80, 3, 3).event(12, 88, 3, 2, body).event(10, 90, 3, 1);
  made.event(101, 129, 3, 2, body).event(100, 130, 3, 1).event(0, 200, 0, 0, body).seal();
  for (const Grouping grouping : {Grouping::Callee, Grouping::Site}) {
    const TraceStatistics statistics = computeStatistics(made.trace, grouping);
    const StatisticsRow* call = row(statistics, 3);
    EXPECT_EQ(call->count, 3u);
    EXPECT_TRUE(call->recursive);
    EXPECT_FALSE(row(statistics, 1)->recursive);
    EXPECT_DOUBLE_EQ(call->totalNs, (80 + 30) / 2.0) << "the inner call ran inside the outer one";
    EXPECT_DOUBLE_EQ(call->meanNs, (80 + 60 + 30) / 2.0 / 3) << "the mean is that of every call";
    EXPECT_DOUBLE_EQ(row(statistics, 3, body)->totalNs, (76 + 28) / 2.0);
    EXPECT_DOUBLE_EQ(row(statistics, 0, body)->totalNs, 100);
    EXPECT_DOUBLE_EQ(row(statistics, 1)->totalNs, 5);
  }
}

TEST(Statistics, TimesThatAddUpToMoreThanANumberHoldsDoNoHarm) {
  MadeTrace made;
  const int64_t most = int64_t{1} << 60;
  for (int i = 0; i < 9; ++i) made.event(0, most, 1, 1);
  made.event(0, most, 0, 0, EventKind::FunctionBody).seal();
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  const StatisticsRow* body = row(statistics, 0, EventKind::FunctionBody);
  ASSERT_NE(body, nullptr);
  EXPECT_EQ(body->selfNs, 0) << "its children take all of it";
  EXPECT_GT(body->totalNs, 0);
  EXPECT_GE(row(statistics, 1)->totalNs, 0);
}

TEST(Statistics, SitesOfOneCalleeApart) {
  MadeTrace made = twoRuns();
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Site);
  const StatisticsRow* alloc = row(statistics, 2);
  EXPECT_EQ(alloc->pc, 3u);
  EXPECT_EQ(alloc->function, 0u);
  EXPECT_EQ(alloc->bytesAllocated, 4096);
  EXPECT_EQ(row(computeStatistics(made.trace, Grouping::Callee), 2)->pc, kNoIndex);
  EXPECT_EQ(statistics.peakLiveBytes, 4096);
}

TEST(Statistics, OfRuns) {
  const MadeTrace made = twoRuns();
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  EXPECT_EQ(statistics.runs, 2u);
  EXPECT_DOUBLE_EQ(statistics.runTimes.medianNs, 750);
  EXPECT_DOUBLE_EQ(statistics.runTimes.meanNs, 750);
  EXPECT_DOUBLE_EQ(statistics.runTimes.minNs, 500);
  EXPECT_DOUBLE_EQ(statistics.runTimes.maxNs, 1000);
  EXPECT_DOUBLE_EQ(statistics.totalNs, 1500);
  EXPECT_DOUBLE_EQ(statistics.runTimes.halfWidthNs, 250) << "two runs: all that is known";
}

TEST(Statistics, MedianIntervalFromOrderStatistics) {
  // Among ten values the 2nd and the 9th bound the median with 97.9 %, the 3rd and the 8th only with 89 %.
  MadeTrace ten;
  for (int i = 1; i <= 10; ++i) ten.run(i * 10'000, i * 10'000 + i * 200, static_cast<uint32_t>(i));
  EXPECT_DOUBLE_EQ(computeStatistics(ten.trace, Grouping::Callee).runTimes.halfWidthNs, (900.0 - 200.0) / 2);
  MadeTrace one;
  one.run(0, 100, 0);
  EXPECT_TRUE(std::isnan(computeStatistics(one.trace, Grouping::Callee).runTimes.halfWidthNs));
  MadeTrace many;  // 10,000 values 1 to 10,000: ranks 4902 and 5099
  for (int i = 1; i <= 10'000; ++i) many.run(i * 100'000, i * 100'000 + i * 2, static_cast<uint32_t>(i));
  EXPECT_NEAR(computeStatistics(many.trace, Grouping::Callee).runTimes.halfWidthNs, 98.5, 1.0);
}

TEST(Statistics, PercentilesAreThoseOfSortedValues) {
  MadeTrace made;
  std::mt19937 random(3);
  std::vector<double> expected;
  int64_t now = 0;
  for (int i = 0; i < 1001; ++i) {
    const int64_t duration = random() % 100'000;
    made.event(now, now + duration, 1, 0);
    now += duration;
    expected.push_back(static_cast<double>(duration) / 2);
  }
  made.seal();
  std::sort(expected.begin(), expected.end());
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  EXPECT_DOUBLE_EQ(statistics.rows[0].medianNs, expected[500]);
  EXPECT_DOUBLE_EQ(statistics.rows[0].p90Ns, expected[900]);
  EXPECT_DOUBLE_EQ(statistics.rows[0].p99Ns, expected[990]);
}

TEST(Statistics, EmptyAndStopped) {
  EXPECT_TRUE(computeStatistics(Trace(), Grouping::Callee).rows.empty());
  std::stop_source source;
  source.request_stop();
  EXPECT_TRUE(computeStatistics(twoRuns().trace, Grouping::Callee, source.get_token()).rows.empty());
}

TEST(EventText, NamesAndArguments) {
  const MadeTrace made = twoRuns();
  const TraceInfo& info = made.trace.info;
  EXPECT_EQ(eventName(info, EventKind::Call, 1), "relu");
  EXPECT_EQ(eventName(info, EventKind::CompiledBuiltin, 0), "vm.builtin.make_tuple");
  EXPECT_EQ(eventName(info, EventKind::LoadLibrary, kNoIndex), "load library");
  EXPECT_EQ(eventName(info, EventKind::LoadLookup, 1), "relu");
  EXPECT_EQ(eventName(info, EventKind::Call, 99), "call");
  const std::vector<int64_t> dims = {4, 5};
  const auto text = [&](ArgType type, int64_t value = 0) { return argText({type, {2, 16, 1}, value, dims}); };
  EXPECT_EQ(text(ArgType::Tensor), "f16[4, 5]");
  EXPECT_EQ(text(ArgType::Shape), "shape(4, 5)");
  EXPECT_EQ(text(ArgType::Int, -3), "i-3");
  EXPECT_EQ(text(ArgType::Float, std::bit_cast<int64_t>(2.5)), "2.5");
  EXPECT_EQ(text(ArgType::Bool, 1), "true");
  EXPECT_EQ(text(ArgType::DType), "float16");
  EXPECT_EQ(text(ArgType::Tuple, 3), "tuple(3)");
  EXPECT_EQ(text(ArgType::Vm), "%vm");
}

TEST(EventText, RunsByTime) {
  RunLookup lookup({{100, 50, 1}, {0, 50, 0, RunKind::Warmup}});
  EXPECT_EQ(lookup.at(120)->index, 1u);
  EXPECT_EQ(lookup.at(10)->index, 0u);
  EXPECT_EQ(lookup.at(60), nullptr);
  EXPECT_EQ(lookup.at(-1), nullptr);
  EXPECT_EQ(lookup.at(150)->index, 1u);
}

}  // namespace
}  // namespace relaxscope
