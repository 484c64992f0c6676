// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a function's difference as they are listed: side by side or unified, with equal rows folded on request.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "views/core/differences.h"

namespace relaxscope {

/// A row of the list.
struct DiffListLine {
  enum class Kind : uint8_t {
    Both,  ///< a row of the pair with both sides
    Old,   ///< its old side alone; unified
    New,
    Fold,  ///< equal rows that are folded
  };
  Kind kind = Kind::Both;
  uint32_t row = 0;    ///< of FunctionPair::rows; of a fold its first
  uint32_t count = 1;  ///< rows that it stands for
};

/// A change of several instructions, numbered among those of its kind.
struct DiffGroup {
  uint32_t first = 0, last = 0;  ///< rows
  uint32_t number = 1;
};

struct DiffListOptions {
  bool unified = false;
  bool hideEqual = false;
  KindSet hidden;  ///< rows of these kinds are folded as equal ones are
};

class DiffList {
 public:
  DiffList() = default;
  DiffList(const FunctionPair& pair, const DiffListOptions& options);

  [[nodiscard]] int64_t size() const { return static_cast<int64_t>(lines_.size()); }
  [[nodiscard]] const DiffListLine& at(int64_t line) const { return lines_[static_cast<size_t>(line)]; }
  /// The line that shows a row, or the fold that hides it; -1 without any.
  [[nodiscard]] int64_t lineOf(uint32_t row) const;
  /// The line after the last one of a row.
  [[nodiscard]] int64_t endOf(uint32_t row) const;
  /// Of a change; null: its instructions are no group.
  [[nodiscard]] const DiffGroup* group(uint32_t change) const;
  /// Changes that are groups and have a row in [first, end), in order.
  [[nodiscard]] std::vector<uint32_t> groupsIn(uint32_t first, uint32_t end) const;

 private:
  void addGroups(const FunctionPair& pair);
  void add(const FunctionPair& pair, uint32_t row, bool unified);

  std::vector<DiffListLine> lines_;
  std::vector<std::optional<DiffGroup>> groups_;  ///< by change
  std::vector<uint32_t> grouped_;                 ///< changes that are groups, by first row
};

}  // namespace relaxscope
