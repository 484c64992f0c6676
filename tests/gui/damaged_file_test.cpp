// SPDX-License-Identifier: Apache-2.0
// Files that cannot be opened: the window shows their bytes as far as they were decoded, and frames the damaged field.
#include <gtest/gtest.h>

#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>

#include "app/window/document/damaged_view.h"
#include "tests/gui/gui_support.h"
#include "views/hex/hex_view.h"

namespace relaxscope::gui {
namespace {

QString damagedFile(const char* name) { return QStringLiteral(RELAXSCOPE_TEST_DATA "/damaged/") + QLatin1String(name); }

class DamagedFile : public ::testing::Test {
 protected:
  /// Opens a file that must fail, and returns the shown bytes.
  HexView* open(const QString& path) {
    EXPECT_EQ(openAndWait(window_.get(), path), nullptr);
    auto* view = window_->currentPage()->findChild<DamagedView*>();
    return view != nullptr && view->isVisible() ? view->bytes() : nullptr;
  }
  QString hint() const {
    return qobject_cast<QLabel*>(child(child(window_->currentPage(), "loadStrip"), "errorStrip.hint"))->text();
  }
  static bool isScrolledTo(const HexArea* area, uint64_t offset) {
    const auto row = static_cast<int>(offset / static_cast<uint64_t>(area->bytesPerRow()));
    const QScrollBar* bar = area->verticalScrollBar();
    return row >= bar->value() && row < bar->value() + bar->pageStep();
  }
  std::unique_ptr<MainWindow> window_ = makeWindow();
  QTemporaryDir folder_;
};

TEST_F(DamagedFile, OpensAtTheFramedField) {
  HexView* bytes = open(damagedFile("const_kind_unknown.bin"));
  ASSERT_NE(bytes, nullptr);
  const auto damaged = bytes->area()->map()->damaged();
  ASSERT_TRUE(damaged.has_value());
  EXPECT_EQ(bytes->area()->current(), damaged->offset);
  EXPECT_EQ(bytes->area()->markedOffset(), damaged->offset);
  EXPECT_EQ(bytes->area()->markedSize(), 4u) << "the type code, an i32";
  EXPECT_TRUE(bytes->pathText().endsWith(QStringLiteral("damaged field"))) << bytes->pathText().toStdString();
  EXPECT_TRUE(hint().contains(QStringLiteral("The frame marks bytes"))) << hint().toStdString();
  const QString error = window_->currentPage()->loadError();
  EXPECT_TRUE(error.contains(QStringLiteral("unknown type code"))) << error.toStdString();
}

TEST_F(DamagedFile, AFieldNearTheEndIsInSight) {
  const QString path = folder_.filePath(QStringLiteral("broken.txt"));
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("@main(x):\n");
  for (int i = 0; i < 60; ++i) file.write("  # a comment\n");
  file.write("  ret %0\n  nonsense\n");
  file.close();
  window_->resize(1366, 768);
  HexView* bytes = open(path);
  ASSERT_NE(bytes, nullptr);
  window_->grab();
  ASSERT_TRUE(bytes->area()->map()->damaged().has_value());
  EXPECT_GT(bytes->area()->current(), 800u);
  EXPECT_TRUE(isScrolledTo(bytes->area(), bytes->area()->current()));
  window_->resize(1366, 600);
  QCoreApplication::processEvents();
  EXPECT_TRUE(isScrolledTo(bytes->area(), bytes->area()->current()));
}

TEST_F(DamagedFile, TheStripLeadsBackToTheField) {
  HexView* bytes = open(damagedFile("const_kind_unknown.bin"));
  ASSERT_NE(bytes, nullptr);
  const uint64_t place = bytes->area()->current();
  bytes->goToOffset(0);
  ASSERT_NE(bytes->area()->current(), place);
  auto* link = qobject_cast<QPushButton*>(child(child(window_->currentPage(), "loadStrip"), "errorStrip.place"));
  ASSERT_TRUE(link->isVisible());
  link->click();
  EXPECT_EQ(bytes->area()->current(), place);
}

TEST_F(DamagedFile, DecodedPartsCanBeSearchedAndChosen) {
  HexView* bytes = open(damagedFile("const_kind_unknown.bin"));
  ASSERT_NE(bytes, nullptr);
  ASSERT_TRUE(waitFor([this] { return window_->action(QStringLiteral("edit.find"))->isEnabled(); }));
  EXPECT_FALSE(window_->action(QStringLiteral("run.run"))->isEnabled());
  trigger(window_.get(), "edit.find");
  EXPECT_TRUE(bytes->findBar()->isVisible());
  for (uint64_t at = 0; at < bytes->area()->size(); at += 3) bytes->goToOffset(at);
  QTest::keyClick(bytes->area(), Qt::Key_Return);
  for (const ViewRow& row : viewsOf(Subject::Executable)) window_->showView(row.id);
}

TEST_F(DamagedFile, AMendedFileReplacesTheBytes) {
  const QString path = folder_.filePath(QStringLiteral("x.bin"));
  ASSERT_TRUE(QFile::copy(damagedFile("trunc_0120.bin"), path));
  ASSERT_NE(open(path), nullptr);
  ASSERT_TRUE(QFile::remove(path));
  ASSERT_TRUE(QFile::copy(damagedFile("valid.bin"), path));
  DocumentPage* page = window_->currentPage();
  qobject_cast<QPushButton*>(child(child(page, "loadStrip"), "errorStrip.action"))->click();
  ASSERT_TRUE(waitFor([page] { return page->isLoaded(); }));
  EXPECT_TRUE(page->loadError().isEmpty());
  ASSERT_TRUE(waitFor([page] { return page->findChild<DamagedView*>() == nullptr; }));
  EXPECT_TRUE(page->workspace()->isVisible());
}

TEST_F(DamagedFile, OneThatWasShownWholeStays) {
  const QString path = folder_.filePath(QStringLiteral("x.bin"));
  ASSERT_TRUE(QFile::copy(damagedFile("valid.bin"), path));
  DocumentPage* page = openAndWait(window_.get(), path);
  ASSERT_NE(page, nullptr);
  ASSERT_TRUE(QFile::remove(path));
  ASSERT_TRUE(QFile::copy(damagedFile("trunc_0120.bin"), path));
  page->reload();
  ASSERT_TRUE(waitFor([page] { return page->loadError().contains(QStringLiteral("cannot be opened")); }));
  EXPECT_TRUE(page->isLoaded());
  EXPECT_TRUE(page->workspace()->isVisible());
}

TEST_F(DamagedFile, EachShowsItsBytesWithAFrameOrFromTheStart) {
  int shown = 0;
  for (const char* folder : {"/damaged", "/relay/damaged"}) {
    const QDir files(QStringLiteral(RELAXSCOPE_TEST_DATA) + QLatin1String(folder));
    for (const QFileInfo& file : files.entryInfoList(QDir::Files)) {
      SCOPED_TRACE(file.fileName().toStdString());
      DocumentPage* page = window_->openFile(file.filePath());
      ASSERT_TRUE(waitFor([page] { return page->isLoaded() || !page->loadError().isEmpty(); }));
      if (!page->isLoaded()) {
        auto* view = page->findChild<DamagedView*>();
        ASSERT_NE(view, nullptr);
        HexView* bytes = view->bytes();
        EXPECT_EQ(bytes->area()->size(), static_cast<uint64_t>(file.size()));
        const auto damaged = bytes->area()->map()->damaged();
        EXPECT_EQ(bytes->area()->current(), damaged ? damaged->offset : 0);
        if (damaged) { EXPECT_LE(damaged->offset + damaged->size, bytes->area()->size()); }
        window_->grab();
        EXPECT_TRUE(isScrolledTo(bytes->area(), bytes->area()->current()));
        ++shown;
      }
      trigger(window_.get(), "file.close");
    }
  }
  EXPECT_GT(shown, 50);
}

TEST(DamagedPicture, IsWrittenAndEndsWithTwo) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("out.png"));
  const Ended ended = startProgram({QStringLiteral("--screenshot"), path, damagedFile("const_kind_unknown.bin")});
  EXPECT_EQ(ended.code, 2) << ended.errors.toStdString();
  EXPECT_TRUE(ended.errors.contains(QStringLiteral("unknown type code"))) << ended.errors.toStdString();
  EXPECT_FALSE(QImage(path).isNull());
}

}  // namespace
}  // namespace relaxscope::gui
