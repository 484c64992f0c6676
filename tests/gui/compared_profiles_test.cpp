// SPDX-License-Identifier: Apache-2.0
// The tab of two profiles: its views, the keys between them, what is exported.
#include <gtest/gtest.h>

#include <QAction>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QMimeData>
#include <QProcess>
#include <QUrl>

#include <algorithm>

#include "app/window/comparison/comparison_page.h"
#include "app/window/document/export.h"
#include "app/window/shell/status_bar.h"
#include "tests/gui/gui_support.h"
#include "views/compare/compare_view.h"
#include "views/widgets/data_table.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope {
namespace {

using gui::waitFor;

const QString kOld = QStringLiteral(RELAXSCOPE_TEST_DATA "/profiles/pair_base.rsprof");
const QString kNew = QStringLiteral(RELAXSCOPE_TEST_DATA "/profiles/pair_fused.rsprof");

class ComparedProfiles : public ::testing::Test {
 protected:
  ComparisonPage* openPair(const QString& old = kOld, const QString& now = kNew) {
    ComparisonPage* page = window_->openComparison(old, now);
    EXPECT_TRUE(waitFor([page] { return page->isSettled() && page->currentView() != nullptr; }));
    QCoreApplication::processEvents();
    return page;
  }
  static CompareView* times(ComparisonPage* page) { return qobject_cast<CompareView*>(page->view(ViewId::Compare)); }
  static TabBar* tabs(ComparisonPage* page) { return page->findChild<TabBar*>(QStringLiteral("pair.tabs")); }

  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_ = gui::makeWindow();
};

TEST_F(ComparedProfiles, OpenOnTheirTimes) {
  ComparisonPage* page = openPair();
  EXPECT_TRUE(page->error().isEmpty()) << page->error().toStdString();
  EXPECT_EQ(page->currentView(), page->view(ViewId::Compare));
  ASSERT_NE(times(page)->source(), nullptr);
  EXPECT_EQ(tabs(page)->count(), 2);
  EXPECT_TRUE(tabs(page)->isVisible());
  const auto* status = window_->findChild<StatusBar*>();
  EXPECT_TRUE(waitFor([status] { return status->text().contains(QStringLiteral("turns")); }))
      << status->text().toStdString();
}

TEST_F(ComparedProfiles, ExecutablesOpenOnTheirDifferencesAlone) {
  const QString old = gui::writeExecutable(folder_, QStringLiteral("a.bin"), gui::sampleExecutable());
  const QString now = gui::writeExecutable(folder_, QStringLiteral("b.bin"), gui::sampleExecutable(3));
  ComparisonPage* page = openPair(old, now);
  EXPECT_EQ(page->currentView(), page->view(ViewId::Diff));
  EXPECT_FALSE(tabs(page)->isVisible());
  EXPECT_FALSE(page->showView(ViewId::Compare));
  EXPECT_FALSE(window_->action(QStringLiteral("show.compare"))->isEnabled());
  EXPECT_TRUE(window_->action(QStringLiteral("show.diff"))->isEnabled());
}

TEST_F(ComparedProfiles, KeysSwitchBetweenTheViews) {
  ComparisonPage* page = openPair();
  gui::trigger(window_.get(), "show.diff");
  EXPECT_EQ(page->currentView(), page->view(ViewId::Diff));
  EXPECT_EQ(tabs(page)->currentIndex(), 0);
  gui::trigger(window_.get(), "show.compare");
  EXPECT_EQ(page->currentView(), page->view(ViewId::Compare));
  gui::trigger(window_.get(), "view.nextPanel");
  EXPECT_EQ(page->currentView(), page->view(ViewId::Diff));
  tabs(page)->setCurrentIndex(1);
  EXPECT_EQ(page->currentView(), page->view(ViewId::Compare));
  QTest::keyClick(window_.get(), Qt::Key_1, Qt::ControlModifier);
  EXPECT_EQ(page->currentView(), page->view(ViewId::Diff)) << "the key of a document's first view";
  EXPECT_FALSE(window_->action(QStringLiteral("show.overview"))->isEnabled());
}

TEST_F(ComparedProfiles, TheNextDifferenceIsThatOfTheView) {
  ComparisonPage* page = openPair();
  DataTable* table = times(page)->panel()->table();
  const int first = table->currentRow();
  ASSERT_TRUE(waitFor([this] { return window_->action(QStringLiteral("compare.next"))->isEnabled(); }));
  gui::trigger(window_.get(), "compare.next");
  EXPECT_NE(table->currentRow(), first);
  EXPECT_TRUE(times(page)->source()->isSignificant(static_cast<size_t>(table->currentRow())));
}

TEST_F(ComparedProfiles, AnActivatedRowIsShownInItsCode) {
  ComparisonPage* page = openPair();
  DataTable* table = times(page)->panel()->table();
  for (size_t line = 0; line < times(page)->source()->rows(); ++line)
    if (const ComparedRow* row = times(page)->source()->rowOf(line);
        row != nullptr && row->oldName.starts_with("matmul"))
      table->rowActivated(static_cast<int>(line));
  EXPECT_EQ(page->currentView(), page->view(ViewId::Diff));
}

TEST_F(ComparedProfiles, AreExportedAsTheCommandLineWritesThem) {
  ComparisonPage* page = openPair();
  for (const TimesExporter& exporter : timesExporters()) {
    const QString out = folder_.filePath(QStringLiteral("out") + QLatin1String(exporter.suffix));
    QString error = QStringLiteral("pending");
    exportTimesFile(*page->comparison(), exporter, Grouping::Callee, out,
                    [&error](const QString& text) { error = text; });
    ASSERT_TRUE(waitFor([&error] { return error != QStringLiteral("pending"); }));
    EXPECT_EQ(error, QString());
    QFile file(out);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    QStringList arguments{QStringLiteral("compare"), kOld, kNew};
    if (std::string_view(exporter.id) != "text") arguments << QStringLiteral("--") + QLatin1String(exporter.id);
    QProcess rscope;
    rscope.start(QStringLiteral(RS_BIN "/rscope"), arguments);
    ASSERT_TRUE(rscope.waitForFinished());
    EXPECT_EQ(file.readAll(), rscope.readAllStandardOutput()) << exporter.id;
  }
}

TEST_F(ComparedProfiles, ThePageOfTheirDifferencesHasTheirTimes) {
  ComparisonPage* page = openPair();
  const QString out = folder_.filePath(QStringLiteral("out.html"));
  QString error = QStringLiteral("pending");
  const auto& html = *std::ranges::find_if(diffExporters(),
                                           [](const DiffExporter& row) { return std::string_view(row.id) == "html"; });
  exportDiffFile(*page->comparison(), html, out, [&error](const QString& text) { error = text; });
  ASSERT_TRUE(waitFor([&error] { return error != QStringLiteral("pending"); }));
  EXPECT_EQ(error, QString());
  QFile file(out);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QByteArray text = file.readAll();
  EXPECT_TRUE(text.contains("<th>DIFFERENCE</th>")) << "the table";
  EXPECT_TRUE(text.contains("run, unrecorded")) << "its last row";
}

TEST_F(ComparedProfiles, DroppedAtOnceAreCompared) {
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(kOld), QUrl::fromLocalFile(kNew)});
  QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &enter);
  QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &drop);
  ComparisonPage* page = window_->currentComparison();
  ASSERT_NE(page, nullptr);
  EXPECT_TRUE(waitFor([page] { return page->isSettled() && page->currentView() != nullptr; }));
  EXPECT_EQ(page->currentView(), page->view(ViewId::Compare));
}

TEST_F(ComparedProfiles, TheCommandLineTakesPicturesOfTimes) {
  const QString out = folder_.filePath(QStringLiteral("out.png"));
  const QStringList shot{QStringLiteral("--screenshot"), out, QStringLiteral("--view"), QStringLiteral("compare")};
  EXPECT_EQ(gui::startProgram(shot + QStringList{QStringLiteral("--diff"), kOld, kNew}).code, 0);
  EXPECT_FALSE(QImage(out).isNull());
  EXPECT_EQ(gui::startProgram(shot + QStringList{kOld}).code, 2);
  const QString old = gui::writeExecutable(folder_, QStringLiteral("a.bin"), gui::sampleExecutable());
  const QString now = gui::writeExecutable(folder_, QStringLiteral("b.bin"), gui::sampleExecutable(3));
  const auto without = gui::startProgram(shot + QStringList{QStringLiteral("--diff"), old, now});
  EXPECT_EQ(without.code, 2);
  EXPECT_TRUE(without.errors.contains(QStringLiteral("recorded run"))) << without.errors.toStdString();
}

}  // namespace
}  // namespace relaxscope
