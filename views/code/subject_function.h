// SPDX-License-Identifier: GPL-3.0-or-later
// Which function the listing and the CFG show.
#pragma once

#include <QString>

#include "vmcore/model/executable.h"

namespace relaxscope {

/// On opening a file: the function of that name if there is one, else the entry, else the first with bytecode, else
/// the first. Invalid in an executable without functions.
FuncIndex startFunction(const Executable& executable, const QString& name);
/// Whether `selected` replaces `shown`. A function without bytecode has no code of its own: its calls are
/// highlighted in the shown function, unless that has no bytecode either.
bool becomesSubject(const Executable& executable, FuncIndex selected, FuncIndex shown);

}  // namespace relaxscope
