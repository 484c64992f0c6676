// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>
#include <QToolButton>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "views/code/text_match.h"
#include "views/widgets/data_table.h"
#include "views/widgets/table_delegate.h"

namespace relaxscope {
namespace {

/// Rows of a name and a number.
class Pairs : public TableSource {
 public:
  struct Row {
    std::string name;
    double number;
  };
  explicit Pairs(std::vector<Row> rows, int numberWidth = 80) : rows_(std::move(rows)) {
    TableColumn name{QStringLiteral("name"), QStringLiteral("Name"), {}, 100};
    name.stretch = true;
    columns_.push_back(name);
    TableColumn number{QStringLiteral("number"), QStringLiteral("Number"), {}, numberWidth};
    number.right = number.numeric = number.descendingFirst = true;
    columns_.push_back(number);
  }
  size_t rows() const override { return rows_.size(); }
  const std::vector<TableColumn>& columns() const override { return columns_; }
  Cell cell(size_t row, int column) const override {
    Cell cell;
    if (column == 0) cell.text = QString::fromStdString(rows_[row].name);
    else if (!std::isnan(rows_[row].number)) {
      cell.text = QString::number(rows_[row].number);
      cell.unit = QStringLiteral("ns");
    }
    return cell;
  }
  double number(size_t row, int column) const override {
    return column == 1 ? rows_[row].number : TableSource::number(row, column);
  }
  void filterText(size_t row, std::string& out) const override { out += rows_[row].name; }

 private:
  std::vector<Row> rows_;
  std::vector<TableColumn> columns_;
};

const double kNan = std::numeric_limits<double>::quiet_NaN();

std::shared_ptr<const Pairs> few() {
  return std::make_shared<const Pairs>(
      std::vector<Pairs::Row>{{"add10", 5}, {"add2", 7}, {"Matmul", kNan}, {"relu", 5}});
}

std::vector<uint32_t> ask(std::shared_ptr<const TableSource> source, const RowQuery& query) {
  return RowIndex(std::move(source)).find(query)->rows;
}

TEST(RowIndex, FiltersWithoutCase) {
  EXPECT_EQ(ask(few(), {QStringLiteral("MAT"), false, -1, false}), (std::vector<uint32_t>{2}));
  EXPECT_EQ(ask(few(), {QStringLiteral("add"), false, -1, false}), (std::vector<uint32_t>{0, 1}));
  EXPECT_TRUE(ask(few(), {QStringLiteral("add1add"), false, -1, false}).empty())
      << "no match over the border of two rows";
}

TEST(RowIndex, FiltersByExpressionAndReportsAnInvalidOne) {
  EXPECT_EQ(ask(few(), {QStringLiteral("^add\\d$"), true, -1, false}), (std::vector<uint32_t>{1}));
  const auto bad = RowIndex(few()).find({QStringLiteral("add("), true, -1, false});
  EXPECT_FALSE(bad->error.isEmpty());
  EXPECT_EQ(bad->rows.size(), 4u) << "a bad expression hides nothing";
}

/// Each of these doubles its time with every letter, also with a limit that the expression itself raises.
TEST(RowIndex, AnExpressionOfExponentialTimeGivesUp) {
  const auto rows = std::make_shared<const Pairs>(
      std::vector<Pairs::Row>{{"short", 1}, {std::string(60, 'a') + "b", 2}, {"another", 3}});
  for (const char* pattern : {"(a+)+$", "(*LIMIT_MATCH=4000000000)(a+)+$", "(a|aa)+$"}) {
    const auto found = RowIndex(rows).find({QString::fromLatin1(pattern), true, -1, false});
    EXPECT_EQ(found->error, QStringLiteral("This expression takes too long to match.")) << pattern;
    EXPECT_EQ(found->rows.size(), 3u) << pattern;
  }
  const auto fine = RowIndex(rows).find({QStringLiteral("^a+b$"), true, -1, false});
  EXPECT_TRUE(fine->error.isEmpty()) << fine->error.toStdString();
  EXPECT_EQ(fine->rows, std::vector<uint32_t>{1});
}

TEST(TextMatch, GivesUpOnceAndFindsTheRest) {
  const TextMatch hostile(QStringLiteral("(a+)+$"), true);
  EXPECT_TRUE(hostile.in(QString(60, QLatin1Char('a')) + QLatin1Char('b')).empty());
  const TextMatch plain(QStringLiteral("a"), false), empty(QStringLiteral("x*"), true);
  EXPECT_EQ(plain.in(QStringLiteral("banana")).size(), 3u);
  EXPECT_TRUE(empty.in(QStringLiteral("\U0001F600b\U0001F600")).empty()) << "matches of no length are left out";
  EXPECT_EQ(TextMatch(QStringLiteral("(*LIMIT_MATCH=10)b|n"), true).in(QStringLiteral("banana")).size(), 3u);
}

TEST(RowIndex, SortsNumbersWithGapsLastInBothDirections) {
  EXPECT_EQ(ask(few(), {{}, false, 1, false}), (std::vector<uint32_t>{0, 3, 1, 2}));
  EXPECT_EQ(ask(few(), {{}, false, 1, true}), (std::vector<uint32_t>{1, 0, 3, 2})) << "equal numbers keep their order";
}

TEST(RowIndex, SortsNamesWithDigitsAsNumbers) {
  EXPECT_EQ(ask(few(), {{}, false, 0, false}), (std::vector<uint32_t>{1, 0, 2, 3}));
  EXPECT_LT(naturalCompare("a2", "a10"), 0);
  EXPECT_GT(naturalCompare("b", "a10"), 0);
  EXPECT_EQ(naturalCompare("a007", "A7"), 0);
}

TEST(RowIndex, TakesNamesWithNulAndInvalidUtf8) {
  auto odd = std::make_shared<const Pairs>(
      std::vector<Pairs::Row>{{std::string("a\0b", 3), 1}, {"\xff\xfe", 2}, {"ÄPFEL", 3}});
  EXPECT_EQ(ask(odd, {QStringLiteral("äpfel"), false, -1, false}), (std::vector<uint32_t>{2}));
  EXPECT_EQ(ask(odd, {QStringLiteral("b"), false, -1, false}), (std::vector<uint32_t>{0}));
}

TEST(RowIndex, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(RowIndex(few()).find({}, stop.get_token()));
}

std::shared_ptr<const Pairs> million() {
  std::vector<Pairs::Row> rows;
  rows.reserve(1'000'000);
  for (int i = 0; i < 1'000'000; ++i)
    rows.push_back({"function_" + std::to_string(i), static_cast<double>((int64_t{i} * 7919) % 1'000'003)});
  return std::make_shared<const Pairs>(std::move(rows));
}

TEST(RowIndex, HoldsAMillionRows) {
  const auto source = million();
  const RowIndex index(source);
  EXPECT_EQ(index.find({QStringLiteral("999"), false, -1, false})->rows.size(), 3700u)
      << "numbers below 10^6 that hold 999";
  const auto sorted = index.find({{}, false, 1, true});
  ASSERT_EQ(sorted->rows.size(), 1'000'000u);
  for (size_t i = 1; i < sorted->rows.size(); i += 997)
    EXPECT_GE(source->number(sorted->rows[i - 1], 1), source->number(sorted->rows[i], 1));
}

TEST(TableModel, ShowsRowsInOrderOfTheQuery) {
  TableModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setSource(few());
  EXPECT_EQ(modelText(model).toStdString(), "Name | Number\nadd10 | 5 ns\nadd2 | 7 ns\nMatmul | \nrelu | 5 ns\n");
  model.setQuery({QStringLiteral("add"), false, 1, true});
  EXPECT_EQ(modelText(model).toStdString(), "Name | Number\nadd2 | 7 ns\nadd10 | 5 ns\n");
  EXPECT_EQ(model.sourceRow(0), 1);
  EXPECT_EQ(model.shownRow(1), 0);
  EXPECT_EQ(model.shownRow(3), -1);
  model.setSource(nullptr);
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(TableModel, AnswersLargeTablesLaterAndOnlyTheLastQuery) {
  TableModel model;
  QSignalSpy settled(&model, &TableModel::settled);
  model.setSource(million());
  model.setQuery({QStringLiteral("7"), false, -1, false});
  model.setQuery({QStringLiteral("function_77777"), false, -1, false});
  EXPECT_TRUE(model.isBusy());
  QTRY_VERIFY_WITH_TIMEOUT(!model.isBusy(), 20'000);
  EXPECT_EQ(model.rowCount(), 11);
}

TEST(TableModel, DropsAnAnswerThatIsOfOtherRows) {
  TableModel model;
  model.setSource(million());
  QThreadPool::globalInstance()->waitForDone();  // the result is available but not applied yet
  model.setSource(few());
  QCoreApplication::processEvents();
  EXPECT_EQ(model.rowCount(), 4);
  for (int row = 0; row < model.rowCount(); ++row) EXPECT_LT(model.sourceRow(row), 4);
}

TEST(DataTable, KeepsTheChosenRowOverSortAndFilter) {
  DataTable table;
  table.resize(400, 300);
  table.setSource(few());
  table.showRow(3);
  table.sortBy(QStringLiteral("name"), true);
  EXPECT_EQ(table.currentRow(), 3);
  EXPECT_EQ(table.currentIndex().row(), 0);
  table.tableModel()->setQuery({QStringLiteral("add"), false, -1, false});
  EXPECT_FALSE(table.currentIndex().isValid());
  table.tableModel()->setQuery({});
  EXPECT_EQ(table.tableModel()->sourceRow(table.currentIndex().row()), 3) << "it comes back with the filter's end";
}

TEST(DataTable, ReportsSelectionByKeyAndNotByProgram) {
  DataTable table;
  table.resize(400, 300);
  table.setSource(few());
  QSignalSpy selected(&table, &DataTable::rowSelected), activated(&table, &DataTable::rowActivated);
  table.showRow(1);
  EXPECT_EQ(selected.count(), 0);
  QTest::keyClick(&table, Qt::Key_Down);
  ASSERT_EQ(selected.count(), 1);
  EXPECT_EQ(selected[0][0].toInt(), 2);
  QTest::keyClick(&table, Qt::Key_End);
  QTest::keyClick(&table, Qt::Key_Return);
  ASSERT_EQ(activated.count(), 1);
  EXPECT_EQ(activated[0][0].toInt(), 3);
}

TEST(DataTable, CopiesRowsAsTabSeparatedText) {
  DataTable table;
  table.setSource(few());
  table.showRow(1);
  table.copy();
  EXPECT_EQ(QApplication::clipboard()->text().toStdString(), "Name\tNumber\nadd2\t7 ns\n");
}

TEST(DataTable, KeepsWidthsAndSortByColumnName) {
  DataTable first;
  first.resize(500, 300);
  first.setSource(few());
  first.horizontalHeader()->resizeSection(1, 133);
  first.sortBy(QStringLiteral("number"), true);
  DataTable second;
  second.resize(500, 300);
  second.restoreState(first.saveState());
  second.setSource(few());
  second.restoreState(first.saveState());
  EXPECT_EQ(second.columnWidth(1), 133);
  EXPECT_EQ(second.tableModel()->query().sortColumn, 1);
  second.restoreState(QByteArray("garbage"));
  EXPECT_EQ(second.columnWidth(1), 133);
}

/// Pairs with an extra column in front, as after a run or a change of grouping.
class Shifted : public Pairs {
 public:
  using Pairs::Pairs;
  const std::vector<TableColumn>& columns() const override { return columns_; }
  Cell cell(size_t row, int column) const override { return column == 0 ? Cell() : Pairs::cell(row, column - 1); }
  double number(size_t row, int column) const override { return Pairs::number(row, column - 1); }

 private:
  std::vector<TableColumn> columns_ = {
      {QStringLiteral("extra"), QStringLiteral("Extra"), {}, 60}, few()->columns()[0], few()->columns()[1]};
};

TEST(DataTable, SortsByTheSameColumnAtAnyPosition) {
  DataTable table;
  table.setSource(few());
  table.sortBy(QStringLiteral("name"), true);
  table.setSource(std::make_shared<const Shifted>(std::vector<Pairs::Row>{{"a", 1}, {"c", 2}, {"b", 3}}));
  EXPECT_EQ(table.tableModel()->query().sortColumn, 1);
  EXPECT_EQ(table.horizontalHeader()->sortIndicatorSection(), 1);
  EXPECT_EQ(modelText(*table.model()).toStdString(), "Extra | Name | Number\n | c | 2 ns\n | b | 3 ns\n | a | 1 ns\n");
  table.sortBy(QStringLiteral("extra"), false);
  table.setSource(few());
  EXPECT_EQ(table.tableModel()->query().sortColumn, -1) << "that column is gone";
  EXPECT_EQ(table.horizontalHeader()->sortIndicatorSection(), -1);
  table.setSource(std::make_shared<const Shifted>(std::vector<Pairs::Row>{{"a", 1}}));
  EXPECT_EQ(table.tableModel()->query().sortColumn, 0) << "and is back";
}

TEST(DataTable, KeepsASavedSortUntilItsColumnComes) {
  DataTable first;
  first.setSource(few());
  first.sortBy(QStringLiteral("number"), true);
  DataTable second;
  second.setDefaultSort(QStringLiteral("name"), false);
  second.restoreState(first.saveState());
  EXPECT_EQ(second.saveState(), first.saveState()) << "saved again before the rows came";
  second.setSource(few());
  EXPECT_EQ(second.tableModel()->query().sortColumn, 1);
  EXPECT_TRUE(second.tableModel()->query().descending);
}

TEST(DataTable, SortsInItsOwnWayUntilOneIsChosen) {
  DataTable never;
  never.setDefaultSort(QStringLiteral("number"), true);
  DataTable table;
  table.setDefaultSort(QStringLiteral("number"), true);
  table.restoreState(never.saveState());
  table.setSource(few());
  EXPECT_EQ(table.tableModel()->sourceRow(0), 1);
  table.sortBy({}, false);
  EXPECT_EQ(table.tableModel()->sourceRow(0), 0) << "the order of the source is a choice, too";
  DataTable again;
  again.setDefaultSort(QStringLiteral("number"), true);
  again.setSource(few());
  again.restoreState(table.saveState());
  EXPECT_EQ(again.tableModel()->sourceRow(0), 0);
}

TEST(DataTable, TakesTheWidthsOfNewColumnsUnlessTheUserChoseOne) {
  DataTable table;
  table.resize(500, 300);
  table.setSource(few());
  table.setSource(std::make_shared<const Pairs>(std::vector<Pairs::Row>{{"a", 1}}, 60));
  EXPECT_EQ(table.columnWidth(1), 60);
  table.horizontalHeader()->resizeSection(1, 133);
  table.setSource(few());
  EXPECT_EQ(table.columnWidth(1), 133);
}

TEST(DataTable, SortsLargeFirstWhereTheColumnSaysSo) {
  DataTable table;
  table.resize(500, 300);
  table.setSource(few());
  table.show();
  QCoreApplication::processEvents();
  const int x = table.horizontalHeader()->sectionViewportPosition(1) + 30;
  QTest::mouseClick(table.horizontalHeader()->viewport(), Qt::LeftButton, {}, QPoint(x, 10));
  EXPECT_TRUE(table.tableModel()->query().descending);
  QTest::mouseClick(table.horizontalHeader()->viewport(), Qt::LeftButton, {}, QPoint(x, 10));
  EXPECT_FALSE(table.tableModel()->query().descending);
}

TEST(DataTable, IsSortedWithTheKeyboard) {
  DataTable table;
  table.resize(500, 300);
  table.setSource(few());
  table.show();
  const auto choose = [&table](const char* name) {
    QTest::keyClick(&table, Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    QPointer<QMenu> menu = table.findChild<QMenu*>(QStringLiteral("table.menu"));
    QAction* action = menu ? menu->findChild<QAction*>(QStringLiteral("table.sort.") + QLatin1String(name)) : nullptr;
    ASSERT_NE(action, nullptr) << name;
    menu->setActiveAction(action);
    QTest::keyClick(menu, Qt::Key_Return);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_TRUE(menu.isNull());
  };
  choose("number");
  EXPECT_EQ(table.tableModel()->query().sortColumn, 1);
  EXPECT_TRUE(table.tableModel()->query().descending) << "as the first click on the header";
  choose("number");
  EXPECT_FALSE(table.tableModel()->query().descending) << "as the second";
  choose("falling");
  EXPECT_TRUE(table.tableModel()->query().descending);
  choose("none");
  EXPECT_EQ(table.tableModel()->query().sortColumn, -1);
  table.horizontalHeader()->setSectionsClickable(false);
  table.openColumnMenu();
  QMenu* menu = table.findChild<QMenu*>(QStringLiteral("table.menu"));
  ASSERT_NE(menu, nullptr);
  EXPECT_EQ(menu->findChild<QAction*>(QStringLiteral("table.sort.name")), nullptr) << "a tree keeps its order";
  EXPECT_NE(menu->findChild<QMenu*>(QStringLiteral("table.columns")), nullptr);
  menu->close();
}

TEST(TablePanel, FiltersWhileTypingAndShowsTheErrorOfAnExpression) {
  TablePanel panel;
  panel.resize(400, 300);
  panel.setSource(few());
  panel.show();
  QTest::keyClicks(panel.table(), QStringLiteral("add"));  // letters typed in the table go to the filter field
  EXPECT_EQ(panel.filter()->text(), QStringLiteral("add"));
  EXPECT_EQ(panel.table()->model()->rowCount(), 2);
  EXPECT_EQ(panel.findChild<QLabel*>(QStringLiteral("filter.count"))->text(), QStringLiteral("2 of 4"));
  panel.filter()->setRegex(true);
  panel.filter()->setText(QStringLiteral("add["));
  EXPECT_TRUE(panel.findChild<QLabel*>(QStringLiteral("filter.error"))->isVisible());
  panel.filter()->setText(QStringLiteral("zzz"));
  EXPECT_FALSE(panel.findChild<QLabel*>(QStringLiteral("filter.error"))->isVisible());
  EXPECT_TRUE(panel.findChild<QLabel*>(QStringLiteral("table.empty"))->isVisible());
  QTest::keyClick(panel.findChild<QLineEdit*>(), Qt::Key_Escape);
  EXPECT_EQ(panel.table()->model()->rowCount(), 4);
}

TEST(FilterField, AltRTurnsExpressionsOnInTheFieldThatIsTypedIn) {
  QWidget window;
  auto* first = new FilterField(&window);
  auto* second = new FilterField(&window);
  window.show();
  first->focusText();
  QTest::keyClick(first->findChild<QLineEdit*>(), Qt::Key_R, Qt::AltModifier);
  EXPECT_TRUE(first->isRegex());
  EXPECT_FALSE(second->isRegex());
}

TEST(ShortenDotted, LosesTheMiddleOnly) {
  EXPECT_EQ(shortenDotted(QStringLiteral("vm.builtin.alloc_tensor")), QStringLiteral("vm.…alloc_tensor"));
  EXPECT_EQ(shortenDotted(QStringLiteral("matmul")), QStringLiteral("matmul"));
  EXPECT_EQ(shortenDotted(QStringLiteral("vm.x")), QStringLiteral("vm.x"));
}

TEST(Figures, SplitNumberAndUnit) {
  EXPECT_EQ(durationFigure(66'800).number, QStringLiteral("66.8"));
  EXPECT_EQ(durationFigure(66'800).unit, QStringLiteral("µs"));
  EXPECT_EQ(countText(-1234), QStringLiteral("−1,234"));
  EXPECT_EQ(durationFigure(kNan).number, QStringLiteral("–"));
}

}  // namespace
}  // namespace relaxscope
