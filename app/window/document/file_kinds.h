// SPDX-License-Identifier: GPL-3.0-or-later
// Which files open, in words: the start page, the message about a file that does not, and the open dialog say the same.
#pragma once

#include <QString>
#include <QStringList>

namespace relaxscope {

/// One sentence that names every kind.
QString openableKinds();
/// For a file dialog, all files first: the content decides, the names only narrow the list.
QStringList openableFilters();

}  // namespace relaxscope
