// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/dominators.h"

#include <algorithm>
#include <utility>

namespace relaxscope {
namespace {

class LengauerTarjan {
 public:
  LengauerTarjan(const Adjacency& successors, const Adjacency& predecessors)
      : successors_(successors),
        predecessors_(predecessors),
        size_(static_cast<uint32_t>(successors.begin.size() - 1)) {}

  DominatorTree run() {
    number();
    findDominators();
    DominatorTree tree;
    tree.parent = std::move(dominator_);
    tree.preorder = std::move(vertex_);
    return tree;
  }

 private:
  /// Depth-first numbers and spanning tree. Afterwards semi_ holds numbers, the other arrays nodes.
  void number() {
    for (auto* list : {&semi_, &parent_, &ancestor_, &dominator_}) list->assign(size_, kNoNode);
    label_.resize(size_);
    for (uint32_t v = 0; v < size_; ++v) label_[v] = v;
    std::vector<std::pair<uint32_t, uint32_t>> stack{{0, successors_.begin[0]}};
    visit(0);
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (next == successors_.begin[node + 1]) {
        stack.pop_back();
        continue;
      }
      const uint32_t child = successors_.nodes[next++];
      if (semi_[child] != kNoNode) continue;
      parent_[child] = node;
      visit(child);
      stack.emplace_back(child, successors_.begin[child]);
    }
  }
  void visit(uint32_t node) {
    semi_[node] = static_cast<uint32_t>(vertex_.size());
    vertex_.push_back(node);
  }

  void findDominators() {
    // Buckets as linked lists: the nodes whose semidominator is the list's owner.
    std::vector<uint32_t> firstInBucket(size_, kNoNode), nextInBucket(size_, kNoNode);
    for (size_t i = vertex_.size() - 1; i > 0; --i) {
      const uint32_t w = vertex_[i];
      for (const uint32_t v : predecessors_.of(w))
        if (semi_[v] != kNoNode) semi_[w] = std::min(semi_[w], semi_[evaluate(v)]);
      const uint32_t owner = vertex_[semi_[w]];
      nextInBucket[w] = firstInBucket[owner];
      firstInBucket[owner] = w;
      const uint32_t p = parent_[w];
      ancestor_[w] = p;
      for (uint32_t v = firstInBucket[p]; v != kNoNode;) {
        const uint32_t u = evaluate(v);
        dominator_[v] = semi_[u] < semi_[v] ? u : p;
        v = std::exchange(nextInBucket[v], kNoNode);
      }
      firstInBucket[p] = kNoNode;
    }
    for (size_t i = 1; i < vertex_.size(); ++i) {
      const uint32_t w = vertex_[i];
      if (dominator_[w] != vertex_[semi_[w]]) dominator_[w] = dominator_[dominator_[w]];
    }
  }

  /// The node with the least semidominator on the path from v up to the root of its linked tree (exclusive).
  uint32_t evaluate(uint32_t v) {
    if (ancestor_[v] == kNoNode) return v;
    path_.clear();
    for (uint32_t u = v; ancestor_[ancestor_[u]] != kNoNode; u = ancestor_[u]) path_.push_back(u);
    for (size_t i = path_.size(); i-- > 0;) {
      const uint32_t u = path_[i], above = ancestor_[u];
      if (semi_[label_[above]] < semi_[label_[u]]) label_[u] = label_[above];
      ancestor_[u] = ancestor_[above];
    }
    return label_[v];
  }

  const Adjacency& successors_;
  const Adjacency& predecessors_;
  uint32_t size_;
  std::vector<uint32_t> semi_, parent_, ancestor_, label_, dominator_, vertex_, path_;
};

/// Entry and exit numbers of a traversal of the tree.
void numberTree(DominatorTree& tree) {
  const auto size = static_cast<uint32_t>(tree.parent.size());
  // In preorder of the flow graph a dominator precedes the nodes it dominates: sizes bottom up, positions top down.
  std::vector<uint32_t> weight(size, 1), next(size, 0);
  for (size_t i = tree.preorder.size() - 1; i > 0; --i)
    weight[tree.parent[tree.preorder[i]]] += weight[tree.preorder[i]];
  tree.enter.assign(size, 0);
  tree.leave.assign(size, 0);
  for (const uint32_t node : tree.preorder) {
    if (node != 0) {
      uint32_t& place = next[tree.parent[node]];
      tree.enter[node] = place;
      place += weight[node];
    }
    next[node] = tree.enter[node] + 1;
    tree.leave[node] = tree.enter[node] + weight[node];
  }
}

}  // namespace

DominatorTree dominatorsOf(const Adjacency& successors, const Adjacency& predecessors) {
  DominatorTree tree = LengauerTarjan(successors, predecessors).run();
  numberTree(tree);
  return tree;
}

}  // namespace relaxscope
