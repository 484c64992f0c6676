// SPDX-License-Identifier: Apache-2.0
// Times beside the differences of code: by row, by function, their sum, and how they are written.
#include "views/diff/times.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QThreadPool>

#include <cmath>
#include <limits>

#include "tests/models/browse_support.h"
#include "tests/models/diff_support.h"
#include "tests/models/timed_pair.h"
#include "views/diff/area.h"
#include "views/diff/diff_view.h"
#include "views/diff/summary_pane.h"
#include "views/widgets/data_table.h"
#include "views/widgets/figures.h"

namespace relaxscope {
namespace {

using testing::documentOf;
using testing::paintedText;
using testing::rowsOf;
using testing::TimedPair;

TimeDifference timeOf(double old, double now, double half, DifferenceMark mark) { return {old, now, half, mark}; }

ComparedRow siteRow(ComparedGroup group, TraceSite old, TraceSite now, const TimeDifference& time) {
  ComparedRow row;
  row.group = group;
  row.old = old;
  row.now = now;
  row.time = time;
  return row;
}

TEST(DiffTimes, OfEveryCallSiteAreInOneRow) {
  ExecutableDiff diff;
  diff.functions = {rowsOf("0 = 0\n1 ~ . fused a\n2 ~ 1 fused a\n3 m .\n. m 2\n")};
  diff.functions[0].old = FuncIndex(4);
  diff.functions[0].now = FuncIndex(5);
  ComparedTimes times;
  const auto add = [&](ComparedGroup group, uint32_t old, uint32_t now, double before, double after) {
    const TraceSite none;
    times.bySite.rows.push_back(siteRow(group, old == kNoIndex ? none : TraceSite{4, old},
                                        now == kNoIndex ? none : TraceSite{5, now},
                                        timeOf(before, after, 3, DifferenceMark::Same)));
  };
  add(ComparedGroup::Both, 0, 0, 10, 12);
  add(ComparedGroup::OnlyOld, 1, kNoIndex, 50, 0);
  add(ComparedGroup::OnlyOld, 2, kNoIndex, 30, 0);
  add(ComparedGroup::OnlyNew, kNoIndex, 1, 0, 70);
  add(ComparedGroup::Both, 3, 2, 5, 5);
  add(ComparedGroup::OnlyNew, kNoIndex, 99, 0, 1'000);
  const DiffTimes made(diff, times);
  ASSERT_NE(made.at(0, 2), nullptr);
  EXPECT_EQ(made.at(0, 2)->oldNs, 30) << "the call that is gone";
  EXPECT_EQ(made.at(0, 2)->newNs, 70) << "and what it became";
  EXPECT_DOUBLE_EQ(made.at(0, 2)->halfWidthNs, std::hypot(3, 3));
  EXPECT_EQ(made.at(0, 2)->mark, DifferenceMark::Slower);
  ASSERT_NE(made.at(0, 3), nullptr);
  EXPECT_EQ(made.at(0, 4), nullptr) << "what moved is in the row of its old side";
  double sum = 0;
  for (uint32_t row = 0; row < 5; ++row) sum += made.at(0, row) != nullptr ? made.at(0, row)->ns() : 0;
  EXPECT_DOUBLE_EQ(sum, -8);
  EXPECT_DOUBLE_EQ(made.ofFunction(0)->ns(), sum);
  EXPECT_DOUBLE_EQ(made.sum().ns(), sum) << "without sites outside of the code";
  EXPECT_EQ(made.at(9, 0), nullptr);
  EXPECT_EQ(made.ofFunction(9), nullptr);
}

TEST(DiffTimes, AreWrittenWithTheirSignAndUncertainty) {
  const DeltaText less = deltaText(timeOf(5'220, 4'110, 60, DifferenceMark::Faster));
  EXPECT_EQ(less.text(), QStringLiteral("\u22121.11 µs"));
  EXPECT_EQ(less.ink, Token::DiffLess);
  EXPECT_EQ(deltaText(timeOf(400, 405, 10, DifferenceMark::Same)).text(), QStringLiteral("±0"));
  EXPECT_EQ(deltaHelp(timeOf(400, 405, 10, DifferenceMark::Same)).join(QLatin1Char('|')),
            QStringLiteral("%1 → %2 per run|+%3 ± %4|no difference beyond the uncertainty")
                .arg(durationLabel(400), durationLabel(405), durationLabel(5), durationLabel(10)));
  const TimeDifference unknown = timeOf(400, 500, std::numeric_limits<double>::quiet_NaN(), DifferenceMark::Unknown);
  EXPECT_EQ(deltaText(unknown).text(), QStringLiteral("+100 ns"));
  EXPECT_TRUE(deltaHelp(unknown).back().contains(QStringLiteral("not known")));
}

class TimedDiffViews : public ::testing::Test {
 protected:
  void SetUp() override {
    view_.resize(1500, 800);
    view_.show();
    comparison_.setData(Side::Old, documentOf(*pair_.old.executable), pair_.old.trace);
    comparison_.setData(Side::New, documentOf(*pair_.now.executable), pair_.now.trace);
    ASSERT_TRUE(testing::waitForDiff(comparison_));
    ASSERT_TRUE(testing::settle(view_));
  }
  void TearDown() override { QThreadPool::globalInstance()->waitForDone(); }
  /// The row whose old or new instruction calls it.
  const TimeDifference* timeOfCall(const std::string& callee) {
    const FunctionPair& pair = *view_.area()->content().function();
    for (uint32_t row = 0; row < pair.rows.size(); ++row)
      for (const Side side : {Side::Old, Side::New}) {
        const auto& executable = comparison_.executable(side);
        const InstrIndex pc = side == Side::Old ? pair.rows[row].old : pair.rows[row].now;
        if (!pc.valid()) continue;
        const CodeLine code = codeLine(*executable, pc);
        if (code.text().contains(QString::fromStdString(callee)) && view_.times()->at(0, row) != nullptr)
          return view_.times()->at(0, row);
      }
    return nullptr;
  }
  const TimedPair pair_;
  Comparison comparison_;
  DiffView view_{&comparison_, nullptr};
};

TEST_F(TimedDiffViews, ShowTheTimeOfEachRowAndItsSum) {
  ASSERT_NE(view_.times(), nullptr);
  ASSERT_NE(timeOfCall("matmul"), nullptr);
  EXPECT_NEAR(timeOfCall("matmul")->ns(), 200, 10);
  ASSERT_NE(timeOfCall("transpose"), nullptr);
  EXPECT_NEAR(timeOfCall("transpose")->ns(), -1'524, 20);
  ASSERT_NE(timeOfCall("softmax"), nullptr);
  EXPECT_EQ(deltaText(*timeOfCall("softmax")).text(), QStringLiteral("±0"));
  double sum = 0;
  for (uint32_t row = 0; row < view_.area()->content().function()->rows.size(); ++row)
    if (const TimeDifference* time = view_.times()->at(0, row)) sum += time->ns();
  EXPECT_NEAR(sum, view_.times()->sum().ns(), 1e-6);
  EXPECT_NEAR(sum, -1'077, 30);
  EXPECT_EQ(view_.findChild<QLabel*>(QStringLiteral("diff.sum"))->text(), deltaText(view_.times()->sum()).text());
  const QString text = paintedText(view_);
  for (const char* part : {"Δ time", "Sum of calls", "±0", "Mean run"})
    EXPECT_TRUE(text.contains(QString::fromUtf8(part))) << part << "\nin\n" << text.toStdString();
  EXPECT_TRUE(view_.summary()->lines().join(QLatin1Char('\n')).contains(QStringLiteral("\nTime: ")))
      << view_.summary()->lines().join(QLatin1Char('\n')).toStdString();
  const TableSource& source = *view_.functions()->table()->tableModel()->source();
  EXPECT_EQ(source.columns()[3].id, QStringLiteral("time"));
  EXPECT_EQ(source.plainText(0, 3), deltaText(*view_.times()->ofFunction(0)).text());
  EXPECT_EQ(source.columns()[4].id, QStringLiteral("reason"));
}

TEST_F(TimedDiffViews, HaveNoColumnWithoutATrace) {
  comparison_.setTrace(Side::New, nullptr);
  ASSERT_TRUE(testing::settle(view_));
  EXPECT_EQ(view_.times(), nullptr);
  EXPECT_FALSE(paintedText(view_).contains(QStringLiteral("Δ time")));
  EXPECT_EQ(view_.functions()->table()->tableModel()->source()->columns()[3].id, QStringLiteral("reason"));
}

}  // namespace
}  // namespace relaxscope
