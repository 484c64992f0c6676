// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/edge_path.h"

#include <algorithm>
#include <cmath>

namespace relaxscope {

QPainterPath roundedPath(const std::vector<layout::Point>& points, double radius) {
  QPainterPath path;
  if (points.empty()) return path;
  path.moveTo(points[0].x, points[0].y);
  for (size_t i = 1; i < points.size(); ++i) {
    const QPointF at(points[i].x, points[i].y), before(points[i - 1].x, points[i - 1].y);
    if (i + 1 == points.size()) {
      path.lineTo(at);
      break;
    }
    const QPointF after(points[i + 1].x, points[i + 1].y);
    const double in = std::hypot(at.x() - before.x(), at.y() - before.y()),
                 out = std::hypot(after.x() - at.x(), after.y() - at.y());
    const double r = std::min({radius, in / 2, out / 2});
    if (r < 0.5) {
      path.lineTo(at);
      continue;
    }
    path.lineTo(at + (before - at) * (r / in));
    path.quadTo(at, at + (after - at) * (r / out));
  }
  return path;
}

}  // namespace relaxscope
