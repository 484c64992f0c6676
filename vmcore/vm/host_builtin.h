// SPDX-License-Identifier: Apache-2.0
// Builtins called by the host program itself, between calls of the executable's functions.
#pragma once

#include <tvm/ffi/any.h>

#include <cstdint>

#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {

/// Calls row `row` of builtinTable() on this machine. Catches everything; an error's place names the builtin.
RunResult callHostBuiltin(Engine& engine, int32_t row, const TVMFFIAny* args, int32_t count);

}  // namespace relaxscope
