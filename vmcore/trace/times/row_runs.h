// SPDX-License-Identifier: Apache-2.0
// Self times of the rows of a table by run, from which their uncertainties and ties follow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace relaxscope {

class RowRuns {
 public:
  /// Adds to the time of `row` in the kept run `place`; places of a row must not decrease.
  void add(uint32_t row, uint32_t place, double ns) {
    if (row >= rows_.size()) rows_.resize(row + 1);
    std::vector<Entry>& entries = rows_[row];
    if (entries.empty() || entries.back().place != place) entries.push_back({place, 0});
    entries.back().ns += ns;
  }
  /// Times of a row in each of `count` kept runs, in order; 0 where it did not run.
  [[nodiscard]] std::vector<double> of(uint32_t row, size_t count) const {
    std::vector<double> times(count, 0.0);
    if (row >= rows_.size()) return times;
    for (const Entry& entry : rows_[row])
      if (entry.place < count) times[entry.place] += entry.ns;
    return times;
  }

 private:
  struct Entry {
    uint32_t place;
    double ns;
  };
  std::vector<std::vector<Entry>> rows_;
};

}  // namespace relaxscope
