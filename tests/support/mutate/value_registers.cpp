// SPDX-License-Identifier: Apache-2.0
#include "tests/support/mutate/value_registers.h"

#include <numeric>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tests/support/mutate/calls.h"
#include "vmcore/analysis/flow/definitions.h"

namespace relaxscope::test {
namespace {

/// Whether each register is empty when it is written, as far as the order of the code tells, and control goes forward.
bool writesEmptyRegisters(const Draft& draft, const DraftBody& body) {
  std::unordered_set<int64_t> full;
  for (int64_t i = 0; i < draft.functionOf(body).numArgs; ++i) full.insert(i);
  for (size_t at = 0; at < body.code.size(); ++at) {
    for (const DraftJump& jump : body.code[at].jumps)
      if (positionOf(body, jump.target) <= at) return false;
    for (const Operand& operand : operandsOf(draft, body.code[at])) {
      if (operand.role != OperandRole::Def || isSpecialRegister(operand.value)) continue;
      if (isKill(draft, body.code[at])) full.erase(operand.value);
      else if (!full.insert(operand.value).second) return false;
    }
  }
  return true;
}

/// Values by what must share a register.
class Webs {
 public:
  explicit Webs(const Definitions& definitions) : parent_(definitions.values.size()) {
    std::iota(parent_.begin(), parent_.end(), 0U);
    for (uint32_t v = 0; v < parent_.size(); ++v)
      if (definitions.values[v].kind == ValueKind::Merge)
        for (const MergeInput& input : definitions.inputsOf(ValueIndex(v)))
          parent_[find(static_cast<uint32_t>(input.value.value))] = find(v);
  }
  uint32_t find(uint32_t value) {
    while (parent_[value] != value) value = parent_[value] = parent_[parent_[value]];
    return value;
  }

 private:
  std::vector<uint32_t> parent_;
};

/// Replaces the registers of one body.
class Allocation {
 public:
  Allocation(Draft& draft, size_t body, const Definitions& definitions, fuzz::Random& random)
      : draft_(draft), body_(draft.bodies[body]), definitions_(definitions), webs_(definitions) {
    const int64_t params = draft.functionOf(body_).numArgs;
    registers_.assign(definitions.values.size(), -1);
    for (uint32_t v = 0; v < definitions.parameters; ++v) registers_[webs_.find(v)] = definitions.values[v].reg.value;
    std::vector<size_t> webs;
    for (uint32_t v = 0; v < registers_.size(); ++v)
      if (webs_.find(v) == v && registers_[v] < 0) webs.push_back(v);
    for (size_t i = webs.size(); i > 1; --i) std::swap(webs[i - 1], webs[random.below(i)]);
    for (size_t i = 0; i < webs.size(); ++i) registers_[webs[i]] = params + static_cast<int64_t>(i);
    next_ = params + static_cast<int64_t>(webs.size());
  }

  void run() {
    const int64_t begin = definitions_.begin().value;
    for (size_t at = 0; at < body_.code.size(); ++at) {
      const InstrIndex pc(begin + static_cast<int64_t>(at));
      for (const Operand& operand : operandsOf(draft_, body_.code[at]))
        if (operand.kind == ArgKind::Register && !isSpecialRegister(operand.value))
          draft_.set(body_.code[at], operand, Arg::make(ArgKind::Register, registerOf(pc, at, operand)));
    }
    draft_.functionOf(body_).registerFileSize = next_;
  }

 private:
  int64_t registerOf(InstrIndex pc, size_t at, const Operand& operand) {
    ValueIndex value;
    if (operand.role != OperandRole::Def) {
      for (const Use& use : definitions_.usesAt(pc))
        if (use.word == operand.wordIndex) value = use.value;
    } else if (isKill(draft_, body_.code[at])) {
      for (const Kill& kill : definitions_.kills)
        if (kill.pc == pc) value = kill.value;
    } else {
      value = definitions_.resultOf(pc);
    }
    return value.valid() ? registers_[webs_.find(static_cast<uint32_t>(value.value))] : next_++;
  }

  Draft& draft_;
  DraftBody& body_;
  const Definitions& definitions_;
  Webs webs_;
  std::vector<int64_t> registers_;  ///< by web
  int64_t next_ = 0;
};

}  // namespace

bool separateRegisters(Draft& draft, size_t body, fuzz::Random& random) {
  if (!writesEmptyRegisters(draft, draft.bodies[body])) return false;
  const auto definitions = definitionsOf(draft.build(), FuncIndex(static_cast<int64_t>(draft.bodies[body].function)));
  if (!definitions->complete) return false;
  for (const BasicBlock& block : definitions->cfg.blocks)
    if (!block.reachable) return false;
  Allocation(draft, body, *definitions, random).run();
  return true;
}

}  // namespace relaxscope::test
