// SPDX-License-Identifier: GPL-3.0-or-later
// Applies the theme that the settings name.
#pragma once

#include <QString>

namespace relaxscope {

/// Applies a theme setting ("light", "dark", "system").
void applyTheme(const QString& mode);

}  // namespace relaxscope
