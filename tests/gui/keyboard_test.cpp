// SPDX-License-Identifier: Apache-2.0
// Everything that works with the mouse works with the keyboard.
#include <gtest/gtest.h>

#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QMenu>

#include "gui_support.h"
#include "views/widgets/data_table.h"

namespace relaxscope {
namespace {

using namespace gui;

class Keyboard : public ::testing::Test {
 protected:
  void SetUp() override {
    window_ = makeWindow();
    page_ = openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable()));
    ASSERT_NE(page_, nullptr);
  }
  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
  DocumentPage* page_ = nullptr;
};

TEST_F(Keyboard, TheTableInFrontIsSorted) {
  trigger(window_.get(), "show.functions");
  auto* table = page_->workspace()->view(ViewId::Functions)->findChild<DataTable*>();
  ASSERT_NE(table, nullptr);
  window_->activateWindow();
  ASSERT_TRUE(waitFor([&] { return QApplication::activeWindow() == window_.get(); }));
  table->setFocus();
  QTest::keyClick(table, Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
  QMenu* menu = table->findChild<QMenu*>(QStringLiteral("table.menu"));
  ASSERT_NE(menu, nullptr);
  menu->setActiveAction(menu->findChild<QAction*>(QStringLiteral("table.sort.name")));
  QTest::keyClick(menu, Qt::Key_Return);
  EXPECT_EQ(table->tableModel()->chosenSort()->column, QStringLiteral("name"));
  EXPECT_EQ(table->model()->index(0, 0).data().toString(), QStringLiteral("block"));
}

TEST_F(Keyboard, AViewWithoutATableSaysSo) {
  trigger(window_.get(), "show.cfg");
  for (QWidget* widget = QApplication::focusWidget(); widget != nullptr; widget = nullptr) widget->clearFocus();
  page_->workspace()->view(ViewId::Cfg)->setFocus();
  trigger(window_.get(), "view.sort");
  EXPECT_TRUE(child(window_.get(), "notice")->isVisible());
}

TEST_F(Keyboard, SingleKeysActInAViewAndStayWithWhatUsesThem) {
  window_->activateWindow();
  ASSERT_TRUE(waitFor([&] { return QApplication::activeWindow() == window_.get(); }));
  const auto centre = [this] { return page_->workspace()->panel(ViewArea::Centre)->currentId(); };
  trigger(window_.get(), "show.listing");
  ASSERT_NE(QApplication::focusWidget(), nullptr);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  EXPECT_EQ(centre(), ViewId::Cfg);
  trigger(window_.get(), "show.listing");
  page_->workspace()->view(ViewId::Listing)->cornerWidgets().last()->setFocus();  // a button: Space presses it
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  EXPECT_EQ(centre(), ViewId::Listing);
  trigger(window_.get(), "show.functions");
  auto* table = page_->workspace()->view(ViewId::Functions)->findChild<DataTable*>();
  table->setFocus();
  QTest::keyClick(table, Qt::Key_N);  // filters; does not rename a function
  EXPECT_EQ(window_->findChild<QDialog*>(QStringLiteral("textDialog")), nullptr);
  table->setFocus();
  QTest::keyClick(table, Qt::Key_Semicolon);
  EXPECT_NE(window_->findChild<QDialog*>(QStringLiteral("textDialog")), nullptr);
}

TEST_F(Keyboard, TheShortcutSheetListsSortingAndRuns) {
  trigger(window_.get(), "help.shortcuts");
  QWidget* sheet = child(window_.get(), "shortcutSheet");
  ASSERT_NE(sheet, nullptr);
  QStringList lines, keys;
  for (const QLabel* label : sheet->findChildren<QLabel*>()) lines << label->text();
  for (const QWidget* widget : sheet->findChildren<QWidget*>()) keys << widget->accessibleName();
  EXPECT_TRUE(lines.contains(QStringLiteral("Sort the table…")));
  EXPECT_TRUE(keys.contains(QStringLiteral("Ctrl+Shift+O")));
  for (const ViewRow& view : viewRegistry())
    for (const ViewKeyRow& row : view.keyRows) {
      EXPECT_TRUE(lines.contains(QLatin1String(row.text))) << row.text;
      EXPECT_TRUE(keys.contains(QLatin1String(row.keys))) << row.keys;
    }
}

}  // namespace
}  // namespace relaxscope
