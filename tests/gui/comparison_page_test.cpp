// SPDX-License-Identifier: Apache-2.0
// The tab of two files: reading, naming, errors, matches that are kept.
#include "app/window/comparison/comparison_page.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QPushButton>
#include <QSignalSpy>
#include <QThreadPool>

#include <algorithm>
#include <mutex>

#include "app/window/comparison/hand_matches.h"
#include "app/window/document/export.h"
#include "app/window/settings.h"
#include "app/window/shell/status_bar.h"
#include "tests/gui/gui_support.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope {
namespace {

using gui::waitFor;

/// Says that main differs in one instruction, and notes the options of the last call.
struct FakeEngine {
  ~FakeEngine() { QThreadPool::globalInstance()->waitForDone(); }
  Comparison::Engine engine() {
    return [this](const DiffSide&, const DiffSide&, const DiffOptions& options,
                  const std::stop_token& stop) -> Result<ExecutableDiff> {
      const std::scoped_lock lock(mutex);
      if (!stop.stop_requested()) last = options;
      FunctionPair main;
      main.old = main.now = FuncIndex(0);
      main.state = PairState::Changed;
      main.rows.resize(1);
      main.rows[0].old = main.rows[0].now = InstrIndex(0);
      main.rows[0].state = RowState::Changed;
      ExecutableDiff diff;
      diff.functions.push_back(main);
      return diff;
    };
  }
  std::mutex mutex;
  DiffOptions last;
};

class ComparisonPages : public ::testing::Test {
 protected:
  void SetUp() override {
    settings::setHandMatches({});
    old_ = gui::writeExecutable(folder_, QStringLiteral("before.bin"), gui::sampleExecutable());
    now_ = gui::writeExecutable(folder_, QStringLiteral("after.bin"), gui::sampleExecutable(3));
  }
  bool settled(const ComparisonPage& page) {
    return waitFor([&page] { return page.isSettled(); });
  }
  QTemporaryDir folder_;
  QString old_, now_;
};

TEST_F(ComparisonPages, ReadsBothFilesAndIsNamedAfterThem) {
  FakeEngine fake;
  ComparisonPage page(nullptr, fake.engine());
  QSignalSpy loaded(&page, &ComparisonPage::loaded);
  page.open(old_, now_);
  ASSERT_TRUE(settled(page));
  EXPECT_EQ(page.title(), QStringLiteral("before ↔ after"));
  EXPECT_EQ(page.subject(), Subject::Pair);
  EXPECT_EQ(loaded.count(), 1);
  EXPECT_TRUE(page.error().isEmpty()) << page.error().toStdString();
  ASSERT_NE(page.comparison()->diff(), nullptr);
  page.swap();
  ASSERT_TRUE(settled(page));
  EXPECT_EQ(page.title(), QStringLiteral("after ↔ before"));
  EXPECT_EQ(page.path(Side::Old), now_);
  page.reload();
  ASSERT_TRUE(settled(page));
  EXPECT_EQ(page.comparison()->document(Side::Old)->data().path, now_);
}

TEST_F(ComparisonPages, NameAFileThatCannotBeRead) {
  FakeEngine fake;
  ComparisonPage page(nullptr, fake.engine());
  QSignalSpy failed(&page, &ComparisonPage::loadFailed);
  page.open(old_, folder_.filePath(QStringLiteral("gone.bin")));
  ASSERT_TRUE(waitFor([&failed] { return failed.count() > 0; }));
  EXPECT_TRUE(page.error().contains(QStringLiteral("gone.bin"))) << page.error().toStdString();
}

TEST_F(ComparisonPages, KeepMatchesMadeByHandForThePair) {
  FakeEngine fake;
  {
    ComparisonPage page(nullptr, fake.engine());
    page.open(old_, now_);
    ASSERT_TRUE(settled(page));
    page.comparison()->matchByHand("main", "block");
    page.comparison()->cutMatch("block", "block");
    ASSERT_TRUE(settled(page));
  }
  ComparisonPage again(nullptr, fake.engine());
  again.open(now_, old_);
  ASSERT_TRUE(settled(again));
  EXPECT_EQ(fake.last.matched, (NamePairs{{"block", "main"}})) << "whichever is old";
  EXPECT_EQ(fake.last.unmatched, (NamePairs{{"block", "block"}}));
  EXPECT_TRUE(handMatchesOf(old_, old_).matched.empty());
}

TEST_F(ComparisonPages, TheStatusBarCountsConstantsAndKernelsWhereCodeIsEqual) {
  ExecutableDiff made;
  made.functions.resize(1);
  made.counts[static_cast<size_t>(ChangeKind::ConstantEdited)] = 2;
  made.counts[static_cast<size_t>(ChangeKind::ConstantAdded)] = 1;
  made.counts[static_cast<size_t>(ChangeKind::KernelRetuned)] = 4;
  Comparison comparison(nullptr, [&](const DiffSide&, const DiffSide&, const DiffOptions&, const std::stop_token&) {
    return Result<ExecutableDiff>(made);
  });
  for (const Side side : {Side::Old, Side::New}) {
    DocumentData data;
    data.executable = std::make_shared<const Executable>(gui::sampleExecutable());
    comparison.setData(side, data);
  }
  ASSERT_TRUE(waitFor([&] { return comparison.diff() != nullptr; }));
  StatusBar bar(nullptr);
  bar.showComparison(comparison);
  EXPECT_TRUE(bar.text().startsWith(QStringLiteral("3 constant"))) << bar.text().toStdString();
  EXPECT_TRUE(bar.text().contains(QStringLiteral("4 kernel"))) << bar.text().toStdString();
  EXPECT_FALSE(bar.text().contains(QStringLiteral("0 ")));
  QThreadPool::globalInstance()->waitForDone();
}

TEST_F(ComparisonPages, HaveATabOfTheirOwnInTheWindow) {
  const auto window = gui::makeWindow();
  ComparisonPage* page = window->openComparison(old_, now_);
  ASSERT_TRUE(settled(*page));
  EXPECT_EQ(window->currentComparison(), page);
  EXPECT_EQ(window->currentPage(), nullptr);
  EXPECT_EQ(window->openComparison(old_, now_), page) << "the same pair has one tab";
  EXPECT_TRUE(waitFor([&] {
    return window->documentTabs()->tabText(window->documentTabs()->currentIndex()) == QStringLiteral("before ↔ after");
  }));
  EXPECT_FALSE(window->action(QStringLiteral("run.run"))->isEnabled());
  EXPECT_FALSE(window->action(QStringLiteral("show.listing"))->isEnabled());
  window->closeTab(window->documentTabs()->currentIndex());
  EXPECT_EQ(window->currentComparison(), nullptr);
}

/// The window with a pair that the engine compares.
class ComparedPairs : public ComparisonPages {
 protected:
  void SetUp() override {
    ComparisonPages::SetUp();
    window_ = gui::makeWindow();
  }
  ComparisonPage* openPair() {
    ComparisonPage* page = window_->openComparison(old_, now_);
    EXPECT_TRUE(settled(*page));
    QCoreApplication::processEvents();
    return page;
  }
  std::unique_ptr<MainWindow> window_;
};

TEST_F(ComparedPairs, ShowTheViewOfDifferencesAndStepByActions) {
  ComparisonPage* page = openPair();
  ASSERT_NE(page->view(ViewId::Diff), nullptr) << page->error().toStdString();
  EXPECT_EQ(page->currentView(), page->view(ViewId::Diff));
  ASSERT_FALSE(page->comparison()->differences().empty());
  EXPECT_FALSE(page->comparison()->diff()->same);
  EXPECT_EQ(page->comparison()->current(), 0);
  ASSERT_TRUE(waitFor([&] { return !window_->action(QStringLiteral("compare.previous"))->isEnabled(); }));
  const int count = static_cast<int>(page->comparison()->differences().size());
  for (int i = 1; i < count; ++i) gui::trigger(window_.get(), "compare.next");
  EXPECT_EQ(page->comparison()->current(), count - 1);
  EXPECT_TRUE(waitFor([&] { return !window_->action(QStringLiteral("compare.next"))->isEnabled(); }));
  const auto* status = window_->findChild<StatusBar*>();
  EXPECT_TRUE(status->text().contains(QStringLiteral("exit code for scripts: 1"))) << status->text().toStdString();
}

TEST_F(ComparedPairs, SwapByTheMenu) {
  ComparisonPage* page = openPair();
  gui::trigger(window_.get(), "compare.swap");
  ASSERT_TRUE(settled(*page));
  EXPECT_EQ(page->path(Side::Old), now_);
  EXPECT_TRUE(waitFor([&] { return page->title() == QStringLiteral("after ↔ before"); }));
}

TEST_F(ComparedPairs, AFunctionOpensInItsFile) {
  ComparisonPage* page = openPair();
  page->comparison()->open({0, 0});
  ASSERT_TRUE(waitFor([&] { return window_->currentPage() != nullptr && window_->currentPage()->isLoaded(); }));
  EXPECT_TRUE(waitFor([&] { return window_->currentPage()->document()->selection()->subject().valid(); }));
  EXPECT_EQ(window_->currentPage()->path(), now_);
}

TEST_F(ComparedPairs, TheDialogProposesOpenFiles) {
  ASSERT_NE(gui::openAndWait(window_.get(), old_), nullptr);
  ASSERT_NE(gui::openAndWait(window_.get(), now_), nullptr);
  gui::trigger(window_.get(), "compare.open");
  auto* dialog = gui::child(window_.get(), "compareDialog");
  ASSERT_NE(dialog, nullptr);
  auto* old = qobject_cast<QComboBox*>(gui::child(dialog, "compare.old"));
  auto* now = qobject_cast<QComboBox*>(gui::child(dialog, "compare.new"));
  auto* accept = qobject_cast<QPushButton*>(gui::child(dialog, "compare.accept"));
  EXPECT_EQ(old->currentText(), old_);
  EXPECT_EQ(now->currentText(), now_);
  old->setEditText(now_);
  EXPECT_FALSE(accept->isEnabled()) << "a file is not compared with itself";
  old->setEditText(folder_.filePath(QStringLiteral("gone.bin")));
  EXPECT_FALSE(accept->isEnabled());
  old->setEditText(old_);
  accept->click();
  ASSERT_NE(window_->currentComparison(), nullptr);
  EXPECT_EQ(window_->currentComparison()->path(Side::Old), old_);
  EXPECT_TRUE(settled(*window_->currentComparison()));
}

TEST_F(ComparedPairs, TheDialogForProfilesProposesProfilesAlone) {
  const QString base = QStringLiteral(RELAXSCOPE_TEST_DATA "/profiles/pair_base.rsprof"),
                fused = QStringLiteral(RELAXSCOPE_TEST_DATA "/profiles/pair_fused.rsprof");
  for (const QString& path : {old_, base, fused, now_}) ASSERT_NE(gui::openAndWait(window_.get(), path), nullptr);
  gui::trigger(window_.get(), "compare.profiles");
  auto* dialog = gui::child(window_.get(), "compareDialog");
  ASSERT_NE(dialog, nullptr);
  auto* old = qobject_cast<QComboBox*>(gui::child(dialog, "compare.old"));
  auto* now = qobject_cast<QComboBox*>(gui::child(dialog, "compare.new"));
  EXPECT_EQ(old->currentText(), base);
  EXPECT_EQ(now->currentText(), QString()) << "the shown file is not a profile";
  for (int i = 0; i < now->count(); ++i) EXPECT_TRUE(now->itemText(i).endsWith(QStringLiteral(".rsprof")));
  now->setEditText(fused);
  qobject_cast<QPushButton*>(gui::child(dialog, "compare.accept"))->click();
  ComparisonPage* page = window_->currentComparison();
  ASSERT_NE(page, nullptr);
  ASSERT_TRUE(settled(*page));
  EXPECT_NE(page->comparison()->times()->times(), nullptr) << page->error().toStdString();
}

TEST_F(ComparedPairs, EditedCodeIsComparedWithItsFile) {
  DocumentPage* page = gui::openAndWait(window_.get(), old_);
  ASSERT_NE(page, nullptr);
  EXPECT_FALSE(window_->action(QStringLiteral("compare.disk"))->isEnabled());
  page->applyEdit(std::make_shared<const Executable>(gui::sampleExecutable(5)));
  ASSERT_TRUE(waitFor([&] { return page->document()->data().edited; }));
  QCoreApplication::processEvents();
  gui::trigger(window_.get(), "compare.disk");
  ComparisonPage* pair = window_->currentComparison();
  ASSERT_NE(pair, nullptr);
  ASSERT_TRUE(waitFor([pair] { return pair->comparison()->diff() != nullptr; })) << pair->error().toStdString();
  EXPECT_FALSE(pair->comparison()->diff()->same);
  EXPECT_EQ(pair->title(), QStringLiteral("before.bin on disk ↔ before.bin edited"));
  page->applyEdit(std::make_shared<const Executable>(gui::sampleExecutable()));
  EXPECT_TRUE(waitFor([pair] { return pair->comparison()->diff() && pair->comparison()->diff()->same; }))
      << "it follows further edits";
}

TEST_F(ComparedPairs, AFileThatChangedIsComparedWithWhatItWas) {
  DocumentPage* page = gui::openAndWait(window_.get(), old_);
  ASSERT_NE(page, nullptr);
  auto* const strip = gui::child(page, "loadStrip");
  auto* const link = qobject_cast<QPushButton*>(gui::child(strip, "errorStrip.place"));
  ASSERT_TRUE(strip != nullptr && link != nullptr);
  gui::writeExecutable(folder_, QStringLiteral("before.bin"), gui::sampleExecutable(4));
  ASSERT_TRUE(waitFor([&] { return strip->isVisible() && link->isVisible(); }));
  EXPECT_EQ(link->text(), QStringLiteral("Compare with before"));
  link->click();
  ASSERT_TRUE(waitFor([this] { return window_->currentComparison() != nullptr; }));
  ComparisonPage* pair = window_->currentComparison();
  ASSERT_TRUE(waitFor([pair] { return pair->comparison()->diff() != nullptr; })) << pair->error().toStdString();
  EXPECT_FALSE(pair->comparison()->diff()->same);
  EXPECT_EQ(pair->title(), QStringLiteral("before.bin before ↔ before.bin now"));
  EXPECT_LT(pair->comparison()->executable(Side::Old)->code.size(),
            pair->comparison()->executable(Side::New)->code.size());
  EXPECT_EQ(pair->comparison()->executable(Side::New), page->document()->data().executable);
  EXPECT_TRUE(pair->runner()->whyNotRunnable().contains(QStringLiteral("no longer")))
      << pair->runner()->whyNotRunnable().toStdString();
  // It follows what the document shows from then on.
  gui::writeExecutable(folder_, QStringLiteral("before.bin"), gui::sampleExecutable());
  page->reload();
  EXPECT_TRUE(waitFor([pair] { return pair->comparison()->diff() && pair->comparison()->diff()->same; }));
}

TEST_F(ComparedPairs, SavedCodeIsComparedWithTheFileThatItWas) {
  DocumentPage* page = gui::openAndWait(window_.get(), old_);
  ASSERT_NE(page, nullptr);
  page->applyEdit(std::make_shared<const Executable>(gui::sampleExecutable(5)));
  ASSERT_TRUE(waitFor([&] { return page->document()->data().edited; }));
  QCoreApplication::processEvents();
  gui::trigger(window_.get(), "edit.saveCode");
  auto* dialog = window_->findChild<QFileDialog*>(QStringLiteral("saveDialog"));
  ASSERT_NE(dialog, nullptr);
  const QString saved = folder_.filePath(QStringLiteral("saved.bin"));
  dialog->fileSelected(saved);
  dialog->close();
  auto* const button = qobject_cast<QPushButton*>(gui::child(gui::child(window_.get(), "notice"), "errorStrip.action"));
  ASSERT_NE(button, nullptr);
  ASSERT_TRUE(waitFor([button] { return button->isVisible(); }));
  EXPECT_EQ(button->text(), QStringLiteral("Compare with before"));
  button->click();
  ComparisonPage* pair = window_->currentComparison();
  ASSERT_NE(pair, nullptr);
  EXPECT_EQ(pair->path(Side::Old), old_);
  EXPECT_EQ(pair->path(Side::New), saved);
  EXPECT_FALSE(button->isVisible()) << "the notice is answered";
}

TEST_F(ComparedPairs, AreExportedAsText) {
  ComparisonPage* page = openPair();
  const QString out = folder_.filePath(QStringLiteral("out.md"));
  QString error = QStringLiteral("pending");
  const auto& exporter = *std::ranges::find_if(
      diffExporters(), [](const DiffExporter& row) { return std::string_view(row.id) == "markdown"; });
  exportDiffFile(*page->comparison(), exporter, out, [&error](const QString& text) { error = text; });
  ASSERT_TRUE(waitFor([&error] { return error != QStringLiteral("pending"); }));
  EXPECT_EQ(error, QString());
  QFile file(out);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_TRUE(file.readAll().contains("main"));
}

TEST_F(ComparedPairs, TheCommandLineComparesAndTakesPictures) {
  const QString out = folder_.filePath(QStringLiteral("out.png"));
  const auto run = [](const QStringList& arguments) { return gui::startProgram(arguments); };
  const QString diff = QStringLiteral("--diff"), shot = QStringLiteral("--screenshot"), view = QStringLiteral("--view");
  EXPECT_EQ(run({shot, out, view, QStringLiteral("diff"), diff, old_, now_}).code, 0);
  EXPECT_FALSE(QImage(out).isNull());
  EXPECT_EQ(run({shot, out, view, QStringLiteral("diff"), old_}).code, 2);
  const auto gone = run({shot, out, diff, old_, folder_.filePath(QStringLiteral("gone.bin"))});
  EXPECT_EQ(gone.code, 2);
  EXPECT_TRUE(gone.errors.contains(QStringLiteral("gone.bin"))) << gone.errors.toStdString();
}

}  // namespace
}  // namespace relaxscope
