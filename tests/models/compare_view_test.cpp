// SPDX-License-Identifier: Apache-2.0
// The view of compared times: rows that add up, groups, folding, the pane of a call, steps, notes.
#include "views/compare/compare_view.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <cmath>

#include "tests/models/browse_support.h"
#include "tests/models/timed_pair.h"
#include "views/compare/call_figures.h"
#include "views/compare/call_pane.h"
#include "views/compare/overlaid_histogram.h"
#include "views/compare/place_of_row.h"
#include "views/compare/time_texts.h"
#include "views/compare/times_head.h"
#include "views/profile/table_footer.h"
#include "views/widgets/data_table.h"

namespace relaxscope {
namespace {

using testing::documentOf;
using testing::TimedPair;

class CompareViews : public ::testing::Test {
 protected:
  void compare(const TimedPair& pair) {
    comparison_.setData(Side::Old, documentOf(*pair.old.executable), pair.old.trace);
    comparison_.setData(Side::New, documentOf(*pair.now.executable), pair.now.trace);
    view_.resize(1400, 800);
    view_.show();
    settle();
  }
  void settle() {
    EXPECT_TRUE(QTest::qWaitFor([this] { return view_.isSettled() && comparison_.times()->times(); }, 20'000));
    QCoreApplication::processEvents();
  }
  int column(const char* id) const {
    const auto& columns = view_.source()->columns();
    for (size_t i = 0; i < columns.size(); ++i)
      if (columns[i].id == QLatin1String(id)) return static_cast<int>(i);
    return -1;
  }
  int lineOf(const char* name) const {
    for (size_t line = 0; line < view_.source()->rows(); ++line)
      if (const ComparedRow* row = view_.source()->rowOf(line); row != nullptr)
        if (row->oldName == name || row->newName == name) return static_cast<int>(line);
    return -1;
  }
  QString text(const char* name, const char* id) const {
    return view_.source()->plainText(static_cast<size_t>(lineOf(name)), column(id));
  }
  /// Of all lines that are no heads.
  double total(const char* id) const {
    double sum = 0;
    for (size_t line = 0; line < view_.source()->rows(); ++line)
      if (!view_.source()->isHead(line)) sum += view_.source()->number(line, column(id));
    return sum;
  }
  void expectRowsAddUp() const {
    const TraceComparison& c = view_.source()->comparison();
    EXPECT_NEAR(total("old"), c.sum.time.oldNs, 1e-6);
    EXPECT_NEAR(total("new"), c.sum.time.newNs, 1e-6);
    EXPECT_NEAR(total("difference"), c.sum.time.ns(), 1e-6);
    EXPECT_NEAR(total("difference") + c.notAttributed.ns(), c.run.ns(), 1e-6);
    EXPECT_NEAR(total("share"), 1, 1e-9);
  }
  void choose(const char* name) {
    view_.panel()->table()->showRow(lineOf(name));
    view_.panel()->table()->rowSelected(lineOf(name));
    settle();
  }

  Comparison comparison_;
  CompareView view_{&comparison_, nullptr};
};

TEST_F(CompareViews, RowsAddUpToTheSumAndTheRun) {
  compare(TimedPair());
  for (const Grouping grouping : {Grouping::Callee, Grouping::Site})
    for (const bool hide : {false, true}) {
      view_.setGrouping(grouping);
      view_.setHideSame(hide);
      ASSERT_NE(view_.source(), nullptr);
      expectRowsAddUp();
      EXPECT_EQ(view_.sums()->rows().size(), 3u);
    }
}

TEST_F(CompareViews, FiguresAreThoseOfTheComparison) {
  compare(TimedPair());
  // Of 5 processes 0 to 4, every third takes 2 % and another third 4 % longer, and less than 4 ns are noise.
  const ComparedRow* matmul = view_.source()->rowOf(static_cast<size_t>(lineOf("matmul")));
  ASSERT_NE(matmul, nullptr);
  EXPECT_NEAR(matmul->time.ns(), 200 * (1 + 0.02 * (0 + 1 + 2 + 0 + 1) / 5), 3);
  EXPECT_EQ(matmul->time.mark, DifferenceMark::Slower);
  EXPECT_EQ(text("matmul", "difference"),
            QString::fromUtf8("+%1 ns").arg(QString::number(std::lround(matmul->time.ns()))));
  EXPECT_EQ(text("vm.builtin.alloc_tensor", "calls"), QStringLiteral("2 → 1"));
  EXPECT_EQ(text("transpose", "new"), QString()) << "a side that does not call it has no time";
  EXPECT_EQ(view_.source()->cell(static_cast<size_t>(lineOf("transpose")), 0).chips.at(0).text,
            QStringLiteral("− only old"));
  EXPECT_EQ(view_.source()->cell(static_cast<size_t>(lineOf("matmul")), 0).chips.at(0).text,
            QStringLiteral("↑ slower"));
  EXPECT_EQ(view_.source()->cell(static_cast<size_t>(lineOf("softmax")), 0).chips.at(0).text, QStringLiteral("= same"));
  EXPECT_TRUE(view_.source()->isHead(0));
  EXPECT_EQ(view_.source()->plainText(0, 1), QStringLiteral("Only in the old profile, 1 callees"));
}

TEST_F(CompareViews, BarsBeginAtACommonZero) {
  compare(TimedPair());
  const auto less = view_.source()->bar(static_cast<size_t>(lineOf("transpose")));
  const auto more = view_.source()->bar(static_cast<size_t>(lineOf("copy")));
  ASSERT_TRUE(less && more);
  EXPECT_EQ(less->zero, more->zero);
  EXPECT_EQ(less->end, 0) << "the largest decrease";
  EXPECT_EQ(more->end, 1) << "the largest increase";
  EXPECT_FALSE(view_.source()->bar(0)) << "a head has none";
}

TEST_F(CompareViews, FoldWhatIsTheSame) {
  compare(TimedPair());
  ASSERT_GE(lineOf("softmax"), 0);
  view_.setHideSame(true);
  settle();
  EXPECT_EQ(lineOf("softmax"), -1);
  EXPECT_GE(lineOf("matmul"), 0);
  view_.setHideSame(false);
  EXPECT_GE(lineOf("softmax"), 0);
}

TEST_F(CompareViews, ASortedTableHasNoHeads) {
  compare(TimedPair());
  view_.panel()->table()->sortBy(QStringLiteral("difference"), false);
  ASSERT_TRUE(QTest::qWaitFor([this] { return !view_.source()->input().heads; }, 5'000));
  const TableModel* model = view_.panel()->table()->tableModel();
  ASSERT_TRUE(QTest::qWaitFor([model] { return !model->isBusy(); }, 5'000));
  EXPECT_EQ(view_.source()->rowOf(static_cast<size_t>(model->sourceRow(0)))->oldName, "transpose");
  expectRowsAddUp();
  view_.panel()->table()->sortBy(QString(), false);
  EXPECT_TRUE(QTest::qWaitFor([this] { return view_.source()->input().heads; }, 5'000));
}

TEST_F(CompareViews, TheCallOfARowHasItsDistribution) {
  compare(TimedPair());
  choose("matmul");
  const CallFigures& figures = view_.calls()->histogram()->figures();
  ASSERT_TRUE(figures.sides[0] && figures.sides[1]);
  EXPECT_EQ(figures.sides[0]->count, 40u) << "five processes of two turns of four runs";
  uint64_t old = figures.beyond[0];
  for (const ComparedBin& bin : figures.bins) old += bin.calls[0];
  EXPECT_EQ(old, 40u);
  ASSERT_EQ(view_.calls()->figures().size(), 3);
  EXPECT_TRUE(view_.calls()->figures()[0].startsWith(QStringLiteral("Mean | 4.0")))
      << view_.calls()->figures()[0].toStdString();
  EXPECT_FALSE(view_.calls()->figures()[0].endsWith(QStringLiteral("–"))) << "the mean has an interval";
  EXPECT_TRUE(view_.calls()->figures()[1].endsWith(QStringLiteral("–"))) << "none is invented for the median";
  EXPECT_EQ(view_.calls()->matching()[0], QStringLiteral("same name 4"));
  EXPECT_EQ(view_.calls()->matching()[2], QStringLiteral("only in the old 1"));
  choose("vm.builtin.alloc_tensor");
  EXPECT_TRUE(view_.calls()->figures()[0].endsWith(QStringLiteral("–")))
      << "the runs make another number of calls, so that the interval of a call is not known";
  choose("transpose");
  EXPECT_FALSE(view_.calls()->histogram()->figures().sides[1]);
}

TEST_F(CompareViews, StepThroughRowsThatAreFasterOrSlower) {
  compare(TimedPair());
  QStringList visited;
  const auto note = [&] {
    const int line = view_.panel()->table()->currentRow();
    if (const ComparedRow* row = view_.source()->rowOf(static_cast<size_t>(line)))
      visited << QString::fromStdString(row->oldName.empty() ? row->newName : row->oldName);
  };
  note();
  while (view_.hasStep(false)) {
    view_.step(false);
    note();
  }
  EXPECT_EQ(visited, (QStringList{"transpose", "matmul", "vm.builtin.alloc_tensor", "copy"}));
  EXPECT_TRUE(view_.hasStep(true));
}

TEST_F(CompareViews, SwappedHaveTheOppositeDifferences) {
  compare(TimedPair());
  const double before = view_.source()->number(static_cast<size_t>(lineOf("matmul")), column("difference"));
  comparison_.swap();
  settle();
  EXPECT_EQ(view_.source()->number(static_cast<size_t>(lineOf("matmul")), column("difference")), -before);
  EXPECT_EQ(view_.source()->cell(static_cast<size_t>(lineOf("transpose")), 0).chips.at(0).text,
            QStringLiteral("+ only new"));
}

TEST_F(CompareViews, SayWhatTheFiguresAreOf) {
  compare(TimedPair());
  EXPECT_TRUE(view_.notes().isEmpty()) << view_.notes().toStdString();
  EXPECT_FALSE(view_.head()->lines().isEmpty());
  TimedPair apart(0);
  auto other = std::make_shared<Trace>(*apart.now.trace);
  other->info.host = "b";
  auto first = std::make_shared<Trace>(*apart.old.trace);
  first->info.host = "a";
  apart.old.trace = first;
  apart.now.trace = other;
  compare(apart);
  EXPECT_TRUE(view_.notes().contains(QStringLiteral("Not recorded in turns"))) << view_.notes().toStdString();
  EXPECT_TRUE(view_.notes().contains(QStringLiteral("different hosts: a and b"))) << view_.notes().toStdString();
  EXPECT_EQ(text("matmul", "uncertainty"), QString()) << "one process gives no interval";
  EXPECT_TRUE(view_.source()->cell(static_cast<size_t>(lineOf("matmul")), 0).chips.empty())
      << "why there is no mark is said once";
  EXPECT_EQ(view_.source()->cell(static_cast<size_t>(lineOf("transpose")), 0).chips.at(0).text,
            QStringLiteral("− only old"));
  EXPECT_EQ(view_.head()->lines().filter(QStringLiteral("No marks")).size(), 1);
  EXPECT_TRUE(view_.head()->lines().first().contains(QStringLiteral("times of 1 process, 3 are needed")))
      << view_.head()->lines().first().toStdString();
  EXPECT_TRUE(view_.notes().contains(QStringLiteral("part of the differences"))) << "no interval is spoken of";
}

TEST_F(CompareViews, AnActivatedRowIsShownInTheCode) {
  compare(TimedPair());
  QSignalSpy requested(&view_, &PairView::viewRequested);
  view_.panel()->table()->rowActivated(lineOf("copy"));
  EXPECT_EQ(requested.count(), 1);
  const auto diff = comparison_.diff();
  const FunctionPair& pair = diff->functions[comparison_.place().pair];
  EXPECT_EQ(pair.rows[comparison_.place().row].now, InstrIndex(3)) << "the fourth call of the new main";
}

TEST_F(CompareViews, WithoutTracesSayWhyTheyAreEmpty) {
  const TimedPair pair;
  comparison_.setData(Side::Old, documentOf(*pair.old.executable), pair.old.trace);
  comparison_.setData(Side::New, documentOf(*pair.now.executable));
  ASSERT_TRUE(QTest::qWaitFor([this] { return view_.isSettled(); }, 20'000));
  EXPECT_TRUE(view_.sentence().contains(QStringLiteral("has a recorded run"))) << view_.sentence().toStdString();
  EXPECT_FALSE(view_.hasStep(false));
  EXPECT_TRUE(view_.head()->isHidden()) << "there are no figures";
}

TEST_F(CompareViews, OfEmptyTracesSurvive) {
  TimedPair bare;
  bare.old.trace = std::make_shared<const Trace>();
  bare.now.trace = std::make_shared<const Trace>();
  compare(bare);
  EXPECT_EQ(view_.source()->rows(), 0u);
  view_.grab();
}

TEST(CallFiguresOf, HaveBinsThatHoldAllCalls) {
  std::vector<double> old(200, 100.0), now(100, 110.0);
  old.back() = 1'000'000;  // one call that took long
  const CallFigures figures = callFiguresOf({old, now}, {10, 10});
  ASSERT_TRUE(figures.sides[0] && figures.sides[1]);
  EXPECT_EQ(figures.sides[0]->medianNs, 100);
  EXPECT_EQ(figures.sides[1]->p99Ns, 110);
  EXPECT_EQ(figures.beyond[0], 1u);
  std::array<uint64_t, 2> counted = figures.beyond;
  for (const ComparedBin& bin : figures.bins)
    for (const size_t side : {0u, 1u}) counted[side] += bin.calls[side];
  EXPECT_EQ(counted, (std::array<uint64_t, 2>{200, 100}));
  EXPECT_EQ(callFiguresOf({std::vector<double>{5.0}, std::vector<double>{5.0}}, {1, 1}).bins.size(), 1u);
  EXPECT_TRUE(callFiguresOf({}, {}).bins.empty());
}

TEST(CallFiguresOf, BarsEndWhereTheCallsDo) {
  // A kernel of 35 µs in 20 runs: two calls of each side were interrupted.
  std::vector<double> old, now;
  for (int i = 0; i < 40; ++i) {
    old.push_back(34'000 + 50.0 * (i % 20));
    now.push_back(35'000 + 50.0 * (i % 20));
  }
  old[3] = old[17] = 640'000;
  now[5] = now[29] = 770'000;
  const CallFigures figures = callFiguresOf({old, now}, {20, 20});
  EXPECT_EQ(figures.bins.front().fromNs, 34'000);
  EXPECT_EQ(figures.bins.back().toNs, 35'950);
  EXPECT_EQ(figures.beyond, (std::array<uint64_t, 2>{2, 2}));
  // A mode of its own is no outlier.
  for (int i = 0; i < 10; ++i) now.push_back(90'000);
  EXPECT_EQ(callFiguresOf({old, now}, {20, 20}).bins.back().toNs, 90'000);
  const std::vector<double> few{35, 35, 36, 770};
  EXPECT_EQ(callFiguresOf({few, {}}, {4, 0}).bins.back().toNs, 36);
}

TEST(OverlaidHistogram, MediansAreNamedBesideEachOther) {
  for (const int width : {240, 400, 900})
    for (const double old : {100.0, 101.0, 200.0, 399.0})
      for (const double now : {100.0, 150.0, 201.0, 400.0}) {
        OverlaidHistogram histogram;
        histogram.resize(width, 160);
        std::vector<double> before(50, old), after(50, now);
        before.front() = after.front() = 100;
        before.back() = after.back() = 400;
        for (std::vector<double>* times : {&before, &after})
          for (int i = 0; i < 12; ++i) times->push_back(i % 2 == 0 ? 100 : 400);
        histogram.setFigures(callFiguresOf({before, after}, {1, 1}));
        const auto boxes = histogram.medianBoxes();
        const QRectF& left = boxes[0].left() <= boxes[1].left() ? boxes[0] : boxes[1];
        const QRectF& right = boxes[0].left() <= boxes[1].left() ? boxes[1] : boxes[0];
        EXPECT_GE(right.left() - left.right(), 8) << width << ' ' << old << ' ' << now;
        EXPECT_GE(left.left(), 0);
        EXPECT_LE(right.right(), width);
        EXPECT_EQ(boxes[0].left() < boxes[1].left(), old <= now) << "the order of the lines";
      }
}

TEST(TimeTexts, LinesHaveSignsOfTheirOwn) {
  EXPECT_EQ(lineText({ComparisonTopic::Time,
                      "main 5 µs -> 4 µs, -1 µs ± 60 ns (-20.0 %): a difference beyond the uncertainty"}),
            QStringLiteral("main 5 µs → 4 µs, −1 µs ± 60 ns (−20.0 %): a difference beyond the uncertainty"));
}

}  // namespace
}  // namespace relaxscope
