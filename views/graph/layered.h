// SPDX-License-Identifier: GPL-3.0-or-later
// Layered graph layout without Qt: boxes and edges in, positions and polylines out. Deterministic,
// cancellable, for thousands of nodes in a fraction of a second. Steps: depth-first reversal of back
// edges, longest-path layers, chains of dummies for long edges (shared by edges with one target when there
// are many), barycenter and transpose sweeps, x by weighted isotonic regression per layer, orthogonal
// routes on separate tracks in the gaps between layers, loops routed outside on the left.
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
  double layerGap = 60;  ///< minimum height of the gap between two layers
  double trackStep = 9;  ///< between horizontal lines in a gap, and between loops at the left
  double margin = 24;    ///< around the whole drawing
  int sweeps = 12;
  size_t bundleAbove = 2'000;   ///< number of dummies above which edges to one target share a chain
  size_t maxDummies = 400'000;  ///< limit of dummies; the longest edges beyond it get no line
};
struct Drawing {
  std::vector<Rect> boxes;                ///< in input order
  std::vector<std::vector<Point>> edges;  ///< in input order; axis-parallel, from border to border
  std::vector<bool> back;                 ///< the edge closes a loop and runs outside at the left
  size_t unrouted = 0;                    ///< edges without a line, as the drawing would grow too large
  std::vector<uint32_t> layers;           ///< of each box
  double width = 0, height = 0;
};

/// Returns nullopt when stopped. Edges with a nonexistent box get an empty line.
std::optional<Drawing> layered(const std::vector<Box>& boxes, const std::vector<Edge>& edges,
                               const Options& options = {}, std::stop_token stop = {});

}  // namespace relaxscope::layout
