// SPDX-License-Identifier: Apache-2.0
// The kinds of call that views tell apart by colour (look.md 1); also what an instruction that is no
// call does, where its set has opcodes for what others call builtins for.
#pragma once

#include <cstdint>

namespace relaxscope {

enum class CallKind : uint8_t { VmFunction, Kernel, GpuKernel, Memory, Shape, Check, Copy, Wait, Other };
/// "VM function", "kernel", ...
const char* callKindName(CallKind kind);

}  // namespace relaxscope
