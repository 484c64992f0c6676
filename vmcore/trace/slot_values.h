// SPDX-License-Identifier: Apache-2.0
// The values that slots of shape heaps had in a recorded run.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "vmcore/model/heap_slot.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// The recorded values of those slots of `wanted` that changed; nothing for one that had several, in one activation of
/// its function or over all.
std::map<HeapSlot, std::optional<int64_t>> recordedSlots(const Trace& trace, const std::set<HeapSlot>& wanted);

}  // namespace relaxscope
