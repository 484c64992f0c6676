// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of storages with the tensors placed in them.
#pragma once

#include <QStringList>

#include "views/memory/scene.h"

class QPainter;

namespace relaxscope {

/// The visible rows, in layout.rows.
void paintStorageBars(QPainter* painter, const MemoryScene& scene, const MemoryLayout& layout);
/// "%5 · matmul out · f32[n, 24] · 393,216 B · pc 7–15".
QStringList itemReadout(const MemoryScene& scene, MemoryItem item);

}  // namespace relaxscope
