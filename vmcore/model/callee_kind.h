// SPDX-License-Identifier: Apache-2.0
// The call kind of an entry of the function table, for colours and shares of time.
#pragma once

#include <cstdint>
#include <string_view>

#include "vmcore/model/call_kind.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// VmFunction for bytecode and compiled functions, the builtin's kind for a name of builtin.def, else Kernel.
CallKind calleeKind(const Function& function);
/// As above for a callee index of a trace: `executable` (null if the profile holds none) provides its functions and the
/// opcodes recorded as callees; any other callee is classified by its name.
CallKind calleeKind(const Executable* executable, uint32_t callee, std::string_view name);

}  // namespace relaxscope
