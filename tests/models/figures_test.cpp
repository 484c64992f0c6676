// SPDX-License-Identifier: Apache-2.0
// Figures are never cut, whatever their size, the scale and the width of the window: columns widen, names give way.
#include <QHeaderView>

#include <cmath>

#include "tests/models/profile_support.h"
#include "views/functions/source.h"
#include "views/profile/statistics/statistics_view.h"
#include "views/theme/theme.h"
#include "views/widgets/table_delegate.h"

namespace relaxscope {
namespace {

/// Statistics of counts up to 10^10 per run and times from 1 ns to 1 h; the widest figures stand in the last row.
std::shared_ptr<TraceStatistics> wideStatistics(const TraceStatistics& like) {
  auto wide = std::make_shared<TraceStatistics>(like);
  const StatisticsRow first = wide->rows.at(0);
  const auto kept = static_cast<double>(std::max<size_t>(1, wide->kept.size()));
  double ns = 1;
  for (StatisticsRow& row : wide->rows) {
    row.totalNs = row.selfNs = ns * kept;
    row.uncertaintyNs = row.meanNs = row.medianNs = row.p90Ns = row.p99Ns = row.sigmaNs = row.minNs = row.maxNs = ns;
    row.mark = RowMark::Tied;
    ns = std::min(ns * 977.7, 3.6e12);
  }
  for (int i = 0; i < 200; ++i) wide->rows.push_back(first);
  StatisticsRow& last = wide->rows.emplace_back(first);
  last.count = static_cast<uint64_t>(12'345'678'901.0 * kept);
  last.totalNs = last.selfNs = 3.6e12 * kept;
  last.uncertaintyNs = last.maxNs = 3.599e12;
  last.bytesAllocated = static_cast<int64_t>(999.9e9 * kept);
  wide->selfNs = 0;
  for (const StatisticsRow& row : wide->rows) wide->selfNs += row.selfNs;
  wide->unrecordedNs = 3.7e12;
  wide->notAttributedNs = -123.4e9;
  return wide;
}

/// The columns of the table whose cells do not fit, in the rows that are on screen.
QStringList cutColumns(DataTable* table) {
  QStringList cut;
  const TableSource* source = table->tableModel()->source();
  const int from = std::max(0, table->rowAt(0)), to = table->rowAt(table->viewport()->height() - 1);
  for (int row = from; row <= (to < 0 ? table->tableModel()->rowCount() - 1 : to); ++row)
    for (size_t c = 0; c < source->columns().size(); ++c) {
      const TableColumn& column = source->columns()[c];
      if (!column.right || table->isColumnHidden(static_cast<int>(c))) continue;
      const Cell cell = source->cell(static_cast<size_t>(table->tableModel()->sourceRow(row)), static_cast<int>(c));
      if (TableDelegate::neededWidth(cell, column, c == 0) > table->columnWidth(static_cast<int>(c)))
        cut << QStringLiteral("%1 \"%2\"").arg(column.id, cell.text);
    }
  return cut;
}

class Figures : public testing::ProfileViews, public ::testing::WithParamInterface<double> {
 protected:
  void TearDown() override { Theme::instance()->setScale(1); }
};

TEST_P(Figures, OfStatisticsAreNeverCut) {
  load(testing::transformerModel(4));
  document.setStatistics(wideStatistics(*document.byCallee()), wideStatistics(*document.bySite()));
  for (const QSize size : {QSize(1000, 300), QSize(1280, 400), QSize(1600, 500)}) {
    const auto view = open<StatisticsView>(size.width(), size.height());
    Theme::instance()->setScale(GetParam());
    for (const Grouping grouping : {Grouping::Callee, Grouping::Site}) {
      view->setGrouping(grouping);
      settle(*view);
      for (const bool end : {false, true}) {
        if (end) view->table()->scrollToBottom();
        view->grab();
        QCoreApplication::processEvents();
        view->grab();
        EXPECT_EQ(cutColumns(view->table()).join(u' ').toStdString(), "") << size.width() << " at " << GetParam();
      }
      const StatisticsSource source({document.trace(),
                                     grouping == Grouping::Callee ? document.byCallee() : document.bySite(), nullptr,
                                     grouping});
      for (const StatisticsSource::Sum sum : source.sums())
        for (size_t c = 0; c < source.columns().size(); ++c) {
          const TableColumn& column = source.columns()[c];
          const Cell cell = source.sumCell(sum, static_cast<int>(c));
          if (!column.right || view->table()->isColumnHidden(static_cast<int>(c))) continue;
          EXPECT_LE(TableDelegate::neededWidth(cell, column, c == 0), view->table()->columnWidth(static_cast<int>(c)))
              << column.id.toStdString() << " of the sums: " << cell.text.toStdString();
        }
    }
    Theme::instance()->setScale(1);
  }
}

INSTANTIATE_TEST_SUITE_P(AtScales, Figures, ::testing::Values(1.0, 1.25, 1.5, 2.0));

}  // namespace
}  // namespace relaxscope
