// SPDX-License-Identifier: GPL-3.0-or-later
// Internals of the layered layout: the graph with its dummies, and the steps that order and place it.
#pragma once

#include "views/graph/layered.h"

namespace relaxscope::layout {

constexpr uint32_t kNoEdge = UINT32_MAX;

/// A box, or a dummy where a long edge passes a layer.
struct Vertex {
  int32_t box = -1;  ///< -1: dummy
  uint32_t layer = 0;
  uint32_t place = 0;  ///< in its layer
  double width = 0;
  double x = 0;                    ///< of its centre
  std::vector<uint32_t> up, down;  ///< neighbours in the layers above and below
};
struct Graph {
  std::vector<Vertex> vertices;               ///< the boxes first, in the order given
  std::vector<std::vector<uint32_t>> layers;  ///< vertices from left to right
  std::vector<std::vector<uint32_t>>
      chains;  ///< of each edge: vertices from source to target, or to where it joins another; empty for back edges
  std::vector<uint32_t> joins;  ///< the edge whose line continues an edge after its chain, or kNoEdge
  std::vector<uint32_t> order;  ///< edges with chains; a joined edge precedes those that join it
  std::vector<bool> back;
};

/// Creates layers, dummies and an initial order. Returns false when stopped.
bool buildGraph(Graph& graph, const std::vector<Box>& boxes, const std::vector<Edge>& edges, const Options& options,
                const std::stop_token& stop);
/// Reduces crossings. Returns false when stopped.
bool orderLayers(Graph& graph, int sweeps, const std::stop_token& stop);
/// Computes x of every vertex. Returns false when stopped.
bool placeVertices(Graph& graph, const Options& options, const std::stop_token& stop);
/// Crossings between all neighbouring layers (tests, order).
uint64_t countCrossings(const Graph& graph);
/// Positions closest to `wanted` by weighted least squares that keep `gap[i]` between i and i + 1.
std::vector<double> separate(const std::vector<double>& wanted, const std::vector<double>& weight,
                             const std::vector<double>& gap);

}  // namespace relaxscope::layout
