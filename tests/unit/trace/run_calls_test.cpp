// SPDX-License-Identifier: Apache-2.0
// Statistics by the calls that a run consists of.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/trace/made_trace.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/figures/row_calls.h"
#include "vmcore/trace/ledger.h"
#include "vmcore/trace/run_calls.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope::test {
namespace {

/// A warm-up and two runs of a list: main, which calls relu, twice; relu; a builtin; then the wait for the GPU.
MadeTrace listOfCalls() {
  MadeTrace made;
  made.event(0, 100, kNoIndex, 0, EventKind::LoadLibrary, kNoIndex, kNoIndex);
  const auto body = [&](int64_t start, int64_t end, uint32_t function) {
    made.event(start, end, function, 0, EventKind::FunctionBody, 0, function);
  };
  for (const int64_t at : {1000, 11'000, 21'000}) {
    made.run(at, at + 5000, at == 21'000 ? 1 : 0, at == 1000 ? RunKind::Warmup : RunKind::Measured);
    made.event(at + 100, at + 900, 1, 1);
    body(at, at + 1000, 0);
    made.event(at + 1100, at + 1700, 1, 1).seal();
    body(at + 1000, at + 2000, 0);
    body(at + 2000, at + 2600, 1);
    made.event(at + 2600, at + 2700, 0, 0, EventKind::ScriptBuiltin, kNoIndex, kNoIndex);
    made.event(at + 2700, at + 3000, 0, 0, EventKind::DeviceWait, kNoIndex, kNoIndex).seal();
  }
  return made;
}

std::string textOf(const Trace& trace, const TraceStatistics& statistics) {
  std::string text;
  for (const StatisticsRow& row : statistics.rows) {
    text += row.runCall == kNoIndex
                ? "none"
                : std::to_string(row.runCall) + " " + std::string(eventName(trace.info, row.kind, row.callee));
    text += ": " + std::to_string(row.count) + " calls, self " + std::to_string(static_cast<int>(row.selfNs)) +
            ", total " + std::to_string(static_cast<int>(row.totalNs)) + ", median " +
            std::to_string(static_cast<int>(row.medianNs)) + "\n";
  }
  return text;
}

TEST(RunCalls, AreNumberedFromTheBeginningOfEachRun) {
  const MadeTrace made = listOfCalls();
  const RunCalls calls(made.trace);
  EXPECT_EQ(calls.most(), 4u);
  EXPECT_TRUE(RunCalls::several(made.trace));
  EXPECT_FALSE(RunCalls::several(twoRuns().trace));
  EXPECT_EQ(calls.of(EventIndex(0)), nullptr) << "the load phase";
  const auto place = [&](int64_t event) {
    const RunCalls::Call* const call = calls.of(EventIndex(event));
    return call == nullptr ? -1 : static_cast<int>(call->place);
  };
  for (const int64_t run : {0, 1, 2}) {
    const int64_t first = 1 + 7 * run;
    EXPECT_EQ(place(first), 0) << "the call inside the first";
    EXPECT_EQ(place(first + 1), 0);
    EXPECT_EQ(place(first + 2), 1);
    EXPECT_EQ(place(first + 3), 1);
    EXPECT_EQ(place(first + 4), 2);
    EXPECT_EQ(place(first + 5), 3);
    EXPECT_EQ(place(first + 6), -1) << "the wait";
  }
}

TEST(RunCalls, OfAListHaveItsNumbersAndNames) {
  MadeTrace made = listOfCalls();
  made.trace.info.calls = {"", "main", "step", "", "relu", "fetch"};  // 0 and 3 save a function, which is no call
  const TraceStatistics rows = computeStatistics(made.trace, Grouping::RunCall);
  std::vector<std::pair<uint32_t, std::string>> listed;
  for (const StatisticsRow& row : rows.rows)
    if (row.runCall != kNoIndex) listed.emplace_back(row.runCall, nameInList(made.trace.info, row.runCall));
  std::ranges::sort(listed);
  const std::vector<std::pair<uint32_t, std::string>> expected = {{1, "main"}, {2, "step"}, {4, "relu"}, {5, "fetch"}};
  EXPECT_EQ(listed, expected);
  EXPECT_EQ(RunCalls(made.trace).most(), 4u);
  EXPECT_TRUE(nameInList(made.trace.info, kNoIndex).empty());
}

TEST(RunCalls, RowsHaveAllThatHappensInACall) {
  const MadeTrace made = listOfCalls();
  const TraceStatistics rows = computeStatistics(made.trace, Grouping::RunCall);
  EXPECT_EQ(textOf(made.trace, rows),
            "0 main: 2 calls, self 1000, total 1000, median 500\n"
            "1 main: 2 calls, self 1000, total 1000, median 500\n"
            "2 relu: 2 calls, self 600, total 600, median 300\n"
            "none: 2 calls, self 300, total 300, median 150\n"
            "3 vm.builtin.make_tuple: 2 calls, self 100, total 100, median 50\n");
}

TEST(RunCalls, TimesAddUpToThoseByCallee) {
  const MadeTrace made = listOfCalls();
  const TraceStatistics calls = computeStatistics(made.trace, Grouping::RunCall),
                        callees = computeStatistics(made.trace, Grouping::Callee);
  EXPECT_DOUBLE_EQ(calls.selfNs, callees.selfNs);
  EXPECT_DOUBLE_EQ(calls.selfNs, 3000);
  const auto kinds = timeByKind(calls, made.trace.info, nullptr),
             wanted = timeByKind(callees, made.trace.info, nullptr);
  ASSERT_EQ(kinds.size(), wanted.size());
  for (size_t i = 0; i < kinds.size(); ++i) {
    EXPECT_EQ(kinds[i].kind, wanted[i].kind);
    EXPECT_DOUBLE_EQ(kinds[i].selfNs, wanted[i].selfNs);
  }
}

TEST(RunCalls, AFunctionIsTheOnlyCallOfItsRuns) {
  const MadeTrace made = twoRuns();
  const TraceStatistics rows = computeStatistics(made.trace, Grouping::RunCall);
  EXPECT_EQ(textOf(made.trace, rows), "0 main: 2 calls, self 1500, total 1500, median 750\n");
}

TEST(RunCalls, OfAPartOfTheRecordingACallMayHaveNoEnd) {
  const MadeTrace made = listOfCalls();
  const TraceStatistics rows = statisticsOfSpan(made.trace, Grouping::RunCall, {11'000, 11'500});
  ASSERT_EQ(rows.rows.size(), 1u);
  EXPECT_EQ(rows.rows[0].runCall, 0u);
  EXPECT_DOUBLE_EQ(rows.rows[0].selfNs, 250);
}

}  // namespace
}  // namespace relaxscope::test
