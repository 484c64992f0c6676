// SPDX-License-Identifier: Apache-2.0
// The single calls beside the statistics, and statistics of a range that is marked in the timeline.
#include <gtest/gtest.h>

#include <QToolButton>

#include <algorithm>

#include "tests/models/profile_support.h"
#include "views/profile/statistics/calls_pane.h"
#include "views/profile/statistics/histogram.h"
#include "views/profile/statistics/span_strip.h"
#include "views/profile/statistics/statistics_view.h"

namespace relaxscope {
namespace {

class RowCallsView : public testing::ProfileViews {
 protected:
  static size_t listed(const StatisticsView& view) {
    return static_cast<size_t>(view.calls()->table()->model()->rowCount());
  }
};

TEST_F(RowCallsView, ListsTheCallsOfTheSelectedRow) {
  load(testing::transformerModel(10, 2));
  const auto view = open<StatisticsView>(1300, 600);
  settle(*view);
  ASSERT_TRUE(view->calls()->isVisible());
  Place place;
  place.function = document.executable()->findFunction("matmul");
  document.selection()->select(place);
  QCoreApplication::processEvents();
  settle(*view);
  EXPECT_EQ(listed(*view), 20u) << "two calls in each of ten measured runs";
  EXPECT_EQ(view->calls()->listTitle(), QStringLiteral("20 calls"));
  // A chosen call is selected everywhere.
  view->calls()->table()->selectRow(0);
  QCoreApplication::processEvents();
  const EventIndex event = document.selection()->current().event;
  ASSERT_TRUE(event.valid());
  size_t at = 0;
  const StoredChunk* chunk = document.trace()->find(event, at);
  ASSERT_NE(chunk, nullptr);
  EXPECT_EQ(chunk->site(at).callee, static_cast<uint32_t>(place.function.value));
  EXPECT_EQ(document.selection()->current().pc.value, static_cast<int64_t>(chunk->site(at).pc));
}

TEST_F(RowCallsView, ABrushListsTheCallsOfItsBars) {
  load(testing::transformerModel(10, 2));
  const auto view = open<StatisticsView>(1300, 600);
  settle(*view);
  CallHistogram* histogram = view->calls()->histogram();
  const size_t all = listed(*view);
  ASSERT_GT(all, 0u);
  for (const Qt::Key key : {Qt::Key_Home, Qt::Key_End}) {
    QTest::keyClick(histogram, key);
    settle(*view);
    EXPECT_GT(listed(*view), 0u) << "the shortest and the longest call have a bar";
    EXPECT_LT(listed(*view), all);
    EXPECT_TRUE(view->calls()->listTitle().startsWith(QStringLiteral("%1 of %2 calls, ").arg(listed(*view)).arg(all)))
        << view->calls()->listTitle().toStdString();
  }
  QTest::keyClick(histogram, Qt::Key_Home, Qt::ShiftModifier);
  settle(*view);
  EXPECT_EQ(listed(*view), all) << "all bars";
  const QRectF first = histogram->barRect(0);
  QTest::mouseClick(histogram, Qt::LeftButton, {},
                    QPoint(static_cast<int>(first.center().x()), histogram->height() / 2));
  settle(*view);
  EXPECT_LT(listed(*view), all);
  view->findChild<QToolButton*>(QStringLiteral("statistics.calls.clear"))->click();
  settle(*view);
  EXPECT_EQ(listed(*view), all);
  EXPECT_FALSE(histogram->brush().has_value());
}

TEST_F(RowCallsView, StandBesideBelowOrNowhereAsThereIsRoom) {
  load(testing::transformerModel(4));
  const auto view = open<StatisticsView>(1300, 600);
  settle(*view);
  EXPECT_GT(view->calls()->x(), view->table()->width() / 2);
  view->resize(700, 700);
  QCoreApplication::processEvents();
  EXPECT_TRUE(view->calls()->isVisible());
  EXPECT_EQ(view->calls()->x(), 0);
  view->resize(700, 300);
  QCoreApplication::processEvents();
  EXPECT_FALSE(view->calls()->isVisible());
}

TEST_F(RowCallsView, NothingIsComputedWhileTheViewIsHidden) {
  load(testing::transformerModel(4));
  const auto view = open<StatisticsView>(1300, 600);
  settle(*view);
  const QString whole = view->bar()->caption();
  view->hide();
  const RunSpan& run = document.trace()->runs.back();
  document.selection()->setSpan(TickSpan{run.start, run.start + run.duration / 2});
  EXPECT_TRUE(view->isSettled());
  QCoreApplication::processEvents();
  EXPECT_EQ(view->bar()->caption(), whole);
  view->show();
  settle(*view);
  EXPECT_TRUE(view->bar()->caption().startsWith(QStringLiteral("Range")));
}

TEST_F(RowCallsView, ARangeOfTheTimelineConfinesTheStatistics) {
  load(testing::transformerModel(10, 2));
  const auto timeline = open<TimelineView>(1000, 300);
  const auto view = open<StatisticsView>(1300, 600);
  timeline->showRun(5);
  settle(*view);
  QTest::keyClick(view->calls()->histogram(), Qt::Key_End);
  settle(*view);
  timeline->perform(TimelineCommand::Next);
  timeline->perform(TimelineCommand::Mark);
  ASSERT_TRUE(document.selection()->span().has_value());
  QCoreApplication::processEvents();
  settle(*view);
  auto* strip = view->findChild<SpanStrip*>();
  EXPECT_TRUE(strip->isVisible());
  EXPECT_TRUE(strip->text().startsWith(QStringLiteral("Range "))) << strip->text().toStdString();
  const TickSpan span = *document.selection()->span();
  const TraceStatistics figures = statisticsOfSpan(*document.trace(), Grouping::Callee, span);
  EXPECT_EQ(view->table()->model()->rowCount(), static_cast<int>(figures.rows.size()));
  const auto shown = static_cast<size_t>(std::max(0, view->table()->currentRow()));
  EXPECT_EQ(listed(*view), figures.rows[shown].count) << "no limits of bars that were brushed before";
  EXPECT_NEAR(figures.selfNs, document.trace()->info.clock.toNs(span.end - span.begin), 1e-6 * figures.selfNs);
  EXPECT_TRUE(view->bar()->caption().startsWith(QStringLiteral("Range")));
  // The range's label in the timeline counts the same calls.
  uint64_t calls = 0;
  for (const StatisticsRow& row : figures.rows) calls += isCall(row.kind) ? row.count : 0;
  const QString label = timeline->plot()->rangeLabel(*timeline->scene().range);
  EXPECT_TRUE(label.contains(QStringLiteral(" %1 calls").arg(calls))) << label.toStdString();
  view->findChild<QToolButton*>(QStringLiteral("statistics.span.clear"))->click();
  settle(*view);
  EXPECT_FALSE(strip->isVisible());
  EXPECT_FALSE(timeline->scene().range.has_value()) << "the timeline follows";
  EXPECT_TRUE(view->bar()->caption().startsWith(QStringLiteral("Median run")));
}

}  // namespace
}  // namespace relaxscope
