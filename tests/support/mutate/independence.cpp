// SPDX-License-Identifier: Apache-2.0
#include "tests/support/mutate/independence.h"

#include <algorithm>
#include <unordered_set>

#include "vmcore/analysis/flow/aliases.h"
#include "vmcore/analysis/flow/definitions.h"
#include "vmcore/model/builtin.h"

namespace relaxscope::test {
namespace {

enum class Effect : uint8_t {
  None,     ///< may change places with everything
  Heap,     ///< reads a shape heap or another value's contents
  Storage,  ///< allocates or releases
  Kernel,   ///< writes what it gets
  Any,
};

Effect effectOfBuiltin(const BuiltinRow& row) {
  if (row.id == BuiltinId::AllocStorage || row.effects.kills || row.effects.makesHeap) return Effect::Storage;
  if (!row.effects.isPure() || row.effects.waits) return Effect::Any;
  return row.effects.reads.empty() ? Effect::None : Effect::Heap;
}

Effect effectOf(const Draft& draft, const Instruction& instruction) {
  const OpcodeRow& row = *instruction.row;
  if (row.flow != Flow::Next && row.flow != Flow::Call) return Effect::Any;
  if (instruction.isCall()) {
    const Function& callee = draft.tables.functions[static_cast<size_t>(instruction.callFunction())];
    if (!callee.isPacked()) return Effect::Any;
    const BuiltinRow* const builtin = draft.isRelay() ? nullptr : findBuiltin(callee.name);
    if (builtin != nullptr) return effectOfBuiltin(*builtin);
    // What it returns may be anything that it can reach.
    return isSpecialRegister(instruction.callDst()) ? Effect::Kernel : Effect::Any;
  }
  switch (static_cast<RelayOpcode>(row.code)) {
    case RelayOpcode::AllocStorage:
    case RelayOpcode::KillRegister: return Effect::Storage;
    case RelayOpcode::Move:
    case RelayOpcode::AllocTensor:
    case RelayOpcode::AllocADT:
    case RelayOpcode::AllocClosure:
    case RelayOpcode::GetField:
    case RelayOpcode::LoadConst:
    case RelayOpcode::LoadConsti:
    case RelayOpcode::ShapeOf: return Effect::None;
    default: return Effect::Any;
  }
}

struct Registers {
  std::unordered_set<int64_t> read, written;
};
Registers registersOf(const Instruction& instruction) {
  Registers registers;
  instruction.forEachOperand([&](const Operand& operand) {
    if (operand.kind != ArgKind::Register || isSpecialRegister(operand.value)) return;
    (operand.role == OperandRole::Def ? registers.written : registers.read).insert(operand.value);
  });
  return registers;
}
bool meet(const std::unordered_set<int64_t>& a, const std::unordered_set<int64_t>& b) {
  return std::ranges::any_of(a, [&](int64_t reg) { return b.contains(reg); });
}

class Pairs {
 public:
  Pairs(const Draft& draft, size_t body)
      : draft_(draft), body_(draft.bodies[body]), executable_(draft.build()), function_(body_.function) {
    const FuncIndex index(static_cast<int64_t>(function_));
    definitions_ = *definitionsOf(executable_, index);
    aliases_ = *aliasesOf(executable_, index, definitions_);
  }

  std::vector<size_t> all() const {
    std::vector<size_t> found;
    std::unordered_set<uint32_t> targets;
    for (const DraftInstruction& instruction : body_.code)
      for (const DraftJump& jump : instruction.jumps) targets.insert(jump.target);
    for (size_t p = 0; p + 1 < body_.code.size(); ++p)
      if (!targets.contains(body_.code[p + 1].id) && reachable(p) && independent(p)) found.push_back(p);
    return found;
  }

 private:
  /// What instructions depend on is not known elsewhere.
  [[nodiscard]] bool reachable(size_t p) const {
    const BlockIndex block = definitions_.cfg.blockAt(pcOf(p));
    return block.valid() && definitions_.cfg.blocks[block.at()].reachable;
  }
  bool independent(size_t p) const {
    const Instruction a = draft_.view(body_.code[p]), b = draft_.view(body_.code[p + 1]);
    const Effect ofA = effectOf(draft_, a), ofB = effectOf(draft_, b);
    if (ofA == Effect::Any || ofB == Effect::Any) return false;
    const Registers inA = registersOf(a), inB = registersOf(b);
    if (meet(inA.written, inB.read) || meet(inA.read, inB.written) || meet(inA.written, inB.written)) return false;
    if (ofA == Effect::None || ofB == Effect::None) return true;
    if (ofA == Effect::Heap || ofB == Effect::Heap) return ofA == ofB;
    return ofA == Effect::Kernel && ofB == Effect::Kernel && !meet(inA.read, inB.read) && apart(p);
  }
  /// Whether both kernels return nothing, and each of their register operands is memory that this function allocated,
  /// that of one not that of the other.
  bool apart(size_t p) const {
    if (!getsOwnMemory(p) || !getsOwnMemory(p + 1)) return false;
    for (const Use& a : definitions_.usesAt(pcOf(p)))
      for (const Use& b : definitions_.usesAt(pcOf(p + 1)))
        if (aliases_.mayAlias(a.value, b.value)) return false;
    return true;
  }
  bool getsOwnMemory(size_t p) const {
    const Instruction instruction = draft_.view(body_.code[p]);
    if (!isSpecialRegister(instruction.callDst())) return false;
    bool own = true;
    instruction.forEachOperand([&](const Operand& operand) {
      const bool argument = operand.role == OperandRole::Argument || operand.role == OperandRole::Output;
      if (argument && operand.kind == ArgKind::Register) own = own && !isSpecialRegister(operand.value);
      if (argument && operand.kind == ArgKind::Function) own = false;
    });
    for (const Use& use : definitions_.usesAt(pcOf(p))) {
      const auto root = use.value.valid() ? aliases_.rootOf(use.value) : std::nullopt;
      own = own && root && root->kind == RootKind::Allocation;
    }
    return own;
  }
  [[nodiscard]] InstrIndex pcOf(size_t p) const {
    return InstrIndex(executable_.functions[function_].startInstr + static_cast<int64_t>(p));
  }

  const Draft& draft_;
  const DraftBody& body_;
  Executable executable_;
  size_t function_;
  Definitions definitions_;
  Aliases aliases_;
};

}  // namespace

std::vector<size_t> independentPairs(const Draft& draft, size_t body) { return Pairs(draft, body).all(); }

}  // namespace relaxscope::test
