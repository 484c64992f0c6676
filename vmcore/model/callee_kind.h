// SPDX-License-Identifier: Apache-2.0
// What kind of call an entry of the function table is, as colours and shares of time tell calls apart.
#pragma once

#include <cstdint>
#include <string_view>

#include "vmcore/model/call_kind.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// VmFunction for bytecode and compiled functions, the builtin's kind for a name of builtin.def, else Kernel.
CallKind calleeKind(const Function& function);
/// The same of an index that a trace holds: the executable, null where a profile brings none, knows its functions and
/// the opcodes recorded as callees; of others only the name is known.
CallKind calleeKind(const Executable* executable, uint32_t callee, std::string_view name);

}  // namespace relaxscope
