// SPDX-License-Identifier: GPL-3.0-or-later
// The memory plans of both sides of a function, with what became of each storage.
#pragma once

#include <array>
#include <optional>
#include <stop_token>
#include <vector>

#include "views/core/comparison.h"
#include "views/diff/tables.h"
#include "views/memory/plan_of.h"

namespace relaxscope {

struct DiffPlan {
  MemoryPicture picture;
  /// By storage, as its allocation is: removed, added, changed or the same; and that allocation's row.
  std::vector<RowState> states;
  std::vector<uint32_t> rows;
  [[nodiscard]] uint64_t bytes() const;
};
struct DiffPlans {
  std::array<std::optional<DiffPlan>, 2> sides;  ///< by Side; nothing: no bytecode on that side
  int64_t instructions = 1;                      ///< of the longer one
  uint64_t peak = 0;                             ///< the higher one
  [[nodiscard]] const std::optional<DiffPlan>& of(Side side) const { return sides[static_cast<size_t>(side)]; }
};

/// Of functions[pair]; nothing when stopped.
std::optional<DiffPlans> plansOf(const DiffTablesInput& input, uint32_t pair, const std::stop_token& stop = {});

}  // namespace relaxscope
