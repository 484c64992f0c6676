// SPDX-License-Identifier: Apache-2.0
// The layouts of the panels: what each shows in windows of usual sizes, the user's changes to them, the height of the
// time panel, and the frame around what has the focus.
#include "app/window/document/layouts.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QScrollBar>
#include <QToolButton>

#include "app/window/settings.h"
#include "gui_support.h"
#include "tests/support/synthetic_trace.h"
#include "views/cfg/cfg_view.h"
#include "views/hex/area.h"
#include "views/listing/area.h"
#include "views/profile/timeline/plot.h"
#include "views/profile/timeline/search.h"
#include "views/profile/timeline/timeline_view.h"
#include "views/widgets/data_table.h"
#include "views/widgets/focus_frame.h"

namespace relaxscope {
namespace {

using namespace gui;

constexpr QSize kSizes[] = {{1280, 800}, {1366, 768}, {1600, 1000}};

class Layouts : public ::testing::Test {
 protected:
  void SetUp() override {
    window_ = makeWindow();
    page_ = openAndWait(window_.get(), example("transformer_block.so"));
    ASSERT_NE(page_, nullptr);
    workspace_ = page_->workspace();
  }
  void recordRun() {
    const auto model = testing::dynamicModel(6);
    page_->document()->setTrace(model.trace);
    page_->document()->setStatistics(
        std::make_shared<TraceStatistics>(computeStatistics(*model.trace, Grouping::Callee)),
        std::make_shared<TraceStatistics>(computeStatistics(*model.trace, Grouping::Site)));
    settle();
  }
  void settle() {
    EXPECT_TRUE(waitFor([this] { return page_->isSettled(); }));
    EXPECT_TRUE(waitUntilLaidOut(window_.get()));
  }
  void show(const char* layout) {
    trigger(window_.get(), (std::string("view.layout.") + layout).c_str());
    settle();
  }
  void resize(QSize size) {
    window_->resize(size);
    settle();
  }
  int height(ViewArea area) { return workspace_->dock(area)->height(); }
  template <class W>
  W* in(ViewId id) {
    return workspace_->view(id)->findChild<W*>();
  }
  /// Drags the edge above the bottom panel.
  void dragBottomEdge(int by) {
    auto* frame = workspace_->findChild<QMainWindow*>(QStringLiteral("docks"));
    const QRect bottom = workspace_->dock(ViewArea::Bottom)->geometry();
    const QPoint edge(bottom.center().x(), bottom.top() - 1);
    QTest::mousePress(frame, Qt::LeftButton, {}, edge);
    QMouseEvent move(QEvent::MouseMove, edge + QPoint(0, by), frame->mapToGlobal(edge + QPoint(0, by)), Qt::NoButton,
                     Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(frame, &move);
    settle();  // the frame moves its edge with a timer
    QTest::mouseRelease(frame, Qt::LeftButton, {}, edge + QPoint(0, by));
    settle();
  }
  void showView(ViewId view) {
    workspace_->showView(view);
    settle();
  }
  /// The first slot of the timeline's shape heap is in sight.
  void expectShapeHeap(const std::string& where) {
    const auto* timeline = qobject_cast<TimelineView*>(workspace_->view(ViewId::Timeline));
    const auto& lanes = timeline->scene().layout.lanes;
    EXPECT_TRUE(waitFor([&] { return timeline->plot()->laneArea().height() > 100; })) << where;
    const auto slot = std::ranges::find(lanes, LaneKind::Slot, &Lane::kind);
    ASSERT_NE(slot, lanes.end()) << where;
    EXPECT_LE(slot->y + slot->height, timeline->plot()->laneArea().height()) << where << ": the shape heap is cut";
  }
  std::unique_ptr<MainWindow> window_;
  DocumentPage* page_ = nullptr;
  Workspace* workspace_ = nullptr;
};

/// All of the column is in sight.
void expectColumn(const DataTable* table, const char* id, const std::string& where) {
  ASSERT_NE(table, nullptr) << where;
  const std::vector<TableColumn>& columns = table->tableModel()->source()->columns();
  const auto found = std::ranges::find(columns, QLatin1String(id), &TableColumn::id);
  ASSERT_NE(found, columns.end()) << where << " " << id;
  const int at = static_cast<int>(found - columns.begin());
  EXPECT_FALSE(table->isColumnHidden(at)) << where << " " << id;
  const int right = table->columnViewportPosition(at) + table->columnWidth(at);
  EXPECT_GT(table->columnWidth(at), 20) << where << " " << id;
  EXPECT_LE(right, table->viewport()->width()) << where << " " << id;
}

TEST_F(Layouts, EachShowsItsViewsAndNothingElse) {
  recordRun();
  for (const LayoutRow& row : layoutRows()) {
    show(row.name);
    EXPECT_EQ(workspace_->currentLayout(), row.id);
    for (size_t i = 0; i < row.front.size(); ++i) {
      const auto area = static_cast<ViewArea>(i);
      EXPECT_EQ(workspace_->isDockVisible(area), row.front[i] != ViewId::None) << row.name << " " << i;
      if (row.front[i] == ViewId::None) continue;
      EXPECT_TRUE(workspace_->view(row.front[i])->isVisible()) << row.name << " " << i;
    }
  }
  show("all");
  for (const ViewRow& row : viewsOf(Subject::Executable))
    EXPECT_EQ(workspace_->areaOfView(row.id),
              row.id != ViewId::Overview ? std::optional(row.area) : std::optional<ViewArea>())
        << row.name();
}

TEST_F(Layouts, NoViewHidesTheColumnOrLaneThatItExistsFor) {
  recordRun();
  for (const QSize size : kSizes) {
    resize(size);
    const std::string at = std::to_string(size.width()) + "x" + std::to_string(size.height());
    show("all");
    expectShapeHeap(at);
    showView(ViewId::Values);
    expectColumn(workspace_->view(ViewId::Values)->findChild<TablePanel*>()->table(), "count", at + " values");
    showView(ViewId::Constants);
    expectColumn(workspace_->view(ViewId::Constants)->findChild<TablePanel*>()->table(), "bytes", at + " constants");
    showView(ViewId::Timeline);
    show("read");
    EXPECT_EQ(window_->size(), size) << "the panels fit into the window";
    EXPECT_GE(in<ListingArea>(ViewId::Listing)->viewport()->width(), 540) << at;
    EXPECT_GE(workspace_->view(ViewId::Inspector)->width(), 280) << at;
    expectColumn(in<DataTable>(ViewId::Functions), "share", at + " read");
    show("profile");
    expectColumn(in<DataTable>(ViewId::Functions), "share", at + " profile");
    for (const char* by : {"byKind", "byShape", "bySite", "byCallee"}) {
      qobject_cast<QToolButton*>(child(window_.get(), (std::string("statistics.") + by).c_str()))->click();
      settle();
      expectColumn(workspace_->view(ViewId::Statistics)->findChild<TablePanel*>()->table(), "share", at + " " + by);
    }
    auto* timeline = qobject_cast<TimelineView*>(workspace_->view(ViewId::Timeline));
    const Lane& thread = timeline->scene().layout.lanes.front();
    EXPECT_LE(thread.y + thread.height, timeline->plot()->laneArea().height()) << at << ": the calls are cut";
    EXPECT_GE(workspace_->view(ViewId::Statistics)->height(), 260) << at;
    EXPECT_TRUE(child(workspace_->view(ViewId::Statistics), "statistics.histogram")->isVisible()) << at;
    const auto* calls = workspace_->view(ViewId::Statistics)->findChild<DataTable*>("statistics.calls.table");
    ASSERT_TRUE(calls != nullptr && calls->isVisible()) << at;
    EXPECT_GE(calls->viewport()->height(), 3 * calls->rowHeight(0)) << at << ": few of the single calls";
    expectColumn(calls, "time", at + " calls");
    show("graph");
    EXPECT_GE(in<ListingArea>(ViewId::Listing)->viewport()->width(), 470) << at;
    EXPECT_GE(workspace_->view(ViewId::Cfg)->width(), 640) << at;
    EXPECT_EQ(workspace_->areaOfView(ViewId::Listing), ViewArea::Right);
    show("bytes");
    EXPECT_EQ(in<HexArea>(ViewId::Hex)->horizontalScrollBar()->maximum(), 0) << at;
    EXPECT_GE(workspace_->view(ViewId::Inspector)->width(), 260) << at;
    EXPECT_EQ(window_->size(), size) << "the panels fit into the window";
  }
}

TEST_F(Layouts, SizesFollowTheWindowUntilTheUserChangesThem) {
  show("read");
  const int wide = workspace_->dock(ViewArea::Right)->width();
  resize({1280, 800});
  EXPECT_LT(workspace_->dock(ViewArea::Right)->width(), wide);
  resize({1600, 1000});
  EXPECT_EQ(workspace_->dock(ViewArea::Right)->width(), wide);
}

TEST_F(Layouts, ChangesAreKeptPerLayoutUntilItIsReset) {
  show("read");
  trigger(window_.get(), "view.right");
  show("bytes");
  EXPECT_TRUE(workspace_->isDockVisible(ViewArea::Right)) << "of another layout";
  show("read");
  EXPECT_FALSE(workspace_->isDockVisible(ViewArea::Right));
  settings::setWorkspaceLayout(workspace_->saveLayout());
  const auto again = makeWindow();
  DocumentPage* other = openAndWait(again.get(), example("transformer_block.so"));
  settings::setWorkspaceLayout({});
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->workspace()->currentLayout(), LayoutId::Read);
  EXPECT_FALSE(other->workspace()->isDockVisible(ViewArea::Right));
  show("bytes");
  show("read");
  trigger(window_.get(), "view.resetLayout");
  EXPECT_TRUE(workspace_->isDockVisible(ViewArea::Right));
  show("bytes");
  show("read");
  EXPECT_TRUE(workspace_->isDockVisible(ViewArea::Right));
}

TEST_F(Layouts, SizesThatTheUserChoseAreThoseOfTheNextWindow) {
  show("read");
  trigger(window_.get(), "view.bottom");
  auto* frame = workspace_->findChild<QMainWindow*>(QStringLiteral("docks"));
  frame->resizeDocks({workspace_->dock(ViewArea::Right)}, {480}, Qt::Horizontal);
  settle();
  const int width = workspace_->dock(ViewArea::Right)->width();
  ASSERT_GT(width, 450);
  show("all");
  EXPECT_NE(workspace_->dock(ViewArea::Right)->width(), width);
  settings::setWorkspaceLayout(workspace_->saveLayout());
  const auto again = makeWindow();
  DocumentPage* other = openAndWait(again.get(), example("transformer_block.so"));
  settings::setWorkspaceLayout({});
  ASSERT_NE(other, nullptr);
  ASSERT_TRUE(other->workspace()->showsOverview()) << "the panels were never shown";
  trigger(again.get(), "view.layout.read");
  EXPECT_TRUE(waitUntilLaidOut(again.get()));
  EXPECT_EQ(other->workspace()->dock(ViewArea::Right)->width(), width);
  EXPECT_TRUE(other->workspace()->isDockVisible(ViewArea::Bottom));
}

TEST_F(Layouts, AViewMovesToAnotherPanelAndComesHome) {
  show("all");
  workspace_->moveView(ViewId::Inspector, ViewArea::Centre);
  EXPECT_EQ(workspace_->areaOfView(ViewId::Inspector), ViewArea::Centre);
  EXPECT_EQ(workspace_->currentViewId(), ViewId::Inspector);
  EXPECT_FALSE(workspace_->isDockVisible(ViewArea::Right)) << "an empty panel";
  EXPECT_TRUE(workspace_->view(ViewId::Inspector)->isVisible());
  show("read");
  EXPECT_EQ(workspace_->areaOfView(ViewId::Inspector), ViewArea::Right);
  show("all");
  EXPECT_EQ(workspace_->areaOfView(ViewId::Inspector), ViewArea::Centre) << "the user's change";
  trigger(window_.get(), "view.resetLayout");
  EXPECT_EQ(workspace_->areaOfView(ViewId::Inspector), ViewArea::Right);
  for (const ViewRow& row : viewsOf(Subject::Executable)) workspace_->moveView(row.id, ViewArea::Bottom);
  EXPECT_GE(workspace_->panel(ViewArea::Centre)->viewCount(), 1) << "the centre is never empty";
}

TEST_F(Layouts, TheTimePanelIsALineUntilThereIsARun) {
  show("all");
  EXPECT_LE(height(ViewArea::Bottom), 90);
  recordRun();
  auto* timeline = qobject_cast<TimelineView*>(workspace_->view(ViewId::Timeline));
  EXPECT_EQ(timeline->plot()->laneArea().height(),
            std::min(timeline->scene().layout.height + 1, timeline->plot()->laneArea().height()));
  EXPECT_GE(height(ViewArea::Bottom), 200);
  EXPECT_LE(height(ViewArea::Bottom), workspace_->height() / 2);
}

TEST_F(Layouts, FindInTheTimelineLeavesThePanelsTheirHeights) {
  recordRun();
  show("all");
  auto* timeline = qobject_cast<TimelineView*>(workspace_->view(ViewId::Timeline));
  const auto expectSame = [&](const std::string& at) {
    const int before = height(ViewArea::Bottom);
    timeline->startFind();
    auto* search = timeline->findChild<TimelineSearch*>();
    search->setText(QStringLiteral("a"));
    settle();
    EXPECT_EQ(height(ViewArea::Bottom), before) << at << ": open";
    search->close();
    settle();
    EXPECT_EQ(height(ViewArea::Bottom), before) << at << ": closed";
  };
  expectSame("fitted");
  dragBottomEdge(500);  // as low as it gets
  expectSame("low");
}

TEST_F(Layouts, TheTimePanelKeepsTheHeightThatTheUserChose) {
  show("all");
  dragBottomEdge(-120);
  const int chosen = height(ViewArea::Bottom);
  ASSERT_GT(chosen, 150);
  recordRun();
  EXPECT_EQ(height(ViewArea::Bottom), chosen);
  show("read");
  show("all");
  EXPECT_NEAR(height(ViewArea::Bottom), chosen, 2);
  trigger(window_.get(), "view.resetLayout");
  settle();
  EXPECT_NE(height(ViewArea::Bottom), chosen);
}

TEST_F(Layouts, TheMenuMarksTheLayoutAndTheVisiblePanels) {
  const auto marked = [this](const char* id) { return window_->action(QLatin1String(id))->isChecked(); };
  show("graph");
  EXPECT_TRUE(
      waitFor([&] { return marked("view.layout.graph") && !marked("view.layout.all") && !marked("view.left"); }));
  show("graph");
  EXPECT_TRUE(waitFor([&] { return marked("view.layout.graph"); })) << "chosen again";
  EXPECT_TRUE(marked("view.right"));
  trigger(window_.get(), "view.right");
  settle();
  EXPECT_FALSE(marked("view.right"));
  trigger(window_.get(), "view.resetLayout");
  settle();
  EXPECT_TRUE(waitFor([&] { return marked("view.right"); }));
}

TEST_F(Layouts, TheViewMenuFitsALowScreen) {
  auto* menu = window_->findChild<QMenu*>(QStringLiteral("menu.view"));
  ASSERT_NE(menu, nullptr);
  EXPECT_LE(menu->sizeHint().height(), 768 - 28);
  auto* layouts = window_->findChild<QMenu*>(QStringLiteral("menu.layout"));
  ASSERT_NE(layouts, nullptr);
  EXPECT_TRUE(menu->actions().contains(layouts->menuAction()));
}

class Focus : public Layouts {
 protected:
  QList<FocusFrame*> frames() {
    QList<FocusFrame*> shown;
    for (FocusFrame* frame : window_->findChildren<FocusFrame*>())
      if (frame->isVisible()) shown << frame;
    return shown;
  }
  void activate() {
    window_->activateWindow();
    ASSERT_TRUE(waitFor([this] { return QApplication::activeWindow() == window_.get(); }));
  }
};

TEST_F(Focus, F6WalksThroughTheWindowAndOneFrameFollows) {
  recordRun();
  ASSERT_NO_FATAL_FAILURE(activate());
  for (const LayoutRow& row : layoutRows()) {
    show(row.name);
    QSet<ViewId> visited;
    const qsizetype views = workspace_->visibleViews().size();
    for (const Qt::KeyboardModifiers keys : {Qt::NoModifier, Qt::ShiftModifier})
      for (qsizetype i = 0; i < views; ++i) {
        QTest::keyClick(window_.get(), Qt::Key_F6, keys);
        const View* view = workspace_->currentView();
        ASSERT_EQ(frames().size(), 1) << row.name << " " << viewName(view->id());
        EXPECT_TRUE(frames().front()->parentWidget()->isAncestorOf(view)) << row.name << " " << viewName(view->id());
        EXPECT_EQ(frames().front()->geometry(), frames().front()->parentWidget()->rect());
        visited.insert(view->id());
      }
    EXPECT_EQ(visited.size(), views) << row.name;
  }
}

TEST_F(Focus, EveryViewHasTheFrameWhenItIsShownByItsKey) {
  ASSERT_NO_FATAL_FAILURE(activate());
  for (const bool run : {false, true}) {
    if (run) recordRun();
    for (const ViewRow& row : viewsOf(Subject::Executable)) {
      trigger(window_.get(), ("show." + std::string(row.name())).c_str());
      settle();
      ASSERT_EQ(frames().size(), 1) << row.name();
      const View* view = workspace_->view(row.id);
      EXPECT_TRUE(frames().front()->parentWidget()->isAncestorOf(view)) << row.name();
      // It lies above the view: its pixels are those of the window.
      const QImage image = frames().front()->parentWidget()->grab().toImage();
      const qreal ratio = image.devicePixelRatio();
      EXPECT_EQ(image.pixelColor(0, static_cast<int>(image.height() / 2)).rgb(),
                Theme::instance()->color(Token::Accent).rgb())
          << row.name() << " at ratio " << ratio;
    }
  }
}

TEST_F(Focus, EveryStopOfTabCanBeSeen) {
  recordRun();
  show("all");
  ASSERT_NO_FATAL_FAILURE(activate());
  workspace_->showView(ViewId::Listing);
  QSet<QWidget*> seen;
  int inViews = 0;
  constexpr int kStops = 80;
  for (int i = 0; i < kStops; ++i) {
    QTest::keyClick(window_.get(), Qt::Key_Tab);
    QWidget* stop = QApplication::focusWidget();
    ASSERT_NE(stop, nullptr) << i;
    if (seen.contains(stop)) continue;
    seen.insert(stop);
    EXPECT_LE(frames().size(), 1);
    if (frames().size() == 1) {
      ++inViews;
      continue;
    }
    const QImage with = stop->grab().toImage();
    stop->clearFocus();
    const QImage without = stop->grab().toImage();
    stop->setFocus(Qt::TabFocusReason);
    EXPECT_NE(with, without) << stop->metaObject()->className() << " " << stop->objectName().toStdString();
  }
  EXPECT_GE(inViews, 4) << "views are stops of Tab";
  EXPECT_GE(seen.size(), 12);
}

}  // namespace
}  // namespace relaxscope
