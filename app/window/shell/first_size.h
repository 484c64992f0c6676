// SPDX-License-Identifier: GPL-3.0-or-later
// The size of a window that was never open before.
#pragma once

#include <QSize>

namespace relaxscope {

inline constexpr QSize kFirstSize(1600, 1000);

/// kFirstSize, or less on a screen with less room beside its panels; the title bar has some of it.
inline QSize firstWindowSize(const QSize& available) {
  constexpr int kTitleBar = 40;
  return kFirstSize.boundedTo(available - QSize(0, kTitleBar));
}

}  // namespace relaxscope
