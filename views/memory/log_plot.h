// SPDX-License-Identifier: GPL-3.0-or-later
// The peak against one dimension, both scales logarithmic.
#pragma once

#include <QRect>

#include <vector>

#include "views/memory/plan_of.h"

class QPainter;

namespace relaxscope {

/// `at`: the extent that the view shows.
void paintPeakCurve(QPainter* painter, const QRect& area, const PeakCurveOf::Value& points, int64_t at, uint64_t live);

}  // namespace relaxscope
