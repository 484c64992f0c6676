// SPDX-License-Identifier: GPL-3.0-or-later
// The legend below the plot of the memory view.
#pragma once

#include <QRect>

#include "views/memory/scene.h"

class QPainter;

namespace relaxscope {

/// Entries that do not fit entirely are left out.
void paintMemoryLegend(QPainter* painter, const MemoryScene& scene, const QRect& area);

}  // namespace relaxscope
