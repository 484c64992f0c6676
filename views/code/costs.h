// SPDX-License-Identifier: GPL-3.0-or-later
// Times of call sites by pc, from the statistics of a trace: one lookup per painted row.
#pragma once

#include <memory>
#include <unordered_map>

#include "views/core/document.h"

namespace relaxscope {

class CodeCosts {
 public:
  CodeCosts() = default;
  explicit CodeCosts(std::shared_ptr<const TraceStatistics> bySite);
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  /// The site's statistics, or null if it was never called.
  [[nodiscard]] const StatisticsRow* at(InstrIndex pc) const;
  /// Time of one site per run, in nanoseconds; 0 if it was never called.
  [[nodiscard]] double perRunNs(InstrIndex pc) const;
  /// Calls per run.
  [[nodiscard]] double countPerRun(InstrIndex pc) const;
  /// The largest time per run of any site in [begin, end) of `function`, except recursive calls.
  [[nodiscard]] double maxPerRunNs(const Executable& executable, FuncIndex function, InstrIndex begin,
                                   InstrIndex end) const;
  [[nodiscard]] double totalPerRunNs() const { return statistics_ ? statistics_->perRun(statistics_->totalNs) : 0; }

 private:
  std::shared_ptr<const TraceStatistics> statistics_;
  std::unordered_map<int64_t, uint32_t> rows_;
};

}  // namespace relaxscope
