// SPDX-License-Identifier: Apache-2.0
// What instructions of the Relay VM do to memory.
#pragma once

#include "vmcore/analysis/memory/frame.h"
#include "vmcore/model/instruction.h"

namespace relaxscope::memory {

/// Follows one instruction that is neither a jump nor a return.
void followRelay(const Frame& frame, Path& path, InstrIndex pc, const Instruction& instruction);

}  // namespace relaxscope::memory
