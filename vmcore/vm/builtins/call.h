// SPDX-License-Identifier: Apache-2.0
// What builtins that call functions share.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/function.h>

#include <cstdint>

#include "vmcore/vm/builtins/args.h"

namespace relaxscope {

class Engine;

/// Calls a kernel with the arguments from `first` on, of which the last, a shape, stands for its extents.
void callWithExtents(Engine& engine, const ffi::Function& kernel, const Args& args, int32_t first, ffi::Any* result);

}  // namespace relaxscope
