// SPDX-License-Identifier: GPL-3.0-or-later
// Layers, dummies and the order inside layers.
#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "views/graph/layered_graph.h"

namespace relaxscope::layout {
namespace {

struct Lists {
  std::vector<std::vector<uint32_t>> out;
};  // edge numbers by source

Lists outgoing(size_t boxes, const std::vector<Edge>& edges) {
  Lists lists;
  lists.out.resize(boxes);
  for (size_t e = 0; e < edges.size(); ++e)
    if (edges[e].from < boxes && edges[e].to < boxes) lists.out[edges[e].from].push_back(static_cast<uint32_t>(e));
  return lists;
}

/// Marks edges to a box on the stack of a depth-first walk as back edges; returns boxes in reverse postorder.
std::vector<uint32_t> walk(const Lists& lists, const std::vector<Edge>& edges, std::vector<bool>& back) {
  const size_t n = lists.out.size();
  std::vector<uint8_t> state(n, 0);
  std::vector<uint32_t> finished;
  struct Frame {
    uint32_t box;
    size_t next;
  };
  std::vector<Frame> stack;
  for (uint32_t root = 0; root < n; ++root) {
    if (state[root] != 0) continue;
    stack.push_back({root, 0});
    state[root] = 1;
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.next == lists.out[top.box].size()) {
        state[top.box] = 2;
        finished.push_back(top.box);
        stack.pop_back();
        continue;
      }
      const uint32_t e = lists.out[top.box][top.next++];
      const uint32_t to = edges[e].to;
      if (state[to] == 1) back[e] = true;
      if (state[to] != 0) continue;
      state[to] = 1;
      stack.push_back({to, 0});
    }
  }
  std::reverse(finished.begin(), finished.end());
  return finished;
}

/// Longest path from the sources; then each source moves down to just above its first successor.
std::vector<uint32_t> longestPath(const std::vector<uint32_t>& order, const Lists& lists,
                                  const std::vector<Edge>& edges, const std::vector<bool>& back) {
  std::vector<uint32_t> layer(order.size(), 0);
  std::vector<bool> entered(order.size(), false);
  for (const uint32_t box : order)
    for (const uint32_t e : lists.out[box])
      if (!back[e]) {
        layer[edges[e].to] = std::max(layer[edges[e].to], layer[box] + 1);
        entered[edges[e].to] = true;
      }
  for (const uint32_t box : order) {
    if (entered[box] || box == 0) continue;
    uint32_t least = UINT32_MAX;
    for (const uint32_t e : lists.out[box])
      if (!back[e]) least = std::min(least, layer[edges[e].to]);
    if (least != UINT32_MAX && least > 0) layer[box] = least - 1;
  }
  return layer;
}

size_t dummiesOf(const std::vector<uint32_t>& layer, const std::vector<Edge>& edges, const std::vector<bool>& back) {
  size_t count = 0;
  for (size_t e = 0; e < edges.size(); ++e)
    if (!back[e] && edges[e].from < layer.size() && edges[e].to < layer.size())
      count += layer[edges[e].to] - layer[edges[e].from] - 1;
  return count;
}

void link(Graph& graph, uint32_t above, uint32_t below) {
  graph.vertices[above].down.push_back(below);
  graph.vertices[below].up.push_back(above);
}

/// Creates chains of dummies; with bundling, a chain ends where it meets another edge's chain to the same target.
class ChainMaker {
 public:
  ChainMaker(Graph& graph, const std::vector<Edge>& edges, size_t boxes, const Options& options,
             const std::stop_token& stop)
      : graph_(graph), edges_(edges), boxes_(boxes), options_(options), stop_(stop) {}

  bool run(size_t dummies) {
    bundle_ = dummies > options_.bundleAbove;
    for (uint32_t e = 0; e < edges_.size(); ++e)
      if (!graph_.back[e] && edges_[e].from < boxes_ && edges_[e].to < boxes_) graph_.order.push_back(e);
    // If not all fit, the longest get none.
    if (dummies > options_.maxDummies)
      std::stable_sort(graph_.order.begin(), graph_.order.end(),
                       [&](uint32_t a, uint32_t b) { return span(a) < span(b); });
    for (const uint32_t e : graph_.order) {
      if (stop_.stop_requested()) return false;
      add(e);
    }
    return true;
  }

 private:
  [[nodiscard]] uint32_t span(uint32_t e) const {
    return graph_.vertices[edges_[e].to].layer - graph_.vertices[edges_[e].from].layer;
  }

  void add(uint32_t e) {
    const uint32_t from = edges_[e].from, to = edges_[e].to;
    const uint32_t first = graph_.vertices[from].layer + 1, last = graph_.vertices[to].layer;
    const size_t room = options_.maxDummies - std::min(options_.maxDummies, graph_.vertices.size() - boxes_);
    uint32_t meets = first;  // the first layer where another edge to this target passes
    while (meets < last && meets - first <= room && !(bundle_ && shared_.contains(key(to, meets)))) ++meets;
    if (meets - first > room) return;
    std::vector<uint32_t>& chain = graph_.chains[e];
    chain.push_back(from);
    for (uint32_t layer = first; layer < meets; ++layer) {
      const auto dummy = static_cast<uint32_t>(graph_.vertices.size());
      graph_.vertices.emplace_back().layer = layer;
      if (bundle_) shared_.emplace(key(to, layer), Passage{dummy, e});
      link(graph_, chain.back(), dummy);
      chain.push_back(dummy);
    }
    uint32_t next = to;
    if (meets < last) {
      const Passage& passage = shared_.at(key(to, meets));
      next = passage.dummy;
      graph_.joins[e] = passage.edge;
    }
    link(graph_, chain.back(), next);
    chain.push_back(next);
  }
  static uint64_t key(uint32_t target, uint32_t layer) { return (uint64_t{target} << 32) | layer; }

  struct Passage {
    uint32_t dummy, edge;
  };
  Graph& graph_;
  const std::vector<Edge>& edges_;
  const size_t boxes_;
  const Options& options_;
  const std::stop_token& stop_;
  bool bundle_ = false;
  std::unordered_map<uint64_t, Passage> shared_;  ///< target and layer -> dummy
};

/// Initial order from left to right by a depth-first walk, first edges first: true branches stay left.
void firstOrder(Graph& graph) {
  std::vector<bool> seen(graph.vertices.size(), false);
  std::vector<uint32_t> stack;
  for (uint32_t root = 0; root < graph.vertices.size(); ++root) {
    if (seen[root] || !graph.vertices[root].up.empty()) continue;
    stack.push_back(root);
    while (!stack.empty()) {
      const uint32_t v = stack.back();
      stack.pop_back();
      if (seen[v]) continue;
      seen[v] = true;
      graph.vertices[v].place = static_cast<uint32_t>(graph.layers[graph.vertices[v].layer].size());
      graph.layers[graph.vertices[v].layer].push_back(v);
      const auto& down = graph.vertices[v].down;
      for (auto it = down.rbegin(); it != down.rend(); ++it)
        if (!seen[*it]) stack.push_back(*it);
    }
  }
}

uint64_t crossingsBelow(const Graph& graph, const std::vector<uint32_t>& layer, std::vector<uint32_t>& tree) {
  // Pairs (place above, place below) in order; inversions counted with a Fenwick tree.
  std::vector<uint32_t> ends;
  uint32_t most = 0;
  for (const uint32_t v : layer) {
    const size_t from = ends.size();
    for (const uint32_t d : graph.vertices[v].down) {
      ends.push_back(graph.vertices[d].place);
      most = std::max(most, ends.back());
    }
    std::sort(ends.begin() + static_cast<ptrdiff_t>(from), ends.end());
  }
  tree.assign(most + 2, 0);
  uint64_t crossings = 0, total = 0;
  for (const uint32_t end : ends) {
    uint64_t notAbove = 0;
    for (uint32_t i = end + 1; i > 0; i -= i & (~i + 1)) notAbove += tree[i];
    crossings += total - notAbove;
    for (uint32_t i = end + 1; i < tree.size(); i += i & (~i + 1)) ++tree[i];
    ++total;
  }
  return crossings;
}

/// Crossings of the edges of `a` (left) and `b` (right) towards one side.
uint64_t pairCrossings(const Graph& graph, const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
  uint64_t count = 0;
  for (const uint32_t x : a)
    for (const uint32_t y : b) count += graph.vertices[x].place > graph.vertices[y].place ? 1 : 0;
  return count;
}

constexpr size_t kMaxTransposeDegree = 64;

bool transposeOnce(Graph& graph, std::vector<uint32_t>& layer) {
  bool changed = false;
  for (size_t i = 0; i + 1 < layer.size(); ++i) {
    Vertex& a = graph.vertices[layer[i]];
    Vertex& b = graph.vertices[layer[i + 1]];
    if (a.up.size() + a.down.size() > kMaxTransposeDegree || b.up.size() + b.down.size() > kMaxTransposeDegree)
      continue;
    const uint64_t now = pairCrossings(graph, a.up, b.up) + pairCrossings(graph, a.down, b.down);
    if (now == 0) continue;
    if (pairCrossings(graph, b.up, a.up) + pairCrossings(graph, b.down, a.down) >= now) continue;
    std::swap(layer[i], layer[i + 1]);
    std::swap(a.place, b.place);
    changed = true;
  }
  return changed;
}

void sortByBarycenter(Graph& graph, std::vector<uint32_t>& layer, bool fromAbove) {
  std::vector<std::pair<double, uint32_t>> keys;
  keys.reserve(layer.size());
  for (const uint32_t v : layer) {
    const auto& side = fromAbove ? graph.vertices[v].up : graph.vertices[v].down;
    double sum = 0;
    for (const uint32_t u : side) sum += graph.vertices[u].place;
    keys.emplace_back(side.empty() ? graph.vertices[v].place : sum / static_cast<double>(side.size()), v);
  }
  std::stable_sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (size_t i = 0; i < keys.size(); ++i) {
    layer[i] = keys[i].second;
    graph.vertices[layer[i]].place = static_cast<uint32_t>(i);
  }
}

}  // namespace

bool buildGraph(Graph& graph, const std::vector<Box>& boxes, const std::vector<Edge>& edges, const Options& options,
                const std::stop_token& stop) {
  graph.back.assign(edges.size(), false);
  graph.chains.assign(edges.size(), {});
  graph.joins.assign(edges.size(), kNoEdge);
  const Lists lists = outgoing(boxes.size(), edges);
  const std::vector<uint32_t> order = walk(lists, edges, graph.back);
  if (stop.stop_requested()) return false;
  const std::vector<uint32_t> layer = longestPath(order, lists, edges, graph.back);
  uint32_t deepest = 0;
  graph.vertices.resize(boxes.size());
  for (size_t i = 0; i < boxes.size(); ++i) {
    graph.vertices[i].box = static_cast<int32_t>(i);
    graph.vertices[i].layer = layer[i];
    graph.vertices[i].width = boxes[i].width;
    deepest = std::max(deepest, layer[i]);
  }
  if (!ChainMaker(graph, edges, boxes.size(), options, stop).run(dummiesOf(layer, edges, graph.back))) return false;
  graph.layers.assign(boxes.empty() ? 0 : deepest + 1, {});
  firstOrder(graph);
  return !stop.stop_requested();
}

uint64_t countCrossings(const Graph& graph) {
  uint64_t total = 0;
  std::vector<uint32_t> tree;
  for (const auto& layer : graph.layers) total += crossingsBelow(graph, layer, tree);
  return total;
}

bool orderLayers(Graph& graph, int sweeps, const std::stop_token& stop) {
  uint64_t best = countCrossings(graph);
  auto bestLayers = graph.layers;
  for (int sweep = 0; sweep < sweeps && best > 0; ++sweep) {
    if (stop.stop_requested()) return false;
    const bool down = sweep % 2 == 0;
    const size_t n = graph.layers.size();
    for (size_t i = 1; i < n; ++i) {
      auto& layer = graph.layers[down ? i : n - 1 - i];
      sortByBarycenter(graph, layer, down);
    }
    for (auto& layer : graph.layers)
      for (int round = 0; round < 3 && transposeOnce(graph, layer); ++round) {}
    const uint64_t now = countCrossings(graph);
    if (now < best) {
      best = now;
      bestLayers = graph.layers;
    }
  }
  graph.layers = std::move(bestLayers);
  for (const auto& layer : graph.layers)
    for (size_t i = 0; i < layer.size(); ++i) graph.vertices[layer[i]].place = static_cast<uint32_t>(i);
  return !stop.stop_requested();
}

}  // namespace relaxscope::layout
