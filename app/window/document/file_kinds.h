// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that list the supported file kinds, shared by the start page, the load error and the open dialog.
#pragma once

#include <QString>
#include <QStringList>

namespace relaxscope {

/// One sentence that names every file kind.
QString openableKinds();
/// Filters of a file dialog, all files first: the content determines the kind; name filters only narrow the list.
QStringList openableFilters();

}  // namespace relaxscope
