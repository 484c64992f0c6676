// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/regions/call_flow.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_map>

#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/flow/builtin_calls.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/flow/definitions.h"
#include "vmcore/analysis/result_types.h"

namespace relaxscope {
namespace {

constexpr uint32_t kNone = 0xFFFFFFFFu;
constexpr size_t kCallsPerStopCheck = 4096;

/// A set of calls or parameters; of more than eight, the greatest.
class FewNumbers {
 public:
  void add(uint32_t number) {
    const auto end = items_.begin() + size_;
    const auto at = std::lower_bound(items_.begin(), end, number);
    if (at != end && *at == number) return;
    if (size_ < items_.size()) {
      std::copy_backward(at, end, end + 1);
      *at = number;
      ++size_;
    } else if (at != items_.begin()) {
      std::copy(items_.begin() + 1, at, items_.begin());
      *(at - 1) = number;
    }
  }
  void addAll(const FewNumbers& others) {
    for (const uint32_t number : others.all()) add(number);
  }
  [[nodiscard]] std::span<const uint32_t> all() const { return {items_.data(), size_}; }

 private:
  std::array<uint32_t, 8> items_{};
  uint8_t size_ = 0;
};

/// The contents of a value, shared by its views.
struct Contents {
  FewNumbers calls;
  uint32_t param = kNone;
  bool fresh = false;  ///< allocated, nothing written yet
  void addAll(const Contents& other) {
    calls.addAll(other.calls);
    if (param == kNone) param = other.param;
  }
};

/// Numbers of types by their text.
class TypeNumbers {
 public:
  uint32_t of(const StaticTypeRef& type) {
    if (type == nullptr) return 0;
    const auto [seen, fresh] = byType_.try_emplace(type.get(), 0);
    if (fresh)
      seen->second = byText_.try_emplace(type->text(), static_cast<uint32_t>(byText_.size() + 1)).first->second;
    return seen->second;
  }

 private:
  std::unordered_map<const StaticType*, uint32_t> byType_;
  std::unordered_map<std::string, uint32_t> byText_;
};

class FlowBuilder {
 public:
  FlowBuilder(const Executable& executable, const std::vector<StaticTypeRef>& types, const Definitions& definitions)
      : executable_(executable),
        definitions_(definitions),
        types_(types),
        builtins_(executable),
        contentsOf_(definitions.values.size(), kNone) {}

  std::optional<CallFlow> run(PcRange range, const std::stop_token& stop) {
    CodeWalk(executable_).run(range, [&](int64_t pc, const Instruction& instruction) {
      const BlockIndex block = blockAt(pc);
      if (definitions_.cfg.blocks[block.at()].reachable) visit(InstrIndex(pc), block, instruction);
      return static_cast<size_t>(pc) % kCallsPerStopCheck != 0 || !stop.stop_requested();
    });
    if (stop.stop_requested()) return std::nullopt;
    out_.sourcesBegin.push_back(static_cast<uint32_t>(out_.sources.size()));
    out_.paramsBegin.push_back(static_cast<uint32_t>(out_.params.size()));
    return std::move(out_);
  }

 private:
  BlockIndex blockAt(int64_t pc) {
    while (pc >= definitions_.cfg.blocks[block_].end.value) ++block_;
    return BlockIndex(static_cast<int64_t>(block_));
  }
  void visit(InstrIndex pc, BlockIndex block, const Instruction& instruction) {
    const BuiltinRow* const builtin = builtins_.of(instruction);
    const FuncIndex callee = calleeOf(instruction, builtin);
    if (callee.valid()) call(pc, block, callee, instruction);
    else if (builtin != nullptr) plumb(pc, *builtin, instruction);
    else pass(pc);
  }
  FuncIndex calleeOf(const Instruction& instruction, const BuiltinRow* builtin) const {
    if (!instruction.isCall()) return {};
    FuncIndex callee(instruction.callFunction());
    if (builtin != nullptr)
      callee = builtin->id == BuiltinId::CallTirDyn ? CallArgs{executable_, instruction}.function(0) : FuncIndex();
    return executable_.function(callee) == nullptr ? FuncIndex() : callee;
  }

  /// Reads all operands; what is newly allocated it writes.
  void call(InstrIndex pc, BlockIndex block, FuncIndex callee, const Instruction& instruction) {
    const auto number = static_cast<uint32_t>(out_.calls.size());
    FlowCall& row = out_.calls.emplace_back(FlowCall{pc, callee, 0, 0, static_cast<uint32_t>(block.value)});
    const std::span<const Use> uses = definitions_.usesAt(pc);
    const ValueIndex result = definitions_.resultOf(pc);
    const bool kernel = executable_.functions[callee.at()].isPacked();
    outputs_.clear();
    sources_.clear();
    params_.clear();
    row.operands = operandsOf(uses, instruction);
    ValueIndex last;
    for (const Use& use : uses) {
      if (!use.value.valid()) continue;
      const uint32_t at = contents(use.value);
      last = use.value;
      if (kernel && contents_[at].fresh) outputs_.push_back(use.value);
      else read(contents_[at]);
    }
    if (outputs_.empty() && !result.valid() && kernel && last.valid() && instruction.isCall()) outputs_.push_back(last);
    for (const ValueIndex value : outputs_) {
      Contents& written = contents_[contents(value)];
      written = {};
      written.calls.add(number);
      row.result = typeOf(value);
    }
    if (result.valid()) {
      create(result).calls.add(number);
      row.result = typeOf(result);
    }
    finish();
  }
  uint32_t operandsOf(std::span<const Use> uses, const Instruction& instruction) {
    operands_.assign(1, static_cast<uint32_t>(instruction.isCall() ? instruction.callArgCount() : uses.size()));
    for (const Use& use : uses) {
      if (!use.value.valid()) return 0;
      const FlowValue& value = definitions_.values[use.value.at()];
      const bool parameter = value.kind == ValueKind::Parameter;
      const uint32_t type = parameter ? static_cast<uint32_t>(value.reg.value) : typeOf(use.value);
      if (!parameter && type == 0) return 0;
      operands_.push_back(2 * type + (parameter ? 1 : 0));
    }
    return operandNumbers_.try_emplace(operands_, static_cast<uint32_t>(operandNumbers_.size() + 1)).first->second;
  }
  void read(const Contents& contents) {
    for (const uint32_t source : contents.calls.all()) sources_.push_back(source);
    if (contents.param != kNone) params_.push_back(contents.param);
  }
  void finish() {
    for (std::vector<uint32_t>* list : {&sources_, &params_}) {
      std::ranges::sort(*list);
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    out_.sourcesBegin.push_back(static_cast<uint32_t>(out_.sources.size()));
    out_.sources.insert(out_.sources.end(), sources_.begin(), sources_.end());
    out_.paramsBegin.push_back(static_cast<uint32_t>(out_.params.size()));
    out_.params.insert(out_.params.end(), params_.begin(), params_.end());
  }

  /// Follows a builtin by its effects.
  void plumb(InstrIndex pc, const BuiltinRow& builtin, const Instruction& instruction) {
    const BuiltinEffects& effects = builtin.effects;
    if (effects.kills) return;
    const size_t count = instruction.callArgCount();
    Contents moved;
    size_t aliases = 0;
    uint32_t alias = kNone;
    const auto operandOf = [&](const Use& use) {
      return use.word < instruction.row->listWord ? BuiltinRow::kNoOperand
                                                  : builtin.operandOf(use.word - instruction.row->listWord, count);
    };
    for (const Use& use : definitions_.usesAt(pc)) {
      const size_t operand = operandOf(use);
      if (operand == BuiltinRow::kNoOperand || !use.value.valid()) continue;
      if (!effects.reads.has(operand) && !effects.aliases.has(operand)) continue;
      const uint32_t at = contents(use.value);
      moved.addAll(contents_[at]);
      if (!effects.aliases.has(operand)) continue;
      ++aliases;
      alias = at;
    }
    for (const Use& use : definitions_.usesAt(pc)) {
      const size_t operand = operandOf(use);
      if (operand == BuiltinRow::kNoOperand || !use.value.valid() || !effects.writes.has(operand)) continue;
      Contents& written = contents_[contents(use.value)];
      written.fresh = false;
      written.calls.addAll(moved.calls);
    }
    const ValueIndex result = definitions_.resultOf(pc);
    if (!result.valid()) return;
    if (builtin.id == BuiltinId::AllocTensor || builtin.id == BuiltinId::AllocStorage) create(result).fresh = true;
    else if (builtin.id == BuiltinId::TupleGetItem && takeField(instruction, result, moved)) return;
    else if (aliases == 1 && !effects.allocates) contentsOf_[result.at()] = alias;
    else create(result).addAll(moved);
  }
  /// A field of a tuple that is a parameter has a number of its own. False for other tuples.
  bool takeField(const Instruction& instruction, ValueIndex result, const Contents& tuple) {
    int64_t field = 0;
    if (tuple.param >= CallFlow::kFirstField || !CallArgs{executable_, instruction}.immediate(1, field)) return false;
    if (field < 0 || field >= CallFlow::kFirstField) return false;
    Contents& taken = create(result);
    taken.calls = tuple.calls;
    taken.param = CallFlow::kFirstField + static_cast<uint32_t>(field);
    return true;
  }
  /// An instruction that is neither: its result has the origins of what it reads. Relay allocates by instructions.
  void pass(InstrIndex pc) {
    const ValueIndex result = definitions_.resultOf(pc);
    if (!result.valid()) return;
    Contents moved;
    const Instruction instruction = executable_.code.at(pc);
    const bool relay = instruction.set != nullptr && instruction.set->isRelay();
    const auto is = [&](RelayOpcode opcode) { return relay && instruction.opcode() == static_cast<int64_t>(opcode); };
    moved.fresh = is(RelayOpcode::AllocTensor) || is(RelayOpcode::AllocTensorReg) || is(RelayOpcode::AllocStorage);
    if (!moved.fresh)
      for (const Use& use : definitions_.usesAt(pc))
        if (use.value.valid()) moved.addAll(contents_[contents(use.value)]);
    create(result).addAll(moved);
    contents_.back().fresh = moved.fresh;
  }

  [[nodiscard]] uint32_t typeOf(ValueIndex value) {
    const FlowValue& row = definitions_.values[value.at()];
    if (row.kind != ValueKind::Result) return 0;
    const auto at = static_cast<size_t>(row.pc.value - definitions_.begin().value);
    return at < types_.size() ? numbers_.of(types_[at]) : 0;
  }
  Contents& create(ValueIndex value) {
    contentsOf_[value.at()] = static_cast<uint32_t>(contents_.size());
    return contents_.emplace_back();
  }
  uint32_t contents(ValueIndex value) {
    if (contentsOf_[value.at()] != kNone) return contentsOf_[value.at()];
    const FlowValue& row = definitions_.values[value.at()];
    Contents made;
    if (row.kind == ValueKind::Parameter) made.param = static_cast<uint32_t>(row.reg.value);
    if (row.kind == ValueKind::Merge) {
      for (const MergeInput& input : definitions_.inputsOf(value))
        if (input.value.valid() && contentsOf_[input.value.at()] != kNone)
          made.addAll(contents_[contentsOf_[input.value.at()]]);
    }
    create(value) = made;
    return contentsOf_[value.at()];
  }

  const Executable& executable_;
  const Definitions& definitions_;
  const std::vector<StaticTypeRef>& types_;
  BuiltinCalls builtins_;
  TypeNumbers numbers_;
  std::vector<Contents> contents_;
  std::vector<uint32_t> contentsOf_;  ///< by value
  size_t block_ = 0;
  std::vector<ValueIndex> outputs_;
  std::vector<uint32_t> sources_, params_, operands_;
  std::map<std::vector<uint32_t>, uint32_t> operandNumbers_;  ///< FlowCall::operands by what they are
  CallFlow out_;
};

}  // namespace

std::optional<CallFlow> callFlowOf(const Executable& executable, FuncIndex function,
                                   const std::vector<StaticTypeRef>& types, const std::stop_token& stop) {
  const std::optional<Definitions> definitions = definitionsOf(executable, function, stop);
  if (!definitions) return std::nullopt;
  const Function* const row = executable.function(function);
  if (row == nullptr || definitions->cfg.blocks.empty()) return CallFlow{{}, {0}, {}, {0}, {}};
  return FlowBuilder(executable, types, *definitions).run(existingRange(executable, *row), stop);
}

}  // namespace relaxscope
