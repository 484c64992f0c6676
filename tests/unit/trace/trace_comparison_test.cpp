// SPDX-License-Identifier: Apache-2.0
// Two traces compared: matched rows, sums, intervals of turns and of independent processes.
#include "vmcore/trace/compare/trace_comparison.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/unit/trace/made_trace.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/trace/compare/comparison_json.h"
#include "vmcore/trace/compare/comparison_summary.h"
#include "vmcore/trace/times/middle_half.h"

namespace relaxscope {
namespace {

using test::MadeTrace;

/// A trace whose runs of main call the functions of `names` once each, at pc 1, 2, ...; main itself takes `mainNs`.
class Side {
 public:
  explicit Side(const std::vector<std::string>& names, int64_t mainNs = 10) : mainNs_(mainNs) {
    made_.trace.info.functionNames = {"main"};
    for (const std::string& name : names) made_.trace.info.functionNames.push_back(name);
  }
  /// Nanoseconds of the calls, and what an unrecorded run takes.
  Side& run(const std::vector<int>& ns, double unrecorded) {
    const int64_t start = next_;
    int64_t at = start + 2 * mainNs_;
    for (uint32_t i = 0; i < ns.size(); ++i) {
      const int64_t end = at + 2 * ns[i];
      if (ns[i] > 0) made_.event(at, end, i + 1, 1, EventKind::Call, i + 1);
      at = end;
    }
    made_.event(start, at, 0, 0, EventKind::FunctionBody, 0);
    made_.run(start, at, runs_++);
    made_.trace.unrecordedNs.push_back(unrecorded);
    next_ = at + 100;
    return *this;
  }
  /// The runs since the last turn are one.
  Side& turn(uint32_t process) {
    const auto place = static_cast<uint32_t>(made_.trace.turns.size());
    made_.trace.turns.push_back({turnBegin_, runs_ - turnBegin_, process, place});
    turnBegin_ = runs_;
    made_.trace.info.session = "s";
    return *this;
  }
  Trace& finish() {
    made_.seal();
    return made_.trace;
  }

 private:
  MadeTrace made_;
  int64_t mainNs_;
  int64_t next_ = 1000;
  uint32_t runs_ = 0, turnBegin_ = 0;
};

CallMatch byName(const Trace& old, const Trace& now) { return CallMatch::byName(old.info, now.info, "a test"); }
const ComparedRow* comparedRow(const TraceComparison& comparison, const std::string& name) {
  for (const ComparedRow& row : comparison.rows)
    if (row.oldName == name || row.newName == name) return &row;
  return nullptr;
}
void expectSumsAddUp(const TraceComparison& c) {
  double old = 0, now = 0;
  std::array<double, kComparedGroups> groups{};
  for (const ComparedRow& row : c.rows) {
    old += row.time.oldNs;
    now += row.time.newNs;
    groups[static_cast<size_t>(row.group)] += row.time.ns();
  }
  EXPECT_NEAR(c.sum.time.oldNs, old, 1e-9);
  EXPECT_NEAR(c.sum.time.newNs, now, 1e-9);
  for (size_t g = 0; g < kComparedGroups; ++g) EXPECT_NEAR(c.groups[g].time.ns(), groups[g], 1e-9);
  EXPECT_NEAR(c.sum.time.ns() + c.notAttributed.ns(), c.run.ns(), 1e-9);
}

TEST(Student, IsThatOfTheTables) {
  EXPECT_NEAR(studentQuantile(1), 12.706, 1e-3);
  EXPECT_NEAR(studentQuantile(7), 2.365, 5e-3);
  EXPECT_NEAR(studentQuantile(30), 2.042, 5e-3);
}

TEST(TraceComparison, DifferencesOfTurnsAreThoseOfTheirProcesses) {
  // The machine becomes slower from process to process, for both sides alike.
  Side old({"a", "b"}), now({"a", "b"});
  const int drift[] = {0, 100, 300}, noise[] = {-1, 0, 1};
  for (uint32_t process = 0; process < 3; ++process)
    for (int turn = 0; turn < 2; ++turn) {
      const int slow = drift[process];
      old.run({100 + slow, 50}, 165 + slow).turn(process);
      now.run({100 + slow, 80 + noise[process]}, 195 + slow + noise[process]).turn(process);
    }
  const Trace &before = old.finish(), &after = now.finish();
  const TraceComparison c = compareTraces(before, after, byName(before, after), Grouping::Callee);
  EXPECT_TRUE(c.inTurns);
  EXPECT_EQ(c.turns, 6u);
  EXPECT_EQ(c.oldProcesses, 3u);
  expectSumsAddUp(c);
  // Differences of the three processes: 29, 30, 31. Their deviation is 1, Student's quantile of two degrees 4.303.
  const double half = 4.303 / std::sqrt(3.0);
  EXPECT_NEAR(c.run.ns(), 30, 1e-9);
  EXPECT_NEAR(c.run.halfWidthNs, half, 1e-9);
  EXPECT_EQ(c.run.mark, DifferenceMark::Slower);
  const ComparedRow *a = comparedRow(c, "a"), *b = comparedRow(c, "b");
  ASSERT_TRUE(a != nullptr && b != nullptr);
  EXPECT_NEAR(a->time.oldNs, 100 + 400.0 / 3, 1e-9);
  EXPECT_EQ(a->time.mark, DifferenceMark::Same);
  EXPECT_NEAR(a->time.halfWidthNs, 0, 1e-9) << "what both sides have in common cancels";
  EXPECT_NEAR(b->time.ns(), 30, 1e-9);
  EXPECT_NEAR(b->time.halfWidthNs, half, 1e-9);
  EXPECT_EQ(b->time.mark, DifferenceMark::Slower);
  EXPECT_NEAR(b->share, 1, 1e-9);
  EXPECT_NEAR(c.run.relativeLow(), (30 - half) / (165 + 400.0 / 3), 1e-9);
  EXPECT_NEAR(c.notAttributed.oldNs, 5, 1e-9) << "165 less 10 of main, 100 and 50";
  EXPECT_TRUE(c.noInterval.empty());
}

TEST(TraceComparison, OfATurnTheMiddleHalfOfRunsCounts) {
  Side old({"a"}), now({"a"});
  for (uint32_t process = 0; process < 3; ++process) {
    for (const int ns : {100, 100, 100, 5000}) old.run({ns}, ns);
    for (const int ns : {100, 100, 1, 100}) now.run({ns}, ns);
    old.turn(process);
    now.turn(process);
  }
  const Trace &before = old.finish(), &after = now.finish();
  const TraceComparison c = compareTraces(before, after, byName(before, after), Grouping::Callee);
  EXPECT_NEAR(c.run.oldNs, 100, 1e-9);
  EXPECT_NEAR(c.run.newNs, 100, 1e-9);
  EXPECT_NEAR(comparedRow(c, "a")->time.ns(), 0, 1e-9);
  EXPECT_EQ(c.run.mark, DifferenceMark::Same);
  EXPECT_EQ(comparedRow(c, "a")->oldCalls, 1);
}

TEST(TraceComparison, ADisturbedTurnCountsForNeitherSide) {
  Side old({"a"}), now({"a"});
  for (uint32_t process = 0; process < 3; ++process)
    for (int turn = 0; turn < 4; ++turn) {
      const bool disturbed = turn == static_cast<int>(process);
      old.run({100}, 110).turn(process);
      now.run({disturbed ? 900 : 120}, disturbed ? 910 : 130).turn(process);
    }
  const Trace &before = old.finish(), &after = now.finish();
  const TraceComparison c = compareTraces(before, after, byName(before, after), Grouping::Callee);
  EXPECT_NEAR(c.run.ns(), 20, 1e-9);
  EXPECT_NEAR(comparedRow(c, "a")->time.ns(), 20, 1e-9);
  EXPECT_NEAR(comparedRow(c, "a")->time.halfWidthNs, 0, 1e-9);
  expectSumsAddUp(c);
}

TEST(TraceComparison, ADisturbedProcessCountsForNeitherSide) {
  Side old({"a"}), now({"a"});
  for (uint32_t process = 0; process < 8; ++process) {
    const int ns = 1000 + static_cast<int>(process % 4);
    old.run({ns}, ns).turn(process);
    now.run({process == 3 ? 3 * ns : 1050}, process == 3 ? 3.0 * ns : 1050).turn(process);
  }
  const Trace &before = old.finish(), &after = now.finish();
  const TraceComparison c = compareTraces(before, after, byName(before, after), Grouping::Callee);
  EXPECT_EQ(c.oldProcesses, 7u);
  EXPECT_EQ(c.run.mark, DifferenceMark::Slower);
  EXPECT_NEAR(c.run.ns(), 1050 - (2 * (1000 + 1001 + 1002) + 1003) / 7.0, 1e-9);
  EXPECT_LT(c.run.halfWidthNs, 5);
  EXPECT_NEAR(c.run.smallestNs(), 10.5, 1e-9) << "1 %";
  EXPECT_TRUE(std::ranges::find(c.notes, "1 of 8 pairs of processes was disturbed and does not count") !=
              c.notes.end());
  EXPECT_NEAR(c.sum.time.ns(), c.run.ns(), 1e-9) << "rows are of the same processes";
}

TEST(TraceComparison, ATurnWithoutAPartnerDoesNotCount) {
  Side old({"a"}), now({"a"});
  for (uint32_t process = 0; process < 4; ++process) {
    old.run({100}, 100).turn(process);
    if (process < 3) now.run({100}, 100).turn(process);
  }
  old.run({9000}, 9000);
  const Trace &before = old.finish(), &after = now.finish();
  const TraceComparison c = compareTraces(before, after, byName(before, after), Grouping::Callee);
  EXPECT_EQ(c.turns, 3u);
  EXPECT_NEAR(c.run.oldNs, 100, 1e-9);
  EXPECT_NEAR(comparedRow(c, "a")->time.oldNs, 100, 1e-9);
}

TEST(TraceComparison, IndependentProfilesAreWidenedByTheSpreadBetweenProcesses) {
  Side old({"a"}), now({"a"});
  for (int i = 0; i < 8; ++i) {
    old.run({1000}, 1000);
    now.run({1200}, 1200);
  }
  Trace &before = old.finish(), &after = now.finish();
  before.otherProcesses = {{990, 990}, {1010, 1010}};
  after.otherProcesses = {{1188, 1188}, {1212, 1212}};
  const TraceComparison c = compareTraces(before, after, byName(before, after), Grouping::Callee);
  EXPECT_FALSE(c.inTurns);
  EXPECT_EQ(c.oldProcesses, 3u);
  // Processes deviate by 10 of 1000, and 12 of 1200; runs of one process do not differ.
  EXPECT_NEAR(c.run.halfWidthNs, std::hypot(4.303 * 10, 4.303 * 12), 1e-6);
  // Beside a row of nearly all the time there is that of main, of 10 ns.
  EXPECT_NEAR(comparedRow(c, "a")->time.halfWidthNs,
              4.303 * std::hypot(10 * 1010 / std::hypot(1000, 10), 12 * 1210 / std::hypot(1200, 10)), 1e-3);
  EXPECT_EQ(c.run.mark, DifferenceMark::Slower);
  ASSERT_FALSE(c.notes.empty());
  EXPECT_EQ(c.notes.front().rfind("not recorded in turns", 0), 0u);
  expectSumsAddUp(c);
}

TEST(TraceComparison, RowsOfOneProcessDifferMoreThanItsRun) {
  Side old({"a", "b", "c", "d"}, 0), now({"a", "b", "c", "d"}, 0);
  for (int i = 0; i < 8; ++i) {
    old.run({250, 250, 250, 250}, 1000);
    now.run({265, 235, 250, 250}, 1000);
  }
  Trace &before = old.finish(), &after = now.finish();
  before.otherProcesses = after.otherProcesses = {{990, 990}, {1010, 1010}};
  const TraceComparison c = compareTraces(before, after, byName(before, after), Grouping::Callee);
  // Four rows of equal times that differ each on its own by 2 % make a run that differs by 1 %.
  const double run = 4.303 * 0.01 * std::sqrt(2.0);
  EXPECT_NEAR(c.run.halfWidthNs, 1000 * run, 1e-3);
  EXPECT_NEAR(c.sum.time.halfWidthNs, 1000 * run, 1e-3);
  EXPECT_NEAR(comparedRow(c, "c")->time.halfWidthNs, 250 * 2 * run, 0.05);
  EXPECT_EQ(comparedRow(c, "a")->time.mark, DifferenceMark::Same) << "two rows of two processes";
}

TEST(TraceComparison, WithoutTimesOfOtherProcessesThereIsNoInterval) {
  Side old({"a"}), now({"a"});
  for (int i = 0; i < 8; ++i) {
    old.run({1000}, 1000);
    now.run({2000}, 2000);
  }
  Trace &before = old.finish(), &after = now.finish();
  before.otherProcesses = {{990, 990}, {1010, 1010}};
  const TraceComparison c = compareTraces(before, after, byName(before, after), Grouping::Callee);
  EXPECT_TRUE(std::isnan(c.run.halfWidthNs));
  EXPECT_EQ(c.run.mark, DifferenceMark::Unknown);
  EXPECT_EQ(c.noInterval, "the new profile has times of 1 process, 3 are needed");
  EXPECT_NEAR(comparedRow(c, "a")->share, 1, 1e-9) << "the difference is there, whether or not it is one";
}

TEST(TraceComparison, RowsAreOnOneSideOrMatched) {
  Side old({"gone", "kept", "first"}), now({"other", "kept", "added"});
  for (uint32_t process = 0; process < 3; ++process) {
    old.run({40, 100, 70}, 220).turn(process);
    now.run({70, 100, 25}, 205).turn(process);
  }
  const Trace &before = old.finish(), &after = now.finish();
  CallMatch match(4);  // main, kept by name; "first" was renamed to "other"
  match.pairFunctions(0, 0);
  match.pairFunctions(2, 2);
  match.pairFunctions(3, 1);
  match.pairFunctions(99, 1);
  match.pairSites({0, 2}, {0, 2});
  match.pairSites({0, 3}, {0, 1});
  for (const Grouping grouping : {Grouping::Callee, Grouping::Site}) {
    const TraceComparison c = compareTraces(before, after, match, grouping);
    expectSumsAddUp(c);
    ASSERT_EQ(c.rows.size(), 5u);
    EXPECT_EQ(c.rows.front().oldName, "gone");
    EXPECT_EQ(c.rows.front().group, ComparedGroup::OnlyOld);
    EXPECT_NEAR(c.rows.front().time.ns(), -40, 1e-9);
    EXPECT_EQ(c.rows.front().time.mark, DifferenceMark::Faster);
    EXPECT_EQ(c.rows.back().newName, "added");
    EXPECT_NEAR(c.rows.back().time.ns(), 25, 1e-9);
    const ComparedRow* renamed = comparedRow(c, "first");
    ASSERT_NE(renamed, nullptr);
    EXPECT_TRUE(renamed->renamed());
    EXPECT_EQ(renamed->newName, "other");
    EXPECT_NEAR(renamed->time.ns(), 0, 1e-9);
    EXPECT_EQ(c.groups[0].rows, 1u);
    EXPECT_EQ(c.groups[1].rows, 3u) << "kept, first and the body of main";
    EXPECT_EQ(c.sum.oldCalls, 3) << "a body is not a call";
    EXPECT_NEAR(c.groups[0].share + c.groups[1].share + c.groups[2].share, 1, 1e-9);
    EXPECT_EQ(c.rows.front().old.pc, grouping == Grouping::Site ? 1u : kNoIndex);
  }
}

TEST(TraceComparison, ACallOfAnotherCalleeAtAMatchedPlaceIsTheSameCall) {
  Side old({"matmul"}), now({"fast_matmul"});
  for (uint32_t process = 0; process < 3; ++process) {
    old.run({100}, 110).turn(process);
    now.run({60}, 70).turn(process);
  }
  const Trace &before = old.finish(), &after = now.finish();
  CallMatch match(2);
  match.pairFunctions(0, 0);
  match.pairSites({0, 1}, {0, 1});
  const TraceComparison bySite = compareTraces(before, after, match, Grouping::Site);
  ASSERT_NE(comparedRow(bySite, "matmul"), nullptr);
  EXPECT_EQ(comparedRow(bySite, "matmul")->newName, "fast_matmul");
  EXPECT_NEAR(comparedRow(bySite, "matmul")->time.ns(), -40, 1e-9);
  EXPECT_EQ(compareTraces(before, after, match, Grouping::Callee).groups[0].rows, 1u);
}

TEST(TraceComparison, CallsThatBecameOneAreOneRow) {
  // multiply, add, relu, multiply, add: twice multiply and add became one call.
  MadeTrace was, is;
  was.trace.info.functionNames = {"main", "multiply", "add", "relu"};
  is.trace.info.functionNames = {"main", "fused", "relu"};
  const auto call = [](MadeTrace& made, int64_t& at, int64_t ns, uint32_t callee, uint32_t pc) {
    made.event(at, at + 2 * ns, callee, 1, EventKind::Call, pc);
    at += 2 * ns;
  };
  for (uint32_t run = 0; run < 2; ++run) {
    int64_t at = run * 10'000;
    const int64_t start = at;
    for (const auto& [ns, callee, pc] :
         {std::tuple{100, 1u, 1u}, {50, 2u, 2u}, {30, 3u, 3u}, {100, 1u, 4u}, {50, 2u, 5u}, {70, 2u, 6u}})
      call(was, at, ns, callee, pc);
    was.event(start, at, 0, 0, EventKind::FunctionBody, 0).run(start, at, run);
    at = start;
    for (const auto& [ns, callee, pc] : {std::tuple{120, 1u, 1u}, {30, 2u, 2u}, {120, 1u, 3u}})
      call(is, at, ns, callee, pc);
    is.event(start, at, 0, 0, EventKind::FunctionBody, 0).run(start, at, run);
  }
  was.seal();
  is.seal();
  CallMatch match(4);
  match.pairFunctions(0, 0);
  match.pairFunctions(3, 2);
  match.pairSites({0, 3}, {0, 2});
  match.pairGroup("multiply + add", {{0, 1}, {0, 2}}, "fused", {{0, 1}});
  match.pairGroup("multiply + add", {{0, 4}, {0, 5}}, "fused", {{0, 3}});
  const TraceComparison byCallee = compareTraces(was.trace, is.trace, match, Grouping::Callee);
  const ComparedRow* group = comparedRow(byCallee, "multiply + add");
  ASSERT_NE(group, nullptr);
  EXPECT_TRUE(group->isGroup);
  EXPECT_FALSE(group->renamed());
  EXPECT_EQ(group->newName, "fused");
  EXPECT_EQ(group->group, ComparedGroup::Both);
  EXPECT_EQ(group->time.oldNs, 300);
  EXPECT_EQ(group->time.newNs, 240);
  EXPECT_EQ(group->oldCalls, 4);
  EXPECT_EQ(group->newCalls, 2);
  EXPECT_EQ(comparedRow(byCallee, "multiply"), nullptr) << "all of its calls are in the groups";
  const ComparedRow* add = comparedRow(byCallee, "add");
  ASSERT_NE(add, nullptr);
  EXPECT_EQ(add->time.oldNs, 70) << "the call that is in no group";
  EXPECT_EQ(add->group, ComparedGroup::OnlyOld);
  const TraceComparison bySite = compareTraces(was.trace, is.trace, match, Grouping::Site);
  std::vector<double> groups;
  for (const ComparedRow& row : bySite.rows)
    if (row.isGroup) groups.push_back(row.time.oldNs);
  EXPECT_EQ(groups, (std::vector<double>{150, 150})) << "each by itself";
  for (const TraceComparison* c : {&byCallee, &bySite}) EXPECT_NEAR(c->sum.time.ns(), -130, 1e-9);
}

TEST(TraceComparison, TheSummarySaysWhatTheRowsSay) {
  Side old({"transpose", "matmul", "relu"}), now({"relu", "matmul"});
  for (uint32_t process = 0; process < 3; ++process) {
    old.run({400, 1000, 90}, 1500).turn(process);
    now.run({90, 1200}, 1300).turn(process);
  }
  const Trace &before = old.finish(), &after = now.finish();
  const TraceComparison c = compareTraces(before, after, byName(before, after), Grouping::Callee);
  std::vector<std::string> lines;
  for (const ComparisonLine& line : c.summary)
    lines.push_back(std::string(comparisonTopicText(line.topic)) + ": " + line.text);
  const std::vector<std::string> wanted{
      "Time: main 1.50 µs -> 1.30 µs, -200 ns ± 0 ns (-13.3 %): a difference beyond the uncertainty",
      "Gone: 1 call per run only in the old profile, -400 ns: transpose", "Slower: matmul +200 ns (+20.0 %)",
      "Calls: 3 -> 2 per run"};
  EXPECT_EQ(lines, wanted);
  std::string json;
  const TextSink sink = [&](std::string_view piece) {
    json += piece;
    return true;
  };
  {
    JsonWriter writer(sink);
    writer.beginDocument();
    writeComparison(writer, c, before.info, after.info);
    writer.end();
  }
  EXPECT_NE(json.find(R"("old_ns": 1500.0, "new_ns": 1300.0, "difference_ns": -200.0, "half_width_95": 0.0)"),
            std::string::npos)
      << json;
}

TEST(TraceComparison, AThousandthIsNoDifference) {
  Side old({"a"}), now({"a"});
  for (uint32_t process = 0; process < 3; ++process) {
    old.run({100'000}, 100'000).turn(process);
    now.run({100'100}, 100'100).turn(process);
  }
  const Trace &before = old.finish(), &after = now.finish();
  const TraceComparison c = compareTraces(before, after, byName(before, after), Grouping::Callee);
  EXPECT_EQ(c.run.mark, DifferenceMark::Same);
  EXPECT_GT(std::abs(c.run.ns()), c.run.halfWidthNs);
}

TEST(TraceComparison, ASingleTurnHasTheRowsOfTheStatistics) {
  Side side({"a", "b"});
  for (int i = 0; i < 12; ++i) side.run({100 + i, 300 - 7 * i}, 420);
  const Trace& trace = side.finish();
  const TraceStatistics statistics = computeStatistics(trace, Grouping::Callee);
  const SideTimes times(trace, Grouping::Callee, {});
  for (const StatisticsRow& row : statistics.rows) {
    const auto found = std::ranges::find_if(
        times.rows(), [&](const SideRow& each) { return each.key.callee == row.callee && each.key.kind == row.kind; });
    ASSERT_NE(found, times.rows().end());
    EXPECT_NEAR(times.figureOf(*found).ns, statistics.perRun(row.selfNs), 1e-9);
    EXPECT_NEAR(times.callsOf(*found), statistics.perRun(row.count), 1e-9);
  }
  EXPECT_NEAR(times.unrecorded()->ns, statistics.unrecordedNs, 1e-9);
}

TEST(TraceComparison, TheCostOfRecordingIsTakenOutOfBothSidesOrOfNone) {
  // Two calls of 400 ns as recorded, of which recording is 10 ns by the probe. It explains the 20 ns that recorded runs
  // of the old side take longer, and not the 510 ns of the new side.
  Side old({"a", "b"}), now({"a", "b"});
  for (int i = 0; i < 12; ++i) {
    old.run({400, 400}, 790);
    now.run({400, 400}, 300);
  }
  Trace &before = old.finish(), &after = now.finish();
  for (Trace* trace : {&before, &after}) trace->info.cost.perEventNs = 10;
  EXPECT_GT(SideTimes(before, Grouping::Callee, {}).statistics().correction.factor, 0);
  EXPECT_EQ(SideTimes(after, Grouping::Callee, {}).statistics().correction.factor, 0);
  const TraceComparison mixed = compareTraces(before, after, byName(before, after), Grouping::Callee);
  EXPECT_FALSE(mixed.corrected);
  EXPECT_NEAR(comparedRow(mixed, "a")->time.oldNs, 400, 1e-9);
  EXPECT_NEAR(comparedRow(mixed, "a")->time.ns(), 0, 1e-9);
  EXPECT_TRUE(std::ranges::any_of(mixed.notes, [](const std::string& note) {
    return note.find("as recorded on both sides") != std::string::npos && note.ends_with("the new runs");
  }));
  expectSumsAddUp(mixed);
  const TraceComparison alike = compareTraces(before, before, byName(before, before), Grouping::Callee);
  EXPECT_TRUE(alike.corrected);
  EXPECT_NEAR(comparedRow(alike, "a")->time.oldNs, 390, 1e-9);
}

TEST(TraceComparison, AProfileOfAnEarlierReleaseIsNoted) {
  Side old({"a"}), now({"a"});
  for (int i = 0; i < 6; ++i) {
    old.run({100}, 90);
    now.run({100}, 90);
  }
  Trace &before = old.finish(), &after = now.finish();
  const auto notes = [&] { return compareTraces(before, after, byName(before, after), Grouping::Callee).notes; };
  const std::string ending = "is of an earlier release, whose runs include the preparation of their arguments";
  const auto has = [&](const std::string& side) {
    return std::ranges::count(notes(), "the " + side + " profile " + ending) != 0;
  };
  EXPECT_FALSE(has("old") || has("new")) << "of the same release";
  after.info.callsAlone = true;
  EXPECT_TRUE(has("old"));
  EXPECT_FALSE(has("new"));
  std::swap(before.info.callsAlone, after.info.callsAlone);
  EXPECT_TRUE(has("new"));
}

TEST(TraceComparison, ADifferenceIsThatOfTheTimesThatAreShown) {
  const SideFigure nothing{0, {0, 0, 0}, 0, 0}, negative{-1760, {-1760, -1760, -1760}, 0, 0},
      some{100, {100, 100, 100}, 0, 0};
  const TimeDifference none = differenceOf(nothing, negative, true);
  EXPECT_EQ(none.oldNs, 0);
  EXPECT_EQ(none.newNs, 0);
  EXPECT_EQ(none.ns(), 0);
  EXPECT_EQ(none.mark, DifferenceMark::Same);
  EXPECT_EQ(differenceOf(negative, some, true).ns(), 100);
}

TEST(TraceComparison, BothSidesHaveOneCostOfRecording) {
  // The same runs, of which recording takes 8 ns for each of three events and 60 ns for the run, by two probes of which
  // neither is right.
  Side old({"a", "b"}, 30), now({"a", "b"}, 30);
  for (int i = 0; i < 12; ++i) {
    old.run({112, 112}, 170);
    now.run({112, 112}, 170);
  }
  Trace &before = old.finish(), &after = now.finish();
  before.info.cost = {.perEventNs = 10, .perBodyNs = 10, .perRunNs = 40};
  after.info.cost = {.perEventNs = 14, .perBodyNs = 14, .perRunNs = 80};
  const auto own = [](const Trace& trace) {
    const SideTimes times(trace, Grouping::Callee, {});
    return times.figureOf(times.rows().front()).ns;
  };
  EXPECT_GT(std::abs(own(after) - own(before)), 1) << "with corrections of their own";
  const TraceComparison c = compareTraces(before, after, byName(before, after), Grouping::Callee);
  EXPECT_TRUE(c.corrected);
  for (const char* name : {"a", "b", "main"}) EXPECT_NEAR(comparedRow(c, name)->time.ns(), 0, 1e-9) << name;
  const double a = 112 - comparedRow(c, "a")->time.oldNs, b = 112 - comparedRow(c, "b")->time.oldNs;
  EXPECT_NEAR(a, b, 1e-9);
  EXPECT_GT(a, 8);
  EXPECT_LT(a, 14) << "of 84 ns that are added, most to the run";
  expectSumsAddUp(c);
}

TEST(TraceComparison, EmptyTracesHaveNothingToCompare) {
  const Trace none;
  const TraceComparison c = compareTraces(none, none, CallMatch(0), Grouping::Callee);
  EXPECT_TRUE(c.rows.empty());
  EXPECT_EQ(c.run.ns(), 0);
  EXPECT_FALSE(c.noInterval.empty());
}

}  // namespace
}  // namespace relaxscope
