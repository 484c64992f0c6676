// SPDX-License-Identifier: Apache-2.0
// Smoke tests over the tables: every view paints, every action is enabled somewhere and can be triggered, everything
// has a name.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QSet>

#include "app/window/actions/table.h"
#include "app/window/settings.h"
#include "app/window/shell/command_palette.h"
#include "app/window/shell/device_box.h"
#include "app/window/shell/start_page.h"
#include "app/window/shell/start_rows.h"
#include "gui_support.h"
#include "views/theme/theme.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope {
namespace {

using namespace gui;

class Window : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(folder_.isValid());
    path_ = writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable());
    window_ = makeWindow();
  }
  DocumentPage* open() { return openAndWait(window_.get(), path_); }
  QTemporaryDir folder_;
  QString path_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(Window, StartsOnTheStartPageWithNothingToRun) {
  EXPECT_EQ(window_->documentTabs()->count(), 1);
  EXPECT_EQ(window_->currentPage(), nullptr);
  EXPECT_FALSE(window_->action(QStringLiteral("run.run"))->isEnabled());
  EXPECT_TRUE(window_->startPage()->isVisible());
}

TEST_F(Window, TheStartPagePaintsNothingOverItsText) {
  const auto* zone = window_->startPage()->findChild<DropZone*>();
  const auto* text = window_->startPage()->findChild<QWidget*>(QStringLiteral("startPage.kinds"));
  ASSERT_TRUE(zone != nullptr && text != nullptr);
  for (const QSize size : {QSize(1000, 650), QSize(1280, 800), QSize(1600, 1000)}) {
    window_->resize(size);
    ASSERT_TRUE(waitFor([&] { return window_->size() == size && zone->isVisible(); }));
    EXPECT_EQ(zone->showsKeys(), size.width() > 1200) << size.width();
    if (!zone->showsKeys()) continue;
    EXPECT_LT(text->geometry().right(), zone->width() - Theme::instance()->px(288)) << size.width();
  }
}

TEST_F(Window, DevicesAreOfferedWhereThereIsAChoice) {
  DeviceBox* devices = window_->devices();
  EXPECT_FALSE(devices->isVisible()) << "only this processor, which the status bar names";
  EXPECT_EQ(devices->chosen(), QStringLiteral("cpu"));
  devices->addItem(QStringLiteral("CUDA 0"), QStringLiteral("cuda:0"));
  EXPECT_TRUE(devices->isVisible());
}

TEST_F(Window, ADocumentTakesTheSizesOfPanelsThatAnotherLeft) {
  const auto widths = [](DocumentPage* page) {
    std::vector<int> all;
    for (const QDockWidget* dock : page->workspace()->findChildren<QDockWidget*>())
      if (dock->isVisible()) all.push_back(dock->width());
    return all;
  };
  DocumentPage* page = open();
  ASSERT_NE(page, nullptr);
  trigger(window_.get(), "show.listing");
  ASSERT_TRUE(waitFor([&] { return widths(page).size() > 1; }));
  ASSERT_TRUE(waitUntilLaidOut(window_.get()));
  const std::vector<int> before = widths(page);
  EXPECT_GT(before.front(), 300) << "wider than the least, so that a cut shows";
  settings::setWorkspaceLayout(page->workspace()->saveLayout());
  const auto again = makeWindow();
  DocumentPage* other = openAndWait(again.get(), path_);
  ASSERT_NE(other, nullptr);
  trigger(again.get(), "show.listing");
  EXPECT_TRUE(waitFor([&] { return widths(other) == before; }))
      << widths(other).front() << " and not " << before.front();
  settings::setWorkspaceLayout({});
}

TEST_F(Window, EveryViewIsMadeShownAndPainted) {
  DocumentPage* page = open();
  ASSERT_NE(page, nullptr);
  for (const ViewRow& row : viewsOf(Subject::Executable)) {
    const QString id = QLatin1String(row.name());
    trigger(window_.get(), ("show." + std::string(row.name())).c_str());
    View* view = page->workspace()->view(row.id);
    ASSERT_NE(view, nullptr) << row.name();
    EXPECT_TRUE(view->isVisible()) << row.name();
    EXPECT_EQ(view->objectName(), QStringLiteral("view.") + id);
    EXPECT_TRUE(waitFor([view] { return view->isSettled(); })) << row.name();
    const QImage image = view->grab().toImage();
    QSet<QRgb> colors;
    for (int y = 0; y < image.height(); y += 3)
      for (int x = 0; x < image.width(); x += 3) colors.insert(image.pixel(x, y));
    EXPECT_GT(colors.size(), 3) << row.name() << " paints nothing";
  }
}

TEST_F(Window, EveryViewReachesThePictureExport) {
  DocumentPage* page = open();
  ASSERT_NE(page, nullptr);
  for (const ViewRow& row : viewsOf(Subject::Executable)) {
    trigger(window_.get(), ("show." + std::string(row.name())).c_str());
    View* view = page->workspace()->view(row.id);
    ASSERT_TRUE(waitFor([view] { return view->isSettled(); })) << row.name();
    QImage image(view->size(), QImage::Format_ARGB32);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    view->renderAll(&painter, image.size());
    painter.end();
    int painted = 0;
    for (int y = 0; y < image.height(); y += 5)
      for (int x = 0; x < image.width(); x += 5) painted += image.pixel(x, y) != QColor(Qt::magenta).rgb() ? 1 : 0;
    EXPECT_GT(painted, 20) << row.name();
  }
}

class WindowActions : public Window {
 protected:
  /// Opens a file as far as each action needs: with subjects before and after the current one, and with a run.
  void prepare(const QString& path, const ActionRow& row) {
    DocumentPage* page = openAndWait(window_.get(), path);
    ASSERT_NE(page, nullptr) << path.toStdString();
    ASSERT_TRUE(waitFor([page] { return page->isSettled(); })) << row.id;
    const Executable& executable = *page->document()->executable();
    ASSERT_GT(executable.code.size(), 3u);
    for (int64_t pc = 0; pc < 3; ++pc) {
      Place place;
      place.pc = InstrIndex(pc);
      place.function = executable.functionAt(place.pc);
      page->document()->selection()->activate(place, ViewId::Listing);
    }
    page->document()->selection()->back();
    RunSpec spec;
    spec.repeat = 2;
    spec.warmup = 0;
    const bool runs = !WorkerLink::defaultWorker().isEmpty() && page->whyNotRunnable().isEmpty();
    const QLatin1String id(row.id);
    const bool steps = id == QLatin1String("run.earlier") || id == QLatin1String("run.later");
    if (runs && (page->document()->trace() == nullptr || steps)) {
      ASSERT_TRUE(runAndWait(page, spec)) << page->document()->runFailure().toStdString();
    }
    if (id == QLatin1String("run.later")) {
      ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
      page->document()->runs()->requestShow(page->document()->runs()->earlier());
    }
    ASSERT_TRUE(waitFor([page] { return page->isSettled(); })) << row.id;
    spec.workerCommand = QStringLiteral("sleep 600");  // runs until it is stopped
    if (runs && QLatin1String(row.id) == QLatin1String("run.stop")) page->startRun(spec);
  }
  void closeDialogs() {
    QCoreApplication::processEvents();
    if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
    for (QDialog* dialog : window_->findChildren<QDialog*>()) dialog->reject();
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  /// Actions that no document of these tests enables.
  static QSet<QString> excluded() {
    QSet<QString> ids = {QStringLiteral("file.quit")};                   // closes the window
    ids += {QStringLiteral("view.lock"), QStringLiteral("view.close")};  // of a view that is shown once more
    // Of a tab of two files, and of edited code: comparison_page_test.cpp, run_both_test.cpp.
    ids += {QStringLiteral("compare.next"), QStringLiteral("compare.previous"), QStringLiteral("compare.swap"),
            QStringLiteral("compare.disk"), QStringLiteral("run.both")};
    if (WorkerLink::defaultWorker().isEmpty())  // nothing can be run, so there is no trace either
      for (const char* id : {"run.run", "run.dialog", "run.stop", "run.earlier", "run.later", "file.saveTrace"})
        ids.insert(QLatin1String(id));
    return ids;
  }
};

TEST_F(WindowActions, EachIsEnabledInSomeDocumentAndLeavesTheWindowOpen) {
  QSet<QString> triggered;
  for (const QString& path :
       {example("pool_tree.so"), QStringLiteral(RELAXSCOPE_TEST_DATA "/relay/v0.17.0/late_bound.ro")})
    for (const ActionRow& row : actionTable()) {
      const QString id = QLatin1String(row.id);
      if (id == QStringLiteral("file.quit")) continue;
      ASSERT_NO_FATAL_FAILURE(prepare(path, row));
      const QAction* action = window_->action(id);
      ASSERT_NE(action, nullptr) << row.id;
      const bool enabled = row.enabled(contextOf(window_.get()));
      ASSERT_TRUE(waitFor([&] { return action->isEnabled() == enabled; })) << row.id;
      if (enabled) triggered.insert(id);
      trigger(window_.get(), row.id);
      closeDialogs();
      EXPECT_TRUE(window_->isVisible()) << row.id;
    }
  QStringList never;
  for (const ActionRow& row : actionTable())
    if (!triggered.contains(QLatin1String(row.id)) && !excluded().contains(QLatin1String(row.id)))
      never << QLatin1String(row.id);
  EXPECT_EQ(never.join(QLatin1Char(' ')).toStdString(), "");
}

TEST_F(Window, ThePictureOfAViewIsSaved) {
  DocumentPage* page = open();
  ASSERT_NE(page, nullptr);
  trigger(window_.get(), "show.listing");
  ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
  ASSERT_TRUE(waitFor([this] { return window_->action(QStringLiteral("file.exportImage"))->isEnabled(); }));
  for (const char* name : {"listing.png", "listing.svg"}) {
    trigger(window_.get(), "file.exportImage");
    auto* dialog = window_->findChild<QFileDialog*>(QStringLiteral("saveDialog"));
    ASSERT_NE(dialog, nullptr) << name;
    Q_EMIT dialog->fileSelected(folder_.filePath(QLatin1String(name)));
    delete dialog;
  }
  const QImage picture(folder_.filePath(QStringLiteral("listing.png")));
  EXPECT_EQ(picture.size(), page->workspace()->view(ViewId::Listing)->contentSize() * 2) << "two pixels per unit";
  QFile svg(folder_.filePath(QStringLiteral("listing.svg")));
  ASSERT_TRUE(svg.open(QIODevice::ReadOnly));
  const QByteArray text = svg.readAll();
  EXPECT_TRUE(text.contains("<svg")) << text.toStdString();
  EXPECT_TRUE(text.contains("block")) << text.toStdString();
}

TEST_F(Window, IdsAndKeysOfActionsAreUnique) {
  QSet<QString> ids, keys;
  for (const ActionRow& row : actionTable()) {
    EXPECT_FALSE(ids.contains(QLatin1String(row.id))) << row.id;
    ids.insert(QLatin1String(row.id));
  }
  // A view of a pair may have the key of a document's view: one of the two is disabled.
  QSet<QString> ofPair, keysOfPair;
  for (const ViewRow& row : viewsOf(Subject::Pair)) ofPair.insert(showActionId(row.id));
  for (const QString& id : window_->actionIds())
    for (const QKeySequence& key : window_->action(id)->shortcuts()) {
      QSet<QString>& taken = ofPair.contains(id) ? keysOfPair : keys;
      EXPECT_FALSE(taken.contains(key.toString())) << id.toStdString() << " " << key.toString().toStdString();
      taken.insert(key.toString());
    }
  for (const ActionRow& row : actionTable())
    for (const QKeySequence& key : window_->action(QLatin1String(row.id))->shortcuts())
      EXPECT_FALSE(keysOfPair.contains(key.toString())) << row.id;
}

TEST_F(Window, WhatCanBeClickedHasAName) {
  ASSERT_NE(open(), nullptr);
  for (const ViewRow& row : viewsOf(Subject::Executable))
    trigger(window_.get(), ("show." + std::string(row.name())).c_str());
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  for (QAbstractButton* button : window_->findChildren<QAbstractButton*>()) {
    const QByteArray kind = button->metaObject()->className();
    if (kind == "QTableCornerButton" || kind == "QLineEditIconButton") continue;  // Qt makes these itself
    EXPECT_FALSE(button->objectName().isEmpty()) << kind.constData() << " \"" << button->text().toStdString()
                                                 << "\" in " << button->parent()->objectName().toStdString();
  }
  for (const QString& id : window_->actionIds()) EXPECT_FALSE(window_->action(id)->objectName().isEmpty());
}

TEST_F(Window, TabsOpenOnceTurnAndClose) {
  DocumentPage* first = open();
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(window_->documentTabs()->count(), 1) << "the start page makes room";
  EXPECT_EQ(window_->openFile(path_), first);
  const QString other = writeExecutable(folder_, QStringLiteral("other.bin"), sampleExecutable(4));
  DocumentPage* second = openAndWait(window_.get(), other);
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(window_->documentTabs()->count(), 2);
  EXPECT_EQ(window_->currentPage(), second);
  trigger(window_.get(), "view.nextTab");
  EXPECT_EQ(window_->currentPage(), first);
  trigger(window_.get(), "file.close");
  EXPECT_EQ(window_->currentPage(), second);
  Q_EMIT window_->documentTabs()->middleClicked(0);
  EXPECT_EQ(window_->currentPage(), nullptr);
  EXPECT_EQ(window_->documentTabs()->count(), 1) << "the start page is back";
}

TEST_F(Window, LayoutIsSavedRestoredAndReset) {
  DocumentPage* page = open();
  ASSERT_NE(page, nullptr);
  Workspace* workspace = page->workspace();
  trigger(window_.get(), "show.cfg");
  QDockWidget* left = workspace->dock(ViewArea::Left);
  left->setFloating(true);
  const QByteArray floating = workspace->saveLayout();
  workspace->resetLayout();
  EXPECT_FALSE(left->isFloating());
  EXPECT_EQ(workspace->panel(ViewArea::Centre)->currentId(), ViewId::Listing);
  workspace->restoreLayout(floating);
  EXPECT_TRUE(left->isFloating());
  EXPECT_EQ(workspace->panel(ViewArea::Centre)->currentId(), ViewId::Cfg);
  left->setFloating(false);
  workspace->setDockVisible(ViewArea::Left, false);
  EXPECT_FALSE(workspace->isDockVisible(ViewArea::Left));
  workspace->resetLayout();
  EXPECT_TRUE(workspace->isDockVisible(ViewArea::Left));
}

TEST_F(Window, ALayoutOfAnotherKindIsIgnored) {
  DocumentPage* page = open();
  ASSERT_NE(page, nullptr);
  page->workspace()->restoreLayout(QByteArray("not a layout at all"));
  EXPECT_TRUE(page->workspace()->isDockVisible(ViewArea::Left));
}

}  // namespace
}  // namespace relaxscope
