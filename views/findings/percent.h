// SPDX-License-Identifier: GPL-3.0-or-later
// Formatting of shares.
#pragma once

#include <QString>

namespace relaxscope {

/// "16.9 %", "<0.1 %".
inline QString percentText(double share) {
  if (share > 0 && share < 0.001) return QStringLiteral("<0.1 %");
  return QStringLiteral("%1 %").arg(100 * share, 0, 'f', share >= 0.9995 ? 0 : 1);
}

}  // namespace relaxscope
