// SPDX-License-Identifier: Apache-2.0
// `rscope memory --probe`: runs a function in a worker for the values of the slots that only a run tells.
#pragma once

#include <optional>

#include "app/cli/run/run.h"
#include "vmcore/analysis/memory/plan.h"

namespace relaxscope::cli {

/// The values of MemoryPlan::heapSlots in a run with arguments of the plan's sizes; a slot that had several values is
/// left out. Nothing where the run fails: reported on standard error, with its exit code.
std::optional<SlotValues> probeSlots(RunOptions options, const Executable& executable, const MemoryPlan& plan,
                                     int& exitCode);

}  // namespace relaxscope::cli
