// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/compare/row_values.h"

namespace relaxscope {

std::optional<ValueDifference> valuesOfRow(const ValueComparison& values, const ComparedRow& row, Grouping grouping) {
  if (row.kind != EventKind::Call || row.group != ComparedGroup::Both) return std::nullopt;
  std::optional<ValueDifference> sum;
  for (const ComparedOutput& output : values.outputs) {
    const bool isOfRow =
        grouping == Grouping::Site ? output.place.old == row.old : output.place.oldCallee == row.oldCallee;
    if (!isOfRow) continue;
    if (!sum) sum.emplace();
    sum->add(output.difference);
  }
  return sum;
}

}  // namespace relaxscope
