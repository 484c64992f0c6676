// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/align/effects.h"

#include <algorithm>

#include "vmcore/model/builtin.h"

namespace relaxscope::diffing {
namespace {

using Kind = CodeOperand::Kind;

bool mayHoldMemory(const CodeOperand& operand) {
  return operand.role != OperandRole::Def && (operand.kind == Kind::Value || operand.kind == Kind::Constant);
}

}  // namespace

Effects::Effects(const Executable& executable, const Definitions& definitions, const Aliases& aliases, MemoryUnit unit)
    : executable_(executable), definitions_(definitions), aliases_(aliases), builtins_(executable), unit_(unit) {
  if (!executable.code.set->isRelay()) findHeaps();
  for (const Kill& kill : definitions.kills) {
    if (!kill.value.valid() || kill.value.at() >= aliases.roots.size()) continue;
    for (const Root& root : aliases.roots[kill.value.at()].all())
      if (root.kind == RootKind::Allocation) lastRelease_[root.index] = kill.pc;
  }
}

void Effects::addUnknown(std::vector<Access>& out) {
  out.push_back({Access::Kind::Write, kWorld});
  out.push_back({Access::Kind::Write, kMemory});
}

uint32_t Effects::resourceOf(std::pair<int64_t, int64_t> what) {
  const auto [found, isNew] = resources_.emplace(what, next_);
  if (isNew) ++next_;
  return found->second;
}

std::span<const Root> Effects::rootsOf(const CodeOperand& operand) const {
  if (operand.kind != Kind::Value || static_cast<size_t>(operand.value) >= aliases_.roots.size()) return {};
  return aliases_.roots[static_cast<size_t>(operand.value)].all();
}

bool Effects::isPrivate(ValueIndex heap) {
  const auto isHeapOperand = [&](const Use& use) {
    const Instruction call = executable_.code.at(use.pc);
    const BuiltinRow* const row = call.isCall() ? builtins_.of(call) : nullptr;
    if (row == nullptr || use.word < call.row->listWord) return false;
    const size_t at = row->operandOf(use.word - call.row->listWord, call.callArgCount());
    return at < row->operandCount && row->operands()[at].type == OperandType::Heap;
  };
  return definitions_.mergesOf(heap).empty() && std::ranges::all_of(definitions_.usesOf(heap), [&](uint32_t use) {
           return isHeapOperand(definitions_.uses[use]);
         });
}

void Effects::findHeaps() {
  for (size_t value = 0; value < definitions_.values.size(); ++value) {
    const FlowValue& row = definitions_.values[value];
    if (row.kind != ValueKind::Result) continue;
    const Instruction call = executable_.code.at(row.pc);
    const BuiltinRow* const builtin = call.isCall() ? builtins_.of(call) : nullptr;
    if (builtin == nullptr || !builtin->effects.makesHeap) continue;
    const ValueIndex index(static_cast<int64_t>(value));
    onlyHeap_ = heaps_.empty() ? index : ValueIndex();
    heaps_.emplace(static_cast<int64_t>(value), isPrivate(index));
  }
}

std::optional<int64_t> Effects::privateHeap(uint32_t value) const {
  // Code that cannot be reached names registers: of a function's only heap, if it has one.
  const bool isKnown = value < definitions_.values.size();
  const auto found = heaps_.find(isKnown ? int64_t{value} : onlyHeap_.value);
  return found != heaps_.end() && found->second ? std::optional(found->first) : std::nullopt;
}

void Effects::addUnreachable(const Instruction& instruction, std::span<const CodeOperand> operands,
                             std::vector<Access>& out) {
  const Function* const callee =
      executable_.function(instruction.isCall() ? FuncIndex(instruction.callFunction()) : FuncIndex());
  const bool mayDoAnything = instruction.row->flow == Flow::Call && (callee == nullptr || !callee->isPacked());
  if (mayDoAnything) addUnknown(out);
  const bool isKernel = callee != nullptr && callee->isPacked() && isSpecialRegister(instruction.callDst()) &&
                        findBuiltin(callee->name) == nullptr;
  const CodeOperand* last = nullptr;
  for (const CodeOperand& operand : operands)
    if (operand.kind == Kind::Value && operand.role != OperandRole::Def) last = &operand;
  constexpr int64_t kOfRegister = -2, kOfContents = -3;
  for (const CodeOperand& operand : operands) {
    if (operand.kind != Kind::Value) continue;
    const bool defines = operand.role == OperandRole::Def;
    out.push_back({defines ? Access::Kind::Write : Access::Kind::Read, resourceOf({operand.value, kOfRegister})});
    if (!isKernel || defines) continue;
    const bool writes = operand.role == OperandRole::Output || &operand == last;
    out.push_back({writes ? Access::Kind::Write : Access::Kind::Read, resourceOf({operand.value, kOfContents})});
  }
}

int64_t Effects::memoryOf(const Root& root, const CodeOperand& operand) {
  if (unit_ == MemoryUnit::Storage || operand.kind != Kind::Value) return root.index;
  constexpr int kMaxViews = 64;
  ValueIndex value(operand.value);
  for (int i = 0; i < kMaxViews && value.valid() && value.at() < aliases_.viewOf.size(); ++i) {
    const FlowValue& row = definitions_.values[value.at()];
    if (row.kind != ValueKind::Result) break;
    const Instruction maker = executable_.code.at(row.pc);
    const BuiltinRow* const builtin =
        maker.row == nullptr || maker.set->isRelay() || !maker.isCall() ? nullptr : builtins_.of(maker);
    const bool isTensor = maker.row != nullptr && maker.set->isRelay()
                              ? maker.row->code == static_cast<int64_t>(RelayOpcode::AllocTensor) ||
                                    maker.row->code == static_cast<int64_t>(RelayOpcode::AllocTensorReg)
                              : builtin != nullptr && builtin->id == BuiltinId::AllocTensor;
    if (isTensor || row.pc.value == root.index) return row.pc.value;
    value = aliases_.viewOf[value.at()];
  }
  traced_ = false;
  return root.index;
}

void Effects::touch(const Root& root, int64_t memory, Access::Kind kind, std::vector<Access>& out) {
  switch (root.kind) {
    case RootKind::Allocation: {
      const auto row = static_cast<size_t>(root.index - aliases_.begin.value);
      if (row < aliases_.escapes.size() && aliases_.escapes[row]) out.push_back({Access::Kind::Read, kWorld});
      out.push_back({kind, resourceOf({memory, -1})});
      break;
    }
    case RootKind::Parameter:
    case RootKind::Constant: out.push_back({kind, kArguments}); break;
    case RootKind::Unknown:
      if (kind == Access::Kind::Write) out.push_back({Access::Kind::Write, kMemory});
      else out.push_back({Access::Kind::Release, kUnknownReads});
      break;
  }
  if (kind == Access::Kind::Write) out.push_back({Access::Kind::Allocate, kUnknownReads});
  out.push_back({Access::Kind::Read, kMemory});
}

void Effects::touch(const CodeOperand& operand, Access::Kind kind, std::vector<Access>& out) {
  if (operand.kind == Kind::Constant) return touch(Root{RootKind::Constant, 0}, -1, kind, out);
  for (const Root& root : rootsOf(operand)) {
    const bool isLocal = root.kind == RootKind::Allocation;
    const int64_t memory = isLocal ? memoryOf(root, operand) : -1;
    touch(root, memory, kind, out);
    if (kind == Access::Kind::Write && isLocal) written_[memory] = true;
  }
}

bool Effects::isFirstWrite(const CodeOperand& operand) {
  const std::span<const Root> roots = rootsOf(operand);
  return roots.size() == 1 && roots.front().kind == RootKind::Allocation &&
         !written_.contains(memoryOf(roots.front(), operand));
}

void Effects::kernel(std::span<const CodeOperand> operands, size_t outputs, std::vector<Access>& out) {
  size_t last = operands.size();
  for (size_t i = 0; i < operands.size(); ++i)
    if (operands[i].role != OperandRole::Def && operands[i].kind == Kind::Value) last = i;
  std::vector<size_t> writes;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!mayHoldMemory(operands[i])) continue;
    const bool isOutput = operands[i].role == OperandRole::Output || (outputs == 0 && i == last);
    if (isOutput || isFirstWrite(operands[i])) writes.push_back(i);
    else touch(operands[i], Access::Kind::Read, out);
  }
  for (const size_t i : writes) touch(operands[i], Access::Kind::Write, out);
}

void Effects::builtin(const Instruction& call, const BuiltinRow& row, std::span<const CodeOperand> operands,
                      std::vector<Access>& out) {
  const BuiltinEffects& effects = row.effects;
  const size_t count = call.callArgCount();
  const size_t heapAt = call.row->listWord;
  if (effects.unknown || effects.host || !effects.calls.empty() || count < row.minArguments() ||
      count > row.maxArguments()) {
    addUnknown(out);
    return;
  }
  if (effects.allocates && !effects.makesHeap && effects.aliases.empty() && unit_ == MemoryUnit::Storage)
    out.push_back({Access::Kind::Allocate, kLives});
  int64_t heap = -1;
  for (const CodeOperand& operand : operands) {
    if (operand.word < heapAt) continue;
    const size_t at = row.operandOf(operand.word - heapAt, count);
    const bool reads = effects.reads.has(at), writes = effects.writes.has(at) || effects.frees.has(at);
    if (at >= row.operandCount || (!reads && !writes)) {
      // A match stores or compares a slot: with others that name the slot it keeps its order.
      if (operand.kind == Kind::Slot && heap >= 0)
        out.push_back(
            {effects.writes.empty() ? Access::Kind::Read : Access::Kind::Write, resourceOf({heap, operand.value})});
      continue;
    }
    const bool isHeap = row.operands()[at].type == OperandType::Heap;
    if (isHeap && operand.kind == Kind::Value) {
      if (const auto made = privateHeap(static_cast<uint32_t>(operand.value))) {
        heap = *made;
        continue;
      }
    }
    touch(operand, writes ? Access::Kind::Write : Access::Kind::Read, out);
  }
}

void Effects::add(const Instruction& instruction, std::span<const CodeOperand> operands, std::vector<Access>& out) {
  if (instruction.set->isRelay()) {
    switch (static_cast<RelayOpcode>(instruction.row->code)) {
      case RelayOpcode::Invoke:
      case RelayOpcode::InvokeClosure: return addUnknown(out);
      case RelayOpcode::InvokePacked: return kernel(operands, instruction.callOutputCount(), out);
      case RelayOpcode::AllocStorage:
        if (unit_ == MemoryUnit::Storage) out.push_back({Access::Kind::Allocate, kLives});
        return;
      case RelayOpcode::DeviceCopy:
        for (const CodeOperand& operand : operands)
          if (mayHoldMemory(operand)) touch(operand, Access::Kind::Read, out);
        return;
      default: return;
    }
  }
  if (!instruction.isCall()) return;
  if (const BuiltinRow* const row = builtins_.of(instruction)) return builtin(instruction, *row, operands, out);
  const Function* const callee = executable_.function(FuncIndex(instruction.callFunction()));
  const bool isKernel = callee != nullptr && callee->isPacked() && isSpecialRegister(instruction.callDst());
  if (isKernel) kernel(operands, 0, out);
  else addUnknown(out);
}

void Effects::addRelease(uint32_t value, InstrIndex pc, std::vector<Access>& out) {
  if (value >= aliases_.roots.size() || unit_ == MemoryUnit::Tensor) return;
  const std::span<const Root> roots = aliases_.roots[value].all();
  const bool releases = std::ranges::any_of(roots, [&](const Root& root) {
    if (root.kind == RootKind::Allocation) return lastRelease_.at(root.index) == pc;
    return root.kind != RootKind::Constant;
  });
  if (releases) out.push_back({Access::Kind::Release, kLives});
}

}  // namespace relaxscope::diffing
