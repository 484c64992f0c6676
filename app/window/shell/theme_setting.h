// SPDX-License-Identifier: GPL-3.0-or-later
// The theme as the settings name it.
#pragma once

#include <QString>

namespace relaxscope {

/// Applies a theme setting ("light", "dark", "system").
void applyTheme(const QString& mode);

}  // namespace relaxscope
