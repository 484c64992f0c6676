// SPDX-License-Identifier: Apache-2.0
// The lines of figures below pictures, and the minimap of the timeline, under the pointer and by keys.
#include <gtest/gtest.h>

#include <QImage>
#include <QMouseEvent>
#include <QSignalSpy>

#include <algorithm>

#include "tests/models/profile_support.h"
#include "views/cfg/cfg_view.h"
#include "views/profile/event_facts.h"
#include "views/profile/statistics/calls_pane.h"
#include "views/profile/statistics/histogram.h"
#include "views/profile/statistics/statistics_view.h"
#include "views/profile/timeline/minimap.h"
#include "views/profile/timeline/readout.h"
#include "views/widgets/figures.h"
#include "views/widgets/readout_line.h"

namespace relaxscope {
namespace {

class Readout : public testing::ProfileViews {
 protected:
  static QStringList parts(const QWidget* view, const char* name) {
    const auto* line = view->findChild<ReadoutLine*>(QLatin1String(name));
    return line != nullptr ? line->parts() : QStringList{QStringLiteral("no such line")};
  }
  /// Moves the pointer without a button; the real one may stay where another test left it.
  static void point(QWidget* widget, QPoint at) {
    QMouseEvent move(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(widget, &move);
  }
  /// Bytes allocated less bytes freed by the events that end until `ticks`.
  [[nodiscard]] int64_t liveAt(double ticks) const {
    int64_t live = 0;
    for (const auto& chunk : document.trace()->chunks())
      for (const MemoryRecord& record : chunk->memory())
        if (static_cast<double>(chunk->end(record.event)) <= ticks) live = record.live;
    return live;
  }
};

TEST_F(Readout, OfTheTimelineSaysTimeCallAndCountersUnderThePointer) {
  load(testing::dynamicModel(6));
  const auto view = open<TimelineView>(1400, 700);
  const auto* line = view->findChild<ReadoutLine*>(QStringLiteral("timeline.readout"));
  ASSERT_NE(line, nullptr);
  const int height = line->height();
  EXPECT_TRUE(line->parts().isEmpty());
  // The last call of the shown run that has a row: all slots are set by then.
  const TimelineScene& scene = view->scene();
  SlicePlace place;
  for (uint32_t r = 0; r < scene.tracks().rows().size(); ++r) {
    const EventRow& row = scene.tracks().rows()[r]->slices;
    const size_t end = row.firstStartingFrom(scene.window.limitEnd);
    if (!scene.tracks().rows()[r]->body && !scene.tracks().rows()[r]->load && end > 0)
      place = {r, static_cast<uint32_t>(end - 1)};
  }
  ASSERT_TRUE(place.valid());
  const QPoint at = middleOf(*view, place);
  point(canvas(*view), at);
  const QStringList shown = line->parts();
  ASSERT_GE(shown.size(), 4) << shown.join(QStringLiteral(" | ")).toStdString();
  const double ticks = view->plot()->scale().ticks(at.x());
  const EventRow& row = scene.tracks().rows()[place.row]->slices;
  EXPECT_EQ(shown[0], QStringLiteral("at %1").arg(
                          durationLabel((ticks - scene.origin) * ProfileTracks::of(&document)->nsPerTick())));
  EXPECT_EQ(shown[1], QStringLiteral("%1 %2").arg(shortCallName(scene.tracks().nameOf(row, place.slice).text),
                                                  durationLabel(static_cast<double>(row.duration(place.slice)) *
                                                                ProfileTracks::of(&document)->nsPerTick())));
  EXPECT_EQ(shown[2], QStringLiteral("live %1").arg(bytesLabel(liveAt(ticks))));
  // Every slot with the value of the last change until then.
  for (const auto& [key, series] : scene.tracks().slotSeries()) {
    int64_t value = -1;
    for (size_t i = 0; i < series.size(); ++i)
      if (static_cast<double>(series.time(i)) <= ticks) value = series.value(i);
    EXPECT_TRUE(
        shown.contains(QStringLiteral("%1 = %2").arg(ProfileTracks::of(&document)->slotName(key), countText(value))))
        << key.slot << ": " << shown.join(QStringLiteral(" | ")).toStdString();
  }
  EXPECT_TRUE(view->plot()->findChild<QWidget*>(QStringLiteral("timeline.cursor"))->isVisible());
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(canvas(*view), &leave);
  EXPECT_TRUE(line->parts().isEmpty());
  EXPECT_EQ(line->height(), height) << "nothing moves";
}

TEST_F(Readout, OfTheTimelineFollowsTheKeys) {
  load(testing::transformerModel(4));
  const auto view = open<TimelineView>();
  view->perform(TimelineCommand::Next);
  const QStringList first = parts(view.get(), "timeline.readout");
  view->perform(TimelineCommand::Next);
  const QStringList second = parts(view.get(), "timeline.readout");
  ASSERT_GE(second.size(), 2);
  EXPECT_NE(first, second);
  EXPECT_TRUE(second[0].startsWith(QStringLiteral("at ")));
  view->showRun(-1);
  view->perform(TimelineCommand::Next);
  EXPECT_TRUE(parts(view.get(), "timeline.readout")[1].contains(QStringLiteral(" of "))) << "which run it is";
}

TEST_F(Readout, ASlotHasNoValueBeforeTheShownRunSetsIt) {
  load(testing::dynamicModel(6));
  const auto view = open<TimelineView>();
  view->showRun(3);
  const TimelineScene& scene = view->scene();
  const auto& [key, series] = *scene.tracks().slotSeries().begin();
  const size_t first = series.pointsUntil(scene.window.limitBegin);
  const auto set = static_cast<double>(series.time(first));
  EXPECT_FALSE(slotValueAt(scene, series, set - 1)) << "the value of the run before";
  EXPECT_EQ(slotValueAt(scene, series, set), series.value(first));
}

TEST_F(Readout, OfTheHistogramSaysTimesAndCallsOfABar) {
  load(testing::transformerModel(10, 2));
  const auto view = open<StatisticsView>(1300, 600);
  settle(*view);
  CallHistogram* histogram = view->calls()->histogram();
  const auto at = [&](int bar) {
    return QPoint(static_cast<int>(histogram->barRect(bar).center().x()), histogram->height() / 2);
  };
  point(histogram, at(0));
  const QStringList pointed = parts(view.get(), "statistics.readout");
  ASSERT_EQ(pointed.size(), 3) << pointed.join(QStringLiteral(" | ")).toStdString();
  QTest::keyClick(histogram, Qt::Key_Home);
  settle(*view);
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(histogram, &leave);
  EXPECT_EQ(parts(view.get(), "statistics.readout"), pointed) << "the same bar by keys";
  // The list of the brushed bar has as many calls.
  const auto listed = static_cast<int64_t>(view->calls()->table()->model()->rowCount());
  EXPECT_TRUE(pointed[1].startsWith(countText(listed) + QLatin1Char(' '))) << pointed[1].toStdString();
}

TEST_F(Readout, OfTheCfgSaysWhatTheHeatOfABlockStandsFor) {
  load(testing::transformerModel(4));
  const auto view = open<CfgView>();
  settle(*view);
  Place place;
  place.function = FuncIndex(0);
  place.pc = InstrIndex(document.executable()->function(place.function)->startInstr);
  document.selection()->select(place);
  QCoreApplication::processEvents();
  settle(*view);
  const CfgScene& scene = *view->canvas()->scene();
  ASSERT_FALSE(scene.boxes.empty());
  const QStringList shown = parts(view.get(), "cfg.readout");
  ASSERT_GE(shown.size(), 3) << shown.join(QStringLiteral(" | ")).toStdString();
  double ns = 0, all = 0;
  for (const StatisticsRow& row : document.bySite()->rows)
    if (row.kind == EventKind::Call && row.function == static_cast<uint32_t>(place.function.value)) {
      const double each = document.bySite()->perRun(row.totalNs);
      all += each;
      if (scene.cfg.blockAt(InstrIndex(row.pc)) == BlockIndex(0)) ns += each;
    }
  EXPECT_TRUE(shown.contains(QStringLiteral("%1 per run").arg(durationLabel(ns))))
      << shown.join(QStringLiteral(" | ")).toStdString();
  EXPECT_TRUE(shown.contains(QStringLiteral("%1 % of the function").arg(ns / all * 100, 0, 'f', 1)))
      << shown.join(QStringLiteral(" | ")).toStdString();
}

TEST_F(Readout, AnInstructionThatIsSelectedElsewhereComesIntoTheZoomedTimeline) {
  load(testing::transformerModel(4));
  const auto view = open<TimelineView>(1400, 400);
  const TimelineScene& scene = view->scene();
  const SlicePlace first = find(*view, "softmax", scene.window.limitBegin);
  ASSERT_TRUE(first.valid());
  const EventRow& row = scene.tracks().rows()[first.row]->slices;
  const Place place = placeOfEvent(*document.trace(), EventIndex(row.event(first.slice)));
  // Zoomed to the last call of the run, far from that one.
  for (uint32_t slice = first.slice;
       slice + 1 < row.size() && static_cast<double>(row.end(slice + 1)) <= scene.window.limitEnd; ++slice)
    view->selectSlice({first.row, slice + 1});
  view->perform(TimelineCommand::Fit);
  const double span = scene.window.span();
  ASSERT_GT(scene.window.begin, static_cast<double>(row.end(first.slice)));
  Place instruction;
  instruction.function = place.function;
  instruction.pc = place.pc;
  document.selection()->select(instruction);
  QCoreApplication::processEvents();
  EXPECT_EQ(scene.marked.row, first.row);
  EXPECT_LT(scene.window.begin, static_cast<double>(row.end(scene.marked.slice)));
  EXPECT_GT(scene.window.end, static_cast<double>(row.start(scene.marked.slice)));
  EXPECT_NEAR(scene.window.span(), span, span * 1e-9) << "the zoom stays";
  // The user moves away: nothing pulls the view back.
  view->perform(TimelineCommand::PanLeft);
  const double begin = scene.window.begin;
  document.setStatistics(document.byCallee(), document.bySite());
  EXPECT_EQ(scene.window.begin, begin);
}

TEST_F(Readout, AClickIntoTheMinimapMovesThere) {
  load(testing::transformerModel(8, 0));
  const auto view = open<TimelineView>(1400, 400);
  view->showRun(-1);
  auto* minimap = view->findChild<TimelineMinimap*>();
  ASSERT_NE(minimap, nullptr);
  const TimelineScene& scene = view->scene();
  const RunSpan& run = document.trace()->runs[5];
  const auto xOf = [&](double ticks) {
    const QRect whole = minimap->windowFrame();
    return whole.left() + static_cast<int>((ticks - scene.window.limitBegin) / scene.scopeTicks() * whole.width());
  };
  const int middle = xOf(static_cast<double>(run.start) + static_cast<double>(run.duration) / 2);
  QTest::mouseClick(minimap, Qt::LeftButton, {}, QPoint(middle, minimap->height() / 2));
  EXPECT_DOUBLE_EQ(scene.window.begin, static_cast<double>(run.start)) << "all was visible: the run comes closer";
  EXPECT_DOUBLE_EQ(scene.window.end, static_cast<double>(run.start + run.duration));
  const double span = scene.window.span();
  QTest::mouseClick(minimap, Qt::LeftButton, {}, QPoint(20, minimap->height() / 2));
  EXPECT_LT(scene.window.begin, static_cast<double>(document.trace()->runs[1].start));
  EXPECT_NEAR(scene.window.span(), span, span * 1e-9) << "the zoom stays";
}

TEST_F(Readout, TheMinimapMarksOutlyingRuns) {
  load(testing::transformerModel(4, 0));
  const auto view = open<TimelineView>(1400, 400);
  view->showRun(-1);
  auto* minimap = view->findChild<TimelineMinimap*>();
  const QRgb warning = Theme::instance()->color(Token::Warning).rgb();
  const auto marked = [&](size_t run) {
    const QImage image = minimap->grab().toImage();
    const QRect whole = minimap->windowFrame();
    const RunSpan& span = document.trace()->runs[run];
    const auto x = [&](int64_t ticks) {
      return whole.left() + static_cast<int>((static_cast<double>(ticks) - view->scene().window.limitBegin) /
                                             view->scene().scopeTicks() * whole.width());
    };
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int at = x(span.start) + 2; at < x(span.start + span.duration) - 2; ++at)
        count += image.pixel(at, y) == warning ? 1 : 0;
    return count > 20;
  };
  for (size_t run = 0; run < 4; ++run) EXPECT_FALSE(marked(run)) << run;
  const auto statistics = std::make_shared<TraceStatistics>(*document.byCallee());
  statistics->runTimes.outliers = {3, 1};  // by how far they lie out
  document.setStatistics(statistics, statistics);
  for (size_t run = 0; run < 4; ++run) EXPECT_EQ(marked(run), run % 2 == 1) << run;
}

}  // namespace
}  // namespace relaxscope
