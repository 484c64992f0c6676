// SPDX-License-Identifier: Apache-2.0
// Statistics, values and slice panel offscreen: their content for synthetic traces, and the targets of clicks.
#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

#include "tests/models/profile_support.h"
#include "views/cfg/scene.h"
#include "views/code/costs.h"
#include "views/functions/source.h"
#include "views/inspector/inspector_view.h"
#include "views/profile/statistics/statistics_view.h"
#include "views/profile/values/values_view.h"
#include "views/widgets/empty_note.h"
#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope {
namespace {

using testing::ProfileViews;
using testing::SyntheticModel;
using testing::TraceMaker;
class ProfileTables : public ProfileViews {};

TEST_F(ProfileTables, DroppedEventsAreReported) {
  SyntheticModel model = testing::dynamicModel(2);
  auto trace = std::make_shared<Trace>(*model.trace);
  trace->info.lostEvents = 1234;
  model.trace = trace;
  load(model);
  const EventAccount& events = document.byCallee()->events;
  EXPECT_TRUE(howMeasured(*trace, &events).last().contains(QStringLiteral("1,234 dropped, as the profile reached")));
  EXPECT_TRUE(eventsText(events).startsWith(countText(static_cast<int64_t>(trace->eventCount() + 1234))));
}

TEST_F(ProfileTables, StatisticsSayHowProcessesDiffer) {
  SyntheticModel model = testing::transformerModel(10, 2);
  auto trace = std::make_shared<Trace>(*model.trace);
  trace->unrecordedNs = measuredRunsNs(*trace);  // recording takes nothing
  const double median = runTimesOf(trace->unrecordedNs).medianNs;
  model.trace = trace;
  load(model);
  const auto notesOf = [&] {
    const auto view = open<StatisticsView>(1200, 400);
    settle(*view);
    return view->bar()->notes().join(u' ').toStdString();
  };
  EXPECT_EQ(notesOf().find("processes"), std::string::npos);
  trace->otherProcesses = {{1.1 * median, 1.1 * median}, {median, median}};
  load(model);
  EXPECT_NE(notesOf().find("between 3 processes -9.1 % to +10.0 %"), std::string::npos) << notesOf();
}

TEST_F(ProfileTables, StatisticsAddUpAndFollowTheSelection) {
  load(testing::transformerModel(10, 2));
  const auto view = open<StatisticsView>(1200, 400);
  settle(*view);
  const QAbstractItemModelTester tester(view->table()->model());
  EXPECT_TRUE(view->bar()->notes().join(u' ').contains(QStringLiteral("2 warm-up runs excluded")) ||
              view->bar()->notes().join(u' ').contains(QStringLiteral("warm-up")));
  StatisticsSource source({document.trace(), document.byCallee(), document.data().executable, Grouping::Callee});
  double share = 0;
  for (const KindShare& part : source.timeByKind()) share += part.share;
  EXPECT_NEAR(share, 1.0, 1e-9);
  // Ten runs of two layers, of which six are in the middle half; warm-ups are excluded.
  const int matmul = source.findCallee(static_cast<uint32_t>(document.executable()->findFunction("matmul").value));
  ASSERT_GE(matmul, 0);
  EXPECT_EQ(source.row(static_cast<size_t>(matmul)).count, 12u);
  EXPECT_EQ(source.plainText(static_cast<size_t>(matmul), 1), QStringLiteral("2")) << "per run";
  Place place;
  place.function = document.executable()->findFunction("softmax");
  document.selection()->select(place);
  QCoreApplication::processEvents();
  EXPECT_EQ(view->table()->currentRow(), source.findCallee(static_cast<uint32_t>(place.function.value)));
  view->setGrouping(Grouping::Site);
  settle(*view);
  EXPECT_GT(view->table()->model()->rowCount(), static_cast<int>(source.rows()));
}

TEST_F(ProfileTables, AnInstructionHasOneTimeInAllViews) {
  load(testing::transformerModel(10, 2));
  const auto& statistics = *document.byCallee();
  const FuncIndex function = document.executable()->findFunction("softmax");
  const StatisticsRow* row = rowOfFunction(statistics, static_cast<uint32_t>(function.value));
  ASSERT_NE(row, nullptr);
  const QString total = durationLabel(statistics.perRun(row->totalNs));
  const StatisticsSource table({document.trace(), document.byCallee(), nullptr, Grouping::Callee});
  const FunctionsSource functions(
      {document.data().executable, nullptr, nullptr, document.byCallee(), nullptr, nullptr});
  const auto figureIn = [](const TableSource& source, size_t at, const char* id) {
    for (size_t c = 0; c < source.columns().size(); ++c)
      if (source.columns()[c].id == QLatin1String(id)) {
        const Cell cell = source.cell(at, static_cast<int>(c));
        return cell.text + u' ' + cell.unit;
      }
    return QString();
  };
  EXPECT_EQ(figureIn(table, static_cast<size_t>(table.findCallee(static_cast<uint32_t>(function.value))), "total"),
            total);
  EXPECT_EQ(figureIn(functions, function.at(), "total"), total);
  // The sites of the listing add up to the callee.
  const CodeCosts costs(document.bySite());
  double sites = 0;
  for (InstrIndex pc(0); pc.value < static_cast<int64_t>(document.executable()->code.size()); ++pc.value)
    if (calleeAt(*document.executable(), pc) == function) sites += costs.perRunNs(pc);
  EXPECT_NEAR(sites, statistics.perRun(row->totalNs), 1);
  // The shares of its blocks are of another whole than those of the table, which is said.
  CfgRequest request;
  request.executable = document.data().executable;
  request.function = document.executable()->findFunction("main");
  EXPECT_FALSE(cfgSummary(*makeCfgScene(request)).contains(QStringLiteral("shares")));
  request.costs = std::make_shared<CodeCosts>(document.bySite());
  EXPECT_TRUE(cfgSummary(*makeCfgScene(request)).endsWith(QStringLiteral(", shares are of this function's time")));
}

TEST_F(ProfileTables, TheInspectorShowsACompiledFunctionsOwnTimes) {
  // A builtin that compiled code calls has the number of function 0 among the names: its row is another one.
  SyntheticModel model;
  auto executable = std::make_shared<Executable>();
  executable->version = "0.14";
  Function main;
  main.kind = static_cast<int32_t>(FunctionKind::VmTir);
  main.name = "main";
  executable->functions.push_back(main);
  model.executable = executable;
  TraceMaker maker({"main"});
  maker.info().names = {"vm.builtin.make_shape"};
  for (int run = 0; run < 6; ++run) {
    const int64_t start = run * 10'000;
    maker.event(EventKind::CompiledBuiltin, start + 100, 40, 0, 1, 0);
    maker.event(EventKind::CompiledBody, start, 2210, 0, 0, 0);
    maker.run(start, 2210);
  }
  model.trace = maker.snapshot();
  load(model);
  Place place;
  place.function = FuncIndex(0);
  document.selection()->select(place);
  const auto view = open<InspectorView>(420, 800);
  settle(*view);
  const QString text = view->plainText();
  EXPECT_TRUE(text.contains(QStringLiteral("2.21 µs"))) << text.toStdString();
  EXPECT_FALSE(text.contains(QStringLiteral("40 ns")) || text.contains(QStringLiteral("40.0 ns")))
      << text.toStdString();
}

TEST_F(ProfileTables, StatisticsKeepTheirSortOverGroupings) {
  load(testing::transformerModel(4));
  const auto view = open<StatisticsView>(1200, 400);
  settle(*view);
  const auto sorted = [&view] {
    const TableModel* model = view->table()->tableModel();
    const int column = model->query().sortColumn;
    return column < 0
               ? QString()
               : model->source()->columns()[static_cast<size_t>(column)].id + (model->query().descending ? u'-' : u'+');
  };
  EXPECT_EQ(sorted(), QStringLiteral("self-"));
  view->table()->sortBy(QStringLiteral("count"), false);
  view->setGrouping(Grouping::Site);
  EXPECT_EQ(sorted(), QStringLiteral("count+"));
  view->table()->sortBy(QStringLiteral("pc"), false);
  const QByteArray kept = view->saveViewState();
  view->setGrouping(Grouping::Callee);
  EXPECT_EQ(sorted(), QStringLiteral("self-")) << "callees have no pc";
  view->setGrouping(Grouping::Site);
  EXPECT_EQ(sorted(), QStringLiteral("pc+"));
  // A view is restored, and saved again, before its data arrives.
  const auto data = document.byCallee();
  const auto sites = document.bySite();
  document.setStatistics(nullptr, nullptr);
  const auto early = open<StatisticsView>(1200, 400);
  early->restoreViewState(kept);
  EXPECT_EQ(early->saveViewState(), kept);
  document.setStatistics(data, sites);
  settle(*early);
  const TableModel* model = early->table()->tableModel();
  ASSERT_EQ(model->query().sortColumn, 2);
  EXPECT_EQ(model->source()->columns()[2].id, QStringLiteral("pc"));
}

TEST_F(ProfileTables, StatisticsByShapeAndKindAddUpToThoseByCallee) {
  load(testing::dynamicModel(4));
  const auto view = open<StatisticsView>(1200, 400);
  settle(*view);
  const auto source = [&] { return static_cast<const StatisticsSource*>(view->table()->tableModel()->source()); };
  const auto button = [&](const char* name) {
    return view->cornerWidgets().first()->findChild<QToolButton*>(QLatin1String(name));
  };
  const QString sum = source()->sumText(StatisticsSource::Sum::Rows).section(QLatin1Char(':'), 1);
  const size_t callees = source()->rows();
  ASSERT_TRUE(button("statistics.byShape")->isEnabled());
  button("statistics.byShape")->click();
  settle(*view);
  const QAbstractItemModelTester tester(view->table()->model());
  EXPECT_GE(source()->rows(), callees);
  EXPECT_EQ(source()->sumText(StatisticsSource::Sum::Rows).section(QLatin1Char(':'), 1), sum);
  EXPECT_EQ(source()->columns()[1].id, QStringLiteral("shapes"));
  std::string text;
  source()->filterText(0, text);
  EXPECT_NE(text.find('['), std::string::npos) << text;
  EXPECT_EQ(view->saveViewState().at(0), 'h');
  button("statistics.byKind")->click();
  settle(*view);
  EXPECT_TRUE(button("statistics.byKind")->isChecked());
  EXPECT_EQ(source()->sumText(StatisticsSource::Sum::Rows).section(QLatin1Char(':'), 1), sum);
  QStringList names;
  for (size_t row = 0; row < source()->rows(); ++row) names << source()->cell(row, 0).text;
  EXPECT_TRUE(names.contains(QStringLiteral("kernel")) && names.contains(QStringLiteral("VM function")))
      << names.join(QLatin1Char('|')).toStdString();
  view->table()->selectRow(0);  // a kind has no place
  EXPECT_EQ(document.selection()->current(), Place());
}

TEST_F(ProfileTables, StatisticsByLayerHaveARowPerCopyAndOneForTheRest) {
  ExecutableBuilder builder;
  builder.beginFunction("main", {"x"});
  const std::vector<const char*> calls = {"s", "a", "b", "a", "b"};
  for (const char* call : calls) builder.emitCall(call, {ExecutableBuilder::r(0)}, 0);
  builder.emitRet(0);
  SyntheticModel model;
  model.executable = std::make_shared<const Executable>(builder.finish());
  std::vector<std::string> names;
  for (const Function& function : model.executable->functions) names.push_back(function.name);
  testing::TraceMaker maker(names);
  const auto main = static_cast<uint32_t>(model.executable->findFunction("main").value);
  for (uint32_t pc = 0; pc < 5; ++pc)
    maker.event(EventKind::Call, 1'000 * pc, 100 * (pc + 1),
                static_cast<uint32_t>(model.executable->findFunction(calls[pc]).value), 1, main, pc);
  maker.event(EventKind::FunctionBody, 0, 5'000, main, 0, main, 0);
  maker.run(0, 5'000);
  model.trace = maker.snapshot();
  load(model);
  document.notes()->setExecutable(document.data().executable);
  const auto view = open<StatisticsView>(1200, 400);
  view->setGrouping(Grouping::Layer);
  settle(*view);
  const auto row = [&](int at) {
    QStringList cells;
    const TableSource& source = *view->table()->tableModel()->source();
    const auto which = static_cast<size_t>(at);
    for (int c = 0; c < static_cast<int>(source.columns().size()); ++c)
      if (const QString id = source.columns()[static_cast<size_t>(c)].id;
          id == QStringLiteral("name") || id == QStringLiteral("function") || id == QStringLiteral("range") ||
          id == QStringLiteral("count"))
        cells << source.cell(which, c).text;
    return cells.join(QLatin1Char('|')).toStdString();
  };
  ASSERT_EQ(view->table()->tableModel()->rowCount(), 3);
  EXPECT_EQ(row(0), "outside layers|||2");
  EXPECT_EQ(row(1), "layer 1|main|3–4|2");
  EXPECT_EQ(row(2), "layer 0|main|1–2|2");
  document.notes()->setLayerName(FuncIndex(main), InstrIndex(3), 0, QStringLiteral("head"));
  QCoreApplication::processEvents();
  EXPECT_EQ(row(1), "head|main|3–4|2");
  Place place;
  place.function = FuncIndex(main);
  place.pc = InstrIndex(2);
  document.selection()->select(place);
  QCoreApplication::processEvents();
  EXPECT_EQ(view->table()->currentRow(), 2);
  Q_EMIT view->table()->rowActivated(1);
  QCoreApplication::processEvents();
  EXPECT_EQ(document.selection()->current().pc.value, 3);
  EXPECT_EQ(view->saveViewState().at(0), 'l');
}

TEST_F(ProfileTables, StatisticsWithoutLayersSayWhy) {
  load(testing::dynamicModel(2));
  const auto view = open<StatisticsView>(1200, 400);
  view->setGrouping(Grouping::Layer);  // as a stored state does
  settle(*view);
  const auto* button = view->cornerWidgets().first()->findChild<QToolButton*>(QStringLiteral("statistics.byLayer"));
  const auto layers = document.derived<AllLayers>()->find({});
  ASSERT_TRUE(layers);
  EXPECT_EQ(button->isEnabled(), !layers->empty());
  EXPECT_EQ(view->grouping(), layers->empty() ? Grouping::Callee : Grouping::Layer);
}

TEST_F(ProfileTables, StatisticsByCallOfTheScriptHaveARowEach) {
  SyntheticModel model = testing::dynamicModel(2);
  auto trace = std::make_shared<Trace>();
  trace->info = model.trace->info;
  trace->info.calls = {"main", "main", "step"};
  TraceChunk chunk;
  for (const int64_t run : {0, 10'000}) {
    trace->runs.push_back({run, 6000, static_cast<uint32_t>(run / 10'000), RunKind::Measured});
    for (const int64_t call : {0, 1, 2}) {
      const EventFields<ColumnValue> event{
          run + 2000 * call, 500 * (call + 1), 0, 0, 0, 0, static_cast<uint16_t>(EventKind::FunctionBody)};
      EventColumns::forEach([](auto& column, const auto& value) { column.push_back(value); }, chunk.events, event);
    }
  }
  trace->append(chunk);
  model.trace = trace;
  load(model);
  const auto view = open<StatisticsView>(1200, 400);
  settle(*view);
  auto* button = view->cornerWidgets().first()->findChild<QToolButton*>(QStringLiteral("statistics.byRunCall"));
  ASSERT_FALSE(button->isHidden());
  button->click();
  settle(*view);
  const auto* source = static_cast<const StatisticsSource*>(view->table()->tableModel()->source());
  ASSERT_EQ(source->rows(), 3u);
  EXPECT_EQ(source->columns()[1].id, QStringLiteral("call"));
  for (size_t row = 0; row < 3; ++row) EXPECT_EQ(source->number(row, 1), 2.0 - static_cast<double>(row));
  EXPECT_EQ(source->nameOf(source->row(0)), "step") << "as the list of calls has it";
  EXPECT_EQ(view->saveViewState().at(0), 'r');
}

TEST_F(ProfileTables, StatisticsOfOneFunctionHaveNoScript) {
  load(testing::dynamicModel(2));
  const auto view = open<StatisticsView>(1200, 400);
  view->setGrouping(Grouping::RunCall);  // as a stored state does
  settle(*view);
  const auto* button = view->cornerWidgets().first()->findChild<QToolButton*>(QStringLiteral("statistics.byRunCall"));
  EXPECT_TRUE(button->isHidden());
  EXPECT_EQ(view->grouping(), Grouping::Callee);
}

TEST_F(ProfileTables, StatisticsWithoutShapesSayWhy) {
  SyntheticModel model = testing::dynamicModel(2);
  auto trace = std::make_shared<Trace>(*model.trace);
  trace->info.values = false;
  model.trace = trace;
  load(model);
  const auto view = open<StatisticsView>(1200, 400);
  view->setGrouping(Grouping::Shape);  // as a stored state does
  settle(*view);
  const auto* button = view->cornerWidgets().first()->findChild<QToolButton*>(QStringLiteral("statistics.byShape"));
  EXPECT_FALSE(button->isEnabled());
  EXPECT_EQ(button->toolTip(),
            QStringLiteral("This profile has no shapes to group by: it was recorded without values"));
  EXPECT_EQ(view->grouping(), Grouping::Callee);
  EXPECT_EQ(view->saveViewState().at(0), 'h') << "kept for the next profile";
  EXPECT_GT(view->table()->tableModel()->rowCount(), 0);
}

TEST_F(ProfileTables, StatisticsRowsLeadToTheListing) {
  load(testing::transformerModel(4));
  const auto view = open<StatisticsView>(1200, 400);
  settle(*view);
  QSignalSpy activated(document.selection(), &Selection::activated);
  Q_EMIT view->table()->rowActivated(0);
  ASSERT_EQ(activated.count(), 1);
  EXPECT_EQ(activated[0][0].value<ViewId>(), ViewId::Listing);
  EXPECT_TRUE(document.selection()->current().pc.valid());
  EXPECT_EQ(document.selection()->current().function.value, 0);
}

TEST_F(ProfileTables, StatisticsWithoutARunSayWhy) {
  const auto view = open<StatisticsView>();
  EXPECT_TRUE(view->findChild<EmptyNote*>()->isVisible());
  load(testing::dynamicModel(3));
  EXPECT_FALSE(view->findChild<EmptyNote*>()->isVisible());
  document.setStatistics(nullptr, nullptr);
  EXPECT_TRUE(view->findChild<EmptyNote*>()->sentence().contains(QStringLiteral("computed")));
}

TEST_F(ProfileTables, ShapesAreCountedBySiteAndArgument) {
  ShapeCollector collector;
  collector.take(*testing::dynamicModel(6).trace, 0);
  const std::vector<SeenShape> rows = std::move(collector).rows();
  uint64_t first = 0;
  std::vector<std::vector<int64_t>> shapes;
  for (const SeenShape& row : rows) {
    if (row.pc != 7 || row.position != 0) continue;
    shapes.push_back(row.dims);
    first += row.count;
    EXPECT_TRUE(row.varies);
  }
  EXPECT_EQ(shapes, (std::vector<std::vector<int64_t>>{{1, 16}, {3, 16}, {17, 16}}));
  EXPECT_EQ(first, 6u);
  for (const SeenShape& row : rows)
    if (row.pc == 7 && row.position == 1) { EXPECT_EQ(row.count, 6u); }
}

TEST_F(ProfileTables, ValuesSelectTheCall) {
  load(testing::dynamicModel(6));
  const auto view = open<ValuesView>(1100, 600);
  settle(*view);
  const QAbstractItemModelTester tester(view->table()->model());
  EXPECT_EQ(view->scene().layout.lanes.size(), 5u);  // a header and four slots
  ASSERT_GT(view->table()->model()->rowCount(), 0);
  Q_EMIT view->table()->rowSelected(0);
  EXPECT_TRUE(document.selection()->current().pc.valid());
  EXPECT_TRUE(document.selection()->current().event.valid());
  const ProfileTracks* tracks = ProfileTracks::of(&document);
  const StepSeries& slot = tracks->tracks().slotSeries().at({0, 0});
  const auto event = tracks->settingEvent({0, 0}, static_cast<double>(slot.time(1)));
  ASSERT_TRUE(event.has_value());
  EXPECT_FALSE(tracks->settingEvent({0, 0}, -1).has_value());
}

TEST_F(ProfileTables, ValuesOfStaticModelsAndOfTracesWithoutValues) {
  load(testing::transformerModel(2));
  const auto view = open<ValuesView>();
  settle(*view);
  const auto shows = [&](const char* words) {
    for (const EmptyNote* note : view->findChildren<EmptyNote*>())
      if (note->isVisible() && note->sentence().contains(QLatin1String(words))) return true;
    return false;
  };
  EXPECT_TRUE(shows("every shape is constant"));
  EXPECT_GT(view->table()->model()->rowCount(), 0);
  SyntheticModel bare = testing::dynamicModel(2);
  auto trace = std::make_shared<Trace>(*bare.trace);
  trace->info.values = false;
  bare.trace = trace;
  load(bare);
  EXPECT_TRUE(shows("without values"));
}

TEST_F(ProfileTables, SlicePanelShowsAllFactsOfACall) {
  load(testing::dynamicModel(6));
  const auto view = open<InspectorView>(420, 800);
  EXPECT_TRUE(view->findChild<EmptyNote*>()->isVisible());
  const Tracks& tracks = ProfileTracks::of(&document)->tracks();
  uint64_t event = 0;
  for (const TrackName& name : tracks.names())
    if (name.text == "fused_matmul_add_relu") event = name.firstEvent;
  // The second run has n = 3; a run is 18 events, its body included.
  Place place;
  place.function = FuncIndex(0);
  place.pc = InstrIndex(7);
  place.event = EventIndex(static_cast<int64_t>(event + 18));
  document.selection()->select(place);
  ASSERT_TRUE(QTest::qWaitFor([&] { return view->plainText().startsWith(QStringLiteral("fused_matmul_add_relu")); }));
  const QString text = view->plainText();
  for (const char* part : {"run 2 of 6", "pc 7", "f32[3, 16]\t192 B", "slot 1\t\t\t288", "Mean of a call",
                           "time stamp counter 1.000 GHz", "adds about 10 ns per call"})
    EXPECT_TRUE(text.contains(QString::fromLatin1(part))) << part << "\n" << qPrintable(text);
  QSignalSpy activated(document.selection(), &Selection::activated);
  view->findChild<QPushButton*>(QStringLiteral("inspector.all"))->click();
  view->findChild<QPushButton*>(QStringLiteral("inspector.listing"))->click();
  ASSERT_EQ(activated.count(), 2);
  EXPECT_EQ(activated[0][0].value<ViewId>(), ViewId::Statistics);
  EXPECT_EQ(activated[1][0].value<ViewId>(), ViewId::Listing);
}

TEST_F(ProfileTables, HeapOfARecursiveCallIsThatOfItsOwnActivation) {
  // f sets slot 0 to 5, calls itself (which sets 9), then calls k: k belongs to the outer heap.
  TraceMaker maker({"f", "k", "match"});
  maker.event(EventKind::Call, 10, 5, 2, 1, 0, 0);
  maker.slot(0, 5, 0, 0);
  maker.event(EventKind::Call, 32, 5, 2, 3, 0, 0);
  maker.slot(0, 9, 1, 0);
  maker.event(EventKind::Call, 40, 5, 1, 3, 0, 2);
  maker.event(EventKind::FunctionBody, 31, 20, 0, 2, 0, 0);
  maker.event(EventKind::Call, 30, 22, 0, 1, 0, 1);
  maker.event(EventKind::Call, 60, 5, 1, 1, 0, 2);
  maker.event(EventKind::FunctionBody, 0, 80, 0, 0, 0, 0);
  load({nullptr, maker.snapshot()});
  const ProfileTracks* tracks = ProfileTracks::of(&document);
  const EventFacts inner = eventFacts(document, *tracks, EventIndex(2));
  ASSERT_EQ(inner.heap.size(), 1u);
  EXPECT_EQ(inner.heap[0].value, 9);
  const EventFacts outer = eventFacts(document, *tracks, EventIndex(5));
  ASSERT_EQ(outer.heap.size(), 1u);
  EXPECT_EQ(outer.heap[0].value, 5);
}

TEST_F(ProfileTables, SlicePanelOfAnInstructionWithoutAnEvent) {
  load(testing::dynamicModel(3));
  const auto view = open<InspectorView>(420, 800);
  Place place;
  place.function = FuncIndex(0);
  place.pc = InstrIndex(7);
  document.selection()->select(place);
  ASSERT_TRUE(QTest::qWaitFor([&] { return view->plainText().contains(QStringLiteral("Operands")); }));
  EXPECT_TRUE(view->plainText().contains(QStringLiteral("Median")));
}

TEST_F(ProfileTables, TooltipsHaveSixLinesAtMost) {
  load(testing::dynamicModel(3));
  const ProfileTracks* tracks = ProfileTracks::of(&document);
  for (uint32_t r = 0; r < tracks->tracks().rows().size(); ++r)
    for (uint32_t i = 0; i < tracks->tracks().rows()[r]->slices.size(); ++i) {
      const QString tip = sliceTooltip(*tracks, {r, i});
      EXPECT_FALSE(tip.isEmpty());
      EXPECT_LE(tip.count(QLatin1Char('\n')), 5);
    }
}

}  // namespace
}  // namespace relaxscope
