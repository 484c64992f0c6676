// SPDX-License-Identifier: GPL-3.0-or-later
// Filters and sorts a table source through a row index and a text arena: 10^6 rows in a few tens of milliseconds, on
// any thread. Owns one case-folded copy of the filter texts and one sorted order per column, both built lazily and
// cached.
#pragma once

#include <QString>

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "views/widgets/table_source.h"

namespace relaxscope {

struct RowQuery {
  QString pattern;      ///< empty: all rows
  bool regex = false;   ///< else plain text; both are case-insensitive
  int sortColumn = -1;  ///< -1: order of the source
  bool descending = false;
  friend bool operator==(const RowQuery&, const RowQuery&) = default;
};
struct RowOrder {
  std::vector<uint32_t> rows;  ///< source rows in the order shown
  QString error;               ///< why the regular expression is invalid or takes too long; `rows` then holds all rows
};

class RowIndex {
 public:
  explicit RowIndex(std::shared_ptr<const TableSource> source) : source_(std::move(source)) {}
  [[nodiscard]] const TableSource& source() const { return *source_; }

  /// The rows of a query's result; std::nullopt if stopped. Equal numbers keep the source order in both directions.
  [[nodiscard]] std::optional<RowOrder> find(const RowQuery& query, std::stop_token stop = {}) const;

 private:
  struct Arena {
    std::string text;           ///< case-folded texts, each terminated by NUL
    std::vector<size_t> begin;  ///< offsets into text; rows + 1 entries
  };
  using Order = std::shared_ptr<const std::vector<uint32_t>>;
  [[nodiscard]] std::shared_ptr<const Arena> arena(const std::stop_token& stop) const;
  [[nodiscard]] Order sorted(int column, const std::stop_token& stop) const;
  [[nodiscard]] Order sortByNumber(int column, const std::stop_token& stop) const;
  [[nodiscard]] Order sortByText(int column, const std::stop_token& stop) const;

  std::shared_ptr<const TableSource> source_;
  mutable std::mutex mutex_;  ///< guards the caches below and serializes queries
  mutable std::shared_ptr<const Arena> arena_;
  mutable std::vector<Order> orders_;
};

/// Natural order, which compares digit sequences as numbers: "add2" before "add10". Negative, zero or positive.
int naturalCompare(std::string_view a, std::string_view b);

}  // namespace relaxscope
