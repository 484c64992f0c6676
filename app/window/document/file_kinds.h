// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that list the supported file kinds, shared by the start page, the load error and the open dialog.
#pragma once

#include <QString>
#include <QStringList>

namespace relaxscope {

/// One sentence that names every file kind.
QString openableKinds();
/// Where a file that is not an executable is used: calls and arrays of a run, by its suffix; else empty.
QString useInARun(const QString& path);
/// Filters of a file dialog, all files first: the content determines the kind; name filters only narrow the list.
QStringList openableFilters();

}  // namespace relaxscope
