// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/slot_values.h"

namespace relaxscope {

std::map<HeapSlot, std::optional<int64_t>> recordedSlots(const Trace& trace, const std::set<HeapSlot>& wanted) {
  std::map<HeapSlot, std::optional<int64_t>> values;
  for (const auto& chunk : trace.chunks())
    for (const SlotChange& change : chunk->slotChanges()) {
      const HeapSlot slot{FuncIndex(int64_t{change.function}), int64_t{change.slot}};
      if (!wanted.contains(slot)) continue;
      const auto [known, fresh] = values.emplace(slot, change.value);
      if (!fresh && known->second != change.value) known->second.reset();
    }
  return values;
}

}  // namespace relaxscope
