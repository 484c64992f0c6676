// SPDX-License-Identifier: Apache-2.0
// Views in windows of their own, and views that are shown once more, locked to a function.
#include "app/window/document/further_views.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QRegularExpression>
#include <QTimer>
#include <QToolButton>

#include "app/window/settings.h"
#include "gui_support.h"
#include "views/listing/listing_view.h"

namespace relaxscope {
namespace {

using namespace gui;

class FurtherViewsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    settings::setWorkspaceLayout({});
    path_ = writeExecutable(folder_, QStringLiteral("sample.rsexec"), sampleExecutable());
    window_ = makeWindow();
    page_ = openAndWait(window_.get(), path_);
    ASSERT_NE(page_, nullptr);
    workspace_ = page_->workspace();
    workspace_->showLayout(LayoutId::All);
    main_ = page_->document()->executable()->findFunction("main");
    block_ = page_->document()->executable()->findFunction("block");
    ASSERT_TRUE(main_.valid() && block_.valid());
    select(block_);
    settle();
  }
  void settle() {
    EXPECT_TRUE(waitFor([this] { return page_->isSettled(); }));
    EXPECT_TRUE(waitUntilLaidOut(window_.get()));
  }
  void select(FuncIndex function) {
    Place place;
    place.function = function;
    page_->document()->selection()->select(place);
    settle();
  }
  FurtherViews* further() { return workspace_->further(); }
  FuncIndex shownIn(View* view) { return view->document()->selection()->subject(); }
  View* secondListing() {
    trigger(window_.get(), "show.listing");
    trigger(window_.get(), "view.onceMore");
    settle();
    return workspace_->view({ViewId::Listing, true});
  }
  /// Texts of the menu of a panel; `chosen` is triggered.
  QStringList panelMenu(ViewPanel* panel, const QString& chosen = {}) {
    QStringList texts;
    QTimer::singleShot(0, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (menu == nullptr) return;
      for (QAction* action : menu->actions()) {
        texts += action->text();
        if (action->text() == chosen) action->trigger();
      }
      menu->close();
    });
    static const QRegularExpression kMore(QStringLiteral("^more\\."));
    panel->strip()->findChildren<QToolButton*>(kMore).value(0)->click();
    settle();
    return texts;
  }
  QTemporaryDir folder_;
  QString path_;
  std::unique_ptr<MainWindow> window_;
  DocumentPage* page_ = nullptr;
  Workspace* workspace_ = nullptr;
  FuncIndex main_, block_;
};

TEST(FloatingGeometry, LiesOnTheScreen) {
  const QRect screen(100, 50, 1000, 700);
  const QSize least(360, 240);
  EXPECT_EQ(fittedInto({200, 100, 500, 400}, screen, least), QRect(200, 100, 500, 400));
  EXPECT_EQ(fittedInto({-5000, 9000, 500, 400}, screen, least), QRect(100, 350, 500, 400));
  EXPECT_EQ(fittedInto({900, 700, 10, 10}, screen, least), QRect(740, 510, 360, 240));
  EXPECT_EQ(fittedInto({0, 0, 9000, 9000}, screen, least), screen);
  EXPECT_EQ(fittedInto({0, 0, -3, -3}, {0, 0, 200, 100}, least), QRect(0, 0, 200, 100));
}

TEST(ArrangementBytes, AreReadAgainAlsoThoseOfOlderVersions) {
  Arrangement one;
  one.docks = "docks";
  one.moved[QStringLiteral("listing")] = 2;
  one.current = {QStringLiteral("functions"), QStringLiteral("cfg"), QStringLiteral("listing.second"), {}};
  one.floats = {{QStringLiteral("timeline"), 3, {10, 20, 300, 200}}};
  one.seconds = {{QStringLiteral("listing"), 2, QStringLiteral("main")}};
  const QByteArray bytes = toBytes(one);
  EXPECT_EQ(arrangementOf(bytes), one);
  Arrangement old = one;
  old.floats.clear();
  old.seconds.clear();
  EXPECT_EQ(arrangementOf(toBytes(old).chopped(8)), old) << "without the two numbers at the end";
  for (qsizetype length = 0; length < bytes.size(); ++length) (void)arrangementOf(bytes.left(length));
  QByteArray many = toBytes(old).chopped(8);
  many += QByteArray("\x7f\xff\xff\xff", 4);
  EXPECT_EQ(arrangementOf(many), std::nullopt);
}

TEST_F(FurtherViewsTest, AViewStandsInAWindowOfItsOwnAndComesBack) {
  trigger(window_.get(), "show.timeline");
  settle();
  trigger(window_.get(), "view.float");
  settle();
  FloatingView* own = further()->floating(ViewId::Timeline);
  ASSERT_NE(own, nullptr);
  EXPECT_TRUE(own->isVisible() && own->isWindow());
  EXPECT_EQ(own->windowTitle(), QStringLiteral("Timeline — sample.rsexec"));
  EXPECT_EQ(workspace_->areaOfView(ViewId::Timeline), std::nullopt);
  EXPECT_TRUE(workspace_->view(ViewId::Timeline)->isVisible());
  EXPECT_TRUE(own->isAncestorOf(workspace_->view(ViewId::Timeline)));
  EXPECT_EQ(workspace_->currentViewId(), ViewId::Timeline);
  EXPECT_TRUE(waitFor([this] { return window_->action(QStringLiteral("view.float"))->isChecked(); }));
  own->close();
  settle();
  EXPECT_EQ(further()->floating(ViewId::Timeline), nullptr);
  EXPECT_EQ(workspace_->areaOfView(ViewId::Timeline), ViewArea::Bottom);
  EXPECT_TRUE(workspace_->view(ViewId::Timeline)->isVisible());
  EXPECT_TRUE(window_->findChildren<FloatingView*>().isEmpty()) << "the window is gone";
}

TEST_F(FurtherViewsTest, TheLastTabOfTheCentreLeavesNoOverviewInFront) {
  trigger(window_.get(), "show.findings");
  settle();
  for (const ViewId id : {ViewId::Listing, ViewId::Cfg, ViewId::Memory, ViewId::Source, ViewId::Hex})
    further()->floatView(id);
  workspace_->showView(ViewId::Findings);
  further()->floatView(ViewId::Findings);
  settle();
  EXPECT_FALSE(workspace_->showsOverview());
  EXPECT_EQ(workspace_->panel(ViewArea::Centre)->currentId(), ViewId::Statistics);
}

TEST_F(FurtherViewsTest, KeysOfTheMainWindowWorkInIt) {
  trigger(window_.get(), "show.cfg");
  trigger(window_.get(), "view.float");
  settle();
  FloatingView* own = further()->floating(ViewId::Cfg);
  ASSERT_NE(own, nullptr);
  own->activateWindow();
  ASSERT_TRUE(waitFor([own] { return QApplication::activeWindow() == own; }));
  QTest::keyClick(own, Qt::Key_3, Qt::ControlModifier);
  settle();
  EXPECT_EQ(workspace_->currentViewId(), ViewId::Listing);
  EXPECT_TRUE(waitFor([this] { return QApplication::activeWindow() == window_.get(); }));
  QTest::keyClick(window_.get(), Qt::Key_4, Qt::ControlModifier);
  EXPECT_TRUE(waitFor([own] { return QApplication::activeWindow() == own; }));
  EXPECT_EQ(workspace_->currentViewId(), ViewId::Cfg);
  QTest::keyClick(own, Qt::Key_W, Qt::ControlModifier);
  settle();
  EXPECT_EQ(window_->pages().size(), 1) << "the document stays open";
  EXPECT_EQ(workspace_->areaOfView(ViewId::Cfg), ViewArea::Centre);
}

TEST_F(FurtherViewsTest, ItsMenuBringsItBack) {
  further()->floatView(ViewId::Cfg);
  settle();
  ViewPanel* panel = further()->floating(ViewId::Cfg)->panel();
  const QStringList texts = panelMenu(panel, QStringLiteral("Back to the panel"));
  EXPECT_TRUE(texts.contains(QStringLiteral("Show CFG once more"))) << texts.join(QLatin1Char('|')).toStdString();
  EXPECT_EQ(workspace_->areaOfView(ViewId::Cfg), ViewArea::Centre);
  EXPECT_TRUE(panelMenu(workspace_->panel(ViewArea::Centre)).contains(QStringLiteral("Float CFG in a window")));
}

TEST_F(FurtherViewsTest, WindowsAreShownWhileTheirDocumentIsAndGoWithIt) {
  further()->floatView(ViewId::Cfg);
  settle();
  const QPointer<FloatingView> own = further()->floating(ViewId::Cfg);
  window_->showStartPage();
  settle();
  EXPECT_FALSE(own->isVisible());
  window_->openFile(path_);
  settle();
  EXPECT_TRUE(own->isVisible());
  window_->closePage(page_);
  EXPECT_TRUE(waitFor([&] { return own.isNull(); }));
}

TEST_F(FurtherViewsTest, TheCentreKeepsAView) {
  for (const ViewRow& row : viewsOf(Subject::Executable)) further()->floatView(row.id);
  settle();
  EXPECT_EQ(workspace_->panel(ViewArea::Centre)->viewCount(), 1);
  EXPECT_FALSE(workspace_->showsOverview()) << "whose tab is beside it";
  EXPECT_TRUE(workspace_->panel(ViewArea::Centre)->has(workspace_->panel(ViewArea::Centre)->currentKey()));
  EXPECT_EQ(further()->whyNotFloat(workspace_->panel(ViewArea::Centre)->currentKey()),
            QStringLiteral("The last view in the centre stays there"));
  trigger(window_.get(), "view.resetLayout");
  settle();
  EXPECT_TRUE(further()->windows().isEmpty());
}

TEST_F(FurtherViewsTest, ALayoutTakesTheViewsThatItShowsInFront) {
  further()->floatView(ViewId::Timeline);
  further()->floatView(ViewId::Cfg);
  settle();
  trigger(window_.get(), "view.layout.graph");
  settle();
  EXPECT_EQ(workspace_->areaOfView(ViewId::Cfg), ViewArea::Centre);
  EXPECT_NE(further()->floating(ViewId::Timeline), nullptr) << "its panel is hidden in this layout";
  trigger(window_.get(), "view.layout.all");
  settle();
  EXPECT_NE(further()->floating(ViewId::Cfg), nullptr) << "as that layout was left";
}

TEST_F(FurtherViewsTest, WindowsAndSecondViewsAreStoredWithTheLayout) {
  ASSERT_NE(secondListing(), nullptr);
  further()->floatView(ViewId::Timeline);
  settle();
  further()->floating(ViewId::Timeline)->place({60, 70, 500, 300});
  const QRect geometry = further()->floating(ViewId::Timeline)->geometry();
  const QByteArray layout = workspace_->saveLayout();
  settings::setWorkspaceLayout(layout);
  const auto again = makeWindow();
  DocumentPage* other = openAndWait(again.get(), path_);
  ASSERT_NE(other, nullptr);
  const FloatingView* own = other->workspace()->further()->floating(ViewId::Timeline);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->geometry(), geometry);
  EXPECT_TRUE(waitFor([own] { return own->isVisible(); }));
  SecondDocument* second = other->workspace()->further()->second(ViewId::Listing);
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(second->lockedTo(), "block");
  EXPECT_EQ(other->workspace()->areaOfView({ViewId::Listing, true}), ViewArea::Right);
  EXPECT_EQ(other->workspace()->saveLayout().size(), layout.size());
  // A file without that function shows the view once.
  const auto third = makeWindow();
  DocumentPage* elsewhere =
      openAndWait(third.get(), writeExecutable(folder_, QStringLiteral("pair.rsexec"), pairExecutable()));
  ASSERT_NE(elsewhere, nullptr);
  EXPECT_EQ(elsewhere->workspace()->further()->second(ViewId::Listing), nullptr);
  settings::setWorkspaceLayout({});
}

TEST_F(FurtherViewsTest, TheSecondListingStaysWithItsFunction) {
  View* second = secondListing();
  ASSERT_NE(second, nullptr);
  View* first = workspace_->view(ViewId::Listing);
  ASSERT_NE(first, second);
  EXPECT_TRUE(first->isVisible() && second->isVisible()) << "side by side";
  EXPECT_EQ(second->accessibleName(), QStringLiteral("Listing of block"));
  select(main_);
  EXPECT_EQ(shownIn(first), main_);
  EXPECT_EQ(shownIn(second), block_);
  // A place that is selected in it is marked there alone; one that is activated becomes the subject.
  Place place;
  place.function = block_;
  place.pc = InstrIndex(static_cast<int64_t>(page_->document()->executable()->function(block_)->startInstr) + 1);
  second->document()->selection()->select(place);
  settle();
  EXPECT_EQ(second->document()->selection()->current(), place);
  EXPECT_EQ(shownIn(first), main_);
  second->document()->selection()->activate(place);
  settle();
  EXPECT_EQ(page_->document()->selection()->current(), place);
  Place callee;
  callee.function = main_;
  second->document()->selection()->activate(callee, ViewId::Cfg);
  settle();
  EXPECT_EQ(shownIn(second), block_);
  EXPECT_EQ(page_->document()->selection()->subject(), main_);
  EXPECT_EQ(workspace_->currentViewId(), ViewId::Cfg);
}

TEST_F(FurtherViewsTest, ItFollowsTheSelectionWhenItIsReleased) {
  View* second = secondListing();
  ViewPanel* panel = workspace_->panel(ViewArea::Right);
  auto* lock = panel->strip()->findChild<QToolButton*>(QStringLiteral("lock.right"));
  ASSERT_NE(lock, nullptr);
  EXPECT_TRUE(lock->isVisible() && lock->isChecked());
  EXPECT_EQ(lock->accessibleName(), QStringLiteral("Follow the selection"));
  lock->click();
  settle();
  EXPECT_FALSE(further()->second(ViewId::Listing)->isLocked());
  EXPECT_EQ(second->accessibleName(), QStringLiteral("Listing (2)"));
  select(main_);
  EXPECT_EQ(shownIn(second), main_);
  EXPECT_EQ(lock->accessibleName(), QStringLiteral("Lock to main"));
  Place place;
  place.function = block_;
  second->document()->selection()->select(place);
  settle();
  EXPECT_EQ(page_->document()->selection()->subject(), block_) << "what it selects is selected everywhere";
  trigger(window_.get(), "view.lock");
  settle();
  EXPECT_EQ(further()->second(ViewId::Listing)->lockedTo(), "block");
}

TEST_F(FurtherViewsTest, ItIsClosedByItself) {
  secondListing();
  const QPointer<View> view = workspace_->view({ViewId::Listing, true});
  const QPointer<SecondDocument> document = further()->second(ViewId::Listing);
  trigger(window_.get(), "view.close");
  settle();
  EXPECT_EQ(further()->second(ViewId::Listing), nullptr);
  EXPECT_TRUE(waitFor([&] { return view.isNull() && document.isNull(); })) << "nothing is left of it";
  EXPECT_EQ(window_->findChildren<QToolButton*>(QStringLiteral("listing.find")).size(), 1) << "nor of its options";
  EXPECT_EQ(window_->pages().size(), 1);
  EXPECT_NE(workspace_->view(ViewId::Listing), nullptr);
  secondListing();
  further()->floatView({ViewId::Listing, true});
  settle();
  FloatingView* own = further()->floating({ViewId::Listing, true});
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->windowTitle(), QStringLiteral("Listing of block — sample.rsexec"));
  panelMenu(own->panel(), QStringLiteral("Close this view"));
  EXPECT_TRUE(further()->windows().isEmpty());
  EXPECT_EQ(further()->second(ViewId::Listing), nullptr);
}

TEST_F(FurtherViewsTest, OnlyViewsOfAFunctionAreShownTwice) {
  EXPECT_TRUE(further()->whyNotOnceMore(ViewId::Listing).isEmpty());
  EXPECT_TRUE(further()->whyNotOnceMore(ViewId::Cfg).isEmpty());
  EXPECT_EQ(further()->whyNotOnceMore(ViewId::Hex),
            QStringLiteral("Hex is not a view of one function: it is shown once"));
  secondListing();
  EXPECT_EQ(further()->whyNotOnceMore(ViewId::Listing), QStringLiteral("Listing is shown twice already"));
}

TEST_F(FurtherViewsTest, ItCannotBeEditedAndShowsWhatWasApplied) {
  auto* second = qobject_cast<ListingView*>(secondListing());
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(second->cornerWidgets().size(), 2) << "no button to edit";
  select(main_);
  workspace_->showView(ViewKey(ViewId::Listing, true));
  trigger(window_.get(), "edit.code");
  settle();
  auto* first = qobject_cast<ListingView*>(workspace_->view(ViewId::Listing));
  EXPECT_TRUE(first->isEditing());
  EXPECT_EQ(shownIn(first), block_) << "the function of the view that had the focus";
  EXPECT_FALSE(second->isEditing());
  EXPECT_EQ(second->editPane(), nullptr);
}

TEST_F(FurtherViewsTest, AReloadedFileKeepsTheFunctionByName) {
  View* second = secondListing();
  select(main_);
  Executable longer = sampleExecutable(8);
  writeExecutable(folder_, QStringLiteral("sample.rsexec"), longer);
  page_->reload();
  settle();
  EXPECT_EQ(further()->second(ViewId::Listing)->lockedTo(), "block");
  EXPECT_EQ(shownIn(second), page_->document()->executable()->findFunction("block"));
  EXPECT_EQ(second->document()->executable(), page_->document()->executable());
  for (Function& function : longer.functions)
    if (function.name == "block") function.name = "other";
  writeExecutable(folder_, QStringLiteral("sample.rsexec"), longer);
  page_->reload();
  settle();
  EXPECT_FALSE(further()->second(ViewId::Listing)->isLocked()) << "the function is gone";
  EXPECT_EQ(shownIn(second), page_->document()->selection()->subject());
}

TEST_F(FurtherViewsTest, NotesAreSharedAndRenamedFunctionsRenameTheTab) {
  View* second = secondListing();
  page_->document()->notes()->setName(block_, QStringLiteral("attention"));
  settle();
  EXPECT_EQ(second->accessibleName(), QStringLiteral("Listing of attention"));
  EXPECT_EQ(second->document()->notes(), page_->document()->notes());
}

TEST_F(FurtherViewsTest, F6VisitsBothAndTheWindow) {
  secondListing();
  further()->floatView(ViewId::Cfg);
  settle();
  QSet<const View*> visited;
  for (int i = 0; i < 8; ++i) {
    trigger(window_.get(), "view.nextPanel");
    QCoreApplication::processEvents();
    visited.insert(workspace_->currentView());
  }
  EXPECT_TRUE(visited.contains(workspace_->view({ViewId::Listing, true})));
  EXPECT_TRUE(visited.contains(workspace_->view(ViewId::Cfg)));
  EXPECT_TRUE(visited.contains(workspace_->view(ViewId::Listing)));
}

}  // namespace
}  // namespace relaxscope
