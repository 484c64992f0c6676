// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/costs.h"

#include <algorithm>

#include "views/code/tokens.h"

namespace relaxscope {

CodeCosts::CodeCosts(std::shared_ptr<const TraceStatistics> bySite) : statistics_(std::move(bySite)) {
  if (!statistics_) return;
  for (size_t i = 0; i < statistics_->rows.size(); ++i) {
    const StatisticsRow& row = statistics_->rows[i];
    if (row.kind == EventKind::Call && row.pc != kNoIndex) rows_.emplace(row.pc, static_cast<uint32_t>(i));
  }
}

const StatisticsRow* CodeCosts::at(InstrIndex pc) const {
  const auto found = rows_.find(pc.value);
  return found != rows_.end() ? &statistics_->rows[found->second] : nullptr;
}

double CodeCosts::perRunNs(InstrIndex pc) const {
  const StatisticsRow* row = at(pc);
  return row != nullptr ? statistics_->perRun(row->totalNs) : 0;
}

double CodeCosts::countPerRun(InstrIndex pc) const {
  const StatisticsRow* row = at(pc);
  return row != nullptr ? statistics_->perRun(row->count) : 0;
}

double CodeCosts::maxPerRunNs(const Executable& executable, FuncIndex function, InstrIndex begin,
                              InstrIndex end) const {
  double most = 0;
  for (const auto& [pc, row] : rows_) {
    if (pc < begin.value || pc >= end.value) continue;
    if (calleeAt(executable, InstrIndex(pc)) == function) continue;
    most = std::max(most, statistics_->perRun(statistics_->rows[row].totalNs));
  }
  return most;
}

}  // namespace relaxscope
