// SPDX-License-Identifier: GPL-3.0-or-later
// Where the other programs of the suite are.
#pragma once

#include <QString>

namespace relaxscope {

/// Path of a program next to this one, else in PATH; empty if there is none.
QString programBeside(const QString& name);

}  // namespace relaxscope
