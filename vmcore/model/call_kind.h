// SPDX-License-Identifier: Apache-2.0
// The kinds of calls that views distinguish by colour (look.md 1); also for instructions that are not calls, in sets
// with opcodes for what others call builtins for.
#pragma once

#include <cstdint>

namespace relaxscope {

enum class CallKind : uint8_t { VmFunction, Kernel, GpuKernel, Memory, Shape, Check, Copy, Wait, Other };
/// "VM function", "kernel", ...
const char* callKindName(CallKind kind);

}  // namespace relaxscope
