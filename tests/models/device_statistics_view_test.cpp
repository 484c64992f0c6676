// SPDX-License-Identifier: Apache-2.0
// Device work in the statistics, offscreen: rows below those of the calls, their histogram, the bar of the run's time.
#include <gtest/gtest.h>

#include <QTest>

#include "tests/models/profile_support.h"
#include "tests/support/device_trace.h"
#include "views/profile/statistics/bar.h"
#include "views/profile/statistics/calls_pane.h"
#include "views/profile/statistics/histogram.h"
#include "views/profile/statistics/statistics_view.h"

namespace relaxscope {
namespace {

using testing::dynamicCudaModel;

class DeviceStatisticsViews : public testing::ProfileViews {
 protected:
  static const StatisticsSource* source(const StatisticsView& view) {
    return static_cast<const StatisticsSource*>(view.table()->tableModel()->source());
  }
  static int column(const StatisticsSource& source, const char* id) {
    for (size_t c = 0; c < source.columns().size(); ++c)
      if (source.columns()[c].id == QLatin1String(id)) return static_cast<int>(c);
    return -1;
  }
};

TEST_F(DeviceStatisticsViews, EachKernelStandsBelowItsCall) {
  load(dynamicCudaModel(12));
  const auto view = open<StatisticsView>(1400, 700);
  settle(*view);
  const StatisticsSource& rows = *source(*view);
  const DeviceStatistics device = deviceStatistics(*document.trace(), *document.byCallee());
  size_t onDevice = 0;
  for (size_t row = 0; row < rows.rows(); ++row) {
    if (!rows.isOnDevice(row)) continue;
    ++onDevice;
    ASSERT_GT(row, 0u);
    EXPECT_FALSE(rows.isOnDevice(row - 1));
    EXPECT_EQ(rows.indexOf(row), rows.indexOf(row - 1));
    EXPECT_EQ(rows.plainText(row, column(rows, "name")), QStringLiteral("on device"));
    EXPECT_EQ(rows.plainText(row, column(rows, "self")), QString()) << "no part of the host's sum";
    const double mean = device.rows[rows.indexOf(row)].kernels.meanNs;
    EXPECT_EQ(rows.plainText(row, column(rows, "mean")), durationLabel(mean));
    EXPECT_EQ(rows.cell(row, column(rows, "name")).swatch, CallKind::GpuKernel);
  }
  EXPECT_EQ(onDevice, 3u);
  EXPECT_TRUE(rows.sumText(StatisticsSource::Sum::Rows).startsWith(QStringLiteral("Sum of ")));
}

TEST_F(DeviceStatisticsViews, RowsStayTogetherInAnyOrder) {
  load(dynamicCudaModel(12));
  const auto view = open<StatisticsView>(1400, 700);
  settle(*view);
  for (const char* id : {"mean", "name", "count", "sigma"})
    for (const bool descending : {false, true}) {
      view->table()->sortBy(QLatin1String(id), descending);
      settle(*view);
      const StatisticsSource& rows = *source(*view);
      const QAbstractItemModel* model = view->table()->tableModel();
      QString before;
      for (int row = 0; row < model->rowCount(); ++row) {
        const QString name = model->index(row, column(rows, "name")).data().toString();
        const bool kernel = before.contains(QStringLiteral("matmul")) || before.contains(QStringLiteral("softmax"));
        EXPECT_TRUE(name != QStringLiteral("on device") || kernel) << id << before.toStdString();
        before = name;
      }
    }
}

TEST_F(DeviceStatisticsViews, ARowOfKernelsHasTheirHistogram) {
  load(dynamicCudaModel(12));
  const auto view = open<StatisticsView>(1400, 700);
  settle(*view);
  const StatisticsSource& rows = *source(*view);
  size_t wanted = 0;
  while (wanted < rows.rows() && !rows.isOnDevice(wanted)) ++wanted;
  ASSERT_LT(wanted, rows.rows());
  view->table()->showRow(static_cast<int>(wanted));
  Q_EMIT view->table()->rowSelected(static_cast<int>(wanted));
  QCoreApplication::processEvents();
  settle(*view);
  EXPECT_EQ(view->table()->currentRow(), static_cast<int>(wanted)) << "not that of the calls";
  RowCallsQuery query;
  query.onDevice = true;
  const RowCalls kernels = callsOfRow(*document.trace(), *document.byCallee(), rows.row(wanted), query);
  EXPECT_EQ(kernels.count, 12u);
  EXPECT_EQ(view->calls()->table()->tableModel()->rowCount(), 12);
  EXPECT_TRUE(view->calls()->listTitle().startsWith(QStringLiteral("12")));
}

TEST_F(DeviceStatisticsViews, TheBarIsTheRunsTimeDeviceFirst) {
  load(dynamicCudaModel(12));
  const auto view = open<StatisticsView>(1400, 700);
  settle(*view);
  view->grab();
  const std::vector<RunTimePart> parts =
      deviceLedger(*document.trace(), *document.byCallee(), document.data().executable);
  double sum = 0;
  for (const RunTimePart& part : parts) sum += part.ns;
  ASSERT_FALSE(parts.empty());
  EXPECT_EQ(parts[0].what, RunTimePart::What::Kernels);
  EXPECT_NEAR(sum, document.byCallee()->selfNs, document.byCallee()->selfNs * 1e-3);
}

TEST_F(DeviceStatisticsViews, TimesOfAnEmulatedDeviceAreMarked) {
  load(dynamicCudaModel(12, DeviceTiming::Emulated));
  const auto view = open<StatisticsView>(1400, 700);
  settle(*view);
  const StatisticsSource& rows = *source(*view);
  size_t marked = 0;
  for (size_t row = 0; row < rows.rows(); ++row)
    marked += rows.plainText(row, column(rows, "name")) == QStringLiteral("emulated, no measure") ? 1 : 0;
  EXPECT_EQ(marked, 3u);
}

TEST_F(DeviceStatisticsViews, BySiteAndInARange) {
  load(dynamicCudaModel(12));
  const auto view = open<StatisticsView>(1400, 700);
  view->setGrouping(Grouping::Site);
  settle(*view);
  const auto count = [&] {
    const StatisticsSource& rows = *source(*view);
    size_t onDevice = 0;
    for (size_t row = 0; row < rows.rows(); ++row) onDevice += rows.isOnDevice(row) ? 1 : 0;
    return onDevice;
  };
  EXPECT_EQ(count(), 3u);
  const RunSpan& run = document.trace()->runs[2];
  document.selection()->setSpan(TickSpan{run.start, run.start + run.duration});
  settle(*view);
  EXPECT_EQ(count(), 3u);
}

}  // namespace
}  // namespace relaxscope
