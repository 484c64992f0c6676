// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/removed_reason.h"

#include <unordered_map>

#include "vmcore/model/builtin.h"

namespace relaxscope::diffing {
namespace {

using Kind = CodeOperand::Kind;

/// The calls that write each value, in order: what makes it, and what gets it as its last operand and has no result.
class Writers {
 public:
  Writers(const FunctionCode& code, const std::vector<Purpose>& purposes) : code_(code) {
    for (uint32_t row = 0; row < code.instructions.size(); ++row) {
      if (purposes[row] != Purpose::Operation || code.instructions[row].result != kNone) continue;
      const CodeOperand* last = nullptr;
      for (const CodeOperand& operand : code.operandsOf(row))
        if (operand.kind == Kind::Value && operand.role != OperandRole::Def) last = &operand;
      if (last != nullptr) writers_[static_cast<uint32_t>(last->value)].push_back(row);
    }
  }
  /// The last one before `row`; kNone if there is none.
  [[nodiscard]] uint32_t before(uint32_t value, uint32_t row) const {
    const auto found = writers_.find(value);
    uint32_t last = code_.values[value].instruction;
    if (found == writers_.end()) return last;
    for (const uint32_t writer : found->second)
      if (writer < row) last = writer;
    return last;
  }

 private:
  const FunctionCode& code_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> writers_;
};

bool makesHeap(const FunctionCode& code) {
  for (const CodeInstruction& instruction : code.instructions) {
    const Function* const callee = code.executable->function(FuncIndex(instruction.callee));
    if (callee != nullptr && builtinId(callee->name) == BuiltinId::AllocShapeHeap) return true;
  }
  return false;
}

}  // namespace

RemovedReasons::RemovedReasons(const FunctionCode& old, const FunctionCode& now, const Alignment& alignment,
                               const std::vector<Purpose>& oldPurposes, const std::vector<Purpose>& nowPurposes)
    : oldPurposes_(oldPurposes), nowPurposes_(nowPurposes), folded_(old.instructions.size()) {
  const bool hadHeap = makesHeap(old), hasHeap = makesHeap(now);
  losesHeap_ = hadHeap && !hasHeap;
  gainsHeap_ = !hadHeap && hasHeap;
  const Writers writers(old, oldPurposes);
  std::vector<uint32_t> open;
  const auto fold = [&](int64_t value, uint32_t user) {
    const uint32_t writer = writers.before(static_cast<uint32_t>(value), user);
    if (writer == kNone || alignment.instructions.toNow[writer] != kNone || folded_[writer]) return;
    folded_[writer] = true;
    open.push_back(writer);
  };
  for (const OperandDifference& difference : alignment.comparison.operands) {
    if (difference.oldOperand == kNone || difference.nowOperand == kNone) continue;
    const CodeOperand& before = old.operands[difference.oldOperand];
    if (before.kind == Kind::Value && now.operands[difference.nowOperand].kind == Kind::Constant)
      fold(before.value, difference.old);
  }
  while (!open.empty()) {
    const uint32_t row = open.back();
    open.pop_back();
    for (const CodeOperand& operand : old.operandsOf(row))
      if (operand.kind == Kind::Value && operand.role != OperandRole::Def) fold(operand.value, row);
  }
}

ChangeKind RemovedReasons::ofRemoved(uint32_t row) const {
  switch (oldPurposes_[row]) {
    case Purpose::Memory: return ChangeKind::Memory;
    case Purpose::Control: return ChangeKind::ControlFlow;
    case Purpose::Shape:
      if (losesHeap_) return ChangeKind::ShapeSpecialised;
      break;
    default: break;
  }
  return folded_[row] ? ChangeKind::ConstantFolded : ChangeKind::Removed;
}

ChangeKind RemovedReasons::ofInserted(uint32_t row) const {
  switch (nowPurposes_[row]) {
    case Purpose::Memory: return ChangeKind::Memory;
    case Purpose::Control: return ChangeKind::ControlFlow;
    case Purpose::Shape:
      if (gainsHeap_) return ChangeKind::ShapeGeneralised;
      break;
    default: break;
  }
  return ChangeKind::Inserted;
}

}  // namespace relaxscope::diffing
