// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/same_call.h"

#include <algorithm>

#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope {

InstrIndex sameCall(const Executable& before, InstrIndex pc, const Executable& now, FuncIndex function) {
  const Function* const callee = before.function(calleeAt(before, pc));
  const Function* const old = before.function(before.functionAt(pc));
  const Function* const made = now.function(function);
  if (callee == nullptr || old == nullptr || made == nullptr) return {};
  const FuncIndex wanted = now.findFunction(callee->name);
  const PcRange range = existingRange(now, *made);
  if (!wanted.valid() || range.begin == range.end) return {};
  const int64_t expected =
      std::clamp(range.begin + (pc.value - existingRange(before, *old).begin), range.begin, range.end - 1);
  for (int64_t distance = 0; distance < range.end - range.begin; ++distance)
    for (const int64_t at : {expected - distance, expected + distance})
      if (at >= range.begin && at < range.end && calleeAt(now, InstrIndex(at)) == wanted) return InstrIndex(at);
  return {};
}

}  // namespace relaxscope
