// SPDX-License-Identifier: Apache-2.0
// What an activity sink is given: see vmcore/device/cuda/emulation.h.
#pragma once

#include <cstdint>

#include "vmcore/device/cuda/emulation.h"
#include "vmcore/emulated/driver/api.h"

namespace relaxscope::emulated {

/// Sets or removes (null) the sink; no call of the old one is under way afterwards.
void setActivitySink(const ActivitySink* sink);
/// CUPTI's CUpti_driver_api_trace_cbid of a function; 0 for those that it does not list.
uint32_t callbackOf(Fn function);
/// CUPTI's CUpti_ActivitySynchronizationType.
enum class WaitKind : int { Event = 1, StreamWaitsForEvent = 2, Stream = 3, Context = 4 };

void reportWork(const WorkRecord& record);
void reportCall(const ApiRecord& record);
void reportMemory(const MemoryCallRecord& record);
void reportWait(WaitKind kind, uint32_t stream, uint32_t correlation, uint64_t start, uint64_t end);

}  // namespace relaxscope::emulated
