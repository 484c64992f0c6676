// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/merge_points.h"

#include <algorithm>
#include <utility>

#include "vmcore/analysis/flow/work_limits.h"

namespace relaxscope {
namespace {

/// Visits of a block for one register, in one function.
/// Rows in memory: members of frontiers and inputs of merges.
constexpr uint64_t kLeastRows = uint64_t{1} << 21, kRowsPerInstruction = 4;

uint32_t nodeOf(BlockIndex block) { return block.valid() ? static_cast<uint32_t>(block.value) : kNoNode; }

class MergePlacer {
 public:
  MergePlacer(const Cfg& cfg, const RegisterBlocks& blocks)
      : cfg_(cfg),
        blocks_(blocks),
        liveIn_(cfg.blocks.size(), kNoNode),
        written_(cfg.blocks.size(), kNoNode),
        placed_(cfg.blocks.size(), kNoNode) {
    const int64_t instructions = cfg.blocks.back().end.value - cfg.blocks.front().begin.value;
    stepsLeft_ = kMinSteps + kStepsPerInstruction * static_cast<uint64_t>(instructions);
    rowsLeft_ = kLeastRows + kRowsPerInstruction * static_cast<uint64_t>(instructions);
  }

  std::optional<MergePoints> run(const std::stop_token& stop) {
    constexpr size_t kRegistersPerStopCheck = 64;  // registers
    const size_t registers = blocks_.writes.begin.size() - 1;
    MergePoints result;
    result.open.assign(registers, false);
    numberTree();
    for (size_t i = 0; i < registers; ++i) {
      if (i % kRegistersPerStopCheck == 0 && stop.stop_requested()) return std::nullopt;
      const auto reg = static_cast<uint32_t>(i);
      if (!mayMerge(reg)) continue;
      if (!frontiersKnown_) {
        frontiersKnown_ = true;
        findFrontiers();
      }
      const size_t before = points_.size();
      if (stepsLeft_ != 0 && markLive(reg) && place(reg)) continue;
      points_.resize(before);
      result.open[i] = true;
    }
    result.registers = listsOf(cfg_.blocks.size(), points_);
    return result;
  }

 private:
  bool step(uint64_t count = 1) {
    stepsLeft_ -= std::min(stepsLeft_, count);
    return stepsLeft_ != 0;
  }
  bool takeRows(uint64_t count) {
    if (rowsLeft_ < count) return false;
    rowsLeft_ -= count;
    return true;
  }

  void numberTree() {
    const Adjacency children = dominatorChildren(cfg_);
    enter_.assign(cfg_.blocks.size(), 0);
    leave_.assign(cfg_.blocks.size(), 0);
    uint32_t next = 0;
    std::vector<std::pair<uint32_t, uint32_t>> stack{{0, children.begin[0]}};
    enter_[0] = next++;
    while (!stack.empty()) {
      auto& [node, child] = stack.back();
      if (child == children.begin[node + 1]) {
        leave_[node] = next;
        stack.pop_back();
        continue;
      }
      const uint32_t below = children.nodes[child++];
      enter_[below] = next++;
      stack.emplace_back(below, children.begin[below]);
    }
  }
  [[nodiscard]] bool dominates(uint32_t a, uint32_t b) const {
    return enter_[a] <= enter_[b] && leave_[b] <= leave_[a];
  }

  /// False where one block writes the register and strictly dominates all that read it from others.
  [[nodiscard]] bool mayMerge(uint32_t reg) const {
    const auto writes = blocks_.writes.of(reg), exposed = blocks_.exposed.of(reg);
    if (writes.empty() || exposed.empty()) return false;
    return writes.size() > 1 || std::ranges::any_of(exposed, [&](uint32_t block) {
             return block == writes[0] || !dominates(writes[0], block);
           });
  }

  /// The frontier of a block: the blocks that it does not strictly dominate, but one of whose predecessors it does.
  void findFrontiers() {
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
    std::vector<uint32_t> last(cfg_.blocks.size(), kNoNode);
    for (uint32_t b = 0; b < cfg_.blocks.size(); ++b) {
      if (!cfg_.blocks[b].reachable) continue;
      const uint32_t above = nodeOf(cfg_.blocks[b].dominator);
      for (const uint32_t edge : cfg_.blocks[b].in) {
        const BlockIndex from = cfg_.edges[edge].from;
        if (!cfg_.blocks[from.at()].reachable) continue;
        for (uint32_t runner = nodeOf(from); runner != above && runner != kNoNode && last[runner] != b;
             runner = nodeOf(cfg_.blocks[runner].dominator)) {
          last[runner] = b;
          pairs.emplace_back(runner, b);
          if (!takeRows(1)) stepsLeft_ = 0;
          if (!step()) return;
        }
      }
    }
    frontiers_ = listsOf(cfg_.blocks.size(), pairs);
  }

  bool markLive(uint32_t reg) {
    for (const uint32_t block : blocks_.writes.of(reg)) written_[block] = reg;
    work_.clear();
    for (const uint32_t block : blocks_.exposed.of(reg)) {
      liveIn_[block] = reg;
      work_.push_back(block);
    }
    while (!work_.empty()) {
      const uint32_t block = work_.back();
      work_.pop_back();
      if (!step(1 + cfg_.blocks[block].in.size())) return false;
      for (const uint32_t edge : cfg_.blocks[block].in) {
        const uint32_t from = nodeOf(cfg_.edges[edge].from);
        if (written_[from] == reg || liveIn_[from] == reg) continue;
        liveIn_[from] = reg;
        work_.push_back(from);
      }
    }
    return true;
  }

  bool place(uint32_t reg) {
    const auto writes = blocks_.writes.of(reg);
    work_.assign(writes.begin(), writes.end());
    while (!work_.empty()) {
      const uint32_t block = work_.back();
      work_.pop_back();
      for (const uint32_t join : frontiers_.of(block)) {
        if (!step()) return false;
        if (liveIn_[join] != reg || placed_[join] == reg) continue;
        if (!takeRows(1 + cfg_.blocks[join].in.size())) return false;
        placed_[join] = reg;
        points_.emplace_back(join, reg);
        if (written_[join] != reg) work_.push_back(join);
      }
    }
    return true;
  }

  const Cfg& cfg_;
  const RegisterBlocks& blocks_;
  uint64_t stepsLeft_ = 0, rowsLeft_ = 0;
  bool frontiersKnown_ = false;
  Adjacency frontiers_;
  std::vector<uint32_t> enter_, leave_;
  std::vector<uint32_t> liveIn_, written_, placed_;  ///< by block: the register it was last marked for
  std::vector<uint32_t> work_;
  std::vector<std::pair<uint32_t, uint32_t>> points_;  ///< block, register
};

}  // namespace

Adjacency listsOf(size_t owners, const std::vector<std::pair<uint32_t, uint32_t>>& pairs) {
  Adjacency lists;
  lists.begin.assign(owners + 1, 0);
  for (const auto& [owner, node] : pairs) ++lists.begin[owner + 1];
  for (size_t i = 1; i <= owners; ++i) lists.begin[i] += lists.begin[i - 1];
  lists.nodes.resize(pairs.size());
  std::vector<uint32_t> next(lists.begin.begin(), lists.begin.end() - 1);
  for (const auto& [owner, node] : pairs) lists.nodes[next[owner]++] = node;
  return lists;
}

Adjacency dominatorChildren(const Cfg& cfg) {
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  for (uint32_t b = 0; b < cfg.blocks.size(); ++b)
    if (cfg.blocks[b].dominator.valid()) pairs.emplace_back(nodeOf(cfg.blocks[b].dominator), b);
  return listsOf(cfg.blocks.size(), pairs);
}

std::optional<MergePoints> placeMerges(const Cfg& cfg, const RegisterBlocks& blocks, const std::stop_token& stop) {
  return MergePlacer(cfg, blocks).run(stop);
}

}  // namespace relaxscope
