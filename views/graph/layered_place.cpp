// SPDX-License-Identifier: GPL-3.0-or-later
// x of every vertex.
#include <algorithm>

#include "views/graph/layered_graph.h"

namespace relaxscope::layout {
namespace {

constexpr double kDummyWeight = 8;  ///< straight chains matter more than centred boxes
constexpr int kRounds = 10;

double gapBetween(const Vertex& a, const Vertex& b, const Options& options) {
  const bool boxes = a.box >= 0 && b.box >= 0;
  return a.width / 2 + b.width / 2 + (boxes ? options.nodeGap : options.edgeGap);
}

struct Wish {
  double x = 0, weight = 0;
};

/// Weighted mean x of the neighbours; links between dummies have the largest weight.
Wish wish(const Graph& graph, const Vertex& v, bool above, bool both) {
  Wish w;
  const auto add = [&](const std::vector<uint32_t>& side) {
    for (const uint32_t u : side) {
      const Vertex& other = graph.vertices[u];
      const double weight = v.box < 0 && other.box < 0 ? kDummyWeight : v.box < 0 || other.box < 0 ? 1 : 3;
      w.x += weight * other.x;
      w.weight += weight;
    }
  };
  if (above || both) add(v.up);
  if (!above || both) add(v.down);
  if (w.weight > 0) w.x /= w.weight;
  return w;
}

void placeLayer(Graph& graph, const std::vector<uint32_t>& layer, const Options& options, bool above, bool both) {
  const size_t n = layer.size();
  std::vector<double> wanted(n), weight(n), gap(n > 0 ? n - 1 : 0);
  for (size_t i = 0; i < n; ++i) {
    const Vertex& v = graph.vertices[layer[i]];
    const Wish w = wish(graph, v, above, both);
    wanted[i] = w.weight > 0 ? w.x : v.x;
    weight[i] = w.weight > 0 ? w.weight : 0.1;
    if (i + 1 < n) gap[i] = gapBetween(v, graph.vertices[layer[i + 1]], options);
  }
  const std::vector<double> x = separate(wanted, weight, gap);
  for (size_t i = 0; i < n; ++i) graph.vertices[layer[i]].x = x[i];
}

}  // namespace

std::vector<double> separate(const std::vector<double>& wanted, const std::vector<double>& weight,
                             const std::vector<double>& gap) {
  // With the gaps subtracted, positions must be non-decreasing: isotonic regression by pooling adjacent violators.
  const size_t n = wanted.size();
  std::vector<double> offset(n, 0);
  for (size_t i = 1; i < n; ++i) offset[i] = offset[i - 1] + gap[i - 1];
  struct Pool {
    double sum, weight;
    size_t count;
  };
  std::vector<Pool> pools;
  for (size_t i = 0; i < n; ++i) {
    pools.push_back({(wanted[i] - offset[i]) * weight[i], weight[i], 1});
    while (pools.size() > 1) {
      Pool& a = pools[pools.size() - 2];
      const Pool& b = pools.back();
      if (a.sum / a.weight <= b.sum / b.weight) break;
      a = {a.sum + b.sum, a.weight + b.weight, a.count + b.count};
      pools.pop_back();
    }
  }
  std::vector<double> x(n);
  size_t i = 0;
  for (const Pool& pool : pools)
    for (size_t k = 0; k < pool.count; ++k, ++i) x[i] = pool.sum / pool.weight + offset[i];
  return x;
}

bool placeVertices(Graph& graph, const Options& options, const std::stop_token& stop) {
  for (const auto& layer : graph.layers) {
    double at = 0, total = 0;
    for (size_t i = 0; i + 1 < layer.size(); ++i)
      total += gapBetween(graph.vertices[layer[i]], graph.vertices[layer[i + 1]], options);
    at = -total / 2;
    for (size_t i = 0; i < layer.size(); ++i) {
      graph.vertices[layer[i]].x = at;
      if (i + 1 < layer.size()) at += gapBetween(graph.vertices[layer[i]], graph.vertices[layer[i + 1]], options);
    }
  }
  for (int round = 0; round < kRounds; ++round) {
    if (stop.stop_requested()) return false;
    const bool both = round >= kRounds - 2;
    for (size_t i = 0; i < graph.layers.size(); ++i) placeLayer(graph, graph.layers[i], options, true, both);
    for (size_t i = graph.layers.size(); i-- > 0;) placeLayer(graph, graph.layers[i], options, false, both);
  }
  return !stop.stop_requested();
}

}  // namespace relaxscope::layout
