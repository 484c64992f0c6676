// SPDX-License-Identifier: GPL-3.0-or-later
// The legend of a CFG: what lines and heat stand for.
#pragma once

#include <QRectF>

class QPainter;

namespace relaxscope {

struct CfgScene;

/// At the left of the bottom of `area`, with a margin; nothing where it would be wider than the area, as the lines
/// explain themselves.
void paintCfgLegend(QPainter* painter, const CfgScene& scene, const QRectF& area);

}  // namespace relaxscope
