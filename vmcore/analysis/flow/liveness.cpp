// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/liveness.h"

#include <algorithm>
#include <utility>

#include "vmcore/analysis/flow/merge_points.h"
#include "vmcore/analysis/flow/work_limits.h"

namespace relaxscope {
namespace {

/// Blocks that are visited in one function, summed over its values.

/// Places in a function: two per instruction, before it and after it.
class LifeFinder {
 public:
  LifeFinder(const Definitions& definitions, Liveness& out)
      : definitions_(definitions),
        blocks_(definitions.cfg.blocks),
        first_(definitions.begin().value),
        size_(blocks_.back().end.value - first_),
        stepsLeft_(kMinSteps + kStepsPerInstruction * static_cast<uint64_t>(size_)),
        change_(static_cast<size_t>(2 * size_) + 1, 0),
        visited_(blocks_.size(), kNoNode),
        out_(out) {}

  bool run(const std::stop_token& stop) {
    constexpr size_t kValuesPerStopCheck = size_t{1} << 12;  // values
    listEnds();
    out_.lives.reserve(definitions_.values.size());
    for (size_t v = 0; v < definitions_.values.size(); ++v) {
      if (v % kValuesPerStopCheck == 0 && stop.stop_requested()) return false;
      findLife(static_cast<uint32_t>(v));
    }
    addUp();
    return !stop.stop_requested();
  }

 private:
  [[nodiscard]] int64_t before(InstrIndex pc) const { return 2 * (pc.value - first_); }
  [[nodiscard]] int64_t after(InstrIndex pc) const { return before(pc) + 1; }
  [[nodiscard]] InstrIndex pcOf(int64_t place) const { return InstrIndex(first_ + place / 2); }

  void listEnds() {
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
    for (uint32_t k = 0; k < definitions_.kills.size(); ++k)
      if (const ValueIndex value = definitions_.kills[k].value; value.valid())
        pairs.emplace_back(static_cast<uint32_t>(value.value), k);
    kills_ = listsOf(definitions_.values.size(), pairs);
    pairs.clear();
    for (const MergeInput& input : definitions_.inputs)
      if (input.edge != kEntryEdge) pairs.emplace_back(static_cast<uint32_t>(input.value.value), input.edge);
    merged_ = listsOf(definitions_.values.size(), pairs);
  }

  /// Marks the value as needed from `from` to `to`, both included.
  void mark(int64_t from, int64_t to) {
    ++change_[static_cast<size_t>(from)];
    --change_[static_cast<size_t>(to) + 1];
    begin_ = std::min(begin_, from);
    end_ = std::max(end_, to);
  }

  void findLife(uint32_t v) {
    const FlowValue& value = definitions_.values[v];
    // Parameters and registers that were never written have their value before the first block, which may be a loop.
    const bool atEntry = value.kind == ValueKind::Parameter || !value.pc.valid();
    home_ = atEntry ? kNoNode : static_cast<uint32_t>(value.block.value);
    const int64_t defined = atEntry ? 0 : value.kind == ValueKind::Merge ? before(value.pc) : after(value.pc);
    begin_ = end_ = defined;
    homeEnd_ = -1;
    Life life;
    const bool known = value.kind != ValueKind::Unknown && collect(v, life);
    if (!known) {
      out_.complete = false;
      begin_ = 0;
      mark(0, 2 * size_ - 1);
    } else {
      for (const auto& [block, end] : reached_) mark(before(blocks_[block].begin), end);
      // A result occupies its register even if nothing reads it.
      if (value.kind == ValueKind::Result || homeEnd_ >= defined) mark(defined, std::max(defined, homeEnd_));
    }
    life.begin = pcOf(begin_);
    life.end = pcOf(end_);
    out_.lives.push_back(life);
  }

  /// Fills reached_ with blocks that the value is live into, and the place up to which each needs it; homeEnd_ is that
  /// of its own block. False if too much work is left.
  bool collect(uint32_t v, Life& life) {
    reached_.clear();
    work_.clear();
    for (const uint32_t use : definitions_.usesOf(ValueIndex(v))) {
      reach(v, definitions_.uses[use].pc);
      life.lastUse = std::max(life.lastUse, definitions_.uses[use].pc);
    }
    for (const uint32_t kill : kills_.of(v)) {
      reach(v, definitions_.kills[kill].pc);
      life.killed = true;
    }
    for (const uint32_t edge : merged_.of(v)) leave(v, definitions_.cfg.edges[edge].from);
    while (!work_.empty()) {
      const BasicBlock& block = blocks_[work_.back()];
      work_.pop_back();
      if (stepsLeft_ < 1 + block.in.size()) return false;
      stepsLeft_ -= 1 + block.in.size();
      for (const uint32_t edge : block.in) leave(v, definitions_.cfg.edges[edge].from);
    }
    return true;
  }
  /// The value is needed by the instruction at `pc`.
  void reach(uint32_t v, InstrIndex pc) {
    if (lastBlock_ >= blocks_.size() || pc < blocks_[lastBlock_].begin || pc >= blocks_[lastBlock_].end)
      lastBlock_ = definitions_.cfg.blockAt(pc).at();
    need(v, static_cast<uint32_t>(lastBlock_), before(pc));
  }
  /// The value is needed after `block`.
  void leave(uint32_t v, BlockIndex block) {
    if (blocks_[block.at()].reachable)
      need(v, static_cast<uint32_t>(block.value), after(InstrIndex(blocks_[block.at()].end.value - 1)));
  }
  void need(uint32_t v, uint32_t block, int64_t end) {
    if (block == home_) {
      homeEnd_ = std::max(homeEnd_, end);
      return;
    }
    if (visited_[block] == v) {
      int64_t& known = reached_[place_[block]].second;
      known = std::max(known, end);
      return;
    }
    visited_[block] = v;
    place_.resize(blocks_.size());
    place_[block] = static_cast<uint32_t>(reached_.size());
    reached_.emplace_back(block, end);
    work_.push_back(block);
  }

  void addUp() {
    out_.pressure.reserve(static_cast<size_t>(size_));
    int64_t live = 0;
    for (int64_t row = 0; row < size_; ++row) {
      const int64_t beforeIt = live += change_[static_cast<size_t>(2 * row)];
      live += change_[static_cast<size_t>(2 * row) + 1];
      out_.pressure.push_back(static_cast<uint32_t>(std::max(beforeIt, live)));
      if (out_.pressure.back() <= out_.peak && out_.peakPc.valid()) continue;
      out_.peak = out_.pressure.back();
      out_.peakPc = InstrIndex(first_ + row);
    }
    out_.needed = std::max(out_.peak, definitions_.parameters);
  }

  const Definitions& definitions_;
  const std::vector<BasicBlock>& blocks_;
  const int64_t first_, size_;
  uint64_t stepsLeft_;
  std::vector<int32_t> change_;    ///< of the number of live values, by place
  std::vector<uint32_t> visited_;  ///< by block: the last value that is live into it
  std::vector<uint32_t> place_;    ///< by block: its row of reached_
  Liveness& out_;
  Adjacency kills_;   ///< rows of Definitions::kills by value
  Adjacency merged_;  ///< by value: the edges on which it becomes the value of a merge
  // Of the current value.
  uint32_t home_ = kNoNode;
  int64_t homeEnd_ = -1, begin_ = 0, end_ = 0;
  std::vector<std::pair<uint32_t, int64_t>> reached_;
  std::vector<uint32_t> work_;
  size_t lastBlock_ = 0;
};

}  // namespace

std::optional<Liveness> livenessOf(const Executable& executable, FuncIndex function, const Definitions& definitions,
                                   const std::stop_token& stop) {
  Liveness out;
  if (const Function* row = executable.function(function); row != nullptr) out.registerFileSize = row->registerFileSize;
  if (definitions.cfg.blocks.empty()) return out;
  if (!LifeFinder(definitions, out).run(stop)) return std::nullopt;
  return out;
}

}  // namespace relaxscope
