// SPDX-License-Identifier: Apache-2.0
// The timeline offscreen: keys, mouse, selection in both directions, streaming, empty and error states.
#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <gtest/gtest.h>

#include <QApplication>
#include <QContextMenuEvent>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/models/profile_support.h"
#include "views/profile/event_facts.h"
#include "views/profile/timeline/cut_time.h"
#include "views/profile/timeline/plot.h"
#include "views/profile/timeline/recording_part.h"
#include "views/profile/timeline/search.h"
#include "views/theme/theme.h"
#include "views/widgets/empty_note.h"

namespace relaxscope {
namespace {

using testing::ProfileViews;
using testing::SyntheticModel;
using testing::TraceMaker;

TEST_F(ProfileViews, TimelineWithoutATraceSaysWhatWouldPutOneThere) {
  const auto view = open<TimelineView>();
  auto* note = view->findChild<EmptyNote*>();
  ASSERT_NE(note, nullptr);
  EXPECT_TRUE(note->isVisible());
  EXPECT_TRUE(note->sentence().contains(QStringLiteral("Nothing is open")));
  EXPECT_FALSE(view->startFind());
  load({testing::dynamicModel(1).executable, nullptr});
  EXPECT_TRUE(note->sentence().contains(QStringLiteral("Run the executable")));
  QSignalSpy asked(&document, &Document::requested);
  view->findChild<QPushButton*>(QStringLiteral("emptyNote.action"))->click();
  ASSERT_EQ(asked.count(), 1);
  EXPECT_TRUE(std::holds_alternative<request::Run>(asked[0][0].value<Request>()));
}

/// A run of main: s, then a and b twice on their own results.
SyntheticModel layeredModel() {
  ExecutableBuilder builder;
  builder.beginFunction("main", {"x"});
  for (const char* call : {"s", "a", "b", "a", "b"}) builder.emitCall(call, {ExecutableBuilder::r(0)}, 0);
  builder.emitRet(0);
  auto executable = std::make_shared<const Executable>(builder.finish());
  std::vector<std::string> names;
  for (const Function& function : executable->functions) names.push_back(function.name);
  const auto row = [&](const char* name) { return static_cast<uint32_t>(executable->findFunction(name).value); };
  TraceMaker maker(names);
  int64_t now = 10;
  uint32_t pc = 0;
  for (const char* call : {"s", "a", "b", "a", "b"}) {
    maker.event(EventKind::Call, now, 1'000, row(call), 1, row("main"), pc++);
    now += 1'010;
  }
  maker.event(EventKind::FunctionBody, 0, now, row("main"), 0, row("main"), 0);
  maker.run(0, now);
  return {executable, maker.snapshot()};
}

TEST_F(ProfileViews, LayersOfTheTimelineAreSelectedFittedAndFound) {
  load(layeredModel());
  const auto view = open<TimelineView>();
  settle(*view);
  const SlicePlace layer = find(*view, "layer 1", 0);
  ASSERT_TRUE(layer.valid());
  EXPECT_GE(view->scene().layout.bandOfRow(layer.row), 1) << "below the function";
  QTest::mouseClick(canvas(*view), Qt::LeftButton, {}, middleOf(*view, layer));
  QCoreApplication::processEvents();
  EXPECT_EQ(view->scene().selected, layer) << "the layer, not its first call";
  EXPECT_EQ(document.selection()->current().pc.value, 3);
  const QString tip = sliceTooltip(*view->scene().source, layer);
  EXPECT_TRUE(tip.startsWith(QStringLiteral("layer 1\n"))) << tip.toStdString();
  EXPECT_TRUE(tip.contains(QStringLiteral("main, pc 3–4\ncopy 2 of 2\n2 calls"))) << tip.toStdString();
  view->perform(TimelineCommand::Fit);
  EXPECT_NEAR(view->scene().window.span() * 0.8, 2'010, 5);
  view->perform(TimelineCommand::Mark);
  ASSERT_TRUE(view->scene().range);
  EXPECT_EQ(view->scene().tracks().totals(view->scene().range->first, view->scene().range->second).calls, 2u);
  document.notes()->setExecutable(document.data().executable);
  document.notes()->setLayerName(document.executable()->findFunction("main"), InstrIndex(3), 0, QStringLiteral("head"));
  EXPECT_TRUE(find(*view, "head", 0).valid());
  auto* search = view->findChild<TimelineSearch*>();
  view->startFind();
  search->setText(QStringLiteral("head"));
  EXPECT_EQ(search->hits(), 1u);
  EXPECT_EQ(view->scene().hit, layer);
}

TEST_F(ProfileViews, TimelineOfATraceWithoutEventsAndOfOneEvent) {
  load({testing::dynamicModel(1).executable, std::make_shared<Trace>()});
  const auto view = open<TimelineView>();
  EXPECT_TRUE(view->findChild<EmptyNote*>()->sentence().contains(QStringLiteral("no events")));
  TraceMaker maker({"main", "k"});
  maker.event(EventKind::Call, 0, 0, 1, 1, 0, 0);  // also without duration
  load({testing::dynamicModel(1).executable, maker.snapshot()});
  EXPECT_FALSE(view->findChild<EmptyNote*>()->isVisible());
  EXPECT_EQ(view->scene().layout.bands.size(), 1u);
  view->perform(TimelineCommand::Next);
  EXPECT_TRUE(view->scene().selected.valid());
  view->perform(TimelineCommand::Fit);
  EXPECT_FALSE(view->grab().isNull());
}

TEST_F(ProfileViews, TimelineShowsTheMedianRunFirst) {
  load(testing::transformerModel(21, 3));
  const auto view = open<TimelineView>();
  EXPECT_EQ(view->scene().run, ProfileTracks::of(&document)->medianRun());
  EXPECT_TRUE(view->runText().endsWith(QStringLiteral("of 21 (median)")));
  view->showRun(0);
  EXPECT_EQ(view->runText(), QStringLiteral("Warm-up 1 of 3"));
  view->perform(TimelineCommand::AllRuns);
  EXPECT_EQ(view->scene().run, -1);
  EXPECT_EQ(view->runText(), QStringLiteral("All runs (21 measured)"));
  view->perform(TimelineCommand::NextRun);
  EXPECT_EQ(view->scene().run, 0);
}

TEST(CutTime, SaysHowMuchOfARunWasLeftOutAndWhy) {
  Trace trace;
  trace.info.clock.nsPerTick = 1;
  RunSpan run{0, 282'000'000, 0, RunKind::Measured, 1'718'000'000};
  trace.runs = {run};
  EXPECT_EQ(cutTimeText(trace, run), QStringLiteral("1.72 s cut out: values recorded"));
  trace.info.values = false;
  EXPECT_EQ(cutTimeText(trace, run), QStringLiteral("1.72 s cut out: events handed over"));
  trace.info.values = true;
  trace.runs.push_back({0, 1, 0, RunKind::Values});
  EXPECT_EQ(cutTimeText(trace, run), QStringLiteral("1.72 s cut out: events handed over"));
  run.recording = 2'800'000;
  EXPECT_EQ(cutTimeText(trace, run), QString()) << "less than one percent";
}

TEST_F(ProfileViews, TimelineMarksWhatWasCutOutAtTheEndOfARun) {
  const auto pictureOf = [this](int64_t recording) {
    testing::TraceMaker maker({"main"});
    maker.event(EventKind::FunctionBody, 0, 1000, 0, 0, 0, 0);
    maker.run(0, 1000, false);
    auto trace = std::make_shared<Trace>(*maker.snapshot());
    trace->runs[0].recording = recording;
    load({testing::dynamicModel(1).executable, trace});
    const auto view = open<TimelineView>();
    TimelineScene scene = view->scene();
    scene.window.begin = 0;
    scene.window.end = 1200;
    QImage image(600, 100, QImage::Format_ARGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintCutTime(&painter, image.rect(), scene);
    painter.end();
    return image;
  };
  const QImage without = pictureOf(0), with = pictureOf(9000);
  const auto inked = [](const QImage& image, const QRect& rect) {
    for (int y = rect.top(); y <= rect.bottom(); ++y)
      for (int x = rect.left(); x <= rect.right(); ++x)
        if (image.pixelColor(x, y) != QColor(Qt::white)) return true;
    return false;
  };
  EXPECT_FALSE(inked(without, without.rect()));
  EXPECT_TRUE(inked(with, QRect(494, 0, 6, 80))) << "the end of the run is at 500 px";
  EXPECT_TRUE(inked(with, QRect(300, 80, 190, 20))) << "the text beside it";
  EXPECT_FALSE(inked(with, QRect(501, 0, 99, 100)));
}

TEST_F(ProfileViews, TimelineKeysZoomPanFitAndMark) {
  load(testing::transformerModel(5));
  const auto view = open<TimelineView>();
  const TimeWindow whole = view->scene().window;
  QTest::keyClick(view.get(), Qt::Key_W);
  EXPECT_NEAR(view->scene().window.span(), whole.span() * 0.7, 1e-6 * whole.span());
  const double begin = view->scene().window.begin;
  QTest::keyClick(view.get(), Qt::Key_D);
  EXPECT_GT(view->scene().window.begin, begin);
  QTest::keyClick(view.get(), Qt::Key_A);
  EXPECT_NEAR(view->scene().window.begin, begin, 1.0);
  QTest::keyClick(view.get(), Qt::Key_Right);
  EXPECT_GT(view->scene().window.begin, begin);
  QTest::keyClick(view.get(), Qt::Key_S);
  QTest::keyClick(view.get(), Qt::Key_S);
  EXPECT_DOUBLE_EQ(view->scene().window.span(), whole.span());
  const SlicePlace place = find(*view, "matmul", view->scene().window.limitBegin);
  view->selectSlice(place);
  QTest::keyClick(view.get(), Qt::Key_M);
  ASSERT_TRUE(view->scene().range.has_value());
  const EventRow& row = view->scene().tracks().rows()[place.row]->slices;
  EXPECT_DOUBLE_EQ(view->scene().range->first, static_cast<double>(row.start(place.slice)));
  QTest::keyClick(view.get(), Qt::Key_F);
  EXPECT_LT(view->scene().window.span(), 1.5 * static_cast<double>(row.duration(place.slice)));
  QTest::keyClick(view.get(), Qt::Key_M, Qt::ShiftModifier);
  EXPECT_EQ(view->scene().kept.size(), 1u);
  QTest::keyClick(view.get(), Qt::Key_Escape);
  EXPECT_FALSE(view->scene().range.has_value());
  EXPECT_EQ(view->scene().kept.size(), 1u);
  QTest::keyClick(view.get(), Qt::Key_Escape);
  EXPECT_TRUE(view->scene().kept.empty());
  QTest::keyClick(view.get(), Qt::Key_0);
  EXPECT_DOUBLE_EQ(view->scene().window.span(), whole.span());
}

TEST_F(ProfileViews, TimelineStepsFromSliceToSliceWithoutEverLeavingTheRow) {
  load(testing::transformerModel(3));
  const auto view = open<TimelineView>();
  const SlicePlace first = find(*view, "matmul", view->scene().window.limitBegin);
  view->selectSlice(first);
  QTest::keyClick(view.get(), Qt::Key_Period);
  EXPECT_EQ(view->scene().selected.slice, first.slice + 1);
  EXPECT_EQ(view->scene().selected.row, first.row);
  QTest::keyClick(view.get(), Qt::Key_Comma);
  EXPECT_EQ(view->scene().selected.slice, first.slice);
}

TEST_F(ProfileViews, MenusOfTheTimelineOpenWithTheKeyboard) {
  load(testing::transformerModel(5));
  const auto view = open<TimelineView>();
  QTest::keyClick(view.get(), Qt::Key_R);
  QMenu* runs = view->findChild<QMenu*>(QStringLiteral("timeline.runMenu"));
  ASSERT_NE(runs, nullptr);
  ASSERT_NE(runs->activeAction(), nullptr);
  EXPECT_TRUE(runs->activeAction()->isChecked()) << "the run that is shown";
  runs->setActiveAction(runs->actions().front());
  QTest::keyClick(runs, Qt::Key_Return);
  EXPECT_EQ(view->scene().run, -1);
  const SlicePlace slice = find(*view, "matmul", view->scene().window.limitBegin);
  view->selectSlice(slice);
  QContextMenuEvent key(QContextMenuEvent::Keyboard, QPoint(1, 1), QPoint(1, 1));
  QCoreApplication::sendEvent(view.get(), &key);
  QMenu* menu = view->findChild<QMenu*>(QStringLiteral("timeline.menu"));
  ASSERT_NE(menu, nullptr);
  EXPECT_GT(menu->actions().size(), 4) << "that of the selected slice";
  EXPECT_EQ(view->scene().selected.slice, slice.slice);
  menu->close();
}

TEST_F(ProfileViews, LettersGoByThePhysicalKey) {
  // The key in the position of W types Z on a French keyboard; evdev 17 + 8.
  const QKeyEvent french(QEvent::KeyPress, Qt::Key_Z, Qt::NoModifier, 25, 0, 0, QStringLiteral("z"));
  EXPECT_EQ(timelineCommand(french), TimelineCommand::ZoomIn);
  const QKeyEvent plain(QEvent::KeyPress, Qt::Key_W, Qt::NoModifier, QStringLiteral("w"));
  EXPECT_EQ(timelineCommand(plain), TimelineCommand::ZoomIn);
  const QKeyEvent slash(QEvent::KeyPress, Qt::Key_Slash, Qt::ShiftModifier, 16, 0, 0, QStringLiteral("/"));
  EXPECT_EQ(timelineCommand(slash), TimelineCommand::Search);
  const QKeyEvent copy(QEvent::KeyPress, Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(timelineCommand(copy), TimelineCommand::None);
  const QKeyEvent save(QEvent::KeyPress, Qt::Key_S, Qt::ControlModifier, 39, 0, 0);
  EXPECT_EQ(timelineCommand(save), TimelineCommand::None);
}

TEST_F(ProfileViews, EveryListedKeyIsACommand) {
  for (const ViewKeyRow& row : TimelineView::kKeyRows)
    for (const QString& key : QString::fromLatin1(row.keys).split(QLatin1Char(' '))) {
      if (key == QStringLiteral("Ctrl+Wheel")) continue;  // not a key
      const QKeyCombination pressed = QKeySequence(key)[0];
      const QKeyEvent event(QEvent::KeyPress, pressed.key(), pressed.keyboardModifiers());
      EXPECT_NE(timelineCommand(event), TimelineCommand::None) << row.text << ": " << key.toStdString();
    }
}

TEST_F(ProfileViews, ClickSelectsAndDoubleClickZooms) {
  const SyntheticModel model = testing::transformerModel(3);
  load(model);
  const auto view = open<TimelineView>();
  const SlicePlace place = find(*view, "matmul", view->scene().window.limitBegin);
  QTest::mouseClick(canvas(*view), Qt::LeftButton, {}, middleOf(*view, place));
  const EventRow& row = view->scene().tracks().rows()[place.row]->slices;
  const Place selected = document.selection()->current();
  EXPECT_EQ(selected.event.value, static_cast<int64_t>(row.event(place.slice)));
  EXPECT_EQ(selected.function.value, 0);
  ASSERT_TRUE(selected.pc.valid());
  const Instruction instruction = model.executable->code.at(selected.pc);
  EXPECT_EQ(model.executable->functions[static_cast<size_t>(instruction.callFunction())].name, "matmul");
  QTest::mouseDClick(canvas(*view), Qt::LeftButton, {}, middleOf(*view, place));
  EXPECT_LT(view->scene().window.span(), 1.5 * static_cast<double>(row.duration(place.slice)));
}

TEST_F(ProfileViews, DragMeasuresARangeAndItsEdgesMove) {
  load(testing::transformerModel(3));
  const auto view = open<TimelineView>();
  QWidget* area = canvas(*view);
  QTest::mousePress(area, Qt::LeftButton, {}, QPoint(200, 60));
  QTest::mouseMove(area, QPoint(250, 62));
  QTest::mouseMove(area, QPoint(400, 62));
  QTest::mouseRelease(area, Qt::LeftButton, {}, QPoint(400, 62));
  ASSERT_TRUE(view->scene().range.has_value());
  const TimeScale scale = view->plot()->scale();
  EXPECT_NEAR(scale.x(view->scene().range->first), 200, 1);
  EXPECT_NEAR(scale.x(view->scene().range->second), 400, 1);
  const QString label = view->plot()->rangeLabel(*view->scene().range);
  EXPECT_TRUE(label.contains(QStringLiteral("calls")));
  EXPECT_TRUE(label.endsWith(QLatin1Char('%')));
  QTest::mousePress(area, Qt::LeftButton, {}, QPoint(401, 90));
  QTest::mouseMove(area, QPoint(450, 90));
  QTest::mouseMove(area, QPoint(500, 90));
  QTest::mouseRelease(area, Qt::LeftButton, {}, QPoint(500, 90));
  EXPECT_NEAR(scale.x(view->scene().range->first), 200, 1);
  EXPECT_NEAR(scale.x(view->scene().range->second), 500, 1);
  // Shift and drag pans; the range stays.
  view->perform(TimelineCommand::ZoomIn);
  const double begin = view->scene().window.begin;
  QTest::mousePress(area, Qt::LeftButton, Qt::ShiftModifier, QPoint(600, 60));
  QTest::mouseMove(area, QPoint(560, 60));
  QTest::mouseMove(area, QPoint(500, 60));
  QTest::mouseRelease(area, Qt::LeftButton, Qt::ShiftModifier, QPoint(500, 60));
  EXPECT_GT(view->scene().window.begin, begin);
  EXPECT_TRUE(view->scene().range.has_value());
}

TEST_F(ProfileViews, WheelZoomsAtThePointerWithControl) {
  load(testing::transformerModel(3));
  const auto view = open<TimelineView>();
  QWidget* area = canvas(*view);
  const QPointF pos(300, 50);
  const double under = view->plot()->scale().ticks(300);
  QWheelEvent wheel(pos, area->mapToGlobal(pos), {}, QPoint(0, 240), Qt::NoButton, Qt::ControlModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(area, &wheel);
  EXPECT_LT(view->scene().window.span(), view->scene().scopeTicks() * 0.75);
  EXPECT_NEAR(view->plot()->scale().ticks(300), under, view->scene().window.span() * 1e-6);
}

TEST_F(ProfileViews, SearchListsNamesAndWalksTheHits) {
  load(testing::transformerModel(4));
  const auto view = open<TimelineView>();
  QTest::keyClick(view.get(), Qt::Key_Slash);
  auto* search = view->findChild<TimelineSearch*>();
  ASSERT_TRUE(search->isVisible());
  search->setText(QStringLiteral("matmul3"));
  EXPECT_EQ(search->hits(), 12u);  // two layers in four runs and two warm-ups
  auto* hits = view->findChild<QListWidget*>(QStringLiteral("timeline.search.hits"));
  ASSERT_EQ(hits->count(), 1);
  EXPECT_EQ(hits->item(0)->text(), QStringLiteral("matmul3   8×")) << "in measured runs";
  view->perform(TimelineCommand::FindNext);
  const SlicePlace first = view->scene().selected;
  ASSERT_TRUE(first.valid());
  view->perform(TimelineCommand::FindNext);
  EXPECT_NE(view->scene().selected.slice, first.slice);
  view->perform(TimelineCommand::FindPrevious);
  EXPECT_EQ(view->scene().selected.slice, first.slice);
  // A hit in another run scrolls that run into view.
  const EventRow& row = view->scene().tracks().rows()[first.row]->slices;
  EXPECT_EQ(view->scene().run, ProfileTracks::of(&document)->runAt(static_cast<double>(row.start(first.slice))));
  search->setText(QStringLiteral("no such thing"));
  EXPECT_EQ(search->hits(), 0u);
  search->close();
  EXPECT_TRUE(view->scene().found.empty());
}

TEST_F(ProfileViews, TheFirstHitIsInViewBeforeItIsSelected) {
  load(testing::transformerModel(4));
  const auto view = open<TimelineView>();
  view->perform(TimelineCommand::ZoomIn);
  for (int i = 0; i < 12; ++i) view->perform(TimelineCommand::ZoomIn);
  const Place before = document.selection()->current();
  const int shown = view->scene().run;
  view->startFind();
  auto* search = view->findChild<TimelineSearch*>();
  search->setText(QStringLiteral("matmul3"));
  const SlicePlace hit = view->scene().hit;
  ASSERT_TRUE(hit.valid());
  const EventRow& row = view->scene().tracks().rows()[hit.row]->slices;
  EXPECT_LT(static_cast<double>(row.start(hit.slice)), view->scene().window.end);
  EXPECT_GT(static_cast<double>(row.end(hit.slice)), view->scene().window.begin);
  EXPECT_EQ(document.selection()->current(), before) << "typing selects nothing";
  EXPECT_EQ(view->scene().run, shown) << "the run that is shown has hits";
  view->findNext(false);
  EXPECT_EQ(view->scene().selected, hit);
  view->findNext(false);
  EXPECT_NE(view->scene().selected, hit);
  EXPECT_EQ(view->scene().hit, view->scene().selected);
  search->close();
  EXPECT_FALSE(view->scene().hit.valid());
}

/// Pixels of a colour in the picture of a timeline.
int pixelsOf(TimelineView& view, const QColor& color) {
  QImage image(view.contentSize(), QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  view.renderAll(&painter, image.size());
  painter.end();
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) == color.rgb() ? 1 : 0;
  return count;
}

TEST_F(ProfileViews, HitsTooNarrowForAFrameAreMarked) {
  TraceMaker maker({"main", "wide", "thin"});
  maker.event(EventKind::Call, 0, 100'000, 1, 1);
  for (int i = 0; i < 50; ++i) {
    maker.event(EventKind::Call, 200'000 + i * 2'000, 20, 2, 1);
    maker.event(EventKind::Call, 200'020 + i * 2'000, 1'900, 1, 1);  // beside longer ones
  }
  maker.run(0, 400'000);
  load({testing::dynamicModel(1).executable, maker.snapshot()});
  const auto view = open<TimelineView>();
  const QColor accent = Theme::instance()->color(Token::Accent);
  const int before = pixelsOf(*view, accent);
  view->startFind();
  auto* search = view->findChild<TimelineSearch*>();
  search->setText(QStringLiteral("thin"));
  ASSERT_EQ(search->hits(), 50u);
  search->hideNames();
  EXPECT_GT(pixelsOf(*view, accent), before + 60);
}

TEST_F(ProfileViews, TheSearchBarTakesNoHeightFromOtherPanels) {
  load(testing::transformerModel(4));
  const auto view = open<TimelineView>();
  const int least = view->minimumSizeHint().height(), wanted = view->wantedHeight();
  view->startFind();
  auto* search = view->findChild<TimelineSearch*>();
  search->setText(QStringLiteral("a"));
  auto* names = view->findChild<QListWidget*>(QStringLiteral("timeline.search.hits"));
  EXPECT_TRUE(names->isVisible());
  EXPECT_EQ(view->minimumSizeHint().height(), least);
  EXPECT_EQ(view->wantedHeight(), wanted);
  EXPECT_LE(names->geometry().bottom(), view->rect().bottom());
  view->findNext(false);
  EXPECT_FALSE(names->isVisible()) << "the list would cover the hit";
  search->close();
  EXPECT_EQ(view->minimumSizeHint().height(), least);
}

/// A call and a nested kernel at one depth, the body of their function, and the statistics of a correction.
struct Recorded {
  TraceMaker maker{{"main", "call", "kernel"}};
  std::shared_ptr<TraceStatistics> statistics = std::make_shared<TraceStatistics>();
  Recorded() {
    maker.info().clock.nsPerTick = 2;
    maker.info().cost = {80, 40, 0, 20};
    maker.event(EventKind::LoadLookup, 0, 400, 1, 0);
    maker.event(EventKind::Call, 1000, 100, 1, 1);
    maker.event(EventKind::NestedKernel, 1100, 100, 2, 1);
    maker.event(EventKind::FunctionBody, 1000, 200, 0, 0);
    maker.run(1000, 200);
    statistics->correction.factor = 0.5;
    statistics->correction.factors = {0.5, 0.5};
  }
};

TEST_F(ProfileViews, RecordingTakesAsMuchOfASliceAsItsKindOfEventCosts) {
  Recorded made;
  document.setTrace(made.maker.snapshot());
  ProfileTracks* tracks = ProfileTracks::of(&document);
  tracks->finish();
  EXPECT_EQ(tracks->recordingTicks(EventKind::Call), 0) << "nothing is taken out without statistics";
  document.setStatistics(made.statistics, made.statistics);
  EXPECT_DOUBLE_EQ(tracks->recordingTicks(EventKind::Call), 20) << "half of 80 ns, in ticks of 2 ns";
  EXPECT_DOUBLE_EQ(tracks->recordingTicks(EventKind::FunctionBody), 10);
  EXPECT_DOUBLE_EQ(tracks->recordingTicks(EventKind::NestedKernel), 5);
  EXPECT_EQ(tracks->recordingTicks(EventKind::LoadLookup), 0);
  TimelineScene scene;
  scene.source = tracks;
  const RecordingPart part(scene, 0.5);
  EXPECT_DOUBLE_EQ(part.pixels(1), 40) << "the call";
  EXPECT_DOUBLE_EQ(part.pixels(2), 10) << "the kernel in the same row";
  EXPECT_DOUBLE_EQ(part.pixels(3), 20) << "the body";
  EXPECT_EQ(part.pixels(0), 0) << "the load phase is in no run";
  EXPECT_EQ(RecordingPart(scene, 2).pixels(2), 0) << "too narrow to be drawn";
}

TEST_F(ProfileViews, StatisticsThatArriveLaterMarkOutlyingRuns) {
  load(testing::transformerModel(4, 2));
  const ProfileTracks* tracks = ProfileTracks::of(&document);
  const int slowest = tracks->slowestRun();
  const auto statistics = std::make_shared<TraceStatistics>(*document.byCallee());
  statistics->runTimes.outliers = {static_cast<uint32_t>(slowest - 2)};  // among the measured runs
  document.setStatistics(nullptr, nullptr);
  EXPECT_TRUE(tracks->outlyingRuns().empty());
  const auto view = open<TimelineView>();
  view->showRun(slowest);
  const auto* button = view->findChild<QToolButton*>(QStringLiteral("timeline.run"));
  EXPECT_EQ(button->text(), QStringLiteral("Run %1 of 4 (slowest)").arg(slowest - 1));
  document.setStatistics(statistics, statistics);
  EXPECT_EQ(tracks->outlyingRuns(), std::vector{slowest});
  EXPECT_EQ(button->text(), QStringLiteral("Run %1 of 4 (outlying)").arg(slowest - 1));
}

TEST_F(ProfileViews, SelectionElsewhereComesIntoView) {
  load(testing::transformerModel(4));
  const auto view = open<TimelineView>();
  Place place;
  place.function = FuncIndex(0);
  place.pc = InstrIndex(7);
  document.selection()->select(place);
  QCoreApplication::processEvents();
  EXPECT_EQ(view->scene().markedPc, 7u);
  EXPECT_FALSE(view->scene().selected.valid());
  place.event = EventIndex(4);  // in the first warm-up
  document.selection()->select(place);
  QCoreApplication::processEvents();
  EXPECT_TRUE(view->scene().selected.valid());
  EXPECT_EQ(view->scene().run, 0);
}

TEST_F(ProfileViews, StreamingGrowsTheTimeline) {
  const auto exe = testing::dynamicModel(1).executable;
  const auto view = open<TimelineView>();
  TraceMaker maker({"main", "k"}, 100);
  document.setRunState(RunState::Running);
  for (int batch = 0; batch < 5; ++batch) {
    for (int i = 0; i < 100; ++i) maker.event(EventKind::Call, (batch * 100 + i) * 10, 8, 1, 1);
    document.setTrace(maker.snapshot());
    EXPECT_EQ(view->scene().tracks().eventsTaken(), static_cast<uint64_t>(100 * (batch + 1)));
    EXPECT_EQ(view->scene().run, -1);
    EXPECT_DOUBLE_EQ(view->scene().window.end, (batch * 100 + 99) * 10 + 8);
  }
  maker.run(0, 4998);
  document.setTrace(maker.snapshot());
  document.setRunState(RunState::Idle);
  EXPECT_EQ(view->scene().run, 0);
}

TEST_F(ProfileViews, LargeTracesAreTakenInBetweenEvents) {
  const auto view = open<TimelineView>();
  const auto trace = testing::bulkTrace(1'000'000);
  document.setTrace(trace);
  EXPECT_FALSE(view->isSettled());
  settle(*view);
  EXPECT_EQ(view->scene().tracks().eventsTaken(), trace->eventCount());
}

TEST_F(ProfileViews, DeepNestingScrolls) {
  load(testing::recursiveModel(10'000));
  const auto view = open<TimelineView>();
  EXPECT_GT(view->scene().layout.height, 100'000);
  for (int i = 0; i < 20; ++i) QTest::keyClick(view.get(), Qt::Key_Down);
  EXPECT_EQ(view->scene().scrollY, 20 * 48);
  const SlicePlace deepest{static_cast<uint32_t>(view->scene().tracks().rows().size() - 1), 0};
  document.selection()->select([&] {
    Place place;
    place.event = EventIndex(view->scene().tracks().rows()[deepest.row]->slices.event(0));
    return place;
  }());
  QCoreApplication::processEvents();
  EXPECT_GT(view->scene().scrollY, 100'000);
}

TEST_F(ProfileViews, MoreOfATraceDoesNotMoveTheView) {
  const auto view = open<TimelineView>();
  TraceMaker maker({"main", "k"}, 100);
  document.setRunState(RunState::Running);
  for (int i = 0; i < 100; ++i) maker.event(EventKind::Call, i * 1000, 800, 1, 1);
  document.setTrace(maker.snapshot());
  view->selectSlice({0, 5});
  QCoreApplication::processEvents();
  for (int i = 0; i < 8; ++i) view->perform(TimelineCommand::ZoomIn);
  for (int i = 0; i < 20; ++i) view->perform(TimelineCommand::PanRight);
  const double begin = view->scene().window.begin;
  for (int i = 100; i < 200; ++i) maker.event(EventKind::Call, i * 1000, 800, 1, 1);
  maker.event(EventKind::FunctionBody, 0, 200'000, 0, 0);  // a row above: indices shift
  document.setTrace(maker.snapshot());
  QCoreApplication::processEvents();
  EXPECT_DOUBLE_EQ(view->scene().window.begin, begin);
  EXPECT_EQ(view->scene().selected.row, 1u);
  EXPECT_EQ(view->scene().selected.slice, 5u);
}

TEST_F(ProfileViews, ExportPaintsWhatIsScrolledAway) {
  load(testing::dynamicModel(6));
  const auto view = open<TimelineView>(1000, 200);
  ASSERT_GT(view->scene().layout.height, 200);
  QImage image(1000, view->scene().layout.height + view->plot()->rulerHeight(), QImage::Format_ARGB32);
  image.fill(Qt::magenta);
  QPainter painter(&image);
  view->renderAll(&painter, image.size());
  painter.end();
  // The last lane, live bytes, has its line in the accent colour somewhere.
  const QRgb accent = Theme::instance()->color(Token::Accent).rgb();
  bool seen = false;
  const Lane& last = view->scene().layout.lanes.back();
  for (int y = view->plot()->rulerHeight() + last.y; y < image.height() && !seen; ++y)
    for (int x = 200; x < image.width() && !seen; ++x) seen = image.pixel(x, y) == accent;
  EXPECT_TRUE(seen);
  EXPECT_NE(image.pixel(500, image.height() - 3), QColor(Qt::magenta).rgb());
}

}  // namespace
}  // namespace relaxscope
