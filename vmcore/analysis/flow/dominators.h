// SPDX-License-Identifier: Apache-2.0
// Immediate dominators of a flow graph by the algorithm of Lengauer and Tarjan ("A fast algorithm for finding
// dominators in a flowgraph", 1979, the simple form): O(m log n) for any graph, without recursion.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace relaxscope {

inline constexpr uint32_t kNoNode = 0xFFFFFFFFu;

/// Successor and predecessor lists in compressed form: those of node v are at [begin[v], begin[v + 1]).
struct Adjacency {
  std::vector<uint32_t> begin, nodes;
  [[nodiscard]] std::span<const uint32_t> of(uint32_t node) const {
    return {nodes.data() + begin[node], nodes.data() + begin[node + 1]};
  }
};
struct DominatorTree {
  std::vector<uint32_t> parent;    ///< immediate dominator; kNoNode for node 0 and for unreachable nodes
  std::vector<uint32_t> preorder;  ///< reachable nodes in order of a depth-first search from node 0
  /// Interval of each node in a traversal of the tree: a dominates b if enter[a] <= enter[b] and leave[b] <= leave[a].
  std::vector<uint32_t> enter, leave;
  [[nodiscard]] bool reachable(uint32_t node) const { return node == 0 || parent[node] != kNoNode; }
  [[nodiscard]] bool dominates(uint32_t a, uint32_t b) const {
    return reachable(a) && reachable(b) && enter[a] <= enter[b] && leave[b] <= leave[a];
  }
};
/// `successors` and `predecessors` describe a graph with at least one node; node 0 is the entry.
DominatorTree dominatorsOf(const Adjacency& successors, const Adjacency& predecessors);

}  // namespace relaxscope
