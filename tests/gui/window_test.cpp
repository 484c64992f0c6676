// SPDX-License-Identifier: Apache-2.0
// Smoke tests over the tables: every view paints, every action can be triggered, everything has a name.
#include <gtest/gtest.h>

#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QFileDialog>
#include <QMenu>
#include <QPainter>
#include <QSet>

#include "app/window/actions/table.h"
#include "app/window/settings.h"
#include "app/window/shell/command_palette.h"
#include "app/window/shell/start_page.h"
#include "gui_support.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope {
namespace {

using namespace gui;

class Window : public testing::Test {
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
  for (int i = 0; i < 5; ++i) QCoreApplication::processEvents();
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
  for (const ViewRow& row : viewRegistry()) {
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
  for (const ViewRow& row : viewRegistry()) {
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

TEST_F(Window, EveryActionCanBeTriggeredAndEndsWithAWholeWindow) {
  for (const ActionRow& row : actionTable()) {
    if (QLatin1String(row.id) == QLatin1String("file.quit")) continue;
    if (open() == nullptr) FAIL() << "cannot open";
    ASSERT_NE(window_->action(QLatin1String(row.id)), nullptr) << row.id;
    trigger(window_.get(), row.id);
    QCoreApplication::processEvents();
    for (QDialog* dialog : window_->findChildren<QDialog*>()) dialog->reject();
    QCoreApplication::processEvents();
    EXPECT_TRUE(window_->isVisible()) << row.id;
  }
  for (DocumentPage* page : window_->pages()) page->runController()->stop();
}

TEST_F(Window, IdsOfActionsAreUniqueAndKeysDoNotClash) {
  QSet<QString> ids, keys;
  for (const ActionRow& row : actionTable()) {
    EXPECT_FALSE(ids.contains(QLatin1String(row.id))) << row.id;
    ids.insert(QLatin1String(row.id));
  }
  for (const QString& id : window_->actionIds())
    for (const QKeySequence& key : window_->action(id)->shortcuts()) {
      EXPECT_FALSE(keys.contains(key.toString())) << id.toStdString() << " " << key.toString().toStdString();
      keys.insert(key.toString());
    }
}

TEST_F(Window, WhatCanBeClickedHasAName) {
  ASSERT_NE(open(), nullptr);
  for (const ViewRow& row : viewRegistry()) trigger(window_.get(), ("show." + std::string(row.name())).c_str());
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
