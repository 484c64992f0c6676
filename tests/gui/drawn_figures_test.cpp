// SPDX-License-Identifier: Apache-2.0
// Every view in the real window, at scales, sizes and languages: what the drawing of figures is given fits its cell,
// and so do the labels and tables that Qt draws. The profile has counts of 10^10 and times from 1 ns to 1 h.
#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "gui_support.h"
#include "tests/support/numbers_in_text.h"
#include "tests/support/synthetic_trace.h"
#include "views/core/view.h"
#include "views/theme/theme.h"
#include "views/widgets/data_table.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/figure_record.h"

namespace relaxscope {
namespace {

using namespace gui;

constexpr double kHourNs = 3.6e12;
constexpr double kMostCalls = 12'345'678'901.0;

/// The trace with its times stretched, so that they grow from 1 ns at its beginning to an hour at its end.
std::shared_ptr<const Trace> stretched(const Trace& trace) {
  int64_t last = 1;
  for (const RunSpan& run : trace.runs) last = std::max(last, run.start + run.duration);
  const double hourTicks = kHourNs / trace.info.clock.nsPerTick;
  const auto place = [&](int64_t ticks) {
    const double part = static_cast<double>(ticks) / static_cast<double>(last);
    return static_cast<int64_t>(std::llround(std::pow(hourTicks, part)));
  };
  auto made = std::make_shared<Trace>();
  made->info = trace.info;
  made->info.host = "a-host-with-a-name-of-some-length";
  made->info.processor = "Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz, 176 threads";
  made->info.executableDigest = std::string(64, '7');
  made->info.argumentsText = "tokens: int64[1, 131072], random with seed 0; embedding: float32[151936, 12288], zeros";
  for (const auto& stored : trace.chunks()) {
    TraceChunk chunk = stored->columns();
    for (size_t i = 0; i < chunk.events.size(); ++i) {
      const int64_t start = chunk.events.start[i], end = start + chunk.events.duration[i];
      chunk.events.start[i] = place(start);
      chunk.events.duration[i] = place(end) - place(start);
    }
    made->append(chunk);
  }
  for (RunSpan run : trace.runs) {
    const int64_t start = place(run.start);
    run.duration = place(run.start + run.duration) - start;
    run.start = start;
    made->runs.push_back(run);
  }
  made->unrecordedNs = {kHourNs, 0.99 * kHourNs, 1.01 * kHourNs, 0.98 * kHourNs, 1.02 * kHourNs, 1.03 * kHourNs};
  return made;
}

/// Rows with counts up to 10^10 per run and times from 1 ns to 1 h.
std::shared_ptr<const TraceStatistics> wide(const Trace& trace, Grouping grouping) {
  auto statistics = std::make_shared<TraceStatistics>(computeStatistics(trace, grouping));
  const auto kept = static_cast<double>(std::max<size_t>(1, statistics->kept.size()));
  double ns = kHourNs, count = kMostCalls;
  for (StatisticsRow& row : statistics->rows) {
    row.selfNs = row.totalNs = row.rawSelfNs = row.rawTotalNs = ns * kept;
    row.uncertaintyNs = 0.9 * ns;
    row.count = static_cast<uint64_t>(count * kept);
    row.minNs = row.meanNs = row.medianNs = row.p90Ns = row.p99Ns = row.maxNs = row.sigmaNs = ns;
    row.bytesAllocated = static_cast<int64_t>(999.9e9 * kept);
    ns = std::max(1.0, ns / 97.7);
    count = std::max(1.0, count / 77.7);
  }
  statistics->selfNs = 0;
  for (const StatisticsRow& row : statistics->rows) statistics->selfNs += row.selfNs;
  statistics->runTimes = runTimesOf(std::vector<double>{kHourNs, 0.5 * kHourNs, 0.99 * kHourNs});
  return statistics;
}

/// A history with times from 1 ns to 1 h, counts up to 10^10 and long arguments.
std::vector<RunEntry> wideRuns() {
  std::vector<RunEntry> entries;
  for (int i = 0; i < 9; ++i) {
    RunEntry entry;
    entry.id = QString::number(i);
    entry.startedAt = QStringLiteral("2026-11-24T09:23:2%1Z").arg(i);
    entry.function = QStringLiteral("prefill; decode");
    entry.arguments = QStringLiteral("tokens: int64[1, 13107%1], random with seed 123456789%1").arg(i);
    entry.allocator = QStringLiteral("pooled");
    entry.runNs = kHourNs / std::pow(37.7, i);
    entry.runs = 12'345'678;
    entry.events = static_cast<uint64_t>(kMostCalls);
    entry.bytes = 999'900'000'000;
    if (i % 3 == 0) entry.cutShort = QStringLiteral("stopped in main:12345, call matmul");
    entries.push_back(entry);
  }
  return entries;
}

/// In place of the runs that are stored, once those have been read.
void showWideRuns(DocumentPage& page) {
  EXPECT_TRUE(waitFor([&] { return page.isSettled(); }));
  page.document()->runs()->setEntries(wideRuns());
  page.document()->runs()->setShown(QStringLiteral("1"));
}

bool hasDigit(const QString& text) {
  return std::ranges::any_of(text, [](QChar c) { return c.isDigit(); });
}

/// Labels, buttons and plain tables below `window` whose figures Qt cuts.
QStringList cutByQt(const QWidget& window) {
  QStringList cut;
  for (const QLabel* label : window.findChildren<QLabel*>()) {
    if (!label->isVisible() || !hasDigit(label->text())) continue;
    // An ElidedLabel chooses a form that fits, down to its least width.
    const bool chooses = qobject_cast<const ElidedLabel*>(label) != nullptr;
    const int needed = (chooses ? label->minimumSizeHint() : label->sizeHint()).width();
    const bool fits =
        label->wordWrap() ? label->heightForWidth(label->width()) <= label->height() + 1 : needed <= label->width() + 1;
    if (!fits)
      cut << QStringLiteral("label %1 \"%2\" needs %3, has %4")
                 .arg(label->objectName(), label->text())
                 .arg(needed)
                 .arg(label->width());
  }
  for (const QAbstractButton* button : window.findChildren<QAbstractButton*>()) {
    const bool plain = qstrcmp(button->metaObject()->className(), "QPushButton") == 0 ||
                       qstrcmp(button->metaObject()->className(), "QToolButton") == 0;
    if (!plain || !button->isVisible() || !hasDigit(button->text())) continue;
    if (button->sizeHint().width() > button->width() + 1) cut << QStringLiteral("button \"%1\"").arg(button->text());
  }
  for (const QTableView* table : window.findChildren<QTableView*>()) {
    if (!table->isVisible() || qobject_cast<const DataTable*>(table) != nullptr || table->model() == nullptr) continue;
    const int last = table->rowAt(table->viewport()->height() - 1);
    for (int row = std::max(0, table->rowAt(0)); row <= (last < 0 ? table->model()->rowCount() - 1 : last); ++row)
      for (int column = 0; column < table->model()->columnCount(); ++column) {
        const QModelIndex index = table->model()->index(row, column);
        const QString text = index.data().toString();
        if (table->columnViewportPosition(column) > table->viewport()->width() || !hasDigit(text)) continue;
        if (QFontMetrics(table->font()).horizontalAdvance(text) > table->columnWidth(column))
          cut << QStringLiteral("cell \"%1\"").arg(text);
      }
  }
  return cut;
}

/// Paints the window until two pictures in a row are equal: columns widen after their first painting.
bool paintUntilStill(QWidget& window) {
  QImage last;
  return waitFor([&] {
    QImage now = window.grab().toImage();
    return std::exchange(last, now) == now;
  });
}

class DrawnFigures : public ::testing::TestWithParam<std::tuple<double, const char*>> {
 protected:
  void SetUp() override { Theme::instance()->setScale(std::get<0>(GetParam())); }
  void TearDown() override { Theme::instance()->setScale(1); }

  /// Shows each view once per size of sizes() and reports figures that do not fit.
  void check(const testing::SyntheticModel& model, const std::set<ViewId>& views) {
    const Language language(std::get<1>(GetParam()));
    QTemporaryDir folder;
    const auto window = makeWindow();
    DocumentPage* page = openAndWait(window.get(), writeExecutable(folder, QStringLiteral("model"), *model.executable));
    ASSERT_NE(page, nullptr);
    const auto trace = stretched(*model.trace);
    page->document()->setTrace(trace);
    page->document()->setStatistics(wide(*trace, Grouping::Callee), wide(*trace, Grouping::Site));
    showWideRuns(*page);
    size_t drawn = 0;
    for (const QSize size : sizes()) {
      window->resize(size);
      for (const ViewRow& row : viewsOf(Subject::Executable))
        if (views.empty() || views.contains(row.id)) drawn += checkView(*window, *page, row, size);
    }
    EXPECT_GT(drawn, 30 * sizes().size()) << "figures are drawn through drawFigure()";
    if (!views.empty()) return;
    for (const char* widest : {"12,345,678,901", "3,600"})
      EXPECT_TRUE(std::ranges::any_of(seen_, [&](const QString& text) { return text.contains(QLatin1String(widest)); }))
          << widest;
  }

  /// Selects the function, then each of its first instructions, at each size: the inspector shows their types.
  void checkPlaces(const QString& path, const char* function) {
    const Language language(std::get<1>(GetParam()));
    const auto window = makeWindow();
    DocumentPage* page = openAndWait(window.get(), path);
    ASSERT_NE(page, nullptr);
    showWideRuns(*page);
    Place place;
    place.function = page->document()->executable()->findFunction(function);
    ASSERT_TRUE(place.function.valid());
    const Function& code = *page->document()->executable()->function(place.function);
    std::vector<InstrIndex> instructions{InstrIndex()};
    for (int pc = code.startInstr; pc < std::min(code.endInstr, code.startInstr + 4); ++pc)
      instructions.emplace_back(pc);
    for (const QSize size : sizes()) {
      window->resize(size);
      for (const InstrIndex pc : instructions) {
        place.pc = pc;
        page->document()->selection()->select(place);
        checkView(*window, *page, *findView(ViewId::Listing), size);
      }
    }
    EXPECT_GT(shortened_, 0u) << "types that do not fit are shortened";
  }

 private:
  /// Scale and language vary at the size with the least room, sizes at one scale in one language: a third of all
  /// combinations.
  static std::vector<QSize> sizes() {
    const bool plain = std::get<0>(GetParam()) == 1 && std::string_view(std::get<1>(GetParam())) == "en";
    return plain ? std::vector{QSize(1600, 1000), QSize(1280, 800), QSize(1000, 650)} : std::vector{QSize(1000, 650)};
  }
  size_t checkView(MainWindow& window, DocumentPage& page, const ViewRow& row, QSize size) {
    window.showView(row.id);
    const View* view = page.workspace()->view(row.id);
    EXPECT_TRUE(waitFor([&] { return view != nullptr && view->isSettled(); })) << row.name();
    EXPECT_TRUE(paintUntilStill(window)) << row.name();
    const FigureRecord record;
    window.grab();
    std::set<std::string> cut;
    for (const FigureRecord::Drawn& each : record.drawn) seen_.insert(each.text);
    for (const FigureRecord::Drawn& each : record.drawn)
      if (each.width > each.cell + 1.5)
        cut.insert(
            QStringLiteral("\"%1\" needs %2, has %3").arg(each.text).arg(each.width).arg(each.cell).toStdString());
    shortened_ += record.elided.size();
    for (const FigureRecord::Elided& each : record.elided) {
      const std::set<QString> all = testing::numbersIn(each.text, false), shown = testing::numbersIn(each.shown, false);
      if (!std::ranges::includes(all, shown))
        cut.insert(QStringLiteral("\"%1\" is shown as \"%2\"").arg(each.text, each.shown).toStdString());
    }
    for (const QString& each : cutByQt(window)) cut.insert(each.toStdString());
    for (const std::string& each : cut)
      ADD_FAILURE() << row.name() << " at " << size.width() << "x" << size.height() << ": " << each;
    return record.drawn.size();
  }

  std::set<QString> seen_;
  size_t shortened_ = 0;
};

TEST_P(DrawnFigures, FitInEveryView) { check(testing::transformerModel(4), {}); }
TEST_P(DrawnFigures, FitInViewsOfADynamicModel) {
  check(testing::dynamicModel(6), {ViewId::Timeline, ViewId::Values, ViewId::Inspector});
}
TEST_P(DrawnFigures, FitInViewsOfARecursion) {
  check(testing::recursiveModel(12), {ViewId::Cfg, ViewId::Listing, ViewId::Timeline, ViewId::Statistics});
}

TEST_P(DrawnFigures, FitWhereTypesAreShown) {
  checkPlaces(QStringLiteral(RELAXSCOPE_TEST_DATA "/relax/mlp_cuda.so"), "main");
  checkPlaces(example("transformer_block.so"), "main");
}

INSTANTIATE_TEST_SUITE_P(AtScales, DrawnFigures,
                         ::testing::Combine(::testing::Values(1.0, 1.25, 1.5, 2.0), ::testing::Values("en", "zh_CN")));

}  // namespace
}  // namespace relaxscope
