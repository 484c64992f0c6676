// SPDX-License-Identifier: Apache-2.0
// relax.run.unique, in a separate file because of its size; the table entry is in run_ops.cpp.
#pragma once

#include "vmcore/vm/builtins/table.h"

namespace relaxscope {

/// unique(tensor, sorted, return index, return inverse, return counts [, axis | None]); a BuiltinCall.
void runUnique(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result);

}  // namespace relaxscope
