// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/storage_overlap.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "vmcore/analysis/flow/aliases.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/flow/result_memory.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr uint64_t kMostWork = uint64_t{1} << 24;
constexpr size_t kMostTensors = 64;  ///< that one value is or holds; with more the function is not followed
constexpr int kMostPasses = 16;

using TensorIndex = uint32_t;  ///< row of OverlapFinder::tensors_

struct PlacedTensor {
  InstrIndex pc;
  std::vector<size_t> storages;  ///< rows of OverlapFinder::storages_: one, or several where paths meet
  std::optional<int64_t> offset, bytes;
};

/// The tensors that a value is or is a view of, and those that it holds; ascending.
struct Reach {
  std::vector<TensorIndex> direct, held;
  friend bool operator==(const Reach&, const Reach&) = default;
  [[nodiscard]] bool empty() const { return direct.empty() && held.empty(); }
};
void addAll(std::vector<TensorIndex>& to, const std::vector<TensorIndex>& from) {
  std::vector<TensorIndex> both;
  std::ranges::set_union(to, from, std::back_inserter(both));
  to = std::move(both);
}

/// Of a tensor without gaps; nothing if an extent is negative or the product overflows.
std::optional<int64_t> bytesOf(const ShapeConstant& shape, const DataType& type) {
  int64_t bits = int64_t{type.bits} * type.lanes;
  for (const int64_t extent : shape.dims)
    if (extent < 0 || __builtin_mul_overflow(bits, extent, &bits)) return std::nullopt;
  return bits / 8 + (bits % 8 != 0 ? 1 : 0);
}

/// What paths to a place in the program may have done to the contents of a tensor.
enum Contents : uint8_t {
  kUnwritten = 1,
  kValid = 2,
  kLost = 4,  ///< another tensor was written over them
  kApart = 8  ///< valid, in a storage that was allocated again since: nothing is written over them
};
struct State {
  std::map<TensorIndex, uint8_t> contents;
  std::map<size_t, std::set<TensorIndex>> valid;  ///< by storage: those that may be kValid

  /// Whether it grew.
  bool add(const State& other) {
    bool grew = false;
    for (const auto& [tensor, bits] : other.contents) {
      uint8_t& here = contents[tensor];
      grew = grew || (here | bits) != here;
      here |= bits;
    }
    for (const auto& [storage, tensors] : other.valid) valid[storage].insert(tensors.begin(), tensors.end());
    return grew;
  }
};

class OverlapFinder {
 public:
  OverlapFinder(const Executable& executable, const std::stop_token& stop)
      : executable_(executable), memories_(executable), builtins_(executable), stop_(stop) {}

  /// Nothing when stopped.
  std::optional<std::vector<StorageOverlap>> run(FuncIndex function) {
    const auto definitions = definitionsOf(executable_, function, stop_);
    if (!definitions) return std::nullopt;
    const auto aliases = aliasesOf(executable_, function, *definitions, stop_);
    if (!aliases) return std::nullopt;
    definitions_ = &*definitions;
    aliases_ = &*aliases;
    range_ = existingRange(executable_, *executable_.function(function));
    listTensors();
    const bool shared = std::ranges::any_of(storages_, [](const auto& tensors) { return tensors.size() > 1; });
    if (shared && followValues() && findLive()) followBlocks();
    if (stop_.stop_requested()) return std::nullopt;
    std::vector<StorageOverlap> found;
    if (work_ <= kMostWork && !tooMany_)
      for (const auto& [victim, overlap] : found_) found.push_back(overlap);
    std::ranges::sort(found);
    return found;
  }

 private:
  bool goesOn(uint64_t work = 1) {
    work_ += work;
    return work_ <= kMostWork && !stop_.stop_requested();
  }
  [[nodiscard]] ValueIndex valueAt(InstrIndex pc, uint32_t word) const {
    const std::span<const Use> uses = definitions_->usesAt(pc);
    const auto found = std::ranges::lower_bound(uses, word, {}, &Use::word);
    return found != uses.end() && found->word == word ? found->value : ValueIndex();
  }

  // ---- what is placed where ----

  void listTensors() {
    CodeWalk(executable_).run(range_, [&](int64_t pc, const Instruction& instruction) {
      if (!instruction.isCall()) return goesOn();
      const BuiltinRow* const row = builtins_.of(instruction);
      if (row != nullptr && row->id == BuiltinId::AllocTensor) addTensor(InstrIndex(pc), instruction);
      return goesOn();
    });
  }
  void addTensor(InstrIndex pc, const Instruction& call) {
    const ValueIndex storage =
        call.callArgCount() >= 4 ? valueAt(pc, static_cast<uint32_t>(call.row->listWord)) : ValueIndex();
    if (!storage.valid()) return;
    PlacedTensor tensor{pc, {}, {}, {}};
    for (const Root& root : aliases_->roots[storage.at()].all()) {
      if (root.index < 0) return;  // any memory at all
      const auto [row, fresh] = rowOfStorage_.try_emplace(root, storages_.size());
      if (fresh) storages_.emplace_back();
      tensor.storages.push_back(row->second);
    }
    if (const Arg offset = call.callArg(1); offset.kind() == ArgKind::Immediate) tensor.offset = offset.value();
    const auto* const shape = constantAt<ShapeConstant>(call.callArg(2));
    const auto* const type = constantAt<DataType>(call.callArg(3));
    if (shape != nullptr && type != nullptr) tensor.bytes = bytesOf(*shape, *type);
    const auto row = static_cast<TensorIndex>(tensors_.size());
    for (const size_t at : tensor.storages) storages_[at].push_back(row);
    rowOfTensor_[pc.value] = row;
    tensors_.push_back(std::move(tensor));
  }
  template <class T>
  [[nodiscard]] const T* constantAt(Arg arg) const {
    const Constant* const constant =
        arg.kind() == ArgKind::Constant ? executable_.constant(ConstIndex(arg.value())) : nullptr;
    return constant == nullptr ? nullptr : std::get_if<T>(&constant->value);
  }
  /// Whether both have bytes in common for certain, in a storage that both are in.
  [[nodiscard]] bool overlap(const PlacedTensor& a, const PlacedTensor& b) const {
    if (!a.offset || !b.offset || a.bytes == 0 || b.bytes == 0) return false;
    if (*a.offset == *b.offset) return true;
    const PlacedTensor& lower = *a.offset < *b.offset ? a : b;
    const PlacedTensor& upper = *a.offset < *b.offset ? b : a;
    int64_t end = 0;
    return lower.bytes && !__builtin_add_overflow(*lower.offset, *lower.bytes, &end) && end > *upper.offset;
  }

  // ---- which tensors values are and hold ----

  bool followValues() {
    reach_.resize(definitions_->values.size());
    const bool straight = definitions_->cfg.blocks.size() == 1;
    for (int pass = 0; pass < kMostPasses; ++pass) {
      bool changed = false;
      for (size_t v = 0; v < reach_.size(); ++v) {
        if (!goesOn()) return false;
        Reach now = reachOf(v);
        if (now.direct.size() + now.held.size() > kMostTensors) return !(tooMany_ = true);
        changed = changed || now != reach_[v];
        reach_[v] = std::move(now);
      }
      if (straight || !changed) return true;
    }
    return !(tooMany_ = true);
  }
  Reach reachOf(size_t v) {
    Reach made;
    const FlowValue& value = definitions_->values[v];
    if (value.kind == ValueKind::Merge)
      for (const MergeInput& input : definitions_->inputsOf(ValueIndex(static_cast<int64_t>(v)))) {
        addAll(made.direct, reach_[input.value.at()].direct);
        addAll(made.held, reach_[input.value.at()].held);
      }
    if (value.kind != ValueKind::Result) return made;
    if (const auto placed = rowOfTensor_.find(value.pc.value); placed != rowOfTensor_.end()) {
      made.direct = {placed->second};
      return made;
    }
    if (const ValueIndex source = aliases_->viewOf[v]; source.valid()) return reach_[source.at()];
    const Instruction instruction = executable_.code.at(value.pc);
    if (!instruction.isCall() || builtins_.of(instruction) == nullptr) return made;  // results of kernels are new
    const ResultMemory& memory = memories_.of(instruction);
    if (memory.own == ResultMemory::Own::Unknown) return made;
    for (const uint32_t word : memory.words) {
      const ValueIndex source = valueAt(value.pc, word);
      if (!source.valid()) continue;
      const Reach& from = reach_[source.at()];
      const bool holds = memory.relation == ResultMemory::Relation::Holds,
                 field = memory.relation == ResultMemory::Relation::FieldOf;
      addAll(holds ? made.held : made.direct, from.direct);
      addAll(made.held, from.held);
      if (field) addAll(made.direct, from.held);
    }
    return made;
  }

  // ---- which values are read later ----

  [[nodiscard]] size_t blockOf(ValueIndex value) const {
    const FlowValue& flow = definitions_->values[value.at()];
    const bool made = flow.kind == ValueKind::Result || flow.kind == ValueKind::Merge;
    return made && flow.block.valid() ? flow.block.at() : SIZE_MAX;
  }
  /// The value is needed where the block begins.
  bool markLive(size_t block, ValueIndex value) {
    std::vector<size_t> todo{block};
    while (!todo.empty()) {
      const size_t at = todo.back();
      todo.pop_back();
      if (!goesOn()) return false;
      if (!live_[at].insert(value.value).second) continue;
      for (const uint32_t edge : definitions_->cfg.blocks[at].in)
        if (const size_t from = definitions_->cfg.edges[edge].from.at(); from != blockOf(value)) todo.push_back(from);
    }
    return true;
  }
  /// The result of an instruction that only makes a view of values, or something that holds them, if it is one.
  [[nodiscard]] std::optional<size_t> aliasMadeAt(InstrIndex pc) {
    const auto result = resultAt_.find(pc.value);
    if (result == resultAt_.end()) return std::nullopt;
    const Instruction instruction = executable_.code.at(pc);
    const BuiltinRow* const row = instruction.isCall() ? builtins_.of(instruction) : nullptr;
    const ResultMemory& memory = memories_.of(instruction);
    if (memory.own == ResultMemory::Own::Unknown || (instruction.isCall() && row == nullptr)) return std::nullopt;
    const bool reads = row != nullptr && !row->effects.reads.empty();
    if (reads && memory.relation != ResultMemory::Relation::FieldOf) return std::nullopt;
    if (!aliases_->viewOf[result->second].valid() && memory.words.empty()) return std::nullopt;
    return result->second;
  }
  /// The values whose contents are read, by themselves or through what is made of them.
  bool findNeeded() {
    const size_t count = definitions_->values.size();
    needed_.assign(count, false);
    for (size_t v = 0; v < count; ++v)
      if (definitions_->values[v].kind == ValueKind::Result) resultAt_[definitions_->values[v].pc.value] = v;
    std::vector<std::vector<size_t>> madeOf(count);
    std::vector<size_t> todo;
    const auto need = [&](size_t v) {
      if (needed_[v]) return;
      needed_[v] = true;
      todo.push_back(v);
    };
    for (const Use& use : definitions_->uses) {
      if (!goesOn()) return false;
      if (!use.value.valid() || reach_[use.value.at()].empty()) continue;
      if (const auto alias = aliasMadeAt(use.pc)) madeOf[*alias].push_back(use.value.at());
      else need(use.value.at());
    }
    for (size_t v = 0; v < count; ++v)
      for (const MergeInput& input : definitions_->inputsOf(ValueIndex(static_cast<int64_t>(v))))
        madeOf[v].push_back(input.value.at());
    while (!todo.empty()) {
      const size_t v = todo.back();
      todo.pop_back();
      if (!goesOn(madeOf[v].size())) return false;
      for (const size_t source : madeOf[v]) need(source);
    }
    return true;
  }
  bool findLive() {
    const auto& blocks = definitions_->cfg.blocks;
    live_.resize(blocks.size());
    if (blocks.size() == 1) return true;
    if (!findNeeded()) return false;
    for (const Use& use : definitions_->uses) {
      if (!goesOn()) return false;
      if (!use.value.valid() || reach_[use.value.at()].empty()) continue;
      if (const auto alias = aliasMadeAt(use.pc); alias && !needed_[*alias]) continue;
      const BlockIndex block = definitions_->cfg.blockAt(use.pc);
      if (!block.valid() || block.at() == blockOf(use.value)) continue;
      if (!markLive(block.at(), use.value)) return false;
    }
    for (size_t v = 0; v < reach_.size(); ++v)
      for (const MergeInput& input : definitions_->inputsOf(ValueIndex(static_cast<int64_t>(v)))) {
        if (!goesOn()) return false;
        if (input.edge == kEntryEdge || !needed_[v] || reach_[input.value.at()].empty()) continue;
        const size_t from = definitions_->cfg.edges[input.edge].from.at();
        if (from != blockOf(input.value) && !markLive(from, input.value)) return false;
      }
    for (size_t v = 0; v < definitions_->values.size(); ++v)
      if (definitions_->values[v].kind == ValueKind::Merge && definitions_->values[v].block.valid() && needed_[v])
        merges_[definitions_->values[v].block.at()].push_back(ValueIndex(static_cast<int64_t>(v)));
    return true;
  }
  /// What of a state goes along an edge: tensors that are reached through a value that is read later.
  State along(uint32_t edge, const State& state) {
    const size_t to = definitions_->cfg.edges[edge].to.at();
    std::set<TensorIndex> needed;
    const auto need = [&](ValueIndex value) {
      const Reach& reach = reach_[value.at()];
      needed.insert(reach.direct.begin(), reach.direct.end());
      needed.insert(reach.held.begin(), reach.held.end());
    };
    const auto& merges = merges_[to];
    for (const int64_t value : live_[to])
      if (std::ranges::find(merges, ValueIndex(value)) == merges.end()) need(ValueIndex(value));
    for (const ValueIndex merge : merges)
      for (const MergeInput& input : definitions_->inputsOf(merge))
        if (input.edge == edge) need(input.value);
    State kept;
    for (const TensorIndex tensor : needed) {
      const auto found = state.contents.find(tensor);
      if (found == state.contents.end()) continue;
      kept.contents.insert(*found);
      if ((found->second & kValid) == 0) continue;
      for (const size_t storage : tensors_[tensor].storages) kept.valid[storage].insert(tensor);
    }
    static_cast<void>(goesOn(live_[to].size() + needed.size()));
    return kept;
  }

  // ---- what instructions do ----

  void followBlocks() {
    const auto& blocks = definitions_->cfg.blocks;
    std::vector<std::optional<State>> entries(blocks.size());
    entries[0].emplace();
    std::set<size_t> todo{0};
    while (!todo.empty()) {
      const size_t at = *todo.begin();
      todo.erase(todo.begin());
      State state = *entries[at];
      if (!followBlock(blocks[at], state)) return;
      for (const uint32_t edge : blocks[at].out) {
        const State next = blocks.size() == 1 ? state : along(edge, state);
        const size_t to = definitions_->cfg.edges[edge].to.at();
        const bool first = !entries[to];
        if (first) entries[to].emplace();
        if (entries[to]->add(next) || first) todo.insert(to);
        if (!goesOn(next.contents.size())) return;
      }
    }
  }
  bool followBlock(const BasicBlock& block, State& state) {
    for (InstrIndex pc = block.begin; pc < block.end; ++pc.value) {
      if (!goesOn()) return false;
      const Instruction instruction = executable_.code.at(pc);
      if (instruction.row == nullptr) return true;
      if (instruction.row->flow == Flow::Return) access(state, pc, accessed(pc, true));
      else if (instruction.isCall() && !call(state, pc, instruction)) return false;
    }
    return true;
  }
  bool call(State& state, InstrIndex pc, const Instruction& instruction) {
    if (const auto placed = rowOfTensor_.find(pc.value); placed != rowOfTensor_.end()) {
      for (const size_t storage : tensors_[placed->second].storages) state.valid[storage].erase(placed->second);
      state.contents[placed->second] = kUnwritten;
      return true;
    }
    const BuiltinRow* const row = builtins_.of(instruction);
    if (row != nullptr && row->id == BuiltinId::AllocStorage) allocateAgain(state, pc);
    if (row == nullptr || row->effects.unknown || !row->effects.calls.empty() || isCallTirDyn(row->id)) {
      access(state, pc, accessed(pc, true));
      return goesOn();
    }
    if (row->effects.reads.empty() && row->effects.writes.empty()) return true;
    std::set<TensorIndex> tensors;
    const size_t count = instruction.callArgCount();
    for (size_t i = 0; i < count; ++i) {
      const size_t operand = row->operandOf(i, count);
      if (operand == BuiltinRow::kNoOperand) continue;
      if (!row->effects.reads.has(operand) && !row->effects.writes.has(operand)) continue;
      const ValueIndex value = valueAt(pc, static_cast<uint32_t>(instruction.row->listWord + i));
      if (value.valid()) tensors.insert(reach_[value.at()].direct.begin(), reach_[value.at()].direct.end());
    }
    access(state, pc, tensors);
    return goesOn(count);
  }
  /// The tensors whose contents an instruction takes through its operands.
  [[nodiscard]] std::set<TensorIndex> accessed(InstrIndex pc, bool held) const {
    std::set<TensorIndex> tensors;
    for (const Use& use : definitions_->usesAt(pc)) {
      if (!use.value.valid()) continue;
      const Reach& reach = reach_[use.value.at()];
      tensors.insert(reach.direct.begin(), reach.direct.end());
      if (held) tensors.insert(reach.held.begin(), reach.held.end());
    }
    return tensors;
  }
  void access(State& state, InstrIndex pc, const std::set<TensorIndex>& tensors) {
    std::set<TensorIndex> read, written;
    for (const TensorIndex tensor : tensors) {
      const auto found = state.contents.find(tensor);
      if (found == state.contents.end()) continue;
      if ((found->second & kLost) != 0) report(tensor, pc);
      if ((found->second & ~kUnwritten) != 0) read.insert(tensor);
      if ((found->second & kUnwritten) != 0) written.insert(tensor);
    }
    // A function uses what it is given in an order of its own; a kernel writes while it reads.
    const std::set<TensorIndex> none;
    const bool kernel = isKernel(pc);
    for (const TensorIndex tensor : written) write(state, pc, tensor, kernel ? read : none, kernel ? none : tensors);
  }
  [[nodiscard]] bool isKernel(InstrIndex pc) {
    const Instruction call = executable_.code.at(pc);
    if (!call.isCall()) return false;
    const BuiltinRow* const row = builtins_.of(call);
    if (row != nullptr) return isCallTirDyn(row->id);
    const Function* const callee = executable_.function(FuncIndex(call.callFunction()));
    return callee != nullptr && callee->isPacked();
  }
  /// `read`: what the same call reads; `left`: what is not written over.
  void write(State& state, InstrIndex pc, TensorIndex tensor, const std::set<TensorIndex>& read,
             const std::set<TensorIndex>& left) {
    for (const size_t storage : tensors_[tensor].storages) {
      std::set<TensorIndex>& valid = state.valid[storage];
      for (auto other = valid.begin(); other != valid.end();) {
        ++work_;
        if (*other == tensor || left.contains(*other) || !overlap(tensors_[*other], tensors_[tensor])) {
          ++other;
          continue;
        }
        uint8_t& bits = state.contents[*other];
        bits = static_cast<uint8_t>((bits & ~kValid) | kLost);
        lostTo_.try_emplace(*other, pc, tensors_[tensor].pc);
        if (read.contains(*other)) report(*other, pc);
        other = valid.erase(other);
      }
      valid.insert(tensor);
    }
    uint8_t& bits = state.contents[tensor];
    bits = static_cast<uint8_t>((bits & ~kUnwritten) | kValid);
  }
  /// The storage of the instruction is another one now: what lies in the former one stays as it is.
  void allocateAgain(State& state, InstrIndex pc) {
    const auto row = rowOfStorage_.find({RootKind::Allocation, pc.value});
    if (row == rowOfStorage_.end()) return;
    for (const TensorIndex tensor : std::exchange(state.valid[row->second], {})) {
      uint8_t& bits = state.contents[tensor];
      bits = static_cast<uint8_t>((bits & ~kValid) | kApart);
    }
  }
  void report(TensorIndex victim, InstrIndex reader) {
    const auto lost = lostTo_.find(victim);
    if (lost == lostTo_.end()) return;
    const StorageOverlap made{lost->second.first, lost->second.second, tensors_[victim].pc, reader};
    const auto [known, fresh] = found_.try_emplace(victim, made);
    if (!fresh) known->second.reader = std::min(known->second.reader, reader);
  }

  const Executable& executable_;
  ResultMemories memories_;
  BuiltinCalls builtins_;
  const std::stop_token& stop_;
  const Definitions* definitions_ = nullptr;
  const Aliases* aliases_ = nullptr;
  PcRange range_;
  std::vector<PlacedTensor> tensors_;
  std::map<int64_t, TensorIndex> rowOfTensor_;  ///< by pc
  std::map<Root, size_t> rowOfStorage_;
  std::vector<std::vector<TensorIndex>> storages_;    ///< their tensors
  std::vector<Reach> reach_;                          ///< by value
  std::unordered_map<int64_t, size_t> resultAt_;      ///< values, by pc
  std::vector<bool> needed_;                          ///< by value, in programs of several blocks
  std::vector<std::set<int64_t>> live_;               ///< by block: values that are needed in it or after it
  std::map<size_t, std::vector<ValueIndex>> merges_;  ///< by block
  std::map<TensorIndex, std::pair<InstrIndex, InstrIndex>> lostTo_;  ///< the call that writes, and what it writes
  std::map<TensorIndex, StorageOverlap> found_;                      ///< by victim
  uint64_t work_ = 0;
  bool tooMany_ = false;
};

}  // namespace

std::optional<std::vector<StorageOverlap>> storageOverlaps(const Executable& executable, FuncIndex function,
                                                           const std::stop_token& stop) {
  const Function* const row = executable.function(function);
  if (row == nullptr || !row->isBytecode() || isRelay(executable.variant)) return std::vector<StorageOverlap>();
  return OverlapFinder(executable, stop).run(function);
}

std::string storageOverlapText(const Executable& executable, FuncIndex function, const StorageOverlap& overlap) {
  constexpr size_t kNameBytes = 80;
  const std::string name = printable(std::string_view(executable.functions[function.at()].name).substr(0, kNameBytes));
  return fmt::format("{} writes pc {}'s tensor over pc {}'s, which pc {} reads",
                     fmt::format("{}:{}", name, overlap.writer.value), overlap.over.value, overlap.victim.value,
                     overlap.reader.value);
}

}  // namespace relaxscope
