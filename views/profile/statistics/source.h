// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of a trace as a table: one row per callee, call site, shapes of a callee, kind of call or layer, below
// each the device work of its calls, and a row of sums at the end. Rows of device work stay below theirs in any order.
#pragma once

#include <QStringList>

#include <memory>

#include "views/widgets/table_source.h"
#include "vmcore/model/executable.h"
#include "vmcore/trace/figures/device_statistics.h"
#include "vmcore/trace/ledger.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {

struct StatisticsInput {
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const TraceStatistics> statistics;
  std::shared_ptr<const Executable> executable;  ///< may be null
  Grouping grouping = Grouping::Callee;
  QStringList layerNames = {};  ///< by row of TraceStatistics::layers; those it lacks have their own
  std::shared_ptr<const DeviceStatistics> device = {};  ///< of the statistics; null: none, or not computed yet
};

class StatisticsSource : public TableSource {
  Q_DECLARE_TR_FUNCTIONS(StatisticsSource)
 public:
  explicit StatisticsSource(StatisticsInput input);

  [[nodiscard]] size_t rows() const override { return places_.size(); }
  [[nodiscard]] const std::vector<TableColumn>& columns() const override { return columns_; }
  [[nodiscard]] Cell cell(size_t row, int column) const override;
  [[nodiscard]] double number(size_t row, int column) const override;
  void sortText(size_t row, int column, std::string& out) const override;
  void filterText(size_t row, std::string& out) const override;

  /// The rows below the table: the sum of its rows and, with unrecorded runs, what recording adds beyond them, and an
  /// unrecorded run.
  enum class Sum : uint8_t { Rows, NotAttributed, Unrecorded };
  [[nodiscard]] std::vector<Sum> sums() const;
  /// Cell of such a row; empty for columns where a sum is meaningless.
  [[nodiscard]] Cell sumCell(Sum sum, int column) const;
  /// Its name and time: "Run, unrecorded: 693 µs".
  [[nodiscard]] QString sumText(Sum sum) const;
  [[nodiscard]] const StatisticsInput& input() const { return input_; }
  /// The part of the recording that the rows are of.
  [[nodiscard]] const std::optional<TickSpan>& span() const { return input_.statistics->span; }
  /// The row of the statistics, of a row of device work that of its calls.
  [[nodiscard]] const StatisticsRow& row(size_t row) const { return input_.statistics->rows[indexOf(row)]; }
  [[nodiscard]] size_t indexOf(size_t row) const { return places_[row].index; }
  [[nodiscard]] bool isOnDevice(size_t row) const { return places_[row].onDevice; }
  /// Full name of a row's callee, or its kind of call.
  [[nodiscard]] std::string nameOf(const StatisticsRow& row) const;
  [[nodiscard]] CallKind kindOf(const StatisticsRow& row) const;
  /// Self time by kind of call, for the bar above the table.
  [[nodiscard]] std::vector<KindShare> timeByKind() const;
  /// The row of a callee or of a call site; -1 when there is none.
  [[nodiscard]] int findCallee(uint32_t callee) const;
  [[nodiscard]] int findSite(uint32_t pc) const;
  /// The row of the layer of an instruction, or of what is in none.
  [[nodiscard]] int findLayer(uint32_t function, uint32_t pc) const;
  /// Of a row by layer; null: what is in none.
  [[nodiscard]] const SiteLayer* layerOf(const StatisticsRow& row) const;

 private:
  enum class Col : uint8_t {
    Name,
    Function,
    Shapes,
    Pc,
    Range,
    RunCall,
    Count,
    Self,
    Uncertainty,
    Total,
    RawSelf,
    RawTotal,
    Mean,
    Median,
    P90,
    P99,
    Sigma,
    Min,
    Max,
    Bytes,
    Workspace,
    Share
  };
  struct PlacedRow {
    size_t index = 0;  ///< of the statistics
    bool onDevice = false;
  };
  void placeRows();
  /// The row of the table that shows one of the statistics.
  [[nodiscard]] int rowOf(size_t index) const;
  [[nodiscard]] Cell deviceCell(const OnDevice& work, Col col) const;
  [[nodiscard]] QString deviceTip(const OnDevice& work) const;
  [[nodiscard]] double perRun(double sum) const { return input_.statistics->perRun(sum); }
  [[nodiscard]] Cell nameCell(const StatisticsRow& row) const;
  [[nodiscard]] Cell layerCell(const StatisticsRow& row) const;
  [[nodiscard]] Cell textCell(const StatisticsRow& row, Col col) const;
  void addPlaceColumns();
  [[nodiscard]] Cell selfCell(const StatisticsRow& row) const;
  [[nodiscard]] QString shapesText(const StatisticsRow& row) const;
  static Chip kernelsChip(const StatisticsRow& row);
  void addColumn(Col col, TableColumn column);
  void addTimeColumns(bool ofSpan);
  /// Whether columns beside the name tell rows apart.
  [[nodiscard]] bool hasFurther() const {
    return input_.grouping == Grouping::Site || input_.grouping == Grouping::Shape ||
           input_.grouping == Grouping::Layer || input_.grouping == Grouping::RunCall;
  }
  [[nodiscard]] double value(const StatisticsRow& row, Col col) const;
  [[nodiscard]] const TraceInfo& info() const;
  [[nodiscard]] std::string functionName(uint32_t function) const;

  StatisticsInput input_;
  std::vector<PlacedRow> places_;
  std::vector<TableColumn> columns_;
  std::vector<Col> kinds_;
  uint64_t count_ = 0;  ///< of all rows in the kept runs
  int64_t bytes_ = 0;
  double largestShare_ = 0;
};

}  // namespace relaxscope
