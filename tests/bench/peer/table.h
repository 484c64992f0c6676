// SPDX-License-Identifier: Apache-2.0
// The printed rows, and whether each meets its target.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "tests/bench/peer/contest.h"

namespace relaxscope::bench {

/// How a row is judged: by the median, or by the upper end of the interval if it must not miss its target by chance.
enum class Judge { Median, UpperEnd };

class Table {
 public:
  Table(int pairs, bool withTvm, std::string only) : pairs_(pairs), withTvm_(withTvm), only_(std::move(only)) {
    fmt::print("{:<46} {:>10} {:>14} {:>14} {:>7} {:>16}\n", "ns, median", "a", "ours", "TVM", "ratio",
               "95 % interval");
  }
  [[nodiscard]] bool withTvm() const { return withTvm_; }
  [[nodiscard]] bool wants(std::string_view name) const { return name.find(only_) != std::string_view::npos; }
  [[nodiscard]] bool holds() const { return holds_; }

  [[nodiscard]] int pairs() const { return pairs_; }

  /// Times both and prints the row; `target` 0: none is set.
  template <class Ours, class Theirs>
  void row(const std::string& name, const char* unit, double target, Judge judge, const Ours& ours,
           const Theirs& theirs) {
    row(name, unit, target, judge,
        withTvm_ ? takeTurns(pairs_, ours, theirs) : takeTurns(pairs_, ours, [] { return 1.0; }));
  }
  /// Prints a row for timings measured elsewhere.
  void row(const std::string& name, const char* unit, double target, Judge judge, const Timings& timings) {
    if (!withTvm_) {
      fmt::print("{:<46} {:>10} {:>14.2f}\n", name, unit, medianOf(timings.ours).median);
      return;
    }
    const Interval ratio = medianOf(timings.ratios);
    const bool holds = target == 0 || (judge == Judge::Median ? ratio.median : ratio.high) <= target;
    holds_ = holds_ && holds;
    fmt::print("{:<46} {:>10} {:>14.2f} {:>14.2f} {:>7.3f} {:>7.3f} to {:<5.3f}  {}\n", name, unit,
               medianOf(timings.ours).median, medianOf(timings.theirs).median, ratio.median, ratio.low, ratio.high,
               target == 0 ? "" : fmt::format("{} at most {:.3f}", holds ? "holds" : "MISSED:", target));
    std::fflush(stdout);
  }

 private:
  int pairs_;
  bool withTvm_, holds_ = true;
  std::string only_;
};

}  // namespace relaxscope::bench
