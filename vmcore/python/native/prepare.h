// SPDX-License-Identifier: Apache-2.0
// Prepares a run for Python as rscope and the window prepare theirs.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/function.h>

#include "vmcore/model/executable.h"

namespace relaxscope {

/// Arguments: function, inputs (a list of specs), paths of args, arrays and script, seed (64 bits), time, memory, steps
/// and stack limit; None for what is not given. Returns the request as JSON, and a list of the arguments of a single
/// call (None for a script). Raises ValueError.
tvm::ffi::Any prepareForPython(const Executable& executable, const tvm::ffi::PackedArgs& arguments);

}  // namespace relaxscope
