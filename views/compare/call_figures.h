// SPDX-License-Identifier: GPL-3.0-or-later
// The single calls of a compared row: what they take on both sides, and how their times are distributed.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "views/core/pair_times.h"

namespace relaxscope {

/// Calls of one side in its measured runs; nanoseconds, with nested calls.
struct CallTimes {
  uint64_t count = 0, runs = 0;
  double medianNs = 0, p99Ns = 0;
};
/// A bar of [fromNs, toNs); the last one includes toNs. Calls by side.
struct ComparedBin {
  double fromNs = 0, toNs = 0;
  std::array<uint64_t, 2> calls{};
};
struct CallFigures {
  std::array<std::optional<CallTimes>, 2> sides;  ///< nothing where it is not called
  /// Of equal widths, common to both sides; they end where the calls of both do, but for outliers.
  std::vector<ComparedBin> bins;
  std::array<uint64_t, 2> beyond{};  ///< calls that take longer than the last bar
};

/// From the times of the calls, in any order.
CallFigures callFiguresOf(std::array<std::vector<double>, 2> times, std::array<uint64_t, 2> runs);

/// Reads the calls of rows; knows what all rows of two traces share. For one thread at a time.
class CallReader {
 public:
  explicit CallReader(std::shared_ptr<const ComparedTimes> times) : times_(std::move(times)) {}
  [[nodiscard]] const ComparedTimes& times() const { return *times_; }
  /// Empty when stopped.
  [[nodiscard]] CallFigures read(const ComparedRow& row, Grouping grouping, const std::stop_token& stop);

 private:
  [[nodiscard]] std::vector<double> timesOf(size_t side, const ComparedRow& row, Grouping grouping,
                                            const std::stop_token& stop);

  std::shared_ptr<const ComparedTimes> times_;
  std::array<std::optional<TraceStatistics>, 2> statistics_;
};

}  // namespace relaxscope
