// SPDX-License-Identifier: Apache-2.0
// Files that are no longer where they were: recent ones, those of a session, and those that vanish while they are open.
#include <gtest/gtest.h>

#include <QLabel>
#include <QPushButton>

#include "app/window/settings.h"
#include "app/window/shell/locate_flow.h"
#include "app/window/shell/start_page.h"
#include "tests/gui/gui_support.h"
#include "views/widgets/error_strip.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope::gui {
namespace {

class MovedFile : public ::testing::Test {
 protected:
  void SetUp() override { settings::clearRecent(); }
  void TearDown() override { settings::clearRecent(); }
  QString write(const char* name, int instructions = 0) {
    return writeExecutable(folder_, QLatin1String(name), sampleExecutable(instructions));
  }
  DocumentPage* openSettled(const QString& path) {
    DocumentPage* page = openAndWait(window_.get(), path);
    EXPECT_NE(page, nullptr);
    EXPECT_TRUE(waitFor([page] { return page->isSettled() && !page->openState().digest.isEmpty(); }));
    return page;
  }
  static QString strip(DocumentPage* page) { return page->loadError(); }
  static QPushButton* button(DocumentPage* page, const char* name) {
    return qobject_cast<QPushButton*>(child(child(page, "loadStrip"), name));
  }
  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_ = makeWindow();
};

TEST_F(MovedFile, IsToldWithItsPathAndCanBeRemoved) {
  const QString path = write("a.bin");
  openSettled(path);
  ASSERT_EQ(settings::recent().size(), 1);
  window_->closeTab(0);
  ASSERT_TRUE(QFile::remove(path));
  EXPECT_EQ(openAndWait(window_.get(), path), nullptr);
  DocumentPage* page = window_->currentPage();
  EXPECT_TRUE(strip(page).contains(path)) << strip(page).toStdString();
  EXPECT_TRUE(button(page, "errorStrip.action")->isVisible());
  button(page, "errorStrip.place")->click();
  EXPECT_TRUE(settings::recent().isEmpty());
  EXPECT_EQ(window_->currentPage(), nullptr) << "the start page";
}

TEST_F(MovedFile, IsFoundAtItsNewPlace) {
  const QString path = write("a.bin"), now = folder_.filePath(QStringLiteral("b.bin"));
  openSettled(path);
  window_->closeTab(0);
  ASSERT_TRUE(QFile::rename(path, now));
  EXPECT_EQ(openAndWait(window_.get(), path), nullptr);
  window_->locateFlow()->open(path, now);
  DocumentPage* page = window_->currentPage();
  ASSERT_TRUE(waitFor([page] { return page->isLoaded() && !page->openState().digest.isEmpty(); }));
  EXPECT_EQ(page->path(), now);
  EXPECT_TRUE(strip(page).isEmpty()) << "the same content: " << strip(page).toStdString();
  EXPECT_EQ(window_->pages().size(), 1) << "in place of the tab without content";
  ASSERT_EQ(settings::recent().size(), 1);
  EXPECT_EQ(settings::recent()[0].path, now);
}

TEST_F(MovedFile, AnotherFileIsSaidToDiffer) {
  const QString path = write("a.bin"), other = write("b.bin", 3);
  openSettled(path);
  window_->closeTab(0);
  ASSERT_TRUE(QFile::remove(path));
  window_->locateFlow()->open(path, other);
  DocumentPage* page = window_->currentPage();
  ASSERT_TRUE(waitFor([&] { return !strip(page).isEmpty(); }));
  EXPECT_TRUE(strip(page).contains(QStringLiteral("its content differs"))) << strip(page).toStdString();
  EXPECT_TRUE(strip(page).contains(path));
  EXPECT_TRUE(page->isLoaded());
}

TEST_F(MovedFile, OneOfUnknownContentIsSaidToBeUnknown) {
  const QString other = write("b.bin");
  window_->locateFlow()->open(folder_.filePath(QStringLiteral("never.bin")), other);
  DocumentPage* page = window_->currentPage();
  ASSERT_TRUE(waitFor([&] { return !strip(page).isEmpty(); }));
  EXPECT_TRUE(strip(page).contains(QStringLiteral("not known"))) << strip(page).toStdString();
}

TEST_F(MovedFile, ARecentOneHasItsPathAndButtonsOnTheStartPage) {
  const QString path = write("a.bin");
  openSettled(path);
  ASSERT_TRUE(QFile::remove(path));
  window_->showStartPage();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // of the rows of before
  QWidget* row = child(window_->startPage(), "recent.0");
  ASSERT_NE(row, nullptr);
  ASSERT_NE(child(row, "recent.locate"), nullptr);
  auto* remove = qobject_cast<QPushButton*>(child(row, "recent.remove"));
  ASSERT_NE(remove, nullptr);
  window_->grab();
  EXPECT_FALSE(remove->geometry().intersects(child(row, "recent.locate")->geometry()));
  remove->click();
  EXPECT_TRUE(settings::recent().isEmpty());
}

TEST_F(MovedFile, OneThatVanishesStaysAndSaysWhyItCannotRun) {
  const QString path = write("a.bin");
  DocumentPage* page = openSettled(path);
  ASSERT_TRUE(page->whyNotRunnable().isEmpty() || !page->whyNotRunnable().contains(path));
  ASSERT_TRUE(QFile::remove(path));
  ASSERT_TRUE(waitFor([&] { return strip(page).contains(QStringLiteral("no longer exists")); }));
  EXPECT_TRUE(page->isLoaded());
  EXPECT_TRUE(page->workspace()->isVisible());
  EXPECT_TRUE(page->whyNotRunnable().contains(QStringLiteral("no longer exists")))
      << page->whyNotRunnable().toStdString();
  EXPECT_TRUE(page->whyNotRunnable().contains(path));
  page->startRun({});
  EXPECT_TRUE(page->runError().contains(path)) << page->runError().toStdString();
  ASSERT_TRUE(waitFor([&] { return !window_->action(QStringLiteral("run.run"))->isEnabled(); }));
}

TEST_F(MovedFile, OneThatComesBackChangedCanBeReloaded) {
  const QString path = write("a.bin");
  DocumentPage* page = openSettled(path);
  const size_t size = page->document()->executable()->code.size();
  ASSERT_TRUE(QFile::remove(path));
  ASSERT_TRUE(waitFor([&] { return strip(page).contains(QStringLiteral("no longer exists")); }));
  write("a.bin", 3);
  ASSERT_TRUE(waitFor([&] { return strip(page).contains(QStringLiteral("changed on disk")); }));
  EXPECT_FALSE(page->whyNotRunnable().contains(QStringLiteral("no longer exists")));
  button(page, "errorStrip.action")->click();
  ASSERT_TRUE(waitFor([&] { return page->document()->executable()->code.size() > size && !page->isLoading(); }));
  EXPECT_TRUE(strip(page).contains(QStringLiteral("changed on disk"))) << "it can be compared with what it was";
  EXPECT_EQ(button(page, "errorStrip.action")->text(), QStringLiteral("Compare with before"));
  page->reload();
  EXPECT_TRUE(waitFor([&] { return strip(page).isEmpty() && !page->isLoading(); })) << "nothing has changed since";
}

TEST_F(MovedFile, OneThatIsMovedAwayAndBackIsTheSame) {
  const QString path = write("a.bin"), away = folder_.filePath(QStringLiteral("away.bin"));
  DocumentPage* page = openSettled(path);
  ASSERT_TRUE(QFile::rename(path, away));
  ASSERT_TRUE(waitFor([&] { return strip(page).contains(QStringLiteral("no longer exists")); }));
  ASSERT_TRUE(QFile::rename(away, path));
  EXPECT_TRUE(waitFor([&] { return strip(page).isEmpty(); }));
}

}  // namespace
}  // namespace relaxscope::gui
