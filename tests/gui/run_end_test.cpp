// SPDX-License-Identifier: Apache-2.0
// Runs that fail: the reported place and reason, a process that does not exit, files that are missing.
#include <gtest/gtest.h>

#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <QDir>
#include <QProcess>
#include <QThreadPool>

#include <unistd.h>
#include <csignal>

#include "app/window/run/run_dialog.h"
#include "gui_support.h"
#include "views/widgets/figures.h"
#include "vmcore/base/bytes/sha256.h"

namespace relaxscope {
namespace {

using namespace gui;

class RunEnd : public ::testing::Test {
 protected:
  void SetUp() override {
    if (WorkerLink::defaultWorker().isEmpty()) GTEST_SKIP() << "this build has no worker";
    window_ = makeWindow();
    ASSERT_NE(
        page_ = openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("pair.bin"), pairExecutable())),
        nullptr);
  }
  static RunSpec spec(const QString& worker = {}) {
    RunSpec spec;
    spec.warmup = 0;
    spec.repeat = 1;
    spec.calls[0].function = QStringLiteral("first");
    spec.calls[0].arguments = {{QStringLiteral("x"), QStringLiteral("1")}};
    spec.workerCommand = worker;
    return spec;
  }
  /// The window's error message for a failing run.
  QString errorOf(const RunSpec& spec, DocumentPage* page = nullptr) {
    if (page == nullptr) page = page_;
    EXPECT_FALSE(runAndWait(page, spec));
    return page->runError();
  }
  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
  DocumentPage* page_ = nullptr;
};

TEST_F(RunEnd, AWorkerThatDoesNotSeeTheFileIsSentIt) {
  const QTemporaryDir store;
  const QString hide = QStringLiteral("unshare -%1m sh -c \"mount -t tmpfs none '%2' && exec \"\"\"$@\"\"\"\" sh ")
                           .arg(geteuid() == 0 ? QString() : QStringLiteral("r"), folder_.path());
  QStringList words =
      QProcess::splitCommand(hide + QStringLiteral("cat ") + folder_.filePath(QStringLiteral("pair.bin")));
  if (QProcess::execute(words.first(), words.mid(1, words.size() - 3) << QStringLiteral("true")) != 0)
    GTEST_SKIP() << "mount namespaces are not allowed here";
  EXPECT_NE(QProcess::execute(words.first(), words.mid(1)), 0) << "it is hidden";
  const QString worker =
      hide + QStringLiteral("env XDG_CACHE_HOME=%1 %2").arg(store.path(), WorkerLink::defaultWorker());
  QStringList seen;
  QObject::connect(page_->runController(), &RunController::progressChanged, page_,
                   [&] { seen << page_->runController()->progress().join(QStringLiteral(" · ")); });
  ASSERT_TRUE(runAndWait(page_, spec(worker))) << page_->runError().toStdString();
  const QString size = bytesLabel(static_cast<int64_t>(page_->document()->data().file->bytes.size()));
  for (const QString& sent : {bytesLabel(0), size})
    EXPECT_TRUE(seen.contains(QStringLiteral("Sending files to the worker · %1 of %2").arg(sent, size)))
        << seen.join(QLatin1Char('\n')).toStdString();
  seen.clear();
  const std::string digest = sha256Hex(page_->document()->data().file->bytes);
  EXPECT_TRUE(QFile::exists(store.path() + QStringLiteral("/relaxscope/files/") + QString::fromStdString(digest)));
  EXPECT_TRUE(runAndWait(page_, spec(worker))) << "from the store: " << page_->runError().toStdString();
  EXPECT_TRUE(seen.filter(QStringLiteral("Sending")).isEmpty()) << seen.join(QLatin1Char('\n')).toStdString();
}

TEST(RunFailureText, SaysOfThePlaceWhatIsKnown) {
  const auto text = [](const char* kind, const char* message, std::optional<Position> position, int signal = 0,
                       bool fatal = false) {
    return RunController::failureText({kind, message, std::move(position), signal, fatal}).toStdString();
  };
  EXPECT_EQ(text("ValueError", "bad", Position{"main", "f", 3}), "Run failed in main, instruction 3, call f: bad");
  EXPECT_EQ(text("ValueError", "bad", Position{"main", "", 3}), "Run failed in main, instruction 3: bad");
  EXPECT_EQ(text("ValueError", "bad", Position{"main", "f", -1}), "Run failed in main, call f: bad");
  EXPECT_EQ(text("ValueError", "bad", Position{"main", "", -1}), "Run failed in main: bad");
  EXPECT_EQ(text("Load", "bad", Position{"", "open the library", -1}),
            "Run failed at the step \"open the library\": bad");
  EXPECT_EQ(text("Load", "bad", Position{}), "bad");
  EXPECT_EQ(text("Crash", "", Position{}, SIGSEGV, true), "Worker lost: SIGSEGV");
  EXPECT_EQ(text("Crash", "its stack overflowed", std::nullopt, SIGSEGV, true),
            "Worker lost: SIGSEGV: its stack overflowed");
  EXPECT_EQ(text("TimeLimit", "too long", Position{"main", "f", 3}, 0, true),
            "Worker lost in main, instruction 3, call f: too long");
  EXPECT_EQ(text("Cancelled", "", Position{"main", "f", 3}), "Stopped in main, instruction 3, call f");
  EXPECT_EQ(text("Cancelled", "", Position{}), "Stopped");
}

#ifdef RS_MISBEHAVE
class RunEndByKernel : public RunEnd {
 protected:
  /// Opens a file whose main calls one kernel of the misbehaving library.
  QString errorOfKernel(const char* kernel) {
    ExecutableBuilder b;
    b.beginFunction("main", std::vector<std::string>{});
    b.emitCall(kernel, {}, 0);
    b.emitRet(0);
    DocumentPage* page = openAndWait(window_.get(), writeExecutable(folder_, QLatin1String(kernel), b.finish()));
    EXPECT_NE(page, nullptr);
    RunSpec run = spec();
    run.calls = std::vector<RunCall>(1);
    run.libraries = {QStringLiteral(RS_MISBEHAVE)};
    return page == nullptr ? QString() : errorOf(run, page);
  }
};

TEST_F(RunEndByKernel, TheReasonFollowsTheSignal) {
  EXPECT_EQ(
      errorOfKernel("misbehave_recurse"),
      QStringLiteral("Worker lost in main, instruction 0, call misbehave_recurse: SIGSEGV: its stack overflowed"));
  EXPECT_EQ(
      errorOfKernel("misbehave_abort"),
      QStringLiteral("Worker lost in main, instruction 0, call misbehave_abort: SIGABRT: native code called abort()"));
}

TEST_F(RunEndByKernel, ACrashWhileALibraryOpensNamesTheStep) {
  RunSpec run = spec();
  run.libraries = {QStringLiteral(RS_CRASH_ON_LOAD)};
  EXPECT_EQ(errorOf(run),
            QStringLiteral("Worker lost at the step \"open the library\": SIGSEGV: access to unmapped memory"));
}

TEST_F(RunEndByKernel, AProcessThatOutlivesTheWorkerIsNotWaitedFor) {
  RunSpec run = spec(QStringLiteral("sh -c \"'" RS_BIN "/relaxscope-worker'; exec sleep 600\""));
  run.libraries = {QStringLiteral(RS_CRASH_ON_LOAD)};
  EXPECT_TRUE(errorOf(run).contains(QStringLiteral(": SIGSEGV: access to unmapped memory")))
      << page_->runError().toStdString();
}
#endif

// ---- the file that an edited executable runs from -----------------------------------------------------------

class EditedRun : public RunEnd {
 protected:
  void SetUp() override {
    RunEnd::SetUp();
    if (window_ == nullptr) return;
    before_ = qgetenv("TMPDIR");
    qputenv("TMPDIR", temporary_.path().toLocal8Bit());
    ExecutableBuilder b;
    b.beginFunction("first", {"x"});
    b.emitCall("vm.builtin.copy", {b.r(0)}, 1);
    b.emitCall("vm.builtin.copy", {b.r(1)}, 2);
    b.emitRet(2);
    page_->applyEdit(std::make_shared<const Executable>(b.finish()));
    ASSERT_TRUE(waitFor([this] { return page_->document()->data().edited; }));
  }
  void TearDown() override {
    if (window_ == nullptr) return;
    if (before_.isNull()) qunsetenv("TMPDIR");
    else qputenv("TMPDIR", before_);
  }
  QStringList files() const {
    return QDir(temporary_.path()).entryList({QStringLiteral("relaxscope-edited-*")}, QDir::Files);
  }
  QTemporaryDir temporary_;
  QByteArray before_;
};

TEST_F(EditedRun, RemovesItsFile) {
  EXPECT_TRUE(runAndWait(page_, spec())) << page_->runError().toStdString();
  EXPECT_EQ(files(), QStringList());
}

TEST_F(EditedRun, RemovesItsFileWhenStoppedBeforeItsStart) {
  page_->startRun(spec());
  ASSERT_EQ(page_->document()->runState(), RunState::Starting);
  page_->runController()->stop();
  ASSERT_EQ(page_->document()->runState(), RunState::Idle);
  ASSERT_TRUE(QThreadPool::globalInstance()->waitForDone(kWaitMs));
  QCoreApplication::sendPostedEvents();
  EXPECT_EQ(files(), QStringList());
}

TEST_F(EditedRun, RemovesItsFileWhenItsTabIsClosed) {
  page_->startRun(spec(QStringLiteral("sleep 600")));
  ASSERT_TRUE(waitFor([this] { return !files().isEmpty(); }));
  ASSERT_TRUE(waitFor(
      [this] { return page_->runController()->progress() == QStringList(QStringLiteral("Starting the worker")); }));
  page_->noteSaved(page_->document()->data().executable);
  trigger(window_.get(), "file.close");
  EXPECT_TRUE(waitFor([this] { return files().isEmpty(); }));
}

}  // namespace
}  // namespace relaxscope
