// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the compiled resources of a static library known; call it once before using ":/...".
#include <QDir>
#include <QtGlobal>

// Q_INIT_RESOURCE must stand outside any namespace.
static void registerResources() { Q_INIT_RESOURCE(relaxscope); }

namespace relaxscope {
void initResources();
void initResources() { registerResources(); }
}  // namespace relaxscope
