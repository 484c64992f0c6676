// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/cfg.h"

#include <algorithm>

#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/flow/dominators.h"

namespace relaxscope {
namespace {

/// The target of a jump, or -1 if it leaves the range. Compares distances, because the sum may overflow.
int64_t jumpTarget(PcRange range, int64_t pc, int64_t offset) {
  if (offset < range.begin - pc || offset >= range.end - pc) return -1;
  return pc + offset;
}
bool endsBlock(const Instruction& instruction) {
  return instruction.row == nullptr || (instruction.row->flow != Flow::Next && instruction.row->flow != Flow::Call);
}
EdgeKind edgeKind(JumpKind kind) {
  switch (kind) {
    case JumpKind::Goto: return EdgeKind::Goto;
    case JumpKind::True: return EdgeKind::True;
    case JumpKind::False: return EdgeKind::False;
  }
  return EdgeKind::Goto;
}

class CfgBuilder {
 public:
  CfgBuilder(const Executable& executable, FuncIndex function, PcRange range) : executable_(executable), range_(range) {
    cfg_.function = function;
  }

  Cfg run() {
    findBlocks();
    connect();
    if (cfg_.blocks.empty()) return std::move(cfg_);
    predecessors_ = listPredecessors();
    tree_ = dominatorsOf(listSuccessors(), predecessors_);
    for (size_t b = 0; b < cfg_.blocks.size(); ++b) {
      const auto node = static_cast<uint32_t>(b);
      cfg_.blocks[b].reachable = tree_.reachable(node);
      if (tree_.parent[b] != kNoNode) cfg_.blocks[b].dominator = BlockIndex(tree_.parent[b]);
    }
    findLoops();
    return std::move(cfg_);
  }

 private:
  void findBlocks() {
    std::vector<bool> leader(static_cast<size_t>(range_.end - range_.begin), false);
    if (leader.empty()) return;
    leader[0] = true;
    const auto mark = [&](int64_t pc) {
      if (pc >= range_.begin && pc < range_.end) leader[static_cast<size_t>(pc - range_.begin)] = true;
    };
    for (int64_t pc = range_.begin; pc < range_.end; ++pc) {
      const Instruction instruction = executable_.code.at(InstrIndex(pc));
      if (!endsBlock(instruction)) continue;
      mark(pc + 1);
      instruction.forEachJump([&](JumpKind, int64_t offset) {
        const int64_t target = jumpTarget(range_, pc, offset);
        if (target >= 0) mark(target);
      });
    }
    for (int64_t pc = range_.begin; pc < range_.end; ++pc) {
      if (!leader[static_cast<size_t>(pc - range_.begin)]) continue;
      if (!cfg_.blocks.empty()) cfg_.blocks.back().end = InstrIndex(pc);
      cfg_.blocks.emplace_back().begin = InstrIndex(pc);
    }
    cfg_.blocks.back().end = InstrIndex(range_.end);
  }

  void addEdge(size_t from, int64_t targetPc, EdgeKind kind) {
    if (targetPc < range_.begin || targetPc >= range_.end) {
      cfg_.truncated = true;
      return;
    }
    const BlockIndex to = cfg_.blockAt(InstrIndex(targetPc));
    const auto edge = static_cast<uint32_t>(cfg_.edges.size());
    cfg_.edges.push_back({BlockIndex(static_cast<int64_t>(from)), to, kind, false});
    cfg_.blocks[from].out.push_back(edge);
    cfg_.blocks[to.at()].in.push_back(edge);
  }

  void connect() {
    for (size_t b = 0; b < cfg_.blocks.size(); ++b) {
      const int64_t last = cfg_.blocks[b].end.value - 1;
      const Instruction instruction = executable_.code.at(InstrIndex(last));
      if (instruction.row == nullptr) {
        cfg_.truncated = true;
        continue;
      }
      if (instruction.row->falls)
        addEdge(b, last + 1, instruction.row->flow == Flow::Branch ? EdgeKind::True : EdgeKind::Next);
      instruction.forEachJump(
          [&](JumpKind kind, int64_t offset) { addEdge(b, jumpTarget(range_, last, offset), edgeKind(kind)); });
    }
  }

  [[nodiscard]] Adjacency listSuccessors() const {
    Adjacency list;
    for (const BasicBlock& block : cfg_.blocks) {
      list.begin.push_back(static_cast<uint32_t>(list.nodes.size()));
      for (const uint32_t edge : block.out) list.nodes.push_back(static_cast<uint32_t>(cfg_.edges[edge].to.value));
    }
    list.begin.push_back(static_cast<uint32_t>(list.nodes.size()));
    return list;
  }
  [[nodiscard]] Adjacency listPredecessors() const {
    Adjacency list;
    for (const BasicBlock& block : cfg_.blocks) {
      list.begin.push_back(static_cast<uint32_t>(list.nodes.size()));
      for (const uint32_t edge : block.in) list.nodes.push_back(static_cast<uint32_t>(cfg_.edges[edge].from.value));
    }
    list.begin.push_back(static_cast<uint32_t>(list.nodes.size()));
    return list;
  }

  /// Natural loops, inner ones first; a finished loop counts as one node of the enclosing loop, so each block is
  /// visited once.
  void findLoops() {
    const size_t count = cfg_.blocks.size();
    for (CfgEdge& edge : cfg_.edges)
      edge.back = tree_.dominates(static_cast<uint32_t>(edge.to.value), static_cast<uint32_t>(edge.from.value));
    group_.resize(count);
    for (size_t b = 0; b < count; ++b) group_[b] = static_cast<uint32_t>(b);
    innermost_.assign(count, kNoNode);
    around_.assign(count, kNoNode);
    // In preorder a header precedes the blocks of its loop, so in reverse inner headers come first.
    for (size_t i = tree_.preorder.size(); i-- > 0;) collectLoop(tree_.preorder[i]);
    std::vector<uint32_t> depth(count, 0);
    for (const uint32_t header : tree_.preorder)
      if (innermost_[header] == header) depth[header] = around_[header] == kNoNode ? 1 : depth[around_[header]] + 1;
    for (size_t b = 0; b < count; ++b) {
      if (innermost_[b] == kNoNode) continue;
      cfg_.blocks[b].loopHeader = BlockIndex(innermost_[b]);
      cfg_.blocks[b].loopDepth = depth[innermost_[b]];
    }
  }

  void collectLoop(uint32_t header) {
    std::vector<uint32_t> work;
    for (const uint32_t edge : cfg_.blocks[header].in)
      if (cfg_.edges[edge].back) work.push_back(static_cast<uint32_t>(cfg_.edges[edge].from.value));
    if (work.empty()) return;
    innermost_[header] = header;
    while (!work.empty()) {
      const uint32_t node = groupOf(work.back());
      work.pop_back();
      if (node == header || !tree_.reachable(node)) continue;
      if (innermost_[node] == node) around_[node] = header;
      else innermost_[node] = header;
      group_[node] = header;
      for (const uint32_t before : predecessors_.of(node)) work.push_back(before);
    }
  }
  /// The header of the outermost finished loop around a block, else the block. Uses path halving.
  uint32_t groupOf(uint32_t node) {
    while (group_[node] != node) node = group_[node] = group_[group_[node]];
    return node;
  }

  const Executable& executable_;
  PcRange range_;
  Cfg cfg_;
  Adjacency predecessors_;
  DominatorTree tree_;
  std::vector<uint32_t> group_, innermost_, around_;
};

}  // namespace

BlockIndex Cfg::blockAt(InstrIndex pc) const {
  const auto after = std::upper_bound(blocks.begin(), blocks.end(), pc,
                                      [](InstrIndex wanted, const BasicBlock& block) { return wanted < block.begin; });
  if (after == blocks.begin() || pc >= std::prev(after)->end) return {};
  return BlockIndex(std::prev(after) - blocks.begin());
}

Cfg buildCfg(const Executable& executable, FuncIndex function) {
  const Function* row = executable.function(function);
  if (row == nullptr || !row->isBytecode()) return Cfg{function, {}, {}, false};
  const PcRange range = existingRange(executable, *row);
  Cfg cfg = CfgBuilder(executable, function, range).run();
  cfg.truncated |= range.begin != row->startInstr || range.end != row->endInstr;
  return cfg;
}

}  // namespace relaxscope
