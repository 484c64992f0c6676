// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/definitions.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "vmcore/analysis/flow/builtin_calls.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/flow/merge_points.h"
#include "vmcore/analysis/flow/work_limits.h"

namespace relaxscope {
namespace {

/// The reads and writes of a function, before values are known.
struct Accesses {
  std::vector<uint32_t> useRegs;   ///< by row of Definitions::uses
  std::vector<uint32_t> written;   ///< by instruction: its register, kNoNode if it writes none
  std::vector<uint32_t> killRows;  ///< by instruction: its row of Definitions::kills, or kNoNode
  uint32_t registers = 0;
  RegisterBlocks blocks;
};

class AccessScan {
 public:
  AccessScan(const Executable& executable, const Function& function, Definitions& out)
      : executable_(executable), function_(function), out_(out), builtins_(executable) {
    limit_ = std::clamp<int64_t>(function.registerFileSize, 0, kMaxFollowed);
    out.parameters = static_cast<uint32_t>(std::clamp<int64_t>(function.numArgs, 0, limit_));
  }

  std::optional<Accesses> run(const std::stop_token& stop) {
    const PcRange range = existingRange(executable_, function_);
    const auto size = static_cast<size_t>(range.end - range.begin);
    accesses_.written.assign(size, kNoNode);
    accesses_.killRows.assign(size, kNoNode);
    out_.usesBegin.assign(size + 1, 0);
    accesses_.registers = out_.parameters;
    grow();
    for (uint32_t reg = 0; reg < out_.parameters; ++reg) writes_[reg] = 1;
    size_t next = 0;  // first instruction whose uses have no begin
    CodeWalk(executable_).run(range, [&](int64_t pc, const Instruction& instruction) {
      const auto row = static_cast<size_t>(pc - range.begin);
      for (; next <= row; ++next) out_.usesBegin[next] = static_cast<uint32_t>(out_.uses.size());
      while (pc >= out_.cfg.blocks[block_].end.value) ++block_;
      read(pc, instruction);
      write(pc, row, instruction);
      return row % kStopEvery != 0 || !stop.stop_requested();
    });
    if (stop.stop_requested()) return std::nullopt;
    for (; next <= size; ++next) out_.usesBegin[next] = static_cast<uint32_t>(out_.uses.size());
    out_.ssa = std::ranges::all_of(writes_, [](uint8_t count) { return count < 2; });
    accesses_.blocks = {listsOf(accesses_.registers, writePairs_), listsOf(accesses_.registers, exposedPairs_)};
    return std::move(accesses_);
  }

 private:
  [[nodiscard]] bool inFile(const Operand& operand) const {
    return operand.kind == ArgKind::Register && operand.value >= 0 && operand.value < limit_;
  }
  uint32_t mention(int64_t reg) {
    const auto number = static_cast<uint32_t>(reg);
    if (number >= accesses_.registers) {
      accesses_.registers = number + 1;
      grow();
    }
    return number;
  }
  void grow() {
    for (auto* list : {&writtenIn_, &exposedIn_}) list->resize(accesses_.registers, kNoNode);
    writes_.resize(accesses_.registers, 0);
  }
  [[nodiscard]] bool reachable() const { return out_.cfg.blocks[block_].reachable; }

  void expose(uint32_t reg) {
    if (!reachable() || writtenIn_[reg] == block_ || std::exchange(exposedIn_[reg], block_) == block_) return;
    exposedPairs_.emplace_back(reg, block_);
  }
  void read(int64_t pc, const Instruction& instruction) {
    instruction.forEachOperand([&](const Operand& operand) {
      if (!inFile(operand) || operand.role == OperandRole::Def || operand.role == OperandRole::Ignored) return;
      const uint32_t reg = mention(operand.value);
      out_.uses.push_back({InstrIndex(pc), {}, operand.wordIndex});
      accesses_.useRegs.push_back(reg);
      expose(reg);
    });
  }
  void write(int64_t pc, size_t row, const Instruction& instruction) {
    if (instruction.row->dstWord == 0) return;
    const int64_t dst = instruction.callDst();
    if (dst < 0 || dst >= limit_) return;
    const uint32_t reg = mention(dst);
    accesses_.written[row] = reg;
    if (builtins_.kills(instruction)) {
      accesses_.killRows[row] = static_cast<uint32_t>(out_.kills.size());
      out_.kills.push_back({InstrIndex(pc), RegIndex(reg), {}});
      expose(reg);
    } else if (writes_[reg] < 2) {
      ++writes_[reg];
    }
    if (reachable() && std::exchange(writtenIn_[reg], block_) != block_) writePairs_.emplace_back(reg, block_);
  }

  const Executable& executable_;
  const Function& function_;
  Definitions& out_;
  BuiltinCalls builtins_;
  int64_t limit_ = 0;
  uint32_t block_ = 0;
  Accesses accesses_;
  std::vector<uint32_t> writtenIn_, exposedIn_;  ///< by register: the last block
  std::vector<uint8_t> writes_;                  ///< by register, kills aside; at most 2
  std::vector<std::pair<uint32_t, uint32_t>> writePairs_, exposedPairs_;
};

/// Walks the dominator tree with the values that registers hold.
class Renamer {
 public:
  Renamer(Definitions& out, const Accesses& accesses, const MergePoints& points)
      : out_(out), accesses_(accesses), points_(points), held_(accesses.registers, kUnset) {}

  bool run(const std::stop_token& stop) {
    numberValues();
    const Adjacency children = dominatorChildren(out_.cfg);
    std::vector<std::pair<uint32_t, uint32_t>> stack;  // block, next child
    std::vector<size_t> marks;                         // of the undo log, by depth
    const auto enter = [&](uint32_t block) {
      stack.emplace_back(block, children.begin[block]);
      marks.push_back(undo_.size());
      walk(block);
    };
    enter(0);
    size_t entered = 0;
    while (!stack.empty()) {
      auto& [block, child] = stack.back();
      if (child != children.begin[block + 1]) {
        if (++entered % kStopEvery == 0 && stop.stop_requested()) return false;
        enter(children.nodes[child++]);
        continue;
      }
      for (; undo_.size() > marks.back(); undo_.pop_back()) held_[undo_.back().first] = undo_.back().second;
      marks.pop_back();
      stack.pop_back();
    }
    return !stop.stop_requested();
  }

 private:
  static constexpr int64_t kUnset = -1;  ///< held_: a value, kUnset, or kFirstKill - row of the kill
  static constexpr int64_t kFirstKill = -2;

  [[nodiscard]] ValueIndex add(ValueKind kind, uint32_t reg, InstrIndex pc, BlockIndex block) {
    out_.values.push_back({kind, RegIndex(reg), pc, block});
    return ValueIndex(static_cast<int64_t>(out_.values.size() - 1));
  }
  void numberValues() {
    const std::vector<BasicBlock>& blocks = out_.cfg.blocks;
    const int64_t first = out_.begin().value;
    for (uint32_t reg = 0; reg < out_.parameters; ++reg)
      held_[reg] = add(ValueKind::Parameter, reg, {}, BlockIndex(0)).value;
    out_.results.assign(accesses_.written.size(), ValueIndex());
    edgePlace_.assign(out_.cfg.edges.size(), 0);
    std::vector<uint32_t> inputCounts(out_.values.size(), 0);
    for (uint32_t b = 0; b < blocks.size(); ++b) {
      firstMerge_.push_back(static_cast<uint32_t>(out_.values.size()));
      for (uint32_t i = 0; i < blocks[b].in.size(); ++i) edgePlace_[blocks[b].in[i]] = i + (b == 0 ? 1 : 0);
      if (!blocks[b].reachable) continue;
      const BlockIndex block(b);
      for (const uint32_t reg : points_.registers.of(b)) {
        (void)add(ValueKind::Merge, reg, blocks[b].begin, block);
        inputCounts.resize(out_.values.size(), 0);
        inputCounts.back() = static_cast<uint32_t>(blocks[b].in.size()) + (b == 0 ? 1 : 0);
      }
      for (int64_t pc = blocks[b].begin.value; pc < blocks[b].end.value; ++pc) {
        const auto row = static_cast<size_t>(pc - first);
        if (accesses_.written[row] != kNoNode && accesses_.killRows[row] == kNoNode)
          out_.results[row] = add(ValueKind::Result, accesses_.written[row], InstrIndex(pc), block);
      }
    }
    inputCounts.resize(out_.values.size(), 0);
    out_.inputsBegin.assign(1, 0);
    for (const uint32_t count : inputCounts) out_.inputsBegin.push_back(out_.inputsBegin.back() + count);
    out_.inputs.resize(out_.inputsBegin.back());
  }

  void hold(uint32_t reg, int64_t what) {
    undo_.emplace_back(reg, held_[reg]);
    held_[reg] = what;
  }
  /// The value that the register holds; one is made for an empty register.
  ValueIndex valueOf(uint32_t reg) {
    const int64_t held = held_[reg];
    if (held >= 0) return ValueIndex(held);
    const auto [place, fresh] = empty_.try_emplace(held == kUnset ? int64_t{reg} : held);
    if (!fresh) return place->second;
    if (held == kUnset) return place->second = add(ValueKind::Empty, reg, {}, BlockIndex(0));
    const Kill& kill = out_.kills[static_cast<size_t>(kFirstKill - held)];
    return place->second = add(ValueKind::Empty, reg, kill.pc, out_.cfg.blockAt(kill.pc));
  }
  /// As above in a block: a register without merges may hold any of its definitions until the block writes it.
  ValueIndex valueIn(uint32_t block, uint32_t reg) {
    if (!points_.open[reg]) return valueOf(reg);
    if (const auto since = heldSince_.find(reg); since != heldSince_.end() && since->second == block)
      return valueOf(reg);
    out_.complete = false;
    const auto [place, fresh] = unknown_.try_emplace(reg);
    if (fresh) place->second = add(ValueKind::Unknown, reg, {}, {});
    return place->second;
  }
  void write(uint32_t block, uint32_t reg, int64_t what) {
    hold(reg, what);
    if (points_.open[reg]) heldSince_[reg] = block;
  }

  void walk(uint32_t block) {
    const BasicBlock& row = out_.cfg.blocks[block];
    if (block == 0) enterFunction();
    int64_t merge = firstMerge_[block];
    for (const uint32_t reg : points_.registers.of(block)) hold(reg, merge++);
    for (int64_t pc = row.begin.value; pc < row.end.value; ++pc) {
      const auto at = static_cast<size_t>(pc - out_.begin().value);
      for (uint32_t use = out_.usesBegin[at]; use < out_.usesBegin[at + 1]; ++use)
        out_.uses[use].value = valueIn(block, accesses_.useRegs[use]);
      const uint32_t reg = accesses_.written[at];
      if (reg == kNoNode) continue;
      const uint32_t killed = accesses_.killRows[at];
      if (killed == kNoNode) {
        write(block, reg, out_.results[at].value);
        continue;
      }
      if (held_[reg] >= 0 || points_.open[reg]) out_.kills[killed].value = valueIn(block, reg);
      write(block, reg, kFirstKill - int64_t{killed});
    }
    for (const uint32_t edge : row.out) leave(edge);
  }
  void enterFunction() {
    int64_t merge = firstMerge_[0];
    for (const uint32_t reg : points_.registers.of(0))
      out_.inputs[out_.inputsBegin[static_cast<size_t>(merge++)]] = {valueOf(reg), kEntryEdge};
  }
  void leave(uint32_t edge) {
    const uint32_t to = static_cast<uint32_t>(out_.cfg.edges[edge].to.value);
    size_t merge = firstMerge_[to];
    for (const uint32_t reg : points_.registers.of(to))
      out_.inputs[out_.inputsBegin[merge++] + edgePlace_[edge]] = {valueOf(reg), edge};
  }

  Definitions& out_;
  const Accesses& accesses_;
  const MergePoints& points_;
  std::vector<int64_t> held_;                       ///< by register
  std::vector<std::pair<uint32_t, int64_t>> undo_;  ///< what registers held before
  std::vector<uint32_t> firstMerge_;                ///< by block
  std::vector<uint32_t> edgePlace_;                 ///< by edge: its place among the inputs of its target's merges
  std::unordered_map<int64_t, ValueIndex> empty_;   ///< by register, or by kill as in held_
  std::unordered_map<uint32_t, ValueIndex> unknown_;
  std::unordered_map<uint32_t, uint32_t> heldSince_;  ///< of registers without merges: the last block that wrote it
};

/// Drops inputs from unreachable blocks and lists uses and merges by value.
void indexByValue(Definitions& out) {
  std::vector<uint32_t> begin{0};
  std::vector<std::pair<uint32_t, uint32_t>> merges, uses;
  std::vector<uint32_t> lastMerge(out.values.size(), kNoNode);
  size_t kept = 0;
  for (size_t v = 0; v < out.values.size(); ++v) {
    const bool listed = v + 1 < out.inputsBegin.size();
    for (size_t i = listed ? out.inputsBegin[v] : 0; listed && i < out.inputsBegin[v + 1]; ++i) {
      if (!out.inputs[i].value.valid()) continue;
      const auto value = static_cast<uint32_t>(out.inputs[i].value.value);
      if (std::exchange(lastMerge[value], static_cast<uint32_t>(v)) != v)
        merges.emplace_back(value, static_cast<uint32_t>(v));
      out.inputs[kept++] = out.inputs[i];
    }
    begin.push_back(static_cast<uint32_t>(kept));
  }
  out.inputs.resize(kept);
  out.inputsBegin = std::move(begin);
  for (uint32_t i = 0; i < out.uses.size(); ++i)
    if (out.uses[i].value.valid()) uses.emplace_back(static_cast<uint32_t>(out.uses[i].value.value), i);
  out.usesByValue = listsOf(out.values.size(), uses);
  out.mergesByValue = listsOf(out.values.size(), merges);
}

std::span<const uint32_t> rowOf(const Adjacency& lists, ValueIndex value) {
  if (!value.valid() || value.at() + 1 >= lists.begin.size()) return {};
  return lists.of(static_cast<uint32_t>(value.value));
}

}  // namespace

ValueIndex Definitions::resultOf(InstrIndex pc) const {
  const int64_t row = pc.value - begin().value;
  return row >= 0 && static_cast<uint64_t>(row) < results.size() ? results[static_cast<size_t>(row)] : ValueIndex();
}
std::span<const Use> Definitions::usesAt(InstrIndex pc) const {
  const int64_t row = pc.value - begin().value;
  if (row < 0 || static_cast<uint64_t>(row) >= results.size()) return {};
  const size_t first = usesBegin[static_cast<size_t>(row)];
  return std::span(uses).subspan(first, usesBegin[static_cast<size_t>(row) + 1] - first);
}
std::span<const uint32_t> Definitions::usesOf(ValueIndex value) const { return rowOf(usesByValue, value); }
std::span<const uint32_t> Definitions::mergesOf(ValueIndex value) const { return rowOf(mergesByValue, value); }
std::span<const MergeInput> Definitions::inputsOf(ValueIndex merge) const {
  if (!merge.valid() || merge.at() + 1 >= inputsBegin.size()) return {};
  return std::span(inputs).subspan(inputsBegin[merge.at()], inputsBegin[merge.at() + 1] - inputsBegin[merge.at()]);
}
std::vector<ValueIndex> Definitions::reaching(ValueIndex value) const {
  std::vector<ValueIndex> found;
  if (!value.valid() || value.at() >= values.size()) return found;
  std::unordered_set<ValueIndex> visited;
  std::vector<ValueIndex> work{value};
  while (!work.empty()) {
    const ValueIndex next = work.back();
    work.pop_back();
    if (!visited.insert(next).second) continue;
    if (values[next.at()].kind != ValueKind::Merge) found.push_back(next);
    for (const MergeInput& input : inputsOf(next)) work.push_back(input.value);
  }
  std::ranges::sort(found);
  return found;
}

std::optional<Definitions> definitionsOf(const Executable& executable, FuncIndex function,
                                         const std::stop_token& stop) {
  Definitions out;
  out.cfg = buildCfg(executable, function);
  if (out.cfg.blocks.empty()) return out;
  const auto accesses = AccessScan(executable, *executable.function(function), out).run(stop);
  if (!accesses) return std::nullopt;
  const auto points = placeMerges(out.cfg, accesses->blocks, stop);
  if (!points || !Renamer(out, *accesses, *points).run(stop)) return std::nullopt;
  indexByValue(out);
  return out;
}

}  // namespace relaxscope
