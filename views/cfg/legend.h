// SPDX-License-Identifier: GPL-3.0-or-later
// The legend of a CFG: the meaning of line styles and heat colours.
#pragma once

#include <QRectF>

class QPainter;

namespace relaxscope {

struct CfgScene;

/// Draws at the bottom left of `area`, with a margin; nothing if it does not fit, as the lines are
/// self-explanatory.
void paintCfgLegend(QPainter* painter, const CfgScene& scene, const QRectF& area);

}  // namespace relaxscope
