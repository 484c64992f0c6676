// SPDX-License-Identifier: GPL-3.0-or-later
// What the kinds of calls are called, in the interface's language.
#pragma once

#include <QString>

#include "vmcore/model/call_kind.h"

namespace relaxscope {

enum class CallTitle : uint8_t {
  Name,    ///< "memory": beside a colour
  Call,    ///< "memory builtin": what one call is
  Calls,   ///< "kernels": a part of a bar, short
  Ledger,  ///< "VM functions, self time": a line of its own
};
QString callKindTitle(CallKind kind, CallTitle form);

}  // namespace relaxscope
