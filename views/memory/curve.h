// SPDX-License-Identifier: GPL-3.0-or-later
// Live bytes over instructions: as planned, without reuse, and as measured.
#pragma once

#include <QRect>

#include "views/memory/scene.h"

class QPainter;

namespace relaxscope {

void paintLiveBytes(QPainter* painter, const MemoryScene& scene, const QRect& area);
/// Bytes of storages after the instruction.
uint64_t liveAt(const MemoryPlan& plan, InstrIndex pc);

}  // namespace relaxscope
