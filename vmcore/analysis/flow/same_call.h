// SPDX-License-Identifier: Apache-2.0
// Finds a call again in another build of its executable.
#pragma once

#include "vmcore/model/executable.h"

namespace relaxscope {

/// The instruction of `function` in `now` that calls the function of the same name as instruction `pc` of `before`;
/// of several, the one nearest to the same distance from the start of its function. Invalid if `pc` is not a call, or
/// if there is none. Both may be unverified. Linear in the instructions of `function`.
InstrIndex sameCall(const Executable& before, InstrIndex pc, const Executable& now, FuncIndex function);

}  // namespace relaxscope
