// SPDX-License-Identifier: GPL-3.0-or-later
// How an edge of the CFG is drawn: branch arms differ by dash as well as by colour, loops by weight.
#pragma once

#include <QPen>

#include "vmcore/analysis/flow/cfg.h"

namespace relaxscope {

struct EdgeLook {
  QColor color;
  double width;
  Qt::PenStyle style;
};
/// `back`: closes a loop; `highlighted`: touches the current or hovered block.
EdgeLook edgeLook(const CfgEdge& edge, bool back, bool highlighted);
QPen edgePen(const EdgeLook& look);

}  // namespace relaxscope
