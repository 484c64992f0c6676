// SPDX-License-Identifier: Apache-2.0
// What calls of the Relax VM do to memory.
#pragma once

#include "vmcore/analysis/memory/frame.h"
#include "vmcore/model/instruction.h"

namespace relaxscope::memory {

/// Follows one call.
void followRelaxCall(const Frame& frame, Path& path, InstrIndex pc, const Instruction& call);

}  // namespace relaxscope::memory
