// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/place_of_row.h"

#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope {
namespace {

bool isIndex(FuncIndex function, uint32_t row) { return row != kNoIndex && function.value == int64_t{row}; }
bool isAt(InstrIndex pc, const TraceSite& site) { return site.pc != kNoIndex && pc.value == int64_t{site.pc}; }

bool isCallOf(const InstructionRow& line, const ComparedRow& row, const Executable& old, const Executable& now) {
  const bool inOld = line.old.valid() && isIndex(calleeAt(old, line.old), row.oldCallee);
  return inOld || (line.now.valid() && isIndex(calleeAt(now, line.now), row.newCallee));
}

}  // namespace

std::optional<DiffPlace> placeOfRow(const ComparedRow& row, const ExecutableDiff& diff, const Executable& old,
                                    const Executable& now) {
  if (calleeTable(row.kind) == CalleeTable::Names) return std::nullopt;
  const bool atSite = !(row.old == TraceSite{}) || !(row.now == TraceSite{});
  std::optional<DiffPlace> call, function;
  for (uint32_t pair = 0; pair < diff.functions.size() && !call; ++pair) {
    const FunctionPair& each = diff.functions[pair];
    if (isIndex(each.old, row.oldCallee) || isIndex(each.now, row.newCallee)) function = DiffPlace{pair, 0};
    if (isBody(row.kind)) continue;
    for (uint32_t line = 0; line < each.rows.size() && !call; ++line) {
      const InstructionRow& here = each.rows[line];
      const bool found = atSite ? isAt(here.old, row.old) || isAt(here.now, row.now) : isCallOf(here, row, old, now);
      if (found) call = DiffPlace{pair, line};
    }
  }
  return call ? call : function;
}

}  // namespace relaxscope
