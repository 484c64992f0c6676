// SPDX-License-Identifier: GPL-3.0-or-later
// Live bytes over instructions: as planned, without reuse, and as measured.
#pragma once

#include <QRect>

#include "views/memory/scene.h"

class QPainter;

namespace relaxscope {

void paintLiveBytes(QPainter* painter, const MemoryScene& scene, const QRect& area);
/// The highest value of the chart. Bytes without reuse are part of it where they do not flatten the others.
double liveBytesScale(const MemoryScene& scene);
/// Bytes of storages after the instruction.
uint64_t liveAt(const MemoryPlan& plan, InstrIndex pc);

}  // namespace relaxscope
