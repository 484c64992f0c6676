// SPDX-License-Identifier: Apache-2.0
// The files of the last session are opened again: which, in what order, and what their tabs show.
#include "app/window/document/session.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QFile>
#include <QLabel>
#include <QSettings>

#include "app/window/command_line_driver.h"
#include "app/window/settings.h"
#include "app/window/shell/session_keeper.h"
#include "app/window/shell/settings_dialog.h"
#include "gui_support.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope {
namespace {

using namespace gui;

TEST(Session, IsTheSameAfterStoring) {
  Session session;
  session.files = {{QStringLiteral("/a.so"), ViewId::Cfg, ViewId::Cfg, QStringLiteral("main"), 3},
                   {QStringLiteral("/b.rsprof"), ViewId::Overview, ViewId::Listing, {}, -1}};
  session.current = 1;
  session.files[0].old = QStringLiteral("/old.so");
  EXPECT_EQ(sessionOfMap(toMap(session)), session);
  EXPECT_EQ(sessionOfMap({}), Session());
}

TEST(Session, EntriesWithoutAPathAreLeftOut) {
  QVariantMap map = toMap({{{QStringLiteral("/a.so")}, {QString()}, {QStringLiteral("/c.so")}}, 2});
  const Session session = sessionOfMap(map);
  ASSERT_EQ(session.files.size(), 2);
  EXPECT_EQ(session.files[1].path, QStringLiteral("/c.so"));
  EXPECT_EQ(session.current, 1) << "the same file as before";
  map[QStringLiteral("files")] = QStringLiteral("nonsense");
  EXPECT_TRUE(sessionOfMap(map).files.isEmpty());
}

TEST(Session, APlaceIsFoundInAnotherBuildByNameAndOffset) {
  const Executable before = sampleExecutable(), after = sampleExecutable(40);
  OpenFile file;
  Place place;
  place.function = before.findFunction("block");
  place.pc = InstrIndex(static_cast<int64_t>(before.function(place.function)->startInstr) + 2);
  setPlace(file, place, before);
  const Place found = placeIn(after, file);
  EXPECT_EQ(found.function, after.findFunction("block"));
  EXPECT_EQ(found.pc.value, static_cast<int64_t>(after.function(found.function)->startInstr) + 2);
  file.pcOffset = 1'000'000;
  EXPECT_FALSE(placeIn(after, file).pc.valid()) << "the function is shorter";
  file.function = QStringLiteral("gone");
  EXPECT_FALSE(placeIn(after, file).function.valid());
}

class SessionFlow : public ::testing::Test {
 protected:
  void SetUp() override {
    forget();
    for (const char* name : {"a.bin", "b.bin", "c.bin"})
      paths_ << writeExecutable(folder_, QLatin1String(name), sampleExecutable());
  }
  void TearDown() override { forget(); }
  static void forget() {
    for (const char* group : {"session", "window", "recent"}) QSettings().remove(QLatin1String(group));
  }
  /// A window that keeps its session, as the program starts it with these files.
  static std::unique_ptr<MainWindow> start(const QStringList& files = {}) {
    auto window = makeWindow();
    window->setKeepState(true);
    WindowOptions options;
    options.files = files;
    (new CommandLineDriver(window.get(), options))->start();
    QCoreApplication::processEvents();
    return window;
  }
  static bool loaded(MainWindow* window) {
    return waitFor([window] { return window->currentPage() != nullptr && window->currentPage()->isLoaded(); });
  }
  static QStringList pathsOf(MainWindow* window) {
    QStringList all;
    for (const DocumentPage* page : window->pagesByTab()) all << QFileInfo(page->path()).fileName();
    return all;
  }
  /// A session of all files, c before b, with a function of b selected in its CFG.
  void leaveSession() {
    auto window = start();
    for (const QString& path : paths_) ASSERT_NE(openAndWait(window.get(), path), nullptr);
    window->documentTabs()->moveTab(1, 2);
    window->documentTabs()->setCurrentIndex(2);
    Document* document = window->currentPage()->document();
    Place place;
    place.function = document->executable()->findFunction("block");
    place.pc = InstrIndex(static_cast<int64_t>(document->executable()->function(place.function)->startInstr) + 1);
    document->selection()->activate(place, ViewId::Cfg);
    QCoreApplication::processEvents();
    EXPECT_TRUE(window->close());
  }
  QTemporaryDir folder_;
  QStringList paths_;
};

TEST_F(SessionFlow, FilesOrderViewAndPlaceComeBack) {
  leaveSession();
  auto window = start();
  ASSERT_TRUE(loaded(window.get()));
  EXPECT_EQ(pathsOf(window.get()),
            (QStringList{QStringLiteral("a.bin"), QStringLiteral("c.bin"), QStringLiteral("b.bin")}));
  EXPECT_EQ(window->documentTabs()->count(), 3) << "without the start page";
  DocumentPage* page = window->currentPage();
  EXPECT_EQ(page->path(), paths_[1]);
  EXPECT_EQ(page->workspace()->panel(ViewArea::Centre)->currentId(), ViewId::Cfg);
  const Place& place = page->document()->selection()->current();
  EXPECT_EQ(page->document()->functionName(place.function), QStringLiteral("block"));
  EXPECT_EQ(place.pc.value,
            static_cast<int64_t>(page->document()->executable()->function(place.function)->startInstr) + 1);
}

TEST_F(SessionFlow, AFileIsReadWhenItsTabIsShown) {
  leaveSession();
  auto window = start();
  ASSERT_TRUE(loaded(window.get()));
  DocumentPage* first = window->pagesByTab().front();
  EXPECT_FALSE(first->isLoaded() || first->isLoading());
  window->documentTabs()->setCurrentIndex(0);
  EXPECT_TRUE(waitFor([&] { return first->isLoaded(); }));
  EXPECT_TRUE(first->workspace()->showsOverview()) << "as it was left";
}

TEST_F(SessionFlow, WhatWasNeverShownIsKeptForTheNextStart) {
  leaveSession();
  for (int i = 0; i < 2; ++i) {
    auto window = start();
    window->documentTabs()->setCurrentIndex(0);
    ASSERT_TRUE(loaded(window.get()));
    window->close();
  }
  const Session session = sessionOfMap(settings::session());
  ASSERT_EQ(session.files.size(), 3);
  EXPECT_EQ(session.files[2].function, QStringLiteral("block"));
  EXPECT_EQ(session.files[2].view, ViewId::Cfg);
}

TEST_F(SessionFlow, AMissingFileIsNamedAndKeepsItsTab) {
  leaveSession();
  QFile::remove(paths_[1]);  // the current one
  auto window = start();
  ASSERT_TRUE(waitFor([&] { return !window->currentPage()->loadError().isEmpty(); }));
  EXPECT_TRUE(window->currentPage()->loadError().contains(paths_[1]));
  EXPECT_EQ(pathsOf(window.get()),
            (QStringList{QStringLiteral("a.bin"), QStringLiteral("c.bin"), QStringLiteral("b.bin")}));
  QWidget* notice = child(window.get(), "notice");
  ASSERT_TRUE(notice->isVisible());
  bool named = false;
  for (const QLabel* label : notice->findChildren<QLabel*>())
    named = named || label->text().contains(QStringLiteral("b.bin"));
  EXPECT_TRUE(named);
  window->close();
  const Session session = sessionOfMap(settings::session());
  ASSERT_EQ(session.files.size(), 3);
  EXPECT_EQ(session.files[2].function, QStringLiteral("block")) << "for the time when it is found again";
}

/// a, the pair of a and c, and b; the pair is shown.
class PairSession : public SessionFlow {
 protected:
  void leavePair() {
    auto window = start();
    ASSERT_NE(openAndWait(window.get(), paths_[0]), nullptr);
    ASSERT_NE(openAndWait(window.get(), paths_[1]), nullptr);
    ComparisonPage* pair = window->openComparison(paths_[0], paths_[2]);
    ASSERT_TRUE(waitFor([pair] { return pair->isSettled(); }));
    window->documentTabs()->moveTab(2, 1);
    QCoreApplication::processEvents();
    EXPECT_TRUE(window->close());
  }
  static QStringList tabsOf(MainWindow* window) {
    QStringList out;
    for (int i = 0; i < window->documentTabs()->count(); ++i) out << window->documentTabs()->tabText(i);
    return out;
  }
};

TEST_F(PairSession, APairComesBackInItsTab) {
  leavePair();
  auto window = start();
  ComparisonPage* pair = window->currentComparison();
  ASSERT_NE(pair, nullptr);
  ASSERT_TRUE(waitFor([pair] { return pair->isSettled() && pair->comparison()->diff() != nullptr; }));
  EXPECT_EQ(pair->path(Side::Old), paths_[0]);
  EXPECT_EQ(pair->path(Side::New), paths_[2]);
  EXPECT_TRUE(waitFor([&] { return tabsOf(window.get()).value(1) == QStringLiteral("a ↔ c"); }));
  EXPECT_EQ(pathsOf(window.get()), (QStringList{QStringLiteral("a.bin"), QStringLiteral("b.bin")}));
  EXPECT_FALSE(settings::isOpeningSession()) << "what was read did not end the start";
}

TEST_F(PairSession, APairIsReadWhenItsTabIsShown) {
  leavePair();
  QVariantMap kept = settings::session();
  kept[QStringLiteral("current")] = 0;
  settings::setSession(kept);
  auto window = start();
  ASSERT_TRUE(loaded(window.get()));
  auto* pair = qobject_cast<ComparisonPage*>(window->allPagesByTab().value(1));
  ASSERT_NE(pair, nullptr);
  EXPECT_FALSE(pair->isLoading());
  EXPECT_EQ(pair->title(), QStringLiteral("a.bin ↔ c.bin"));
  window->documentTabs()->setCurrentIndex(1);
  EXPECT_TRUE(waitFor([pair] { return pair->comparison()->diff() != nullptr; }));
}

TEST_F(PairSession, APairWithoutOneOfItsFilesSaysSo) {
  leavePair();
  QFile::remove(paths_[2]);
  auto window = start();
  ComparisonPage* pair = window->currentComparison();
  ASSERT_NE(pair, nullptr);
  EXPECT_TRUE(waitFor([pair] { return pair->error().contains(QStringLiteral("c.bin")); }));
  window->close();
  EXPECT_EQ(sessionOfMap(settings::session()).files.value(1).old, paths_[0]) << "for the time when it is there again";
}

TEST_F(PairSession, OfEditedCodeIsNotKept) {
  auto window = start();
  DocumentPage* page = openAndWait(window.get(), paths_[0]);
  ASSERT_NE(page, nullptr);
  ComparisonPage* pair = window->compareWithDisk(page);
  ASSERT_TRUE(waitFor([pair] { return pair->isSettled(); }));
  QCoreApplication::processEvents();
  const Session session = sessionOfMap(settings::session());
  ASSERT_EQ(session.files.size(), 1);
  EXPECT_EQ(session.files[0].path, paths_[0]);
  EXPECT_EQ(session.current, -1);
}

TEST_F(SessionFlow, ACrashLosesNoTab) {
  auto window = start();
  ASSERT_NE(openAndWait(window.get(), paths_[0]), nullptr);
  ASSERT_NE(openAndWait(window.get(), paths_[1]), nullptr);
  QCoreApplication::processEvents();
  EXPECT_EQ(sessionOfMap(settings::session()).files.size(), 2) << "saved while the window is open";
  window->closeTab(0);
  QCoreApplication::processEvents();
  EXPECT_EQ(sessionOfMap(settings::session()).files.size(), 1);
}

TEST_F(SessionFlow, AFileThatEndedTheLastStartIsNotReadAgain) {
  leaveSession();
  settings::setOpeningSession(true);
  auto window = start();
  EXPECT_EQ(window->currentPage(), nullptr) << "the start page";
  EXPECT_EQ(window->pagesByTab().size(), 3);
  EXPECT_FALSE(settings::isOpeningSession());
}

TEST_F(SessionFlow, AStartWithFilesOpensOnlyThoseAndLeavesTheSession) {
  leaveSession();
  auto window = start({paths_[0]});
  ASSERT_TRUE(loaded(window.get()));
  EXPECT_EQ(pathsOf(window.get()), QStringList(QStringLiteral("a.bin")));
  window->close();
  EXPECT_EQ(sessionOfMap(settings::session()).files.size(), 3);
  auto other = start({paths_[0]});
  ASSERT_NE(openAndWait(other.get(), paths_[1]), nullptr);
  other->close();
  EXPECT_EQ(sessionOfMap(settings::session()).files.size(), 2) << "another file was opened: this is the session now";
}

TEST_F(SessionFlow, TheSettingTurnsItOffAndForgets) {
  leaveSession();
  auto window = makeWindow();
  auto* dialog = new SettingsDialog(window.get());
  auto* box = dialog->findChild<QCheckBox*>(QStringLiteral("settings.session"));
  ASSERT_NE(box, nullptr);
  EXPECT_TRUE(box->isChecked());
  box->setChecked(false);
  dialog->accept();
  auto started = start();
  EXPECT_EQ(started->currentPage(), nullptr);
  ASSERT_NE(openAndWait(started.get(), paths_[0]), nullptr);
  started->close();
  EXPECT_TRUE(sessionOfMap(settings::session()).files.isEmpty());
}

TEST_F(SessionFlow, PicturesOpenNoSession) {
  leaveSession();
  auto window = makeWindow();
  WindowOptions options;
  options.screenshot = folder_.filePath(QStringLiteral("out.png"));
  CommandLineDriver driver(window.get(), options);
  driver.start();
  EXPECT_TRUE(window->pages().isEmpty());
}

}  // namespace
}  // namespace relaxscope
