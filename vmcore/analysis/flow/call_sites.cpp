// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/call_sites.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "vmcore/analysis/flow/aliases.h"
#include "vmcore/analysis/flow/definitions.h"
#include "vmcore/analysis/flow/work_limits.h"

namespace relaxscope {
namespace {

constexpr int kMaxMakers = 32;  // of the closures that one call may call

/// The functions that a value may be a closure of; nothing if one is not known.
class ClosureTargets {
 public:
  ClosureTargets(const Executable& executable, BuiltinCalls& builtins, const Definitions& definitions,
                 const Aliases& aliases)
      : executable_(executable), builtins_(builtins), definitions_(definitions), aliases_(aliases) {}

  bool collect(InstrIndex pc, uint32_t word, std::vector<FuncIndex>& targets) const {
    int makersLeft = kMaxMakers;
    return collect(pc, word, targets, makersLeft);
  }

 private:
  bool collect(InstrIndex pc, uint32_t word, std::vector<FuncIndex>& targets, int& makersLeft) const {
    const auto uses = definitions_.usesAt(pc);
    const auto use = std::ranges::lower_bound(uses, word, {}, &Use::word);
    if (use == uses.end() || use->word != word || !use->value.valid()) return false;
    const auto roots = aliases_.roots[use->value.at()].all();
    return !roots.empty() && std::ranges::all_of(roots, [&](const Root& root) {
      return root.kind == RootKind::Allocation && makersLeft-- > 0 &&
             closureAt(InstrIndex(root.index), targets, makersLeft);
    });
  }
  bool closureAt(InstrIndex pc, std::vector<FuncIndex>& targets, int& makersLeft) const {
    const Instruction maker = executable_.code.at(pc);
    if (maker.set->isRelay()) {
      if (maker.row->code != static_cast<int64_t>(RelayOpcode::AllocClosure)) return false;
      targets.emplace_back(maker.words[1]);
      return true;
    }
    const BuiltinRow* const row = builtins_.of(maker);
    if (row != nullptr && row->id == BuiltinId::AllocClosure) return closureNamed(maker, targets);
    if (row == nullptr || row->id != BuiltinId::MakeClosure || maker.callArgCount() == 0) return false;
    if (maker.callArg(0).kind() != ArgKind::Function) return collect(pc, maker.row->listWord, targets, makersLeft);
    targets.emplace_back(maker.callArg(0).value());
    return true;
  }

  /// alloc_closure names its function by a constant string.
  bool closureNamed(const Instruction& maker, std::vector<FuncIndex>& targets) const {
    if (maker.callArgCount() == 0 || maker.callArg(0).kind() != ArgKind::Constant) return false;
    const Constant* const constant = executable_.constant(ConstIndex(maker.callArg(0).value()));
    const auto* const name = constant == nullptr ? nullptr : std::get_if<StringConstant>(&constant->value);
    const FuncIndex function = name == nullptr ? FuncIndex() : executable_.findFunction(name->text);
    if (function.valid()) targets.push_back(function);
    return function.valid();
  }

  const Executable& executable_;
  BuiltinCalls& builtins_;
  const Definitions& definitions_;
  const Aliases& aliases_;
};

}  // namespace

std::optional<std::vector<FoundCall>> CallFinder::find(FuncIndex function, std::vector<UnknownCall>& unknown,
                                                       const std::stop_token& stop) {
  found_.clear();
  valueCalls_.clear();
  tails_.clear();
  size_t seen = 0;
  walk_.run(existingRange(executable_, *executable_.function(function)),
            [&](int64_t pc, const Instruction& instruction) {
              read(pc, instruction);
              noteTail(pc, instruction);
              return ++seen % kStopEvery != 0 || !stop.stop_requested();
            });
  if (stop.stop_requested() || !resolve(function, unknown, stop)) return std::nullopt;
  for (FoundCall& call : found_)
    call.site.tail = call.site.kind != CallEdgeKind::Value && std::ranges::binary_search(tails_, call.site.pc.value);
  const auto order = [](const FoundCall& call) { return std::tuple(call.callee, call.site.pc, call.site.kind); };
  std::ranges::sort(found_, {}, order);
  const auto isSame = [&](const FoundCall& a, const FoundCall& b) { return order(a) == order(b); };
  found_.erase(std::unique(found_.begin(), found_.end(), isSame), found_.end());
  return std::move(found_);
}

void CallFinder::add(FuncIndex callee, int64_t pc, CallEdgeKind kind) {
  if (executable_.function(callee) != nullptr) found_.push_back({callee, {InstrIndex(pc), kind, false}});
}

void CallFinder::read(int64_t pc, const Instruction& instruction) {
  instruction.forEachOperand([&](const Operand& operand) {
    if (operand.kind == ArgKind::Function) {
      readFunction(pc, instruction, operand);
    } else if (operand.kind == ArgKind::Register && operand.role != OperandRole::Def &&
               isCalled(instruction, operand.wordIndex)) {
      valueCalls_.push_back({InstrIndex(pc), operand.wordIndex});
    }
  });
}
void CallFinder::readFunction(int64_t pc, const Instruction& instruction, const Operand& operand) {
  const CallEdgeKind kind = operand.role == OperandRole::Callee        ? CallEdgeKind::Direct
                            : isCalled(instruction, operand.wordIndex) ? CallEdgeKind::Builtin
                                                                       : CallEdgeKind::Value;
  add(FuncIndex(operand.value), pc, kind);
}

bool CallFinder::isCalled(const Instruction& instruction, uint32_t word) {
  if (instruction.set->isRelay())
    return instruction.row->code == static_cast<int64_t>(RelayOpcode::InvokeClosure) && word == 1;
  if (!instruction.isCall() || word < instruction.row->listWord) return false;
  const BuiltinRow* const row = builtins_.of(instruction);
  if (row == nullptr || row->effects.calls.empty()) return false;
  const size_t operand = row->operandOf(word - instruction.row->listWord, instruction.callArgCount());
  return operand != BuiltinRow::kNoOperand && row->effects.calls.has(operand) &&
         row->operands()[operand].type == OperandType::Function;
}

void CallFinder::noteTail(int64_t pc, const Instruction& instruction) {
  if (instruction.row->flow == Flow::Call && !isSpecialRegister(instruction.callDst()) &&
      !builtins_.kills(instruction) && isReturned(pc + 1, instruction.callDst()))
    tails_.push_back(pc);
}

/// Whether the code from `pc` on only returns the register, apart from kills, copies and jumps.
bool CallFinder::isReturned(int64_t pc, int64_t reg) {
  for (size_t steps = 0; steps < kMaxTail && pc >= 0 && pc < static_cast<int64_t>(executable_.code.size()); ++steps) {
    const Instruction at = executable_.code.at(InstrIndex(pc));
    if (at.row == nullptr) return false;
    if (at.row->flow == Flow::Return) return at.words[1] == reg;
    if (at.row->flow == Flow::Jump) {
      at.forEachJump([&](JumpKind, int64_t offset) { pc += offset; });
      continue;
    }
    int64_t source = -1, target = -1;
    at.forEachOperand([&](const Operand& operand) {
      if (operand.kind != ArgKind::Register) return;
      (operand.role == OperandRole::Def ? target : source) = operand.value;
    });
    const bool copies = isCopy(at) && source == reg;
    if (copies) reg = target;
    else if (!builtins_.kills(at) || target == reg) return false;
    ++pc;
  }
  return false;
}

bool CallFinder::isCopy(const Instruction& instruction) {
  if (instruction.set->isRelay()) return instruction.row->code == static_cast<int64_t>(RelayOpcode::Move);
  const BuiltinRow* const row = builtins_.of(instruction);
  return row != nullptr && (row->id == BuiltinId::Copy || row->id == BuiltinId::Move);
}

bool CallFinder::resolve(FuncIndex function, std::vector<UnknownCall>& unknown, const std::stop_token& stop) {
  if (valueCalls_.empty()) return true;
  const auto definitions = definitionsOf(executable_, function, stop);
  if (!definitions) return false;
  const auto aliases = aliasesOf(executable_, function, *definitions, stop);
  if (!aliases) return false;
  const ClosureTargets closures(executable_, builtins_, *definitions, *aliases);
  for (const ValueCall& call : valueCalls_) {
    std::vector<FuncIndex> targets;
    const bool known = closures.collect(call.pc, call.word, targets);
    for (const FuncIndex target : targets) add(target, call.pc.value, CallEdgeKind::Closure);
    if (!known) unknown.push_back({function, call.pc});
  }
  return true;
}

}  // namespace relaxscope
