// SPDX-License-Identifier: Apache-2.0
// The history of runs: what is kept, labels that tell runs apart, switching between them, and their end with the file.
#include "views/core/run_history.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>

#include "app/window/history/run_keeper.h"
#include "app/window/history/run_store.h"
#include "app/window/history/stored_runs_field.h"
#include "app/window/settings.h"
#include "gui_support.h"
#include "tests/support/synthetic_trace.h"
#include "views/profile/runs/source.h"
#include "views/widgets/data_table.h"
#include "views/widgets/figures.h"
#include "vmcore/run/request.h"

namespace relaxscope {
namespace {

using namespace gui;

RunEntry entry(const char* id, const char* arguments, const char* digest = "a") {
  RunEntry made;
  made.id = QLatin1String(id);
  made.arguments = QLatin1String(arguments);
  made.digest = QLatin1String(digest);
  made.function = QStringLiteral("main");
  made.startedAt = QStringLiteral("2020-01-02T03:04:05Z");
  return made;
}

TEST(RunLabels, SayWhatTellsRunsApart) {
  std::vector<RunEntry> entries{entry("3", "x: f32[8, 16]; w: zeros"), entry("2", "x: f32[4, 16]; w: zeros"),
                                entry("1", "x: f32[4, 16]; w: zeros", "b")};
  entries[0].edited = true;
  entries[1].cutShort = QStringLiteral("stopped in main:3");
  EXPECT_EQ(runLabels(entries, QStringLiteral("a")),
            QStringList({QStringLiteral("edited, x: f32[8, 16]"), QStringLiteral("stopped, x: f32[4, 16]"),
                         QStringLiteral("other build, x: f32[4, 16]")}));
  std::vector<RunEntry> seeds{entry("2", "x: f32[8, 16], random, seed 3"), entry("1", "x: f32[8, 16], random, seed 0")};
  EXPECT_EQ(runLabels(seeds, QStringLiteral("a")), QStringList({QStringLiteral("seed 3"), QStringLiteral("seed 0")}));
  for (RunEntry& each : seeds) each.allocator = QStringLiteral("pooled"), each.mode = QStringLiteral("chained");
  seeds[0].allocator = QStringLiteral("naive");
  seeds[1].mode = QStringLiteral("precise");
  EXPECT_EQ(runLabels(seeds, QStringLiteral("a")),
            QStringList({QStringLiteral("seed 3, allocator naive"), QStringLiteral("seed 0, precise")}));
  const std::vector<RunEntry> same{entry("2", "x: 1"), entry("1", "x: 1")};
  const QString time = localTimeText(QStringLiteral("2020-01-02T03:04:05Z"));
  EXPECT_EQ(runLabels(same, QStringLiteral("a")), QStringList({time, time})) << "the time, where nothing differs";
  EXPECT_TRUE(runLabels({}, QString()).isEmpty());
  EXPECT_EQ(localTimeText(QStringLiteral("yesterday")), QStringLiteral("yesterday"));
}

TEST(RunEntries, HaveTheUnrecordedTimeOrSayThatTheirsIsRecorded) {
  Trace trace;
  trace.info.clock.nsPerTick = 2;
  for (uint32_t i = 0; i < 3; ++i) trace.runs.push_back({100 * i, 50, i, RunKind::Measured, 0});
  EXPECT_EQ(runEntryOf(trace).runNs, 100);
  EXPECT_TRUE(runEntryOf(trace).recorded);
  EXPECT_EQ(runEntryOf(trace).runs, 3u);
  trace.unrecordedNs = {90, 80, 70};
  trace.info.remarks = {kEditedCode};
  EXPECT_EQ(runEntryOf(trace).runNs, 80);
  EXPECT_FALSE(runEntryOf(trace).recorded);
  EXPECT_TRUE(runEntryOf(trace).edited);
  EXPECT_EQ(runEntryOf(Trace()).runNs, -1);
}

TEST(RunHistoryOrder, EarlierAndLaterRunsAreThoseOfThisCode) {
  RunHistory history;
  history.setDigest(QStringLiteral("a"));
  EXPECT_EQ(history.earlier(), QString());
  history.setEntries({entry("1", "x"), entry("2", "x", "b"), entry("3", "x"), entry("4", "x", "b")});
  EXPECT_EQ(history.earlier(), QStringLiteral("3")) << "none is shown: the newest";
  EXPECT_EQ(history.later(), QString());
  history.setShown(QStringLiteral("3"));
  EXPECT_EQ(history.earlier(), QStringLiteral("1")) << "2 is of another build";
  EXPECT_EQ(history.later(), QString());
  history.setShown(QStringLiteral("1"));
  EXPECT_EQ(history.earlier(), QString());
  EXPECT_EQ(history.later(), QStringLiteral("3"));
}

TEST(RunsTable, ShowsTimesAndTheirDifferenceFromTheShownRun) {
  RunHistory history;
  std::vector<RunEntry> entries{entry("1", "x: 1"), entry("2", "x: 2"), entry("3", "x: 3")};
  entries[0].runNs = 2'000;
  entries[1].runNs = 2'500;
  entries[1].events = 1'234'567;
  history.setEntries(entries);
  history.setShown(QStringLiteral("1"));
  const RunsSource source(history);
  ASSERT_EQ(source.rows(), 3u);
  EXPECT_EQ(source.shownRow(), 2) << "the newest comes first";
  const auto text = [&](size_t row, const char* column) {
    for (size_t i = 0; i < source.columns().size(); ++i)
      if (source.columns()[i].id == QLatin1String(column)) return source.plainText(row, static_cast<int>(i));
    return QStringLiteral("no such column");
  };
  EXPECT_EQ(text(2, "time"), QStringLiteral("2.00 µs"));
  EXPECT_EQ(text(1, "time"), QStringLiteral("2.50 µs"));
  EXPECT_EQ(text(1, "ratio"), QStringLiteral("+25.0 %")) << "2,500 of 2,000 ns";
  EXPECT_EQ(text(2, "ratio"), QString()) << "of the shown run itself";
  EXPECT_EQ(text(0, "time"), QString()) << "no run was measured";
  EXPECT_EQ(text(0, "ratio"), QString());
  EXPECT_EQ(text(1, "events"), QStringLiteral("1,234,567"));
  EXPECT_TRUE(text(1, "what").startsWith(QStringLiteral("x: 2 [in memory"))) << text(1, "what").toStdString();
}

TEST(RunStoreTest, KeepsTheNewestRunsWithinItsBytes) {
  QTemporaryDir folder;
  const testing::SyntheticModel model = testing::recursiveModel(12);
  const QString document = folder.filePath(QStringLiteral("model.so"));
  const RunStore store(folder.filePath(QStringLiteral("runs")), 1 << 30);
  QStringList ids;
  for (int i = 0; i < RunStore::kMostRuns + 2; ++i) {
    ids << RunStore::newId();
    ASSERT_EQ(store.save(document, ids.back(), *model.trace, model.executable.get()), QString());
  }
  std::vector<RunEntry> kept = store.list(document);
  ASSERT_EQ(kept.size(), static_cast<size_t>(RunStore::kMostRuns));
  EXPECT_EQ(kept.front().id, ids[2]) << "the two oldest are gone";
  EXPECT_EQ(kept.back().events, model.trace->eventCount());
  EXPECT_TRUE(kept.back().stored);
  QFile damaged(store.pathOf(document, ids.back()));
  ASSERT_TRUE(damaged.open(QIODevice::WriteOnly));
  damaged.write("no profile");
  damaged.close();
  EXPECT_EQ(store.list(document).size(), kept.size() - 1) << "a damaged file is left out";
  EXPECT_TRUE(store.list(folder.filePath(QStringLiteral("other.so"))).empty()) << "each document has its own";

  const RunStore small(folder.filePath(QStringLiteral("runs")), 3 * kept.front().bytes);
  const QString last = RunStore::newId();
  ASSERT_EQ(small.save(document, last, *model.trace, model.executable.get()), QString());
  kept = small.list(document);
  EXPECT_LE(kept.size(), 3u);
  EXPECT_EQ(kept.back().id, last);
  small.remove(document, last);
  EXPECT_EQ(small.list(document).size(), kept.size() - 1);
  EXPECT_FALSE(RunStore(QString(), 1).keeps());
}

/// Makes two runs of a file and waits until both are stored.
void runTwice(DocumentPage* page) {
  for (const char* value : {"1", "2"}) {
    RunSpec spec;
    spec.path = page->path();
    spec.calls.front().function = QStringLiteral("first");
    spec.calls.front().arguments = {{QStringLiteral("x"), QLatin1String(value)}};
    ASSERT_TRUE(runAndWait(page, spec));
    ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
  }
}

TEST(RunHistoryFlow, KeysStepThroughTheRunsAndOpenTheirTable) {
  QTemporaryDir folder;
  const auto window = makeWindow();
  DocumentPage* page = openAndWait(window.get(), writeExecutable(folder, QStringLiteral("keys.bin"), pairExecutable()));
  ASSERT_NE(page, nullptr);
  ASSERT_NO_FATAL_FAILURE(runTwice(page));
  RunHistory* history = page->document()->runs();
  ASSERT_EQ(history->entries().size(), 2u);
  const QString newer = history->entries()[0].id, older = history->entries()[1].id;
  window->activateWindow();
  ASSERT_TRUE(waitFor([&] { return QApplication::activeWindow() == window.get(); }));
  const auto enabled = [&](const char* id) { return window->action(QLatin1String(id))->isEnabled(); };
  ASSERT_TRUE(waitFor([&] { return enabled("run.earlier"); }));
  EXPECT_FALSE(enabled("run.later")) << "the newest is shown";
  QTest::keyClick(window.get(), Qt::Key_PageUp, Qt::AltModifier);
  ASSERT_TRUE(waitFor([&] { return page->isSettled() && history->shown() == older; }));
  ASSERT_TRUE(waitFor([&] { return enabled("run.later"); }));
  EXPECT_FALSE(enabled("run.earlier"));
  QTest::keyClick(window.get(), Qt::Key_PageDown, Qt::AltModifier);
  ASSERT_TRUE(waitFor([&] { return page->isSettled() && history->shown() == newer; }));
  QTest::keyClick(window.get(), Qt::Key_H, Qt::ControlModifier);
  EXPECT_EQ(page->workspace()->currentViewId(), ViewId::Runs);
}

TEST(RunHistoryFlow, RunsAreComparedByTheTableAndTheChips) {
  QTemporaryDir folder;
  const auto window = makeWindow();
  DocumentPage* page =
      openAndWait(window.get(), writeExecutable(folder, QStringLiteral("compared.bin"), pairExecutable()));
  ASSERT_NE(page, nullptr);
  ASSERT_NO_FATAL_FAILURE(runTwice(page));
  RunHistory* history = page->document()->runs();
  ASSERT_EQ(history->entries().size(), 2u);
  const RunEntry newer = history->entries()[0], older = history->entries()[1];
  page->workspace()->showView(ViewId::Runs);
  auto* table = window->findChild<DataTable*>(QStringLiteral("runs.table"));
  auto* compare = window->findChild<QToolButton*>(QStringLiteral("runs.compare"));
  ASSERT_NE(table, nullptr);
  ASSERT_NE(compare, nullptr);
  EXPECT_FALSE(compare->isEnabled()) << "the shown run with itself";
  table->selectRow(1);
  EXPECT_TRUE(compare->isEnabled());
  compare->click();
  ComparisonPage* pair = window->currentComparison();
  ASSERT_NE(pair, nullptr);
  ASSERT_TRUE(waitFor([pair] { return pair->isSettled(); }));
  EXPECT_EQ(pair->error(), QString());
  EXPECT_TRUE(pair->path(Side::Old).contains(older.id)) << "the earlier run is the old side";
  EXPECT_TRUE(pair->path(Side::New).contains(newer.id));
  EXPECT_EQ(pair->comparison()->name(Side::Old), QStringLiteral("x: 1, ") + localTimeText(older.startedAt));
  ASSERT_NE(pair->comparison()->times()->times(), nullptr);
  EXPECT_EQ(pair->comparison()->times()->times()->old.trace->info.argumentsText.find("x: 1") == std::string::npos,
            false);
  window->openFile(page->path());
  table->selectAll();
  EXPECT_TRUE(compare->isEnabled()) << "both are selected";
  auto* menu = window->findChild<QMenu*>(QStringLiteral("runChips.compare"));
  ASSERT_NE(menu, nullptr);
  ASSERT_EQ(menu->actions().size(), 1);
  menu->actions().front()->trigger();
  EXPECT_EQ(window->currentComparison(), pair) << "the same pair has one tab";
  QString refused;
  QObject::connect(page->runKeeper(), &RunKeeper::failed, [&](const QString& text) { refused = text; });
  RunEntry lost = newer;
  lost.id = QStringLiteral("z");
  lost.stored = false;
  history->put(lost);
  history->requestCompare(lost.id, older.id);
  EXPECT_TRUE(refused.startsWith(QStringLiteral("Only stored runs"))) << refused.toStdString();
}

TEST(RunHistoryFlow, SettingsSayWhatIsStoredAndDeleteItAfterAQuestion) {
  RunStore::ofSettings().removeAll();
  QTemporaryDir folder;
  const auto window = makeWindow();
  DocumentPage* page =
      openAndWait(window.get(), writeExecutable(folder, QStringLiteral("stored.bin"), pairExecutable()));
  ASSERT_NE(page, nullptr);
  ASSERT_NO_FATAL_FAILURE(runTwice(page));
  const StoredRuns stored = RunStore::ofSettings().stored();
  ASSERT_EQ(stored.runs, 2u);
  quint64 bytes = 0;
  for (const RunEntry& each : page->document()->runs()->entries()) bytes += each.bytes;
  EXPECT_EQ(stored.bytes, bytes);
  trigger(window.get(), "tools.settings");
  QWidget* dialog = child(window.get(), "settingsDialog");
  ASSERT_NE(dialog, nullptr);
  auto* field = dialog->findChild<StoredRunsField*>();
  ASSERT_TRUE(waitFor([&] { return field->isSettled(); }));
  const auto* used = dialog->findChild<QLabel*>(QStringLiteral("settings.runs.used"));
  EXPECT_EQ(used->text(), QStringLiteral("now %1 in 2 runs").arg(bytesLabel(static_cast<int64_t>(bytes))));
  const auto click = [&](const char* name) { dialog->findChild<QPushButton*>(QLatin1String(name))->click(); };
  click("settings.runs.delete");
  EXPECT_TRUE(used->text().startsWith(QStringLiteral("Delete the profiles of all 2 runs")));
  click("settings.runs.keep");
  EXPECT_EQ(RunStore::ofSettings().stored().runs, 2u) << "nothing is deleted without an answer";
  click("settings.runs.delete");
  click("settings.runs.confirm");
  ASSERT_TRUE(waitFor([&] { return page->document()->runs()->entries().empty(); }));
  EXPECT_EQ(RunStore::ofSettings().stored().runs, 0u);
  EXPECT_EQ(page->document()->runs()->shown(), QString());
  EXPECT_NE(page->document()->trace(), nullptr) << "what is shown stays";
  dialog->findChild<QSpinBox*>(QStringLiteral("settings.runs"))->setValue(512);
  qobject_cast<QDialog*>(dialog)->accept();
  EXPECT_EQ(settings::runsMiB(), 512u);
  settings::setRunsMiB(2048);
}

TEST(RunHistoryFlow, RunsAreKeptAndShownAgain) {
  QTemporaryDir folder;
  const auto window = makeWindow();
  DocumentPage* page = openAndWait(window.get(), writeExecutable(folder, QStringLiteral("pair.bin"), pairExecutable()));
  ASSERT_NE(page, nullptr);
  const auto run = [&](const char* value) {
    RunSpec spec;
    spec.path = page->path();
    spec.calls.front().function = QStringLiteral("first");
    spec.calls.front().arguments = {{QStringLiteral("x"), QLatin1String(value)}};
    spec.repeat = 3;
    ASSERT_TRUE(runAndWait(page, spec));
    ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
  };
  RunHistory* history = page->document()->runs();
  run("1");
  run("2");
  ASSERT_EQ(history->entries().size(), 2u);
  EXPECT_EQ(history->shown(), history->entries()[0].id);
  const auto newest = page->document()->trace();
  const QString older = history->entries()[1].id;
  auto* chip = page->findChild<QToolButton*>(QStringLiteral("runChips.") + older);
  ASSERT_NE(chip, nullptr);
  EXPECT_TRUE(chip->text().startsWith(QStringLiteral("x: 1"))) << chip->text().toStdString();
  chip->click();
  ASSERT_TRUE(waitFor([&] { return page->isSettled() && history->shown() == older; }));
  EXPECT_NE(page->document()->trace(), newest);
  EXPECT_NE(page->document()->trace()->info.argumentsText.find("x: 1"), std::string::npos);
  ASSERT_TRUE(waitFor([&] { return page->document()->byCallee() != nullptr; }));
  EXPECT_EQ(page->document()->byCallee()->runs, 3u);
  history->requestRemove(older);
  EXPECT_EQ(history->entries().size(), 1u);
  page->reload();
  ASSERT_TRUE(waitFor([&] { return page->isSettled() && page->document()->trace() == nullptr; }));
  EXPECT_EQ(history->entries().size(), 1u) << "runs outlive a reload";
  EXPECT_TRUE(history->isOfThisCode(history->entries().front()));
  EXPECT_EQ(settings::runsMiB(), 2048u);
  history->setDigest(QStringLiteral("rebuilt"));
  QString opened;
  QObject::connect(page, &DocumentPage::openRequested, [&](const QString& path) { opened = path; });
  history->requestShow(history->entries().front().id);
  EXPECT_TRUE(QFile::exists(opened)) << "a run of another build opens in a tab of its own";
  EXPECT_EQ(page->document()->trace(), nullptr);
}

}  // namespace
}  // namespace relaxscope
