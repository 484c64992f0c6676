// SPDX-License-Identifier: Apache-2.0
// Two executables run in turns: the command, its progress, what it records, failures, and a run that is stopped.
#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <gtest/gtest.h>

#include <QAction>
#include <QFile>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>

#include "app/window/comparison/turns_run.h"
#include "app/window/shell/device_box.h"
#include "app/window/shell/status_bar.h"
#include "gui_support.h"
#include "views/compare/compare_view.h"
#include "views/compare/values_line.h"
#include "views/widgets/empty_note.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

using namespace gui;

const QString kModel = QStringLiteral(RELAXSCOPE_TEST_DATA "/relax/mlp_dyn.so");

/// main(x) copies x `times` times.
Executable copies(int times) {
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  for (int i = 0; i < times; ++i) b.emitCall("vm.builtin.copy", {b.r(i)}, i + 1);
  b.emitRet(times);
  return b.finish();
}

/// A program in place of rscope.
QString script(const QTemporaryDir& folder, const char* lines) {
  const QString path = folder.filePath(QStringLiteral("program.sh"));
  QFile file(path);
  EXPECT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("#!/bin/sh\n");
  file.write(lines);
  file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  return path;
}

PairToRecord samePair(const QString& path) {
  auto file = loadFile(path.toStdString());
  EXPECT_TRUE(file.ok()) << path.toStdString();
  const auto shared = std::make_shared<const LoadedFile>(std::move(*file));
  PairToRecord pair{path, path, shared, shared, {}, {}};
  pair.spec.repeat = 8;
  return pair;
}

TEST(TurnsCommand, IsThatOfTheLastRun) {
  TurnsCommand command{QStringLiteral("/a.so"),       QStringLiteral("/b.so"),      {}, {},
                       QStringLiteral("/t/o.rsprof"), QStringLiteral("/t/n.rsprof")};
  command.spec.repeat = kRoundsInTurns;
  EXPECT_TRUE(leavesArguments(command.spec));
  EXPECT_EQ(turnsArguments(command).join(u' '),
            QStringLiteral("diff /a.so /b.so -o /t/o.rsprof /t/n.rsprof --run --json --summary --progress --device cpu "
                           "--allocator pooled --seed 0 --warmup 3"));
  RunSpec& spec = command.spec;
  spec.calls.front().function = QStringLiteral("decode");
  EXPECT_TRUE(leavesArguments(spec));
  EXPECT_TRUE(turnsArguments(command).contains(QStringLiteral("--call")));
  spec.calls.front().arguments = {{QStringLiteral("x"), QStringLiteral("float32[4]")}};
  EXPECT_FALSE(leavesArguments(spec)) << "the arguments are in a script";
  command.script = QStringLiteral("/t/calls.json");
  command.arrays = QStringLiteral("/t/in.npz");
  command.constants = QStringLiteral("/c.params");
  spec.libraries = QStringList{QStringLiteral("/l 1.so"), QStringLiteral("/l2.so")};
  spec.skip = QStringList{QStringLiteral("relu")};
  spec.repeat = 16;
  spec.precise = true;
  spec.limits.timeSeconds = 2.5;
  spec.limits.memoryDefault = false;
  spec.limits.memoryBytes = 1 << 20;
  spec.workerCommand = QStringLiteral("ssh host relaxscope-worker");
  const QString text = turnsArguments(command).join(u'|');
  for (const char* part : {"--script|/t/calls.json|--inputs|/t/in.npz", "--load|/l 1.so|--load|/l2.so", "--skip|relu",
                           "--repeat|16", "--precise", "--timeout|2.5", "--memory-limit|1048576",
                           "--worker|ssh host relaxscope-worker", "--consts|/c.params"})
    EXPECT_TRUE(text.contains(QLatin1String(part))) << part;
  EXPECT_FALSE(text.contains(QStringLiteral("--call")));
}

TEST(TurnsCommand, ProgressIsReadFromItsLines) {
  const auto progress = turnsProgressOf(QStringLiteral("pair 3 of 12, turn 5 of 16, old: run 2 of 5, 4 s"));
  ASSERT_TRUE(progress);
  EXPECT_EQ(progress->pair, 3);
  EXPECT_EQ(progress->turns, 16);
  EXPECT_DOUBLE_EQ(progress->done(), (2 + 4.0 / 16) / 12);
  EXPECT_TRUE(turnsProgressOf(QStringLiteral("pair 12 of 12, turn 16 of 16, new")));
  for (const char* other : {"", "pair 3 of 12", "pair 13 of 12, turn 1 of 16, old", "pair 0 of 12, turn 1 of 16, old",
                            "pair 1 of 12, turn 17 of 16, new", "pair 1 of 99999999999, turn 1 of 16, old",
                            "rscope: pair 1 of 12, turn 1 of 16, old"})
    EXPECT_FALSE(turnsProgressOf(QLatin1String(other))) << other;
}

/// What a recording ends with.
struct Outcome {
  explicit Outcome(TurnsRun& run) {
    QObject::connect(&run, &TurnsRun::recorded, [this](const RecordedPair& got) { pair = got, ++ends; });
    QObject::connect(&run, &TurnsRun::failed, [this](const QString& got) { message = got, ++ends; });
    QObject::connect(&run, &TurnsRun::stopped, [this] { stopped = true, ++ends; });
  }
  bool wait() {
    return waitFor([this] { return ends > 0; });
  }
  RecordedPair pair;
  QString message;
  bool stopped = false;
  int ends = 0;
};

TEST(TurnsRun, RecordsBothWithTheirValues) {
  if (WorkerLink::defaultWorker().isEmpty()) GTEST_SKIP() << "built without the worker";
  TurnsRun run;
  Outcome outcome(run);
  QStringList seen;
  QObject::connect(&run, &TurnsRun::progressChanged, [&] { seen << run.progress().value(0); });
  run.start(samePair(kModel));
  EXPECT_TRUE(run.isBusy());
  ASSERT_TRUE(outcome.wait());
  ASSERT_EQ(outcome.message, QString());
  EXPECT_FALSE(run.isBusy());
  EXPECT_TRUE(run.progress().isEmpty());
  EXPECT_TRUE(seen.contains(QStringLiteral("Pair 1 of 12"))) << seen.join(u'\n').toStdString();
  ASSERT_NE(outcome.pair.traces[0], nullptr);
  ASSERT_NE(outcome.pair.traces[1], nullptr);
  EXPECT_FALSE(outcome.pair.traces[0]->info.session.empty());
  EXPECT_EQ(outcome.pair.traces[0]->info.session, outcome.pair.traces[1]->info.session);
  ASSERT_NE(outcome.pair.values, nullptr);
  EXPECT_FALSE(outcome.pair.values->outputs.empty());
  EXPECT_FALSE(outcome.pair.values->firstDivergence) << "an executable computes what it computes";
  ASSERT_EQ(outcome.pair.values->results.size(), 1u);
  EXPECT_EQ(outcome.pair.values->results[0].second.elements.differing, 0u);
}

TEST(TurnsRun, FailuresAreOneMessage) {
  QTemporaryDir folder;
  const auto messageOf = [](TurnsRun&& run, const PairToRecord& pair) {
    Outcome outcome(run);
    run.start(pair);
    EXPECT_TRUE(outcome.wait());
    EXPECT_EQ(outcome.ends, 1);
    EXPECT_FALSE(run.isBusy());
    return outcome.message;
  };
  const PairToRecord pair = samePair(kModel);
  EXPECT_EQ(messageOf(TurnsRun(nullptr, QString()), pair),
            QStringLiteral("rscope, which runs both, was not found beside the program or in PATH"));
  EXPECT_TRUE(messageOf(TurnsRun(nullptr, folder.filePath(QStringLiteral("gone"))), pair)
                  .startsWith(QStringLiteral("rscope did not start")));
  EXPECT_EQ(messageOf(TurnsRun(nullptr, script(folder, "echo noise >&2\necho 'rscope: m.so: is broken' >&2\nexit 2\n")),
                      pair),
            QStringLiteral("m.so: is broken"));
  EXPECT_EQ(messageOf(TurnsRun(nullptr, script(folder, "exit 7\n")), pair), QStringLiteral("rscope ended with code 7"));
  EXPECT_EQ(messageOf(TurnsRun(nullptr, script(folder, "kill -SEGV $$\n")), pair),
            QStringLiteral("rscope was ended by signal 11"));
  EXPECT_FALSE(messageOf(TurnsRun(nullptr, script(folder, "echo '{}'\nexit 0\n")), pair).isEmpty()) << "no profile";
  PairToRecord other = pair;
  other.spec.calls.front().function = QStringLiteral("no_such_function");
  EXPECT_TRUE(messageOf(TurnsRun(), other).contains(QStringLiteral("no_such_function")));
  PairToRecord changed = pair;
  changed.newFile = samePair(QStringLiteral(RELAXSCOPE_TEST_DATA "/relax/fib.bin")).newFile;
  EXPECT_TRUE(messageOf(TurnsRun(), changed).contains(QStringLiteral("changed"))) << "what ran is not what is shown";
}

TEST(TurnsRun, IsStoppedAndDoesNotOutliveItsOwner) {
  QTemporaryDir folder;
  const QString pid = folder.filePath(QStringLiteral("pid"));
  const QString program = script(
      folder, ("echo $$ > " + pid.toUtf8() + ".new; mv " + pid.toUtf8() + ".new " + pid.toUtf8() + "\nexec sleep 60\n")
                  .constData());
  const auto processOf = [&] {
    EXPECT_TRUE(waitFor([&] { return QFile::exists(pid); }));
    QFile file(pid);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    const QString number = QString::fromUtf8(file.readAll()).trimmed();
    file.remove();
    return QStringLiteral("/proc/") + number;
  };
  {
    TurnsRun run(nullptr, program);
    Outcome outcome(run);
    run.start(samePair(kModel));
    const QString process = processOf();
    run.stop();
    EXPECT_EQ(run.progress(), QStringList(QStringLiteral("Stopping")));
    ASSERT_TRUE(outcome.wait());
    EXPECT_TRUE(outcome.stopped);
    EXPECT_FALSE(QFile::exists(process));
    run.stop();
    EXPECT_EQ(outcome.ends, 1);
  }
  QString process;
  {
    TurnsRun run(nullptr, program);
    run.start(samePair(kModel));
    process = processOf();
    EXPECT_TRUE(QFile::exists(process));
  }
  EXPECT_TRUE(waitFor([&] { return !QFile::exists(process); }));
}

/// The window with a pair whose files run anywhere.
class RunBoth : public ::testing::Test {
 protected:
  void SetUp() override {
    if (WorkerLink::defaultWorker().isEmpty()) GTEST_SKIP() << "built without the worker";
    window_ = makeWindow();
    old_ = writeExecutable(folder_, QStringLiteral("once.bin"), copies(1));
    now_ = writeExecutable(folder_, QStringLiteral("thrice.bin"), copies(3));
  }
  ComparisonPage* open(const QString& old, const QString& now) {
    ComparisonPage* page = window_->openComparison(old, now);
    EXPECT_TRUE(waitFor([page] { return page->isSettled(); }));
    QCoreApplication::processEvents();
    return page;
  }
  RunSpec spec() {
    RunSpec spec;
    spec.repeat = 8;
    spec.calls.front().arguments = {{QStringLiteral("x"), QStringLiteral("float32[4]")}};
    return spec;
  }
  bool isEnabled(const char* id) { return window_->action(QLatin1String(id))->isEnabled(); }
  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
  QString old_, now_;
};

TEST_F(RunBoth, GivesBothSidesWhatWasRecorded) {
  ComparisonPage* page = open(old_, now_);
  QSignalSpy recorded(page->runner(), &PairRunner::recorded);
  page->runner()->start(spec());
  ASSERT_TRUE(waitFor([&] { return isEnabled("run.stop"); }));
  EXPECT_FALSE(isEnabled("run.both"));
  EXPECT_FALSE(page->isSettled());
  page->swap();
  ASSERT_TRUE(waitFor([&] { return recorded.count() > 0 || !page->error().isEmpty(); }));
  ASSERT_EQ(page->error(), QString());
  const auto calls = [&](Side side) {
    const auto trace = page->comparison()->document(side)->trace();
    return trace == nullptr || trace->runs.empty()
               ? 0.0
               : static_cast<double>(trace->eventCount()) / static_cast<double>(trace->runs.size());
  };
  EXPECT_GT(calls(Side::New), 0);
  EXPECT_GT(calls(Side::Old), calls(Side::New)) << "the sides were swapped while it was recorded";
  EXPECT_TRUE(waitFor([&] { return isEnabled("run.both") && isEnabled("run.run") && !isEnabled("run.stop"); }));
  EXPECT_EQ(page->runner()->lastRun().repeat, 8u);
  ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
  ASSERT_NE(page->comparison()->times()->times(), nullptr);
  EXPECT_TRUE(page->comparison()->times()->times()->byCallee.inTurns);
  ASSERT_NE(page->comparison()->values(), nullptr);
  EXPECT_EQ(page->comparison()->values()->results.size(), 1u);
  page->reload();
  EXPECT_TRUE(waitFor([page] { return page->isSettled(); }));
  EXPECT_EQ(page->comparison()->values(), nullptr) << "they go with the traces";
}

TEST_F(RunBoth, OfCudaKernelsAreOfferedTheEmulatedGpu) {
  ASSERT_EQ(window_->devices()->chosen(), QStringLiteral("cpu"));
  open(QStringLiteral(RELAXSCOPE_TEST_DATA "/relax/mlp_cuda_graph.so"),
       QStringLiteral(RELAXSCOPE_TEST_DATA "/relax/softmax_cuda.so"));
  if (window_->devices()->findData(QStringLiteral("cuda:0")) >= 0) GTEST_SKIP() << "a GPU is there";
  EXPECT_TRUE(waitFor([&] { return window_->devices()->chosen() == QStringLiteral("emulated:0"); }));
  open(old_, now_);
  EXPECT_TRUE(waitFor([&] { return window_->devices()->chosen() == QStringLiteral("cpu"); }));
}

TEST_F(RunBoth, ByTheDialogOfTheOldExecutable) {
  ComparisonPage* page = open(old_, now_);
  QSignalSpy recorded(page->runner(), &PairRunner::recorded), failed(page->runner(), &PairRunner::failed);
  Q_EMIT page->comparison()->runRequested();  // asks, as nothing tells what x is
  QWidget* dialog = child(window_.get(), "runDialog");
  ASSERT_NE(dialog, nullptr);
  EXPECT_EQ(dialog->windowTitle(), QStringLiteral("Run both in turns"));
  EXPECT_FALSE(child(dialog, "run.reference")->isVisible());
  EXPECT_FALSE(child(dialog, "run.minTime")->isEnabled());
  auto* argument = dialog->findChild<QLineEdit*>(QStringLiteral("run.value.0"));
  ASSERT_NE(argument, nullptr);
  argument->setText(QStringLiteral("float32[4]"));
  dialog->findChild<QPushButton*>(QStringLiteral("run.accept"))->click();
  ASSERT_TRUE(waitFor([&] { return recorded.count() + failed.count() > 0; }));
  EXPECT_EQ(failed.count(), 0) << page->error().toStdString();
}

TEST_F(RunBoth, IsCancelledInTheStatusBar) {
  ComparisonPage* page = open(kModel, QStringLiteral(RELAXSCOPE_TEST_DATA "/relax/mlp_dyn.bin"));
  EXPECT_FALSE(isEnabled("run.both")) << "mlp_dyn.bin has no kernels";
  EXPECT_FALSE(window_->action(QStringLiteral("run.both"))->toolTip().isEmpty());
  QTemporaryDir other;
  const QString copy = other.filePath(QStringLiteral("mlp.so"));
  ASSERT_TRUE(QFile::copy(kModel, copy));
  page = open(kModel, copy);
  RunSpec many;
  many.repeat = 100'000;
  QSignalSpy stopped(page->runner(), &PairRunner::stopped);
  page->runner()->start(many);
  const auto* status = window_->findChild<StatusBar*>();
  ASSERT_TRUE(waitFor([&] { return status->text().startsWith(QStringLiteral("Pair 1 of")); }));
  EXPECT_TRUE(status->text().contains(QStringLiteral("turn 1 of 16"))) << status->text().toStdString();
  qobject_cast<QPushButton*>(child(window_.get(), "statusBar.cancel"))->click();
  ASSERT_TRUE(waitFor([&] { return stopped.count() > 0; }));
  EXPECT_EQ(page->error(), QStringLiteral("Stopped before both were recorded"));
  EXPECT_EQ(page->comparison()->document(Side::Old)->trace(), nullptr);
}

TEST_F(RunBoth, TheEmptyTimesOfferItAndShowTimesAndValues) {
  QTemporaryDir other;
  const QString copy = other.filePath(QStringLiteral("mlp.so"));
  ASSERT_TRUE(QFile::copy(kModel, copy));
  ComparisonPage* page = open(kModel, copy);
  EXPECT_EQ(page->currentView()->id(), ViewId::Diff);
  ASSERT_TRUE(page->showView(ViewId::Compare));
  auto* empty = page->findChild<EmptyNote*>(QStringLiteral("compare.empty"));
  ASSERT_NE(empty, nullptr);
  EXPECT_TRUE(empty->sentence().contains(QStringLiteral("Run both in turns"))) << empty->sentence().toStdString();
  QSignalSpy recorded(page->runner(), &PairRunner::recorded);
  page->showView(ViewId::Diff);
  Q_EMIT empty->triggered();
  ASSERT_TRUE(waitFor([&] { return recorded.count() > 0 || !page->error().isEmpty(); }));
  ASSERT_EQ(page->error(), QString());
  ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
  const auto* view = qobject_cast<CompareView*>(page->currentView());
  ASSERT_NE(view, nullptr) << "what was recorded is shown";
  EXPECT_TRUE(view->values()->text().contains(QStringLiteral("of calls are equal; result equal")))
      << view->values()->text().toStdString();
  const TimesSource& source = *view->source();
  int error = -1, equal = 0;
  for (size_t i = 0; i < source.columns().size(); ++i)
    if (source.columns()[i].id == QStringLiteral("error")) error = static_cast<int>(i);
  ASSERT_GE(error, 0);
  EXPECT_LT(source.shareColumn(), error);
  for (size_t row = 0; row < source.rows(); ++row) equal += source.plainText(row, error) == QStringLiteral("equal");
  EXPECT_GT(equal, 0) << "rows of kernels";
}

TEST_F(RunBoth, EndsWhenAFileIsReadAgain) {
  QTemporaryDir other;
  const QString copy = other.filePath(QStringLiteral("mlp.so"));
  ASSERT_TRUE(QFile::copy(kModel, copy));
  ComparisonPage* page = open(kModel, copy);
  RunSpec many;
  many.repeat = 100'000;
  page->runner()->start(many);
  ASSERT_TRUE(waitFor([&] { return page->runner()->progress().value(0).startsWith(QStringLiteral("Pair")); }));
  page->reload();
  EXPECT_TRUE(waitFor([page] { return page->isSettled(); }));
  EXPECT_FALSE(page->runner()->isBusy());
  EXPECT_EQ(page->error(), QString());
}

TEST_F(RunBoth, ProfilesAndEditedCodeCannotBeRun) {
  ComparisonPage* page = open(QStringLiteral(RELAXSCOPE_TEST_DATA "/profiles/pair_base.rsprof"),
                              QStringLiteral(RELAXSCOPE_TEST_DATA "/profiles/pair_fused.rsprof"));
  EXPECT_TRUE(page->runner()->whyNotRunnable().contains(QStringLiteral("a profile holds no kernels")));
  EXPECT_FALSE(isEnabled("run.both"));
  DocumentPage* edited = openAndWait(window_.get(), old_);
  ASSERT_NE(edited, nullptr);
  edited->applyEdit(std::make_shared<const Executable>(copies(2)));
  ASSERT_TRUE(waitFor([&] { return edited->document()->data().edited; }));
  page = window_->compareWithDisk(edited);
  ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
  EXPECT_EQ(page->runner()->whyNotRunnable(), QStringLiteral("Save the edited code to run both"));
}

}  // namespace
}  // namespace relaxscope
