// SPDX-License-Identifier: GPL-3.0-or-later
// The table of compared times: a line per row, in groups with their sums, and the rows below it.
#pragma once

#include <memory>

#include "views/compare/value_texts.h"
#include "views/core/pair_times.h"
#include "views/widgets/table_source.h"

namespace relaxscope {

/// What the table shows; shared and immutable.
struct TimesInput {
  std::shared_ptr<const ComparedTimes> times;
  Grouping grouping = Grouping::Callee;
  bool hideSame = false;                                    ///< rows that are the same are one line
  bool heads = true;                                        ///< groups have a line of their own
  std::shared_ptr<const ValueComparison> values = nullptr;  ///< what calls wrote, in columns of its own
};

class TimesSource : public TableSource {
  Q_DECLARE_TR_FUNCTIONS(TimesSource)
 public:
  explicit TimesSource(TimesInput input);
  size_t rows() const override { return lines_.size(); }
  const std::vector<TableColumn>& columns() const override { return columns_; }
  Cell cell(size_t line, int column) const override;
  double number(size_t line, int column) const override;
  void filterText(size_t line, std::string& out) const override;

  [[nodiscard]] const TimesInput& input() const { return input_; }
  [[nodiscard]] const TraceComparison& comparison() const { return input_.times->by(input_.grouping); }
  /// The compared row of a line; null: the line is a sum.
  [[nodiscard]] const ComparedRow* rowOf(size_t line) const;
  /// The line of a row that is the same in other comparisons of these traces, or -1.
  [[nodiscard]] int lineOf(const ComparedRow& row) const;
  /// Whether the line heads a group: its rows follow.
  [[nodiscard]] bool isHead(size_t line) const { return lines_[line].kind == Line::Kind::Head; }
  /// Whether a difference beyond its interval, or of one side only, is shown there.
  [[nodiscard]] bool isSignificant(size_t line) const;
  [[nodiscard]] TimeDifference timeOf(size_t line) const { return lines_[line].sum.time; }
  /// Cells of the rows below the table: the sum, what is not attributed, the run.
  [[nodiscard]] std::vector<std::vector<Cell>> sums() const;

  /// A bar of the column of shares, from the common zero to `end`; all are 0 to 1.
  struct Bar {
    double zero = 0, end = 0;
    DifferenceMark mark = DifferenceMark::Unknown;
  };
  [[nodiscard]] std::optional<Bar> bar(size_t line) const;
  [[nodiscard]] int shareColumn() const;

 private:
  enum class Col : uint8_t {
    State,
    Callee,
    Place,
    Calls,
    Old,
    New,
    Difference,
    Uncertainty,
    Share,
    Error,
    Relative,
    Odd
  };
  struct Line {
    enum class Kind : uint8_t { Head, Row, Folded } kind = Kind::Row;
    ComparedGroup group = ComparedGroup::Both;
    size_t row = 0;  ///< of the comparison
    ComparedSum sum;
  };
  void addColumn(Col col, TableColumn column);
  void addColumns();
  void addLines();
  void addFolded(const std::vector<size_t>& same);
  [[nodiscard]] Cell nameCell(const Line& line) const;
  [[nodiscard]] Cell sumCell(const QString& name, const ComparedSum& sum, bool hasCalls, Col col) const;
  [[nodiscard]] std::optional<ValueDifference> valuesOf(size_t line) const;
  [[nodiscard]] Cell valuesCell(size_t line, Col col) const;
  [[nodiscard]] Cell timeCell(const ComparedSum& sum, Col col) const;

  TimesInput input_;
  std::vector<TableColumn> columns_;
  std::vector<Col> cols_;  ///< by column
  std::vector<Line> lines_;
  double least_ = 0, most_ = 0;  ///< differences of rows
};

}  // namespace relaxscope
