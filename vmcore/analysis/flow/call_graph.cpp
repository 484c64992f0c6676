// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/call_graph.h"

#include <algorithm>
#include <utility>

#include "vmcore/analysis/flow/call_sites.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/flow/merge_points.h"

namespace relaxscope {
namespace {

bool isVmFunction(const Function& function) { return function.isBytecode() || function.isVmTir(); }

/// Strongly connected components (Tarjan, "Depth-first search and linear graph algorithms", 1972), without recursion.
class Components {
 public:
  explicit Components(CallGraph& graph)
      : graph_(graph), order_(graph.nodes.size(), 0), low_(graph.nodes.size(), 0), next_(graph.nodes.size(), 0) {}

  void find() {
    for (uint32_t root = 0; root < graph_.nodes.size(); ++root) {
      if (order_[root] != 0) continue;
      enter(root);
      while (!path_.empty()) step();
    }
  }

 private:
  void enter(uint32_t node) {
    order_[node] = low_[node] = ++visited_;
    next_[node] = graph_.nodes[node].edgesBegin;
    path_.push_back(node);
    open_.push_back(node);
  }
  void step() {
    const uint32_t node = path_.back();
    if (next_[node] != graph_.nodes[node].edgesEnd) {
      const auto callee = static_cast<uint32_t>(graph_.edges[next_[node]++].callee.value);
      if (callee == node) graph_.nodes[node].recursive = true;
      if (order_[callee] == 0) enter(callee);
      else if (order_[callee] != kClosed) low_[node] = std::min(low_[node], order_[callee]);
      return;
    }
    path_.pop_back();
    if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[node]);
    if (low_[node] != order_[node]) return;
    const bool several = open_.back() != node;
    for (uint32_t member = kNoNode; member != node;) {
      member = open_.back();
      open_.pop_back();
      order_[member] = kClosed;
      graph_.nodes[member].component = component_;
      graph_.nodes[member].recursive = graph_.nodes[member].recursive || several;
    }
    ++component_;
  }

  static constexpr uint32_t kClosed = 0xFFFFFFFFu;
  CallGraph& graph_;
  std::vector<uint32_t> order_, low_;  ///< by node; order_ is 0 before its visit, kClosed once its component is known
  std::vector<uint32_t> next_;         ///< by node: the next edge to follow
  std::vector<uint32_t> path_, open_;
  uint32_t visited_ = 0, component_ = 0;
};

/// Appends the calls of one function, ordered by callee and pc.
void addCalls(CallGraph& graph, FuncIndex caller, const std::vector<FoundCall>& calls) {
  CallNode& node = graph.nodes[caller.at()];
  node.edgesBegin = static_cast<uint32_t>(graph.edges.size());
  for (size_t i = 0; i < calls.size(); ++i) {
    const auto row = static_cast<uint32_t>(graph.sites.size());
    if (i == 0 || calls[i].callee != calls[i - 1].callee) graph.edges.push_back({caller, calls[i].callee, row, row});
    graph.sites.push_back(calls[i].site);
    graph.edges.back().sitesEnd = row + 1;
  }
  node.edgesEnd = static_cast<uint32_t>(graph.edges.size());
}

void listCallers(CallGraph& graph) {
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  pairs.reserve(graph.edges.size());
  for (uint32_t e = 0; e < graph.edges.size(); ++e)
    pairs.emplace_back(static_cast<uint32_t>(graph.edges[e].callee.value), e);
  graph.callers = listsOf(graph.nodes.size(), pairs);
}

void findEntries(CallGraph& graph, const Executable& executable) {
  const FuncIndex main = executable.findFunction("main");
  std::vector<FuncIndex> entries, all;
  for (uint32_t f = 0; f < graph.nodes.size(); ++f) {
    if (!isVmFunction(executable.functions[f])) continue;
    const FuncIndex index(f);
    all.push_back(index);
    const bool mentioned =
        std::ranges::any_of(graph.callers.of(f), [&](uint32_t edge) { return graph.edges[edge].caller != index; });
    if (index == main || !mentioned) entries.push_back(index);
  }
  if (entries.empty()) entries = std::move(all);
  const std::vector<int32_t> depths = graph.depthsFrom(entries);
  for (size_t f = 0; f < graph.nodes.size(); ++f) graph.nodes[f].depth = depths[f];
  for (const FuncIndex entry : entries) graph.nodes[entry.at()].entry = true;
}

}  // namespace

std::span<const CallEdge> CallGraph::callsOf(FuncIndex caller) const {
  if (!caller.valid() || caller.at() >= nodes.size()) return {};
  const CallNode& node = nodes[caller.at()];
  return std::span(edges).subspan(node.edgesBegin, node.edgesEnd - node.edgesBegin);
}

std::vector<int32_t> CallGraph::depthsFrom(std::span<const FuncIndex> functions) const {
  std::vector<int32_t> depths(nodes.size(), -1);
  std::vector<FuncIndex> queue;
  const auto visit = [&](FuncIndex function, int32_t depth) {
    if (!function.valid() || function.at() >= nodes.size() || depths[function.at()] >= 0) return;
    depths[function.at()] = depth;
    queue.push_back(function);
  };
  for (const FuncIndex function : functions) visit(function, 0);
  for (size_t i = 0; i < queue.size(); ++i)
    for (const CallEdge& edge : callsOf(queue[i])) visit(edge.callee, depths[edge.caller.at()] + 1);
  return depths;
}

std::vector<FuncIndex> CallGraph::unreachable() const {
  std::vector<FuncIndex> found;
  for (size_t f = 0; f < nodes.size(); ++f)
    if (nodes[f].depth < 0) found.emplace_back(static_cast<int64_t>(f));
  return found;
}

std::optional<CallGraph> callGraphOf(const Executable& executable, const std::stop_token& stop) {
  CallGraph graph;
  graph.nodes.resize(executable.functions.size());
  graph.complete = std::ranges::none_of(executable.functions, &Function::isVmTir);
  std::vector<std::vector<FoundCall>> byCaller(executable.functions.size());
  CallFinder finder(executable);
  for (const FuncIndex function : walkableFunctions(executable)) {
    auto calls = finder.find(function, graph.unknown, stop);
    if (!calls) return std::nullopt;
    byCaller[function.at()] = *std::move(calls);
  }
  for (size_t f = 0; f < byCaller.size(); ++f)
    addCalls(graph, FuncIndex(static_cast<int64_t>(f)), std::exchange(byCaller[f], {}));
  listCallers(graph);
  Components(graph).find();
  findEntries(graph, executable);
  return graph;
}

}  // namespace relaxscope
