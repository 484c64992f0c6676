// SPDX-License-Identifier: GPL-3.0-or-later
// Inside the layered layout: the graph with its dummies, and the steps that order and place it.
#pragma once

#include "views/graph/layered.h"

namespace relaxscope::layout {

constexpr uint32_t kNoEdge = UINT32_MAX;

/// A box or a place where a long edge passes a layer.
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
  std::vector<uint32_t> joins;  ///< the edge on whose line an edge goes on from the end of its chain, or kNoEdge
  std::vector<uint32_t> order;  ///< edges with chains; what others join comes before them
  std::vector<bool> back;
};

/// Layers, dummies and a first order. False when stopped.
bool buildGraph(Graph& graph, const std::vector<Box>& boxes, const std::vector<Edge>& edges, const Options& options,
                const std::stop_token& stop);
/// Fewer crossings. False when stopped.
bool orderLayers(Graph& graph, int sweeps, const std::stop_token& stop);
/// x of every vertex. False when stopped.
bool placeVertices(Graph& graph, const Options& options, const std::stop_token& stop);
/// Crossings between all neighbouring layers (tests, order).
uint64_t countCrossings(const Graph& graph);
/// Positions next to `wanted` in the sense of least weighted squares that keep `gap[i]` between i and i + 1.
std::vector<double> separate(const std::vector<double>& wanted, const std::vector<double>& weight,
                             const std::vector<double>& gap);

}  // namespace relaxscope::layout
