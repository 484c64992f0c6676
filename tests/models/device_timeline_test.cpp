// SPDX-License-Identifier: Apache-2.0
// Device work in the timeline and the inspector, offscreen.
#include <gtest/gtest.h>

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/models/profile_support.h"
#include "tests/support/device_trace.h"
#include "views/inspector/inspector_view.h"
#include "views/profile/timeline/corner.h"
#include "views/profile/timeline/flow_painter.h"
#include "views/profile/timeline/search.h"
#include "views/profile/work_facts.h"

namespace relaxscope {
namespace {

using testing::dynamicCudaModel;

class DeviceViews : public testing::ProfileViews {
 protected:
  std::unique_ptr<TimelineView> openAll(DeviceTiming timing = DeviceTiming::Cupti, uint32_t runs = 9) {
    load(dynamicCudaModel(runs, timing));
    auto view = open<TimelineView>(1400, 600);
    settle(*view);
    view->showRun(-1);
    return view;
  }
  static QRect lanes(const TimelineView& view) { return view.plot()->laneArea(); }
  /// The kernel of the second run that is called so.
  SlicePlace kernel(const TimelineView& view, const char* name) {
    return find(view, name, static_cast<double>(document.trace()->runs[1].start));
  }
};

TEST_F(DeviceViews, AKernelIsSelectedWithTheCallThatLaunchedIt) {
  const auto view = openAll();
  view->showRun(1);
  const SlicePlace place = kernel(*view, "softmax_kernel");
  ASSERT_TRUE(place.valid());
  QTest::mouseClick(canvas(*view), Qt::LeftButton, {}, middleOf(*view, place));
  QCoreApplication::processEvents();
  EXPECT_EQ(view->scene().selected, place);
  const Place selected = document.selection()->current();
  EXPECT_TRUE(selected.work.valid());
  EXPECT_EQ(selected.pc.value, 15) << "the call of softmax";
  const auto row = document.trace()->findWork(selected.work);
  EXPECT_EQ(row->call, static_cast<uint64_t>(selected.event.value));
  view->perform(TimelineCommand::Previous);
  EXPECT_EQ(view->scene().selected, kernel(*view, "fused_matmul1_add1_kernel"));
  view->perform(TimelineCommand::Fit);
  EXPECT_NEAR(view->scene().window.span() * 0.8,
              static_cast<double>(document.trace()->findWork(document.selection()->current().work)->duration), 5);
  document.selection()->back();
}

TEST_F(DeviceViews, EveryLaunchInSightHasAFlow) {
  const auto view = openAll();
  view->showRun(1);
  const std::vector<LaunchFlow> flows = flowsOf(view->scene(), lanes(*view));
  ASSERT_EQ(flows.size(), 3u) << "copies of no call have none";
  const TimeScale scale(view->scene().window, lanes(*view).left(), lanes(*view).width());
  for (const LaunchFlow& flow : flows) {
    EXPECT_FALSE(flow.selected);
    EXPECT_LT(flow.from.y(), flow.to.y()) << "down from the call";
    const auto work = document.trace()->findWork(view->scene().tracks().workOf(flow.work));
    EXPECT_NEAR(flow.from.x(), scale.x(static_cast<double>(work->queued)), 1);
    EXPECT_NEAR(flow.to.x(), scale.x(static_cast<double>(work->start)), 2);
  }
  view->selectSlice(kernel(*view, "softmax_kernel"));
  EXPECT_TRUE(flowsOf(view->scene(), lanes(*view)).back().selected) << "drawn last";
}

TEST_F(DeviceViews, FlowsAreSwitchedOffAndTheirRoomWithThem) {
  const auto view = openAll();
  auto* corner = qobject_cast<TimelineCorner*>(view->cornerWidgets().at(0));
  auto* button = corner->findChild<QToolButton*>(QStringLiteral("timeline.flows"));
  ASSERT_NE(button, nullptr);
  EXPECT_TRUE(button->isVisibleTo(corner));
  EXPECT_TRUE(button->isChecked());
  const int height = view->scene().layout.height;
  button->click();
  EXPECT_FALSE(view->scene().flows);
  EXPECT_FALSE(button->isChecked());
  EXPECT_LT(view->scene().layout.height, height);
  EXPECT_TRUE(flowsOf(view->scene(), lanes(*view)).empty());
  const QByteArray state = view->saveViewState();
  button->click();
  view->restoreViewState(state);
  EXPECT_FALSE(view->scene().flows) << "kept with the layout";
}

TEST_F(DeviceViews, WithoutDeviceWorkThereAreNoFlows) {
  load(testing::dynamicModel(3));
  const auto view = open<TimelineView>();
  settle(*view);
  EXPECT_FALSE(view->cornerWidgets()
                   .at(0)
                   ->findChild<QToolButton*>(QStringLiteral("timeline.flows"))
                   ->isVisibleTo(view->cornerWidgets().at(0)));
  EXPECT_TRUE(flowsOf(view->scene(), lanes(*view)).empty());
}

TEST_F(DeviceViews, ARangeTellsHowBusyTheDeviceWas) {
  const auto view = openAll();
  const auto first = document.trace()->findWork(view->scene().tracks().workOf(kernel(*view, "softmax_kernel")));
  const auto begin = static_cast<double>(first->start), duration = static_cast<double>(first->duration);
  EXPECT_EQ(
      view->plot()->rangeLabel({begin, begin + duration}),
      QStringLiteral("%1 · GPU busy 100 %").arg(QString::number(duration / 1000, 'f', 2) + QStringLiteral(" µs")));
  const QString half = view->plot()->rangeLabel({begin - duration, begin + duration});
  EXPECT_TRUE(half.contains(QStringLiteral("GPU busy"))) << half.toStdString();
}

TEST_F(DeviceViews, TheInspectorShowsLaunchAndKernelOnOneScale) {
  const auto view = openAll();
  view->selectSlice(kernel(*view, "fused_matmul_add_relu_kernel"));
  const auto inspector = open<InspectorView>(400, 900);
  QCoreApplication::processEvents();
  const QString text = inspector->plainText();
  const auto work = document.trace()->findWork(document.selection()->current().work);
  size_t place = 0;
  const StoredChunk* call = document.trace()->find(document.selection()->current().event, place);
  const auto time = [](int64_t ns) {
    return QString::number(static_cast<double>(ns) / 1000, 'f', 2) + QStringLiteral(" µs");
  };
  for (const QString& expected :
       {QStringLiteral("fused_matmul_add_relu_kernel"), QStringLiteral("GPU kernel"),
        QStringLiteral("cuda:0, stream 0"), QStringLiteral("Launched by\tfused_matmul_add_relu"),
        QStringLiteral("8 × 16 × 1 threads"), QStringLiteral("Registers per thread\t40"),
        QStringLiteral("Occupancy\t100 %"), QStringLiteral("Host, launch\t") + time(call->duration(place)),
        QStringLiteral("Launch to start\t") + time(work->start - work->queued),
        QStringLiteral("Device, kernel\t") + time(work->duration), QStringLiteral("± 400 ns"),
        QStringLiteral("Computes\t"), QStringLiteral("FLOP/s, ")})
    EXPECT_TRUE(text.contains(expected)) << expected.toStdString() << "\n" << text.toStdString();
}

TEST_F(DeviceViews, ACallLeadsToItsKernel) {
  const auto view = openAll();
  view->selectSlice(find(*view, "softmax", static_cast<double>(document.trace()->runs[1].start)));
  const auto inspector = open<InspectorView>(400, 900);
  QCoreApplication::processEvents();
  EXPECT_FALSE(document.selection()->current().work.valid());
  EXPECT_TRUE(inspector->plainText().contains(QStringLiteral("On the device\t")))
      << inspector->plainText().toStdString();
}

TEST_F(DeviceViews, TimesOfAnEmulatedDeviceAreMarkedEverywhere) {
  const auto view = openAll(DeviceTiming::Emulated);
  const SlicePlace place = kernel(*view, "softmax_kernel");
  view->selectSlice(place);
  const auto inspector = open<InspectorView>(400, 900);
  QCoreApplication::processEvents();
  const QString mark = QStringLiteral("emulated, no measure");
  EXPECT_TRUE(inspector->plainText().contains(mark));
  EXPECT_FALSE(inspector->plainText().contains(QStringLiteral("Among its peers")));
  EXPECT_TRUE(workTooltip(*view->scene().source, document.selection()->current().work).contains(mark));
  const auto work = document.trace()->findWork(document.selection()->current().work);
  EXPECT_TRUE(view->plot()
                  ->rangeLabel({static_cast<double>(work->start), static_cast<double>(work->end())})
                  .contains(QStringLiteral("emulated GPU busy 100 %")));
  EXPECT_TRUE(alignmentText(*document.trace()).contains(QStringLiteral("no measure")));
}

TEST_F(DeviceViews, KernelsAreFoundByName) {
  const auto view = openAll();
  auto* search = view->findChild<TimelineSearch*>();
  view->startFind();
  search->setText(QStringLiteral("softmax_kernel"));
  EXPECT_EQ(search->hits(), 9u);
  EXPECT_TRUE(view->scene().tracks().workOf(view->scene().hit).valid());
  view->findNext(false);
  EXPECT_TRUE(document.selection()->current().work.valid());
}

TEST_F(DeviceViews, ANewTraceForgetsTheWork) {
  const auto view = openAll();
  view->selectSlice(kernel(*view, "softmax_kernel"));
  document.selection()->forgetEvents();
  EXPECT_FALSE(document.selection()->current().work.valid());
}

TEST_F(DeviceViews, RowsOfAMillionPiecesOfWorkScroll) {
  load({testing::dynamicModel(1).executable, testing::bulkDeviceTrace(1'000'000)});
  const auto view = open<TimelineView>(1400, 600);
  view->showRun(-1);
  view->perform(TimelineCommand::Whole);
  EXPECT_LE(flowsOf(view->scene(), lanes(*view)).size(), static_cast<size_t>(kMaxFlows));
  for (int step = 0; step < 12; ++step) {
    view->perform(TimelineCommand::ZoomIn);
    view->perform(TimelineCommand::PanRight);
    view->grab();
  }
  EXPECT_LE(flowsOf(view->scene(), lanes(*view)).size(), static_cast<size_t>(kMaxFlows));
}

}  // namespace
}  // namespace relaxscope
