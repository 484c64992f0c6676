// SPDX-License-Identifier: GPL-3.0-or-later
// Registers the compiled resources of the static library; call it once before using ":/...".
#include <QDir>
#include <QtGlobal>

// Q_INIT_RESOURCE must be used outside any namespace.
static void registerResources() { Q_INIT_RESOURCE(relaxscope); }

namespace relaxscope {
void initResources();
void initResources() { registerResources(); }
}  // namespace relaxscope
