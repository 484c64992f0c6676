// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of registers with the lives of their values, and how many are needed at once.
#pragma once

#include <QStringList>

#include "views/memory/scene.h"

class QPainter;

namespace relaxscope {

void paintRegisterBars(QPainter* painter, const MemoryScene& scene, const MemoryLayout& layout);
/// Registers needed at once over the instructions, with the peak against the size of the register file.
void paintPressure(QPainter* painter, const MemoryScene& scene, const QRect& area);
/// "%5 · pc 7–15".
QStringList registerReadout(const MemoryScene& scene, int row, InstrIndex pc);
/// "peak 6 of 24 registers".
QString registerSummary(const RegisterPicture& registers);

}  // namespace relaxscope
