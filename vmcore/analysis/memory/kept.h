// SPDX-License-Identifier: Apache-2.0
// What allocators take from the system for a sequence of storages.
#pragma once

#include <vector>

#include "vmcore/analysis/memory/plan.h"
#include "vmcore/analysis/memory/walk.h"

namespace relaxscope::memory {

/// `changes`: rows of walked.trail.changes, in order.
KeptMemory keptBy(const Walked& walked, const std::vector<uint32_t>& changes);

}  // namespace relaxscope::memory
