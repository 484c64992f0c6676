// SPDX-License-Identifier: GPL-3.0-or-later
// The line of an edge as a path.
#pragma once

#include <QPainterPath>

#include <vector>

#include "views/graph/layered.h"

namespace relaxscope {

/// A polyline of axis-parallel pieces with its corners rounded.
QPainterPath roundedPath(const std::vector<layout::Point>& points, double radius);

}  // namespace relaxscope
