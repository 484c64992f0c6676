// SPDX-License-Identifier: GPL-3.0-or-later
// The single calls of a row of the statistics as a table.
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "views/widgets/table_source.h"
#include "vmcore/trace/figures/row_calls.h"

namespace relaxscope {

/// The calls of a row with what was recorded of each.
struct ListedCalls {
  RowCalls calls;
  std::vector<QString> arguments;  ///< of RowCalls::longest: "f32[3, 16], f32[16]"; empty if none were recorded
};
/// As callsOfRow(); for any thread.
ListedCalls listedCalls(const Trace& trace, const TraceStatistics& statistics, const StatisticsRow& row,
                        const RowCallsQuery& query, const std::stop_token& stop = {});

class CallsSource : public TableSource {
  Q_DECLARE_TR_FUNCTIONS(relaxscope::CallsSource)
 public:
  CallsSource(std::shared_ptr<const Trace> trace, std::shared_ptr<const ListedCalls> listed);

  [[nodiscard]] size_t rows() const override { return listed_->calls.longest.size(); }
  [[nodiscard]] const std::vector<TableColumn>& columns() const override { return columns_; }
  [[nodiscard]] Cell cell(size_t row, int column) const override;
  [[nodiscard]] double number(size_t row, int column) const override;
  void filterText(size_t row, std::string& out) const override;
  [[nodiscard]] const RowCall& call(size_t row) const { return listed_->calls.longest[row]; }
  /// Where the call was made and its event.
  [[nodiscard]] const EventSite* siteOf(size_t row) const;
  /// The row of an event; -1 if it is not listed.
  [[nodiscard]] int findEvent(EventIndex event) const;

 private:
  enum Col : uint8_t { Run, Time, Pc, Arguments, Note };

  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const ListedCalls> listed_;
  std::vector<TableColumn> columns_;
};

}  // namespace relaxscope
