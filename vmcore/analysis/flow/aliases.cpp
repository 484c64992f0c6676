// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/aliases.h"

#include <algorithm>
#include <set>
#include <utility>

#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/flow/result_memory.h"
#include "vmcore/analysis/flow/work_limits.h"

namespace relaxscope {
namespace {

constexpr int kMaxPasses = 16;
constexpr size_t kMaxReached = 4096;  // roots that one value holds, directly and indirectly
constexpr Root kAnything{};

class AliasFinder {
 public:
  AliasFinder(const Executable& executable, const Definitions& definitions, Aliases& out)
      : executable_(executable), definitions_(definitions), memories_(executable), out_(out) {}

  bool run(PcRange range, const std::stop_token& stop) {
    out_.begin = definitions_.begin();
    out_.roots.resize(definitions_.values.size());
    out_.viewOf.resize(definitions_.values.size());
    // In straight code each value follows those that it is made of.
    const bool straight = definitions_.cfg.blocks.size() == 1;
    for (int pass = 0;; ++pass) {
      if (pass == kMaxPasses) {
        giveUp_ = true;
        out_.complete = false;
      }
      changed_ = false;
      for (size_t v = 0; v < definitions_.values.size(); ++v) {
        if (v % kStopEvery == 0 && stop.stop_requested()) return false;
        update(v);
      }
      if (straight || !changed_ || giveUp_) break;
    }
    return collectHeld(range, stop);
  }

 private:
  void add(size_t value, Root root) { changed_ = out_.roots[value].add(root) || changed_; }
  void addAll(size_t value, std::span<const Root> roots) {
    for (const Root& root : roots) add(value, root);
  }

  void update(size_t v) {
    const FlowValue& value = definitions_.values[v];
    switch (value.kind) {
      case ValueKind::Parameter: return add(v, {RootKind::Parameter, value.reg.value});
      case ValueKind::Result: return updateResult(v, value.pc);
      case ValueKind::Merge:
        if (giveUp_) return add(v, kAnything);
        for (const MergeInput& input : definitions_.inputsOf(ValueIndex(static_cast<int64_t>(v))))
          addAll(v, out_.roots[input.value.at()].all());
        return;
      case ValueKind::Empty: return;
      case ValueKind::Unknown: return add(v, kAnything);
    }
  }

  void updateResult(size_t v, InstrIndex pc) {
    const Instruction instruction = executable_.code.at(pc);
    const ResultMemory& memory = memories_.of(instruction);
    if (memory.own != ResultMemory::Own::None)
      add(v, {memory.own == ResultMemory::Own::Allocation ? RootKind::Allocation : RootKind::Unknown, pc.value});
    if (memory.relation == ResultMemory::Relation::Holds || memory.words.empty()) return;
    out_.viewOf[v] = ValueIndex();
    if (giveUp_) return add(v, kAnything);
    if (memory.relation == ResultMemory::Relation::FieldOf) {
      const std::optional<int64_t> field = memory.field;
      return addFields(v, pc, memory.words[0], field);
    }
    for (const uint32_t word : memory.words) {
      const ValueIndex source = valueAt(pc, word);
      if (!source.valid()) {
        addConstant(v, instruction, word);
        continue;
      }
      if (memory.words.size() == 1 && memory.own == ResultMemory::Own::None) out_.viewOf[v] = source;
      addAll(v, out_.roots[source.at()].all());
    }
  }

  /// The value of a register operand; invalid for others, and for registers outside of the file.
  [[nodiscard]] ValueIndex valueAt(InstrIndex pc, uint32_t word) const {
    const std::span<const Use> uses = definitions_.usesAt(pc);
    const auto found = std::ranges::lower_bound(uses, word, {}, &Use::word);
    return found != uses.end() && found->word == word ? found->value : ValueIndex();
  }
  /// The root of a constant operand; only tensors have memory.
  [[nodiscard]] std::optional<Root> constantRoot(const Instruction& instruction, uint32_t word) const {
    int64_t index = -1;
    if (word < instruction.row->listWord || instruction.row->listWord == 0) {
      if (instruction.row->operands[word - 1].encoding == OperandEncoding::Constant) index = instruction.words[word];
    } else if (const Arg arg = instruction.callArg(word - instruction.row->listWord); arg.kind() == ArgKind::Constant) {
      index = arg.value();
    }
    const Constant* const constant = executable_.constant(ConstIndex(index));
    if (constant == nullptr) return std::nullopt;
    const bool memory = std::holds_alternative<TensorConstant>(constant->value) ||
                        std::holds_alternative<LateBoundConstant>(constant->value) ||
                        std::holds_alternative<UnknownConstant>(constant->value);
    return memory ? std::optional(Root{RootKind::Constant, index}) : std::nullopt;
  }
  void addConstant(size_t v, const Instruction& instruction, uint32_t word) {
    if (const auto root = constantRoot(instruction, word)) add(v, *root);
  }

  /// A field of a tuple that this function made is what was put there; of other memory it is a part.
  void addFields(size_t v, InstrIndex pc, uint32_t word, std::optional<int64_t> field) {
    const ValueIndex tuple = valueAt(pc, word);
    if (!tuple.valid()) return;
    const RootSet roots = out_.roots[tuple.at()];  // may be the set that grows
    for (const Root& root : roots.all()) {
      const Instruction maker =
          root.kind == RootKind::Allocation ? executable_.code.at(InstrIndex(root.index)) : Instruction{};
      if (maker.row == nullptr || !isTuple(maker)) {
        add(v, root);
        continue;
      }
      if (!field) {
        add(v, kAnything);
        continue;
      }
      if (*field < 0 || static_cast<uint64_t>(*field) >= maker.callArgCount()) continue;
      const auto at = static_cast<uint32_t>(maker.row->listWord + static_cast<size_t>(*field));
      const ValueIndex source = valueAt(InstrIndex(root.index), at);
      if (!source.valid()) {
        addConstant(v, maker, at);
        continue;
      }
      if (roots.all().size() == 1) out_.viewOf[v] = source;
      const RootSet parts = out_.roots[source.at()];
      addAll(v, parts.all());
    }
  }
  /// Whether the arguments of the instruction are the fields of its result.
  [[nodiscard]] bool isTuple(const Instruction& maker) {
    if (maker.set->isRelay()) return maker.row->code == static_cast<int64_t>(RelayOpcode::AllocADT);
    const BuiltinRow* const row = builtins_.of(maker);
    return row != nullptr && isMakeTuple(row->id);
  }

  /// Fills held and escapes.
  bool collectHeld(PcRange range, const std::stop_token& stop) {
    const auto size = static_cast<size_t>(range.end - range.begin);
    out_.escapes.assign(size, false);
    out_.heldBegin.assign(size + 1, 0);
    size_t next = 0;
    CodeWalk(executable_).run(range, [&](int64_t pc, const Instruction& instruction) {
      const auto row = static_cast<size_t>(pc - range.begin);
      for (; next <= row; ++next) out_.heldBegin[next] = static_cast<uint32_t>(out_.held.size());
      const ResultMemory& memory = memories_.of(instruction);
      if (memory.escapes || memory.relation == ResultMemory::Relation::Holds) collect(pc, instruction, memory);
      return row % kStopEvery != 0 || !stop.stop_requested();
    });
    if (stop.stop_requested()) return false;
    for (; next <= size; ++next) out_.heldBegin[next] = static_cast<uint32_t>(out_.held.size());
    while (!handedOut_.empty()) {
      const int64_t pc = handedOut_.back();
      handedOut_.pop_back();
      handOut(out_.heldAt(InstrIndex(pc)));
    }
    return true;
  }
  void collect(int64_t pc, const Instruction& instruction, const ResultMemory& memory) {
    if (memory.escapes)
      for (const Use& use : definitions_.usesAt(InstrIndex(pc)))
        if (use.value.valid()) handOut(out_.roots[use.value.at()].all());
    if (memory.relation != ResultMemory::Relation::Holds) return;
    const size_t first = out_.held.size();
    for (const uint32_t word : memory.words) {
      const ValueIndex value = valueAt(InstrIndex(pc), word);
      if (value.valid()) std::ranges::copy(out_.roots[value.at()].all(), std::back_inserter(out_.held));
      else if (const auto root = constantRoot(instruction, word)) out_.held.push_back(*root);
    }
    const auto begin = out_.held.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, out_.held.end());
    out_.held.erase(std::unique(begin, out_.held.end()), out_.held.end());
  }
  /// Marks memory as handed out; what it holds follows.
  void handOut(std::span<const Root> roots) {
    for (const Root& root : roots) {
      if (root.index < 0 || (root.kind != RootKind::Allocation && root.kind != RootKind::Unknown)) continue;
      const auto row = static_cast<size_t>(root.index - out_.begin.value);
      if (out_.escapes[row]) continue;
      out_.escapes[row] = true;
      handedOut_.push_back(root.index);
    }
  }

  const Executable& executable_;
  const Definitions& definitions_;
  ResultMemories memories_;
  BuiltinCalls builtins_{executable_};
  Aliases& out_;
  bool changed_ = false, giveUp_ = false;
  std::vector<int64_t> handedOut_;  ///< instructions whose held memory is not yet marked
};

/// All memory that a value reaches, and its kinds.
struct Reached {
  std::set<Root> roots;
  bool anything = false, unknown = false, parameter = false, constant = false, escaped = false;
};
Reached reachedFrom(const Aliases& aliases, ValueIndex value) {
  Reached found;
  std::vector<Root> work;
  std::ranges::copy(aliases.roots[value.at()].all(), std::back_inserter(work));
  while (!work.empty()) {
    const Root root = work.back();
    work.pop_back();
    if (!found.roots.insert(root).second) continue;
    if (root == kAnything || found.roots.size() > kMaxReached) {
      found.anything = true;
      return found;
    }
    found.unknown = found.unknown || root.kind == RootKind::Unknown;
    found.parameter = found.parameter || root.kind == RootKind::Parameter;
    found.constant = found.constant || root.kind == RootKind::Constant;
    if (root.kind != RootKind::Allocation && root.kind != RootKind::Unknown) continue;
    const InstrIndex pc(root.index);
    found.escaped = found.escaped || (root.kind == RootKind::Allocation &&
                                      aliases.escapes[static_cast<size_t>(root.index - aliases.begin.value)]);
    std::ranges::copy(aliases.heldAt(pc), std::back_inserter(work));
  }
  return found;
}
/// Whether memory from outside in `a` may be that of `b`.
bool meets(const Reached& a, const Reached& b) {
  if (a.anything) return true;
  if (a.unknown && (b.unknown || b.parameter || b.constant || b.escaped)) return true;
  return a.parameter && (b.parameter || b.constant);
}

}  // namespace

bool RootSet::add(Root root) {
  const std::span<const Root> known = all();
  if (count_ == 1 && roots_[0] == kAnything) return false;
  const auto at = std::ranges::lower_bound(known, root) - known.begin();
  if (static_cast<size_t>(at) < count_ && roots_[static_cast<size_t>(at)] == root) return false;
  if (root == kAnything || count_ == kMax) {
    roots_[0] = kAnything;
    count_ = 1;
    return true;
  }
  std::copy_backward(roots_.begin() + at, roots_.begin() + static_cast<std::ptrdiff_t>(count_),
                     roots_.begin() + static_cast<std::ptrdiff_t>(count_) + 1);
  roots_[static_cast<size_t>(at)] = root;
  ++count_;
  return true;
}

std::optional<Root> Aliases::rootOf(ValueIndex value) const {
  if (!value.valid() || value.at() >= roots.size()) return std::nullopt;
  const std::span<const Root> all = roots[value.at()].all();
  return all.size() == 1 ? std::optional(all[0]) : std::nullopt;
}

std::span<const Root> Aliases::heldAt(InstrIndex pc) const {
  const int64_t row = pc.value - begin.value;
  if (row < 0 || static_cast<uint64_t>(row) + 1 >= heldBegin.size()) return {};
  const auto at = static_cast<size_t>(row);
  return std::span(held).subspan(heldBegin[at], heldBegin[at + 1] - heldBegin[at]);
}

bool Aliases::mayAlias(ValueIndex a, ValueIndex b) const {
  if (!a.valid() || !b.valid() || a.at() >= roots.size() || b.at() >= roots.size()) return true;
  const Reached left = reachedFrom(*this, a), right = reachedFrom(*this, b);
  if (left.roots.empty() || right.roots.empty()) return false;
  if (meets(left, right) || meets(right, left)) return true;
  return std::ranges::any_of(left.roots, [&](const Root& root) { return right.roots.contains(root); });
}

std::optional<Aliases> aliasesOf(const Executable& executable, FuncIndex function, const Definitions& definitions,
                                 const std::stop_token& stop) {
  Aliases out;
  if (definitions.cfg.blocks.empty()) return out;
  if (!AliasFinder(executable, definitions, out).run(existingRange(executable, *executable.function(function)), stop))
    return std::nullopt;
  return out;
}

}  // namespace relaxscope
