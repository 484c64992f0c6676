// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/effects.h"

#include <algorithm>

#include "vmcore/model/builtin.h"

namespace relaxscope::diffing {
namespace {

using Kind = CodeOperand::Kind;

bool mayHoldMemory(const CodeOperand& operand) {
  return operand.role != OperandRole::Def && (operand.kind == Kind::Value || operand.kind == Kind::Constant);
}

}  // namespace

Effects::Effects(const Executable& executable, const Definitions& definitions, const Aliases& aliases)
    : executable_(executable), aliases_(aliases), builtins_(executable) {
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

bool Effects::isPrivateHeap(uint32_t value) const {
  const std::optional<Root> root = aliases_.rootOf(ValueIndex(value));
  if (!root || root->kind != RootKind::Allocation) return false;
  const auto row = static_cast<size_t>(root->index - aliases_.begin.value);
  return row < aliases_.escapes.size() && !aliases_.escapes[row];
}

void Effects::touch(const Root& root, Access::Kind kind, std::vector<Access>& out) {
  switch (root.kind) {
    case RootKind::Allocation: {
      const auto row = static_cast<size_t>(root.index - aliases_.begin.value);
      if (row < aliases_.escapes.size() && aliases_.escapes[row]) out.push_back({Access::Kind::Read, kWorld});
      out.push_back({kind, resourceOf({root.index, -1})});
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
  if (operand.kind == Kind::Constant) return touch(Root{RootKind::Constant, 0}, kind, out);
  for (const Root& root : rootsOf(operand)) {
    touch(root, kind, out);
    if (kind == Access::Kind::Write && root.kind == RootKind::Allocation) written_[root.index] = true;
  }
}

bool Effects::isFirstWrite(const CodeOperand& operand) const {
  const std::span<const Root> roots = rootsOf(operand);
  return roots.size() == 1 && roots.front().kind == RootKind::Allocation && !written_.contains(roots.front().index);
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
  if (effects.allocates && !effects.makesHeap && effects.aliases.empty())
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
    if (isHeap && operand.kind == Kind::Value && isPrivateHeap(static_cast<uint32_t>(operand.value))) {
      heap = aliases_.rootOf(ValueIndex(operand.value))->index;
      continue;
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
      case RelayOpcode::AllocStorage: out.push_back({Access::Kind::Allocate, kLives}); return;
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
  if (value >= aliases_.roots.size()) return;
  const std::span<const Root> roots = aliases_.roots[value].all();
  const bool releases = std::ranges::any_of(roots, [&](const Root& root) {
    if (root.kind == RootKind::Allocation) return lastRelease_.at(root.index) == pc;
    return root.kind != RootKind::Constant;
  });
  if (releases) out.push_back({Access::Kind::Release, kLives});
}

}  // namespace relaxscope::diffing
