// SPDX-License-Identifier: Apache-2.0
// Times of a pair: compared after the code, by the matches that it gives, anew when a side changes.
#include "views/core/pair_times.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>

#include <algorithm>

#include "tests/models/browse_support.h"
#include "tests/models/timed_pair.h"
#include "views/core/comparison.h"
#include "vmcore/export/match_of_diff.h"

namespace relaxscope {
namespace {

using testing::documentOf;
using testing::TimedPair;

class PairsWithTimes : public ::testing::Test {
 protected:
  void setSides(const TimedPair& pair) {
    comparison_.setData(Side::Old, documentOf(*pair.old.executable), pair.old.trace);
    comparison_.setData(Side::New, documentOf(*pair.now.executable), pair.now.trace);
  }
  bool settled() {
    return QTest::qWaitFor([this] { return !comparison_.isPending() && !comparison_.times()->isPending(); }, 20'000);
  }
  std::shared_ptr<const ComparedTimes> times() { return comparison_.times()->times(); }

  TimedPair pair_;
  Comparison comparison_;
};

const ComparedRow* comparedRow(const TraceComparison& comparison, const std::string& name) {
  const auto found = std::ranges::find_if(
      comparison.rows, [&](const ComparedRow& row) { return row.oldName == name || row.newName == name; });
  return found == comparison.rows.end() ? nullptr : &*found;
}

TEST_F(PairsWithTimes, AreComparedByTheMatchesOfTheirCode) {
  QSignalSpy changed(comparison_.times(), &PairTimes::changed);
  setSides(pair_);
  ASSERT_TRUE(settled());
  ASSERT_NE(times(), nullptr);
  EXPECT_EQ(changed.count(), 1) << "one side alone gives none";
  const auto diff = comparison_.diff();
  ASSERT_NE(diff, nullptr);
  const CallMatch match = callMatchOf(*diff, *pair_.old.executable, *pair_.now.executable);
  for (const Grouping grouping : {Grouping::Callee, Grouping::Site}) {
    const TraceComparison expected = compareTraces(*pair_.old.trace, *pair_.now.trace, match, grouping);
    const TraceComparison& got = times()->by(grouping);
    EXPECT_EQ(got.grouping, grouping);
    ASSERT_EQ(got.rows.size(), expected.rows.size());
    for (size_t i = 0; i < got.rows.size(); ++i) {
      EXPECT_EQ(got.rows[i].newName, expected.rows[i].newName);
      EXPECT_EQ(got.rows[i].time.ns(), expected.rows[i].time.ns());
    }
    EXPECT_EQ(got.run.ns(), expected.run.ns());
    EXPECT_TRUE(got.matchedByName.empty());
  }
  EXPECT_EQ(times()->old.trace, pair_.old.trace);
}

TEST_F(PairsWithTimes, OfProfilesWithoutCodeAreComparedByName) {
  TimedPair bare = pair_;
  auto names = std::make_shared<Executable>(*pair_.old.executable);
  names->code = {};
  for (Function& function : names->functions) function.kind = static_cast<int32_t>(FunctionKind::Packed);
  bare.old.executable = names;
  setSides(bare);
  ASSERT_TRUE(settled());
  ASSERT_NE(times(), nullptr);
  EXPECT_FALSE(times()->byCallee.matchedByName.empty());
  EXPECT_NE(comparedRow(times()->byCallee, "matmul"), nullptr);
}

TEST_F(PairsWithTimes, AreComparedByNameWhereTheCodeCannotBe) {
  Comparison comparison(nullptr,
                        [](const DiffSide&, const DiffSide&, const DiffOptions&,
                           const std::stop_token&) -> Result<ExecutableDiff> { return Error("two instruction sets"); });
  comparison.setData(Side::Old, documentOf(*pair_.old.executable), pair_.old.trace);
  comparison.setData(Side::New, documentOf(*pair_.now.executable), pair_.now.trace);
  ASSERT_TRUE(QTest::qWaitFor([&] { return comparison.times()->times() != nullptr; }, 20'000));
  EXPECT_EQ(comparison.diff(), nullptr);
  EXPECT_EQ(comparison.times()->times()->byCallee.matchedByName, "two instruction sets");
}

TEST_F(PairsWithTimes, SwappedHaveTheOppositeDifferences) {
  setSides(pair_);
  ASSERT_TRUE(settled());
  const auto before = times();
  ASSERT_NE(before, nullptr);
  comparison_.swap();
  EXPECT_EQ(times(), nullptr) << "those of the other direction are not shown meanwhile";
  ASSERT_TRUE(settled());
  const auto after = times();
  ASSERT_NE(after, nullptr);
  EXPECT_DOUBLE_EQ(after->byCallee.run.ns(), -before->byCallee.run.ns());
  EXPECT_DOUBLE_EQ(after->byCallee.sum.time.ns(), -before->byCallee.sum.time.ns());
  ASSERT_EQ(after->byCallee.rows.size(), before->byCallee.rows.size());
  for (const ComparedRow& row : before->byCallee.rows) {
    const ComparedRow* opposite = comparedRow(after->byCallee, row.oldName.empty() ? row.newName : row.oldName);
    ASSERT_NE(opposite, nullptr);
    EXPECT_DOUBLE_EQ(opposite->time.ns(), -row.time.ns());
  }
}

TEST_F(PairsWithTimes, FollowATraceThatIsRecordedLater) {
  comparison_.setData(Side::Old, documentOf(*pair_.old.executable));
  comparison_.setData(Side::New, documentOf(*pair_.now.executable));
  ASSERT_TRUE(settled());
  EXPECT_EQ(times(), nullptr);
  EXPECT_FALSE(comparison_.hasTraces());
  const auto diff = comparison_.diff();
  comparison_.setTrace(Side::Old, pair_.old.trace);
  comparison_.setTrace(Side::New, pair_.now.trace);
  ASSERT_TRUE(settled());
  EXPECT_NE(times(), nullptr);
  EXPECT_EQ(comparison_.diff(), diff) << "the code is not compared again";
  comparison_.setTrace(Side::New, nullptr);
  EXPECT_EQ(times(), nullptr);
}

TEST_F(PairsWithTimes, AreComparedAgainWhenAMatchIsCut) {
  setSides(pair_);
  ASSERT_TRUE(settled());
  const auto before = times();
  ASSERT_NE(before, nullptr);
  comparison_.cutMatch("main", "main");
  ASSERT_TRUE(settled());
  ASSERT_NE(times(), nullptr);
  EXPECT_GT(times()->byCallee.groups[static_cast<size_t>(ComparedGroup::OnlyOld)].rows,
            before->byCallee.groups[static_cast<size_t>(ComparedGroup::OnlyOld)].rows);
}

TEST_F(PairsWithTimes, CanBeStopped) {
  setSides(pair_);
  ASSERT_TRUE(QTest::qWaitFor([this] { return comparison_.diff() != nullptr; }, 20'000));
  if (comparison_.times()->isPending()) {
    comparison_.cancel();
    EXPECT_FALSE(comparison_.times()->isPending());
    EXPECT_FALSE(comparison_.times()->error().isEmpty());
  }
  PairTimes times;
  times.compare({pair_.old.trace, pair_.old.executable}, {pair_.now.trace, pair_.now.executable}, nullptr, "a test");
  EXPECT_TRUE(times.isPending());
  times.cancel();
  EXPECT_FALSE(times.isPending());
  EXPECT_EQ(times.error(), QStringLiteral("stopped"));
  EXPECT_EQ(times.times(), nullptr);
}

TEST_F(PairsWithTimes, OfEmptyTracesAreEmpty) {
  TimedPair bare = pair_;
  bare.old.trace = std::make_shared<const Trace>();
  bare.now.trace = std::make_shared<const Trace>();
  setSides(bare);
  ASSERT_TRUE(settled());
  ASSERT_NE(times(), nullptr);
  EXPECT_TRUE(times()->byCallee.rows.empty());
}

}  // namespace
}  // namespace relaxscope
