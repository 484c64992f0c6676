// SPDX-License-Identifier: Apache-2.0
// What assistive software hears along the way: the item under the cursor of views that paint their contents.
#include <gtest/gtest.h>

#include <QAccessible>
#include <QStringList>
#include <QTest>
#include <QToolButton>

#include <memory>

#include "gui_support.h"
#include "tests/support/synthetic_trace.h"
#include "views/listing/area.h"
#include "views/widgets/error_strip.h"
#include "views/widgets/spoken_item.h"

namespace relaxscope {
namespace {

using namespace gui;

class Spoken : public ::testing::Test {
 protected:
  void SetUp() override {
    SpokenItem::setAlwaysTold(true);
    window_ = makeWindow();
    page_ = openAndWait(window_.get(), example("transformer_block.so"));
    ASSERT_NE(page_, nullptr);
  }
  void TearDown() override { SpokenItem::setAlwaysTold(false); }
  QList<QMetaObject::Connection> listen(QStringList* heard) {
    QList<QMetaObject::Connection> out;
    for (SpokenItem* item : window_->findChildren<SpokenItem*>())
      out << QObject::connect(item, &SpokenItem::told, [heard](const QString& text) { *heard << text; });
    return out;
  }
  /// What is heard after a key in the widget that has the focus.
  QString after(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QStringList heard;
    const auto connections = listen(&heard);
    QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(key), modifiers);
    QCoreApplication::processEvents();
    for (const auto& connection : connections) QObject::disconnect(connection);
    return heard.join(QLatin1Char('|'));
  }
  template <class T>
  T* focus(const char* action, const char* name) {
    trigger(window_.get(), action);
    EXPECT_TRUE(waitFor([this] { return page_->isSettled(); }));
    auto* widget = page_->findChild<T*>(QLatin1String(name));
    if (widget == nullptr) return nullptr;
    widget->setFocus();
    EXPECT_TRUE(waitFor([widget] { return widget->hasFocus(); }));
    QCoreApplication::processEvents();
    return widget;
  }

  std::unique_ptr<MainWindow> window_;
  DocumentPage* page_ = nullptr;
};

TEST_F(Spoken, TheInstructionUnderTheCursorIsAllThatIsHeardInTheListing) {
  auto* area = focus<ListingArea>("show.listing", "listing.area");
  ASSERT_NE(area, nullptr);
  (void)after(Qt::Key_Home);
  const QString line = after(Qt::Key_Down);
  EXPECT_EQ(line.count(QLatin1Char('|')), 0) << line.toStdString();
  EXPECT_TRUE(line.startsWith(QStringLiteral("pc %1, ").arg(area->current().value))) << line.toStdString();
  EXPECT_TRUE(line.contains(area->line(area->current()).tokens.front().text.trimmed())) << line.toStdString();
  const QString operand = after(Qt::Key_Right);
  EXPECT_TRUE(operand.endsWith(line) && operand.size() > line.size()) << operand.toStdString();
}

TEST_F(Spoken, TheItemIsAChildOfItsListAndGoesWithIt) {
  auto* area = focus<ListingArea>("show.listing", "listing.area");
  ASSERT_NE(area, nullptr);
  (void)after(Qt::Key_Home);
  QAccessibleInterface* list = QAccessible::queryAccessibleInterface(area);
  ASSERT_NE(list, nullptr);
  EXPECT_EQ(list->role(), QAccessible::List);
  QAccessibleInterface* item = list->focusChild();
  ASSERT_NE(item, nullptr);
  EXPECT_EQ(item->role(), QAccessible::ListItem);
  EXPECT_EQ(item->parent(), list);
  EXPECT_EQ(list->child(list->indexOfChild(item)), item);
  EXPECT_TRUE(item->state().focused);
  EXPECT_EQ(item->rect(), list->rect());
  (void)after(Qt::Key_Down);
  EXPECT_NE(list->focusChild()->text(QAccessible::Name), QString());
  EXPECT_EQ(list->childCount(), list->indexOfChild(list->focusChild()) + 1) << "the old item is gone";
}

TEST_F(Spoken, GraphBytesAndTimelineSayWhereTheCursorIs) {
  ASSERT_NE(focus<QWidget>("show.cfg", "cfg.canvas"), nullptr);
  EXPECT_TRUE(after(Qt::Key_Down).contains(QLatin1String("pc ")));
  ASSERT_NE(focus<QWidget>("show.hex", "hex.area"), nullptr);
  (void)after(Qt::Key_Home, Qt::ControlModifier);
  const QString byte = after(Qt::Key_Right);
  EXPECT_TRUE(byte.contains(QLatin1String("byte 1 (0x1)"))) << byte.toStdString();
  EXPECT_TRUE(byte.startsWith(QLatin1String("45, "))) << "the E of an ELF file: " << byte.toStdString();
  EXPECT_EQ(byte.count(QLatin1Char('|')), 0) << byte.toStdString();
  const auto model = testing::dynamicModel(6);
  page_->document()->setTrace(model.trace);
  ASSERT_NE(focus<QWidget>("show.timeline", "view.timeline"), nullptr);
  const QString call = after(Qt::Key_Period);
  EXPECT_TRUE(call.contains(QLatin1String("at "))) << call.toStdString();
}

TEST_F(Spoken, AMessageIsAnAlertAndTheStatusBarOneLine) {
  page_->document()->setRunFailure(QStringLiteral("It failed."), {});
  const QList<ErrorStrip*> strips = page_->findChildren<ErrorStrip*>();
  ASSERT_FALSE(strips.isEmpty());
  for (ErrorStrip* strip : strips)
    EXPECT_EQ(QAccessible::queryAccessibleInterface(strip)->role(), QAccessible::AlertMessage);
  auto* status = window_->findChild<QWidget*>(QStringLiteral("statusBar"));
  ASSERT_NE(status, nullptr);
  EXPECT_EQ(QAccessible::queryAccessibleInterface(status)->role(), QAccessible::StatusBar);
  EXPECT_TRUE(QAccessible::queryAccessibleInterface(status)->text(QAccessible::Name).contains(QLatin1String("Engine")));
}

TEST_F(Spoken, ButtonsWithoutTextAreNamedWithoutTheirMnemonic) {
  const Language chinese("zh_CN");
  const auto window = makeWindow();
  int seen = 0;
  for (QToolButton* button : window->findChildren<QToolButton*>()) {
    if (button->defaultAction() == nullptr) continue;
    const QString name = QAccessible::queryAccessibleInterface(button)->text(QAccessible::Name);
    EXPECT_FALSE(name.contains(QLatin1String("("))) << name.toStdString();
    ++seen;
  }
  EXPECT_GE(seen, 4);
}

}  // namespace
}  // namespace relaxscope
