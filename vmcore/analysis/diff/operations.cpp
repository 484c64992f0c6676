// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/operations.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "vmcore/analysis/diff/sequence.h"
#include "vmcore/analysis/flow/builtin_calls.h"
#include "vmcore/analysis/kernel_operator.h"
#include "vmcore/model/builtin.h"

namespace relaxscope::diffing {
namespace {

using Kind = CodeOperand::Kind;

Purpose relayPurpose(const Instruction& instruction) {
  switch (static_cast<RelayOpcode>(instruction.row->code)) {
    case RelayOpcode::AllocTensor:
    case RelayOpcode::AllocTensorReg:
    case RelayOpcode::AllocStorage:
    case RelayOpcode::KillRegister: return Purpose::Memory;
    default: return Purpose::Operation;
  }
}

Purpose builtinPurpose(const BuiltinRow& row) {
  if (!row.plumbing) return Purpose::Operation;
  switch (row.family) {
    case BuiltinFamily::Shape: return Purpose::Shape;
    case BuiltinFamily::Check: return Purpose::Check;
    case BuiltinFamily::Memory:
    case BuiltinFamily::Value: return Purpose::Memory;
    default: return Purpose::Operation;
  }
}

class PurposeReader {
 public:
  explicit PurposeReader(const FunctionCode& code) : code_(code), builtins_(*code.executable) {}
  Purpose of(size_t row) {
    if (code_.instructions[row].kills) return Purpose::Memory;
    const Instruction instruction = code_.instructionAt(row);
    if (instruction.row == nullptr || (instruction.row->flow != Flow::Call && instruction.row->flow != Flow::Next))
      return Purpose::Control;
    if (instruction.set->isRelay()) return relayPurpose(instruction);
    if (const BuiltinRow* const builtin = builtins_.of(instruction)) return builtinPurpose(*builtin);
    return namesHeap(row) ? Purpose::Shape : Purpose::Operation;
  }

 private:
  bool namesHeap(size_t row) {
    return std::ranges::any_of(code_.operandsOf(row), [&](const CodeOperand& operand) {
      if (operand.kind != Kind::Value || operand.role == OperandRole::Def) return false;
      const uint32_t definer = code_.values[static_cast<size_t>(operand.value)].instruction;
      if (definer == kNone) return false;
      const BuiltinRow* const builtin = builtins_.of(code_.instructionAt(definer));
      return builtin != nullptr && builtin->effects.makesHeap;
    });
  }
  const FunctionCode& code_;
  BuiltinCalls builtins_;
};

/// The operators of each callee, or its name without its number.
class Operators {
 public:
  explicit Operators(const FunctionCode& code) : code_(code) {}
  const std::vector<uint64_t>& of(uint32_t row) {
    const int64_t callee = code_.instructions[row].callee;
    const auto found = known_.find(callee);
    if (found != known_.end()) return found->second;
    std::vector<uint64_t> keys;
    for (const std::string_view name : kernelOperators(*code_.executable, FuncIndex(callee)))
      keys.push_back(std::hash<std::string_view>()(name));
    if (keys.empty()) {
      constexpr std::string_view kBuiltin = "vm.builtin.";
      std::string name = operationName(code_, row);
      if (name.starts_with(kBuiltin)) name.erase(0, kBuiltin.size());  // reshape becomes part of fused kernels
      while (!name.empty() && name.back() >= '0' && name.back() <= '9') name.pop_back();
      keys.push_back(std::hash<std::string_view>()(name));
    }
    return known_.emplace(callee, std::move(keys)).first->second;
  }

 private:
  const FunctionCode& code_;
  std::unordered_map<int64_t, std::vector<uint64_t>> known_;
};

class Grouper {
 public:
  Grouper(const FunctionCode& old, const FunctionCode& now, const Pairing& pairs)
      : old_(old), now_(now), pairs_(pairs), oldOperators_(old), nowOperators_(now) {}

  std::vector<OperationGroup> run() {
    const std::vector<Purpose> before = purposesOf(old_), after = purposesOf(now_);
    Pairing operations(before.size(), after.size());
    for (uint32_t row = 0; row < before.size(); ++row)
      if (pairs_.toNow[row] != kNone && before[row] == Purpose::Operation) operations.pair(row, pairs_.toNow[row]);
    uint32_t from = 0, to = 0;
    const auto close = [&](uint32_t end, uint32_t nowEnd) {
      std::vector<uint32_t> left, right;
      for (; from < end; ++from)
        if (before[from] == Purpose::Operation && pairs_.toNow[from] == kNone) left.push_back(from);
      for (; to < nowEnd; ++to)
        if (after[to] == Purpose::Operation && pairs_.toOld[to] == kNone) right.push_back(to);
      if (!left.empty() && !right.empty()) gap(left, right);
    };
    for (const auto& [row, partner] : longestAscending(operations)) {
      close(row, partner);
      from = row + 1, to = partner + 1;
    }
    close(static_cast<uint32_t>(before.size()), static_cast<uint32_t>(after.size()));
    return std::move(groups_);
  }

 private:
  struct Owned {
    std::vector<uint64_t> keys;
    std::vector<uint32_t> owners;  ///< positions in the gap
  };
  static Owned owned(const std::vector<uint32_t>& rows, Operators& operators) {
    Owned out;
    for (uint32_t i = 0; i < rows.size(); ++i)
      for (const uint64_t key : operators.of(rows[i])) {
        out.keys.push_back(key);
        out.owners.push_back(i);
      }
    return out;
  }

  void gap(const std::vector<uint32_t>& left, const std::vector<uint32_t>& right) {
    const Owned before = owned(left, oldOperators_), after = owned(right, nowOperators_);
    std::vector<bool> usedLeft(left.size()), usedRight(right.size());
    OperationGroup open;
    uint32_t lastLeft = kNone, lastRight = kNone;
    for (const auto& [x, y] : commonSubsequence(before.keys, after.keys)) {
      const uint32_t i = before.owners[x], j = after.owners[y];
      if (i != lastLeft && j != lastRight) flush(open);
      if (i != lastLeft) open.old.push_back(left[i]);
      if (j != lastRight) open.now.push_back(right[j]);
      usedLeft[i] = usedRight[j] = true;
      lastLeft = i, lastRight = j;
    }
    flush(open);
    replacements(left, usedLeft, right, usedRight);
  }
  void flush(OperationGroup& group) {
    if (!group.old.empty()) groups_.push_back(std::move(group));
    group = {};
  }

  /// Of the rest, calls at the same place of the dataflow. Only a few are tried.
  void replacements(const std::vector<uint32_t>& left, std::vector<bool>& usedLeft, const std::vector<uint32_t>& right,
                    std::vector<bool>& usedRight) {
    constexpr size_t kMostTried = 32;
    for (size_t j = 0, next = 0; j < right.size(); ++j) {
      if (usedRight[j]) continue;
      size_t best = left.size(), score = 0;
      for (size_t i = next, tried = 0; i < left.size() && tried < kMostTried; ++i) {
        if (usedLeft[i]) continue;
        ++tried;
        const size_t agreed = agreement(left[i], right[j]);
        if (agreed > score) best = i, score = agreed;
      }
      if (best == left.size()) continue;
      usedLeft[best] = usedRight[j] = true;
      groups_.push_back({{left[best]}, {right[j]}});
      next = best + 1;
    }
  }
  /// Operands at the same position that name the same or partners, apart from the callee.
  [[nodiscard]] size_t agreement(uint32_t old, uint32_t now) const {
    const auto before = old_.operandsOf(old), after = now_.operandsOf(now);
    size_t agreed = 0;
    for (size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
      if (before[i].kind != after[i].kind || before[i].role != after[i].role) continue;
      if (before[i].role == OperandRole::Callee || before[i].role == OperandRole::Def) continue;
      if (before[i].kind == Kind::Value ? areTogether(before[i], after[i]) : before[i].value == after[i].value)
        agreed += before[i].kind == Kind::Value ? 2 : 1;
    }
    return agreed;
  }
  [[nodiscard]] bool areTogether(const CodeOperand& old, const CodeOperand& now) const {
    const CodeValue& before = old_.values[static_cast<size_t>(old.value)];
    const CodeValue& after = now_.values[static_cast<size_t>(now.value)];
    if (before.kind != after.kind) return false;
    if (before.kind == ValueKind::Parameter) return before.number == after.number;
    return before.instruction != kNone && after.instruction != kNone &&
           pairs_.has(before.instruction, after.instruction);
  }

  const FunctionCode& old_;
  const FunctionCode& now_;
  const Pairing& pairs_;
  Operators oldOperators_, nowOperators_;
  std::vector<OperationGroup> groups_;
};

}  // namespace

std::vector<Purpose> purposesOf(const FunctionCode& code) {
  PurposeReader reader(code);
  std::vector<Purpose> out(code.instructions.size());
  for (size_t row = 0; row < out.size(); ++row) out[row] = reader.of(row);
  return out;
}

std::vector<OperationGroup> operationGroups(const FunctionCode& old, const FunctionCode& now, const Pairing& pairs) {
  return Grouper(old, now, pairs).run();
}

std::string operationName(const FunctionCode& code, uint32_t row) {
  const Function* const callee = code.executable->function(FuncIndex(code.instructions[row].callee));
  if (callee != nullptr) return callee->name;
  const Instruction instruction = code.instructionAt(row);
  return instruction.row != nullptr ? instruction.row->mnemonic : std::string();
}

}  // namespace relaxscope::diffing
