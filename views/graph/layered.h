// SPDX-License-Identifier: GPL-3.0-or-later
// Layered graph layout without Qt: boxes and edges in, positions and polylines out. Deterministic,
// cancellable, for thousands of nodes in a fraction of a second. Steps: depth-first reversal of back
// edges, longest-path layers, chains of dummies for long edges (shared by edges with one target when there
// are many), barycenter and transpose sweeps, x by weighted isotonic regression a layer, orthogonal
// routes with a track each in the gaps between layers, loops back outside on the left.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace relaxscope::layout {

struct Box {
  double width = 0, height = 0;
};
struct Edge {
  uint32_t from = 0, to = 0;
};
struct Point {
  double x = 0, y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};
struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
  [[nodiscard]] double right() const { return x + width; }
  [[nodiscard]] double bottom() const { return y + height; }
};
struct Options {
  double nodeGap = 40;   ///< between neighbours of a layer
  double edgeGap = 18;   ///< between a box and a line that passes it
  double layerGap = 60;  ///< least height of the gap between two layers
  double trackStep = 9;  ///< between horizontal lines in a gap, and between loops at the left
  double margin = 24;    ///< around the whole drawing
  int sweeps = 12;
  size_t bundleAbove = 2'000;    ///< dummies from which edges to one target share their chain
  size_t mostDummies = 400'000;  ///< the longest edges that would need more get no line
};
struct Drawing {
  std::vector<Rect> boxes;                ///< as given
  std::vector<std::vector<Point>> edges;  ///< as given; from the border of one box to that of the other, axis-parallel
  std::vector<bool> back;                 ///< the edge closes a loop and runs outside at the left
  size_t unrouted = 0;                    ///< edges without a line, as the drawing would grow too large
  std::vector<uint32_t> layers;           ///< of each box
  double width = 0, height = 0;
};

/// Nothing when stopped. Edges that name a box which does not exist get an empty line.
std::optional<Drawing> layered(const std::vector<Box>& boxes, const std::vector<Edge>& edges,
                               const Options& options = {}, std::stop_token stop = {});

}  // namespace relaxscope::layout
