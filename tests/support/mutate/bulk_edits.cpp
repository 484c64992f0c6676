// SPDX-License-Identifier: Apache-2.0
#include "tests/support/mutate/bulk_edits.h"

#include <fmt/format.h>

#include <unordered_set>
#include <utility>

#include "tests/support/mutate/calls.h"
#include "vmcore/model/builtin.h"

namespace relaxscope::test {
namespace {

class Editor {
 public:
  Editor(Draft& draft, size_t oneIn, fuzz::Random& random) : draft_(draft), oneIn_(oneIn), random_(random) {
    for (size_t i = 0; i < draft.tables.functions.size(); ++i)
      if (draft.tables.functions[i].isPacked() && findBuiltin(draft.tables.functions[i].name) == nullptr)
        kernels_.push_back(static_cast<int64_t>(i));
  }

  size_t run() {
    for (DraftBody& body : draft_.bodies) edit(body);
    return edits_;
  }

 private:
  void edit(DraftBody& body) {
    std::unordered_set<uint32_t> targets;
    for (const DraftInstruction& instruction : body.code)
      for (const DraftJump& jump : instruction.jumps) targets.insert(jump.target);
    std::vector<DraftInstruction> code;
    code.reserve(body.code.size() + body.code.size() / oneIn_);
    for (DraftInstruction& instruction : body.code) {
      const Flow flow = draft_.view(instruction).row->flow;
      const bool chosen = (flow == Flow::Call || flow == Flow::Next) && random_.oneIn(oneIn_);
      edits_ += chosen ? 1 : 0;
      if (!chosen || !editOne(body, instruction, targets.contains(instruction.id), code))
        code.push_back(std::move(instruction));
    }
    body.code = std::move(code);
  }
  /// Whether the instruction is removed.
  bool editOne(DraftBody& body, DraftInstruction& instruction, bool target, std::vector<DraftInstruction>& code) {
    switch (random_.below(4)) {
      case 0:
        if (!target) return true;
        break;
      case 1: {
        DraftInstruction more = instruction;
        more.id = draft_.nextId++;
        setFirst(more, OperandRole::Def, draft_.functionOf(body).registerFileSize++);
        code.push_back(std::move(more));
        return false;
      }
      case 2:
        if (builtinOf(draft_, instruction) == BuiltinId::None && !kernels_.empty() &&
            setFirst(instruction, OperandRole::Callee, random_.of(kernels_)))
          return false;
        break;
      default: break;
    }
    for (const Operand& operand : operandsOf(draft_, instruction)) {
      if (operand.role != OperandRole::Argument && operand.role != OperandRole::Use) continue;
      if (operand.kind == ArgKind::Register && !isSpecialRegister(operand.value))
        draft_.set(instruction, operand, Arg::make(ArgKind::Register, operand.value == 0 ? 1 : 0));
      else if (operand.kind == ArgKind::Immediate)
        draft_.set(instruction, operand, Arg::make(ArgKind::Immediate, operand.value + 1));
      else continue;
      break;
    }
    return false;
  }
  bool setFirst(DraftInstruction& instruction, OperandRole role, int64_t value) {
    for (const Operand& operand : operandsOf(draft_, instruction)) {
      if (operand.role != role || (operand.kind == ArgKind::Register && isSpecialRegister(operand.value))) continue;
      draft_.set(instruction, operand, Arg::make(operand.kind, value));
      return true;
    }
    return false;
  }

  Draft& draft_;
  size_t oneIn_;
  fuzz::Random& random_;
  std::vector<int64_t> kernels_;
  size_t edits_ = 0;
};

}  // namespace

size_t editMany(Draft& draft, size_t oneIn, fuzz::Random& random) { return Editor(draft, oneIn, random).run(); }

void renameFunctions(Draft& draft) {
  for (DraftBody& body : draft.bodies)
    draft.functionOf(body).name = fmt::format("renamed_{}", draft.functionIds[body.function] * 7919 % 1'000'003);
}

}  // namespace relaxscope::test
