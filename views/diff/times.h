// SPDX-License-Identifier: GPL-3.0-or-later
// The times of a pair by row of its code: every call site of either trace is in one row, so that rows add up to their
// function and functions to the sum.
#pragma once

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

#include "views/core/pair_times.h"
#include "views/theme/theme.h"

namespace relaxscope {

class DiffTimes {
 public:
  DiffTimes(const ExecutableDiff& diff, const ComparedTimes& times);

  /// Self time of a row's instructions; null: neither trace has any.
  [[nodiscard]] const TimeDifference* at(uint32_t pair, uint32_t row) const;
  [[nodiscard]] const TimeDifference* ofFunction(uint32_t pair) const;
  /// Of all functions.
  [[nodiscard]] const TimeDifference& sum() const { return sum_; }
  /// What a run takes.
  [[nodiscard]] const TimeDifference& run() const { return run_; }
  /// "main 5.22 → 4.12 µs"; empty: the traces say nothing of it.
  [[nodiscard]] const std::string& summary() const { return summary_; }

 private:
  std::vector<std::vector<std::optional<TimeDifference>>> rows_;  ///< by pair and row; without times none
  std::vector<std::optional<TimeDifference>> functions_;
  TimeDifference sum_, run_;
  std::string summary_;
};

/// Adds a row's difference, whose interval is taken independently. The mark follows.
void addTime(TimeDifference& to, const TimeDifference& row);
/// "−1.11" "µs"; "±0" inside its interval.
struct DeltaText {
  QString number, unit;
  Token ink = Token::TextSecond;
  [[nodiscard]] QString text() const { return unit.isEmpty() ? number : number + QLatin1Char(' ') + unit; }
};
DeltaText deltaText(const TimeDifference& time);
/// "4.70 µs → 4.31 µs per run", "−0.39 µs ± 0.06 µs": for tooltips.
QStringList deltaHelp(const TimeDifference& time);

}  // namespace relaxscope
