// SPDX-License-Identifier: Apache-2.0
// The history of runs: what is kept, labels that tell runs apart, switching between them, and their end with the file.
#include "views/core/run_history.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QToolButton>

#include "app/window/history/run_store.h"
#include "app/window/settings.h"
#include "gui_support.h"
#include "tests/support/synthetic_trace.h"
#include "views/profile/runs/source.h"
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
