// SPDX-License-Identifier: Apache-2.0
// A call under TVM's instrument protocol: the instrument is called before and after it, and may skip it. And a call as
// a range of NVTX, for tools that ask for them.
#pragma once

#include <cstdint>

#include "vmcore/vm/ffi.h"
#include "vmcore/vm/program.h"

namespace relaxscope {

/// Calls row `callee` of the function table, as `insn` says, with the engine's instrument and ranges. `result` is
/// empty.
void callInstrumented(Engine& engine, const Insn& insn, uint32_t callee, const TVMFFIAny* args, ffi::Any* result);

}  // namespace relaxscope
