// SPDX-License-Identifier: Apache-2.0
// Runs from the window: to a trace, to a failure with its place, to a stop; the dialog; saving.
#include <gtest/gtest.h>

#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>

#include <algorithm>

#include "app/window/run/run_dialog.h"
#include "app/window/settings.h"
#include "app/window/shell/first_size.h"
#include "app/window/shell/status_bar.h"
#include "gui_support.h"
#include "views/overview/tile.h"
#include "views/widgets/data_table.h"
#include "views/widgets/error_strip.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope {
namespace {

using namespace gui;

class Run : public ::testing::Test {
 protected:
  void SetUp() override {
    if (WorkerLink::defaultWorker().isEmpty()) GTEST_SKIP() << "this build has no worker";
    window_ = makeWindow();
  }
  /// The error strip of the last run; null if it is not shown.
  static ErrorStrip* shownError(DocumentPage* page) {
    auto* strip = qobject_cast<ErrorStrip*>(child(page, "runStrip"));
    return strip != nullptr && strip->isVisible() ? strip : nullptr;
  }
  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(Run, TheExampleRunsToATimelineAndStatistics) {
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  RunSpec spec;
  spec.repeat = 5;
  spec.warmup = 1;
  ASSERT_TRUE(runAndWait(page, spec)) << page->document()->runFailure().toStdString();
  const auto trace = page->document()->trace();
  ASSERT_NE(trace, nullptr);
  EXPECT_GT(trace->eventCount(), 100u);
  EXPECT_EQ(trace->info.executableDigest.size(), 64u) << "the trace says which file it is of";
  EXPECT_NE(trace->info.executablePath.find("pool_tree.so"), std::string::npos);
  EXPECT_NE(trace->info.argumentsText.find("random with seed"), std::string::npos) << trace->info.argumentsText;
  ASSERT_TRUE(waitFor([page] { return page->document()->byCallee() != nullptr; }));
  EXPECT_EQ(page->document()->byCallee()->runs, 5u);
  EXPECT_GT(page->document()->byCallee()->runTimes.medianNs, 0);
  EXPECT_FALSE(page->workspace()->showsOverview()) << "a run turns to the docks with the timeline";
  EXPECT_EQ(page->document()->runState(), RunState::Idle);
}

TEST_F(Run, ASingleRunHasNoInterval) {
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  const auto* status = window_->findChild<StatusBar*>();
  const QString plusMinus = QString::fromUtf8("±");
  for (const uint32_t runs : {1u, 2u}) {
    RunSpec spec;
    spec.repeat = runs;
    ASSERT_TRUE(runAndWait(page, spec)) << page->document()->runFailure().toStdString();
    const QString counted = QStringLiteral("%1 run(s), median").arg(runs);
    ASSERT_TRUE(waitFor([&] { return status->text().contains(counted); })) << status->text().toStdString();
    const QString median = status->text().section(counted, 1).section(QLatin1Char('|'), 0, 0);
    EXPECT_EQ(median.contains(plusMinus), runs > 1) << median.toStdString();
    window_->showView(ViewId::Overview);
    const auto shown = [page, wanted = runs > 1 ? plusMinus : QStringLiteral(". a single run")] {
      return std::ranges::any_of(page->findChildren<OverviewTile*>(), [&](const OverviewTile* tile) {
        return tile->accessibleName().startsWith(QStringLiteral("Median run: ")) &&
               tile->accessibleName().contains(wanted);
      });
    };
    EXPECT_TRUE(waitFor(shown)) << runs;
  }
}

TEST_F(Run, ThePlanSaysThatALongProgramHasFewerPairs) {
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  std::vector<QStringList> reported;
  QObject::connect(page->runController(), &RunController::progressChanged, page,
                   [&] { reported.push_back(page->runController()->progress()); });
  ASSERT_TRUE(runAndWait(page, RunSpec())) << page->document()->runFailure().toStdString();
  const QStringList plan{QStringLiteral("Running main"), QStringLiteral("3 warm-ups"),
                         QStringLiteral("1 run for values"),
                         QStringLiteral("20 pairs of a recorded and an unrecorded run"),
                         QStringLiteral("fewer, but at least 3, if they take more than 15 s")};
  EXPECT_TRUE(std::ranges::find(reported, plan) != reported.end());
}

TEST_F(Run, F5RepeatsTheLastRun) {
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  RunSpec spec;
  spec.repeat = 3;
  spec.warmup = 0;
  settings::setLastRun(page->path(), spec.toMap());
  window_->activateWindow();
  ASSERT_TRUE(waitFor([&] { return QApplication::activeWindow() == window_.get(); }));
  ASSERT_TRUE(waitFor([&] { return window_->action(QStringLiteral("run.run"))->isEnabled(); }));
  ASSERT_TRUE(runAndWait(page, [&] { QTest::keyClick(window_.get(), Qt::Key_F5); }))
      << page->document()->runFailure().toStdString();
  ASSERT_NE(page->document()->trace(), nullptr);
  ASSERT_TRUE(waitFor([page] { return page->document()->byCallee() != nullptr; }));
  EXPECT_EQ(page->document()->byCallee()->runs, 3u);
  ASSERT_TRUE(waitFor([&] { return window_->action(QStringLiteral("run.run"))->isEnabled(); }));
  const auto before = page->document()->trace();
  ASSERT_TRUE(runAndWait(page, [&] { trigger(window_.get(), "run.run"); }))
      << page->document()->runFailure().toStdString();
  EXPECT_NE(page->document()->trace(), before);
}

/// main makes shapes, then a tuple of the last one.
Executable tupleAfterShapes(int shapes) {
  ExecutableBuilder b;
  b.beginFunction("main", std::vector<std::string>{});
  for (int i = 0; i < shapes; ++i) b.emitCall("vm.builtin.make_shape", {b.voidArg(), b.imm(0)}, 0);
  b.emitCall("vm.builtin.make_tuple", {b.r(0)}, 1);
  b.emitRet(1);
  return b.finish();
}

TEST_F(Run, AFileThatChangedIsLoadedAgainBeforeItRuns) {
  const QString path = writeExecutable(folder_, QStringLiteral("model.bin"), tupleAfterShapes(1));
  DocumentPage* page = openAndWait(window_.get(), path);
  ASSERT_NE(page, nullptr);
  const RunSpec spec = page->lastRun();
  ASSERT_TRUE(runAndWait(page, [&] { page->startRun(spec); })) << page->document()->runFailure().toStdString();
  const std::string before = page->document()->trace()->info.executableDigest;
  const FuncIndex subject = page->document()->selection()->subject();
  Place chosen;
  chosen.function = subject;
  chosen.pc = InstrIndex(1);
  page->document()->selection()->select(chosen);
  writeExecutable(folder_, QStringLiteral("model.bin"), tupleAfterShapes(3));
  ASSERT_TRUE(runAndWait(page, [&] { page->startRun(spec); })) << page->document()->runFailure().toStdString();
  ASSERT_NE(page->document()->trace(), nullptr);
  EXPECT_NE(page->document()->trace()->info.executableDigest, before);
  EXPECT_EQ(page->document()->trace()->info.executableDigest, sha256Hex(page->document()->data().file->bytes))
      << "the bytes that are shown";
  EXPECT_EQ(page->document()->selection()->subject(), subject) << "the selection is kept";
  EXPECT_EQ(page->document()->selection()->current().pc.value, 3) << "the selected call moved";
  const auto* strip = page->findChild<QWidget*>(QStringLiteral("loadStrip"));
  ASSERT_NE(strip, nullptr);
  EXPECT_TRUE(strip->isVisibleTo(page)) << "says that the file was loaded again";
  // Both contents can be compared, with the runs of both.
  strip->findChild<QPushButton*>(QStringLiteral("errorStrip.action"))->click();
  ASSERT_TRUE(waitFor([this] { return window_->currentComparison() != nullptr; }));
  const Comparison* pair = window_->currentComparison()->comparison();
  ASSERT_TRUE(waitFor([pair] { return pair->diff() != nullptr && pair->times()->times() != nullptr; }));
  EXPECT_EQ(pair->document(Side::Old)->trace()->info.executableDigest, before);
  EXPECT_EQ(pair->document(Side::New)->trace(), page->document()->trace());
  ASSERT_TRUE(runAndWait(page, [&] { page->startRun(spec); }));
  EXPECT_FALSE(strip->isVisibleTo(page)) << "this run is of the same file";
}

TEST_F(Run, TheLastArgumentsAreKept) {
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  RunSpec spec;
  spec.repeat = 2;
  spec.warmup = 0;
  spec.calls[0].arguments = {{QStringLiteral("x"), QStringLiteral("float32[9,16]")}};
  ASSERT_TRUE(runAndWait(page, spec)) << page->document()->runFailure().toStdString();
  const RunSpec last = RunSpec::fromMap(settings::lastRun(page->path()));
  EXPECT_EQ(last.repeat, 2u);
  EXPECT_GT(settings::timeLimitSeconds(), 0);
  EXPECT_EQ(last.limits.timeSeconds, 0) << "the limit of the settings is none of this run";
  ASSERT_EQ(last.calls[0].arguments.size(), 1u);
  EXPECT_EQ(last.calls[0].arguments[0].content, QStringLiteral("float32[9,16]"));
}

TEST_F(Run, AnInvalidArgumentIsReportedWithoutAWorker) {
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  RunSpec spec;
  spec.calls[0].arguments = {{QStringLiteral("x"), QStringLiteral("@/nowhere/x.npy")}};
  EXPECT_FALSE(runAndWait(page, spec));
  EXPECT_TRUE(page->runError().contains(QStringLiteral("argument 0"))) << page->runError().toStdString();
}

TEST_F(Run, AFailedCheckNamesThePlaceAndLeadsThere) {
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  RunSpec spec;
  spec.calls[0].arguments = {{QStringLiteral("x"), QStringLiteral("float32[9,15]")}};
  EXPECT_FALSE(runAndWait(page, spec));
  EXPECT_TRUE(page->runError().startsWith(QStringLiteral("Run failed in main, instruction")))
      << page->runError().toStdString();
  ASSERT_TRUE(page->document()->runFailurePlace().pc.valid());
  auto* link = child(page, "runStrip")->findChild<QAbstractButton*>(QStringLiteral("errorStrip.place"));
  link->click();
  QCoreApplication::processEvents();
  EXPECT_EQ(page->document()->selection()->current().pc, page->document()->runFailurePlace().pc);
  EXPECT_EQ(page->workspace()->panel(ViewArea::Centre)->currentId(), ViewId::Listing);
}

#ifdef RS_MISBEHAVE
class Misbehaving : public Run {
 protected:
  /// main calls one kernel of the misbehaving library as its second instruction.
  DocumentPage* open(const char* kernel) {
    ExecutableBuilder b;
    b.beginFunction("main", std::vector<std::string>{});
    b.emitCall("vm.builtin.make_shape", {b.voidArg(), b.imm(0)}, 0);
    b.emitCall(kernel, {}, 0);
    b.emitRet(0);
    return openAndWait(window_.get(), writeExecutable(folder_, QLatin1String(kernel), b.finish()));
  }
  RunSpec spec() {
    RunSpec spec;
    spec.libraries = {QStringLiteral(RS_MISBEHAVE)};
    spec.warmup = 0;
    spec.repeat = 1;
    return spec;
  }
};

TEST_F(Misbehaving, ASegfaultLeavesTheWindowWithAMessageThatNamesTheCall) {
  DocumentPage* page = open("misbehave_segfault");
  ASSERT_NE(page, nullptr);
  EXPECT_FALSE(runAndWait(page, spec()));
  EXPECT_EQ(page->runError().section(QLatin1Char(':'), 0, 0),
            QStringLiteral("Worker lost in main, instruction 1, call misbehave_segfault"))
      << page->runError().toStdString();
  EXPECT_TRUE(page->runError().contains(QStringLiteral("SIGSEGV")));
  EXPECT_TRUE(window_->action(QStringLiteral("run.run"))->isEnabled() ||
              waitFor([this] { return window_->action(QStringLiteral("run.run"))->isEnabled(); }));
}

TEST_F(Misbehaving, AnEndlessKernelMeetsTheTimeLimit) {
  DocumentPage* page = open("misbehave_loop");
  ASSERT_NE(page, nullptr);
  RunSpec endless = spec();
  endless.limits.timeSeconds = 0.5;
  EXPECT_FALSE(runAndWait(page, endless));
  EXPECT_TRUE(page->runError().contains(QStringLiteral("call misbehave_loop"))) << page->runError().toStdString();
  EXPECT_TRUE(page->runError().contains(QStringLiteral("time limit"))) << page->runError().toStdString();
}

TEST_F(Misbehaving, AllocationWithoutEndMeetsTheMemoryLimit) {
  DocumentPage* page = open("misbehave_eat_and_trip");
  ASSERT_NE(page, nullptr);
  RunSpec greedy = spec();
  greedy.limits.memoryDefault = false;
  greedy.limits.memoryBytes = 256 << 20;
  EXPECT_FALSE(runAndWait(page, greedy));
  EXPECT_TRUE(page->runError().contains(QStringLiteral("call misbehave_eat_and_trip")))
      << page->runError().toStdString();
  EXPECT_TRUE(page->runError().contains(QStringLiteral("memory limit"))) << page->runError().toStdString();
  EXPECT_TRUE(waitFor([this] { return window_->action(QStringLiteral("run.run"))->isEnabled(); }));
}

TEST_F(Misbehaving, StopEndsAKernelThatDoesNotRespond) {
  DocumentPage* page = open("misbehave_print_and_loop");
  ASSERT_NE(page, nullptr);
  page->startRun(spec());
  ASSERT_TRUE(waitFor([page] { return page->runController()->output().contains(QStringLiteral("begun")); }));
  trigger(window_.get(), "run.stop");
  ASSERT_TRUE(waitFor([page] { return page->document()->runState() == RunState::Idle; }));
  EXPECT_FALSE(page->runError().isEmpty());
}
#endif

TEST_F(Run, AStopIsNoErrorAndKeepsWhatWasRecorded) {
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  RunSpec spec;
  spec.repeat = 1'000'000;
  page->startRun(spec);
  ASSERT_TRUE(waitFor([page] { return page->document()->trace() && page->document()->trace()->runs.size() > 100; }));
  trigger(window_.get(), "run.stop");
  ASSERT_TRUE(
      waitFor([page] { return page->document()->runState() == RunState::Idle && page->document()->byCallee(); }));
  EXPECT_TRUE(page->runController()->wasStopped());
  EXPECT_GT(page->document()->byCallee()->runs, 0u);
  EXPECT_FALSE(page->document()->byCallee()->rows.empty());
  EXPECT_TRUE(page->runError().startsWith(QStringLiteral("Stopped"))) << page->runError().toStdString();
  auto* hint = shownError(page)->findChild<QLabel*>(QStringLiteral("errorStrip.hint"));
  EXPECT_EQ(hint->text(), QStringLiteral("The views show what was recorded until then."));
}

TEST_F(Run, WhereNoFunctionIsMainTheDialogAsksForOne) {
  DocumentPage* page =
      openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("pair.bin"), pairExecutable()));
  ASSERT_NE(page, nullptr);
  trigger(window_.get(), "run.run");
  auto* dialog = window_->findChild<RunDialog*>();
  ASSERT_NE(dialog, nullptr);
  EXPECT_TRUE(dialog->isVisible());
  EXPECT_EQ(page->document()->runFailure(), QString());
  EXPECT_EQ(dialog->focusWidget(), child(dialog, "run.function"));
  const auto* note = qobject_cast<QLabel*>(child(dialog, "run.problem"));
  ASSERT_NE(note, nullptr);
  EXPECT_TRUE(note->text().contains(QStringLiteral("none is named main"))) << note->text().toStdString();
  dialog->reject();
}

TEST_F(Run, ALongRunShowsFiguresOfTheRunsSoFar) {
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  Document* document = page->document();
  RunSpec spec;
  spec.repeat = 1'000'000;
  page->startRun(spec);
  ASSERT_TRUE(waitFor([document] { return document->areFiguresSoFar(); }));
  EXPECT_EQ(document->runState(), RunState::Running);
  const TraceStatistics soFar = *document->byCallee();
  EXPECT_GT(soFar.runs, 0u);
  QWidget* status = child(window_.get(), "statusBar");
  EXPECT_TRUE(waitFor([status] { return status->accessibleName().contains(QStringLiteral("so far")); }));
  trigger(window_.get(), "run.stop");
  ASSERT_TRUE(waitFor([document] {
    return document->runState() == RunState::Idle && document->byCallee() && !document->areFiguresSoFar();
  }));
  const TraceStatistics& whole = *document->byCallee();
  EXPECT_GE(whole.runs, soFar.runs);
  // Each run makes the same calls, so those per run do not depend on when the figures were taken.
  ASSERT_EQ(whole.rows.size(), soFar.rows.size());
  for (const StatisticsRow& row : soFar.rows) {
    const auto same = std::find_if(whole.rows.begin(), whole.rows.end(), [&](const StatisticsRow& other) {
      return other.callee == row.callee && other.kind == row.kind;
    });
    ASSERT_NE(same, whole.rows.end());
    EXPECT_DOUBLE_EQ(whole.perRun(same->count), soFar.perRun(row.count));
  }
}

TEST_F(Run, TheFunctionsShowTheirSharesOnASmallScreen) {
  window_->resize(1280, 800);
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  ASSERT_TRUE(runAndWait(page, RunSpec())) << page->document()->runFailure().toStdString();
  auto* table = child(page, "view.functions")->findChild<DataTable*>();
  ASSERT_NE(table, nullptr);
  const auto rightOfShare = [table] {
    for (int column = 0; column < table->model()->columnCount(); ++column)
      if (table->model()->headerData(column, Qt::Horizontal).toString() == QStringLiteral("Share %"))
        return table->columnViewportPosition(column) + table->columnWidth(column);
    return -1;
  };
  ASSERT_TRUE(waitFor([&] { return rightOfShare() > 0; })) << "the times arrive after the run";
  EXPECT_TRUE(waitFor([&] { return rightOfShare() <= table->viewport()->width(); }))
      << rightOfShare() << " of " << table->viewport()->width();
}

TEST(FirstSize, FitsTheScreen) {
  EXPECT_EQ(firstWindowSize(QSize(2560, 1400)), QSize(1600, 1000));
  EXPECT_EQ(firstWindowSize(QSize(1366, 741)), QSize(1366, 701));
}

TEST_F(Run, AMissingWorkerIsReportedInTheStrip) {
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  RunSpec spec;
  spec.workerCommand = QStringLiteral("/nowhere/relaxscope-worker");
  EXPECT_FALSE(runAndWait(page, spec));
  const ErrorStrip* strip = shownError(page);
  ASSERT_NE(strip, nullptr);
  EXPECT_TRUE(strip->text().contains(QStringLiteral("did not start"))) << strip->text().toStdString();
}

TEST_F(Run, AProgramThatIsNotAWorkerIsReportedInTheStrip) {
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  RunSpec spec;
  spec.workerCommand = QStringLiteral("/bin/echo hello");
  EXPECT_FALSE(runAndWait(page, spec));
  const ErrorStrip* strip = shownError(page);
  ASSERT_NE(strip, nullptr);
  EXPECT_TRUE(strip->text().contains(
      QStringLiteral("the worker ended with exit code 0 before its greeting; its output begins \"hello\"")))
      << strip->text().toStdString();
}

TEST_F(Run, AProfileIsSavedAndOpensOnItsTimeline) {
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  RunSpec spec;
  spec.repeat = 2;
  ASSERT_TRUE(runAndWait(page, spec));
  const QString path = folder_.filePath(QStringLiteral("saved.rsprof"));
  ASSERT_TRUE(waitFor([&] { return window_->action(QStringLiteral("file.saveTrace"))->isEnabled(); }));
  trigger(window_.get(), "file.saveTrace");
  auto* dialog = window_->findChild<QFileDialog*>(QStringLiteral("saveDialog"));
  ASSERT_NE(dialog, nullptr);
  Q_EMIT dialog->fileSelected(path);
  dialog->reject();
  const auto* notice = window_->findChild<ErrorStrip*>(QStringLiteral("notice"));
  ASSERT_NE(notice, nullptr);
  ASSERT_TRUE(waitFor([&] { return notice->isVisible() && notice->text().contains(path); }));
  EXPECT_EQ(notice->text(), QStringLiteral("Saved ") + path);
  DocumentPage* profile = openAndWait(window_.get(), path);
  ASSERT_NE(profile, nullptr) << window_->currentPage()->loadError().toStdString();
  EXPECT_TRUE(profile->isProfile());
  EXPECT_EQ(profile->document()->trace()->eventCount(), page->document()->trace()->eventCount());
  EXPECT_EQ(profile->document()->trace()->unrecordedNs, page->document()->trace()->unrecordedNs);
  EXPECT_EQ(profile->document()->trace()->unrecordedNs.size(), 2u);
  EXPECT_FALSE(profile->workspace()->showsOverview());
  EXPECT_FALSE(profile->whyNotRunnable().isEmpty());
  EXPECT_TRUE(waitFor(
      [profile] { return profile->document()->byCallee() != nullptr && profile->document()->byCallee()->runs == 2; }));
}

TEST_F(Run, AnotherPlaceIsAskedForWhereAProfileCannotBeSaved) {
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  RunSpec spec;
  spec.repeat = 1;
  ASSERT_TRUE(runAndWait(page, spec));
  ASSERT_TRUE(waitFor([&] { return window_->action(QStringLiteral("file.saveTrace"))->isEnabled(); }));
  trigger(window_.get(), "file.saveTrace");
  const auto dialog = [this] { return window_->findChild<QFileDialog*>(QStringLiteral("saveDialog")); };
  const QPointer<QFileDialog> first = dialog();
  ASSERT_NE(first, nullptr);
  Q_EMIT first->fileSelected(folder_.filePath(QStringLiteral("nowhere/p.rsprof")));
  first->reject();
  ASSERT_TRUE(waitFor([&] { return !first && dialog() != nullptr; })) << "a second dialog";
  const auto* notice = window_->findChild<ErrorStrip*>(QStringLiteral("notice"));
  ASSERT_NE(notice, nullptr);
  EXPECT_TRUE(notice->text().startsWith(QStringLiteral("cannot write "))) << notice->text().toStdString();
  const QString path = folder_.filePath(QStringLiteral("here.rsprof"));
  Q_EMIT dialog()->fileSelected(path);
  dialog()->reject();
  ASSERT_TRUE(waitFor([&] { return notice->text() == QStringLiteral("Saved ") + path; }));
  EXPECT_TRUE(readTraceFile(path.toStdString()).ok());
}

TEST_F(Run, AProfileIsSavedWithoutHostCommandAndFolders) {
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  RunSpec spec;
  spec.repeat = 1;
  ASSERT_TRUE(runAndWait(page, spec));
  ASSERT_TRUE(waitFor([&] { return window_->action(QStringLiteral("file.saveAnonymousTrace"))->isEnabled(); }));
  trigger(window_.get(), "file.saveAnonymousTrace");
  auto* dialog = window_->findChild<QFileDialog*>(QStringLiteral("saveDialog"));
  ASSERT_NE(dialog, nullptr);
  const QString path = folder_.filePath(QStringLiteral("anonymous.rsprof"));
  Q_EMIT dialog->fileSelected(path);
  dialog->reject();
  const auto* notice = window_->findChild<ErrorStrip*>(QStringLiteral("notice"));
  ASSERT_NE(notice, nullptr);
  ASSERT_TRUE(waitFor([&] { return notice->isVisible() && notice->text().contains(path); }));
  const auto file = readTraceFile(path.toStdString());
  ASSERT_TRUE(file.ok()) << file.error().text();
  const TraceInfo& saved = file->trace->info;
  EXPECT_EQ((std::vector{saved.host, saved.command, saved.executablePath}),
            (std::vector<std::string>{"", "", "pool_tree.so"}));
  EXPECT_FALSE(page->document()->trace()->info.host.empty()) << "only in the file";
}

TEST_F(Run, TheFunctionThatWasRunBecomesTheSubject) {
  DocumentPage* page =
      openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("pair.bin"), pairExecutable()));
  ASSERT_NE(page, nullptr);
  const FuncIndex first = page->document()->executable()->findFunction("first");
  const FuncIndex pair = page->document()->executable()->findFunction("pair");
  Place place;
  place.function = first;
  page->document()->selection()->select(place);
  RunSpec spec;
  spec.calls = {{QStringLiteral("pair"), {{{}, QStringLiteral("1")}, {{}, QStringLiteral("7")}}, {}}};
  ASSERT_TRUE(runAndWait(page, spec)) << page->document()->runFailure().toStdString();
  EXPECT_EQ(page->document()->selection()->subject(), pair) << "the one before has no times";
  const QString path = folder_.filePath(QStringLiteral("pair.rsprof"));
  ASSERT_TRUE(writeTraceFile(path.toStdString(), *page->document()->trace(), page->document()->executable()).ok());
  DocumentPage* profile = openAndWait(window_.get(), path);
  ASSERT_NE(profile, nullptr);
  EXPECT_EQ(profile->document()->selection()->subject(), profile->document()->executable()->findFunction("pair"));
}

TEST(RunDialog, ArgumentsComeFromTheCheckInstructionsAndDimensionsAreOneField) {
  auto window = makeWindow();
  DocumentPage* page = openAndWait(window.get(), example("mlp_dynamic.so"));
  ASSERT_NE(page, nullptr);
  trigger(window.get(), "run.dialog");
  auto* dialog = window->findChild<relaxscope::RunDialog*>();
  ASSERT_NE(dialog, nullptr);
  const RunSpec spec = dialog->spec();
  ASSERT_GE(spec.calls[0].arguments.size(), 1u);
  EXPECT_TRUE(spec.calls[0].arguments[0].content.startsWith(QStringLiteral("float32[")))
      << spec.calls[0].arguments[0].content.toStdString();
  ASSERT_EQ(spec.calls[0].dims.size(), 1);
  auto* field = dialog->findChild<QSpinBox*>(QStringLiteral("run.dim.") + spec.calls[0].dims.firstKey());
  ASSERT_NE(field, nullptr);
  field->setValue(17);
  EXPECT_TRUE(dialog->spec().calls[0].arguments[0].content.contains(QStringLiteral("17")))
      << dialog->spec().calls[0].arguments[0].content.toStdString();
  auto* value = dialog->findChild<QLineEdit*>(QStringLiteral("run.value.0"));
  value->setText(QStringLiteral("float32[nonsense"));
  EXPECT_FALSE(dialog->problem().isEmpty());
  EXPECT_FALSE(child(dialog, "run.accept")->isEnabled());
  dialog->reject();
}

TEST(RunDialog, ThousandsOfArgumentsKeepTheirValuesWhileFiltered) {
  ExecutableBuilder b;
  std::vector<std::string> names;
  for (int i = 0; i < 20'000; ++i) names.push_back("weight_" + std::to_string(i));
  b.beginFunction("main", names);
  b.emitRet(0);
  const auto executable = std::make_shared<const Executable>(b.finish());
  RunSpec last;
  last.calls[0].function = QStringLiteral("main");
  for (int i = 0; i < 20'000; ++i) last.calls[0].arguments.push_back({QString(), QStringLiteral("float32[2]")});
  last.calls[0].arguments[15'000].content.clear();
  relaxscope::RunDialog dialog(executable, last, {}, nullptr);
  dialog.setAttribute(Qt::WA_DeleteOnClose, false);
  dialog.show();
  EXPECT_LT(dialog.findChildren<QLineEdit*>().size(), 300);
  EXPECT_TRUE(dialog.problem().startsWith(QStringLiteral("weight_15000")));
  EXPECT_FALSE(child(&dialog, "run.accept")->isEnabled());
  auto* filter = dialog.findChild<QLineEdit*>(QStringLiteral("run.filter"));
  ASSERT_NE(filter, nullptr);
  EXPECT_EQ(filter->text(), QStringLiteral("weight_15000")) << "the dialog stands on what is missing";
  filter->clear();
  EXPECT_EQ(dialog.findChild<QLineEdit*>(QStringLiteral("run.value.15000")), nullptr);
  filter->setText(QStringLiteral("WEIGHT_15000"));
  auto* value = dialog.findChild<QLineEdit*>(QStringLiteral("run.value.15000"));
  ASSERT_NE(value, nullptr);
  value->setText(QStringLiteral("7"));
  EXPECT_EQ(dialog.problem(), QString());
  EXPECT_TRUE(child(&dialog, "run.accept")->isEnabled());
  filter->clear();
  ASSERT_NE(dialog.findChild<QLineEdit*>(QStringLiteral("run.value.0")), nullptr);
  const RunSpec spec = dialog.spec();
  ASSERT_EQ(spec.calls[0].arguments.size(), 20'000u);
  EXPECT_EQ(spec.calls[0].arguments[15'000].content, QStringLiteral("7"));
  EXPECT_EQ(spec.calls[0].arguments[19'999].content, QStringLiteral("float32[2]"));
}

TEST(RunDialog, FunctionsAreDistinguishedByTheirBytes) {
  // The first two are displayed as the same text; the name of the second looks like an escape of the first.
  const std::vector<std::string> names = {"f\xff", "f\\xff", "plain"};
  ExecutableBuilder b;
  for (const std::string& name : names) {
    b.beginFunction(name, std::vector<std::string>{});
    b.emitRet(0);
  }
  const auto executable = std::make_shared<const Executable>(b.finish());
  EXPECT_EQ(functionKey(executable->functions[2]), QStringLiteral("plain"));
  for (size_t i = 0; i < names.size(); ++i) {
    RunSpec last;
    last.calls[0].function = functionKey(executable->functions[i]);
    EXPECT_EQ(functionOfKey(*executable, last.calls[0].function).value, static_cast<int64_t>(i));
    relaxscope::RunDialog dialog(executable, RunSpec::fromMap(last.toMap()), {}, nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    const auto prepared = prepareRun(dialog.spec(), *executable);
    ASSERT_TRUE(prepared.ok()) << prepared.error().message;
    EXPECT_EQ(prepared->run.script[0].function, names[i]);
  }
}

}  // namespace
}  // namespace relaxscope
