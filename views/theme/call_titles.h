// SPDX-License-Identifier: GPL-3.0-or-later
// Titles of the call kinds, in the interface language.
#pragma once

#include <QString>

#include "vmcore/model/call_kind.h"

namespace relaxscope {

enum class CallTitle : uint8_t {
  Name,    ///< "memory": beside a colour swatch
  Call,    ///< "memory builtin": kind of a single call
  Calls,   ///< "kernels": short, for a part of a bar
  Ledger,  ///< "VM functions, self time": for a separate line
};
QString callKindTitle(CallKind kind, CallTitle form);

}  // namespace relaxscope
