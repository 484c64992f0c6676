// SPDX-License-Identifier: GPL-3.0-or-later
// One block of a CFG in figures: what its heat stands for.
#pragma once

#include <QStringList>

#include "views/cfg/scene.h"

namespace relaxscope {

/// Title, instructions, executions, time and share of the function's time, where known. Empty: no such block.
QStringList blockReadout(const CfgScene& scene, int block);

}  // namespace relaxscope
