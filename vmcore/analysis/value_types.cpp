// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/value_types.h"

#include <algorithm>

#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/function_facts.h"
#include "vmcore/analysis/params.h"
#include "vmcore/analysis/result_types.h"

namespace relaxscope {
FunctionResults::FunctionResults(const Executable& executable, const FunctionFacts* facts)
    : executable_(executable), facts_(facts), pending_(share(StaticType{})) {}

StaticTypeRef FunctionResults::of(FuncIndex function) {
  if (const auto found = found_.find(function.value); found != found_.end()) return found->second;
  if (const auto open = std::ranges::find(open_, function.value); open != open_.end()) {
    outermostUsed_ = std::min(outermostUsed_, static_cast<size_t>(open - open_.begin()));
    return pending_;
  }
  const Function* row = executable_.function(function);
  const bool tooMuch = open_.size() >= kMaxDepth || followed_ > 4 * executable_.functions.size() + kMaxDepth;
  if (row == nullptr || !row->isBytecode() || tooMuch) return nullptr;
  return follow(function);
}

StaticTypeRef FunctionResults::follow(FuncIndex function) {
  const size_t depth = open_.size(), outer = std::exchange(outermostUsed_, SIZE_MAX);
  open_.push_back(function.value);
  StaticTypeRef type = agreed(function);
  open_.pop_back();
  const size_t used = outermostUsed_;
  outermostUsed_ = std::min(outer, used < depth ? used : SIZE_MAX);
  if (used < depth) return type;  // holds only if the outer function returns what is assumed
  found_[function.value] = isPending(type) ? nullptr : type;
  if (used == depth && found_[function.value] != nullptr) {  // the assumption must follow from itself
    const StaticTypeRef again = agreed(function);
    if (again == nullptr || isPending(again) || *again != *type) found_[function.value] = nullptr;
  }
  return found_[function.value];
}

/// What the returns agree on, apart from those that return a pending result; null if they do not.
StaticTypeRef FunctionResults::agreed(FuncIndex function) {
  ++followed_;
  const std::optional<Definitions> definitions = definitionsOf(executable_, function);
  if (!definitions) return nullptr;
  ValueTypes types(executable_, function, *definitions, *this);
  StaticTypeRef common = pending_;
  bool agree = true;
  CodeWalk(executable_)
      .run(existingRange(executable_, executable_.functions[function.at()]), [&](int64_t pc, const Instruction& at) {
        if (at.row->flow != Flow::Return) return true;
        for (const Use& use : definitions->usesAt(InstrIndex(pc))) {
          if (!use.value.valid()) continue;  // cannot be reached
          const StaticTypeRef type = types.of(use.value);
          if (isPending(type)) continue;
          agree = type != nullptr && (isPending(common) || *common == *type);
          if (!agree) return false;
          common = type;
        }
        return true;
      });
  return agree ? common : nullptr;
}

ValueTypes::ValueTypes(const Executable& executable, FuncIndex function, const Definitions& definitions,
                       FunctionResults& results)
    : executable_(executable), definitions_(definitions), results_(results) {
  const FunctionFacts* facts = results.facts_;
  types_ = facts != nullptr ? facts->resultTypes(function) : resultTypes(executable, function);
  std::vector<ParamInfo> params = facts != nullptr ? facts->params(function) : recoverParams(executable, function);
  for (ParamInfo& param : params)
    params_.push_back(param.kind == StaticType::Kind::Unknown ? nullptr : share(std::move(param)));
}

StaticTypeRef ValueTypes::of(ValueIndex value) {
  if (!value.valid()) return nullptr;
  value = copied(value);
  if (definitions_.values[value.at()].kind != ValueKind::Merge) return ofOther(value);
  if (const auto known = merges_.find(value.value); known != merges_.end()) return known->second;
  followed_.clear();
  const StaticTypeRef type = ofMerge(value, 0);
  merges_[value.value] = type;
  return type;
}

/// A merge that is being followed agrees with all: the others decide.
StaticTypeRef ValueTypes::ofMerge(ValueIndex value, size_t depth) {
  if (const auto known = merges_.find(value.value); known != merges_.end()) return known->second;
  if (depth > kMaxDepth) return nullptr;
  const auto [entry, isFirst] = followed_.try_emplace(value.value, results_.pending_);
  if (!isFirst) return entry->second;
  StaticTypeRef common = results_.pending_;
  for (const ValueIndex input : definitions_.reaching(value)) {
    if (definitions_.values[input.at()].kind == ValueKind::Merge) continue;
    if (++inputs_ > kMaxInputs) {
      common = nullptr;
      break;
    }
    const ValueIndex shown = copied(input);
    const bool isMerge = definitions_.values[shown.at()].kind == ValueKind::Merge;
    const StaticTypeRef type = isMerge ? ofMerge(shown, depth + 1) : ofOther(shown);
    if (results_.isPending(type)) continue;
    if (type == nullptr || (!results_.isPending(common) && *common != *type)) {
      common = nullptr;
      break;
    }
    common = type;
  }
  followed_[value.value] = common;
  return common;
}

ValueIndex ValueTypes::copied(ValueIndex value) {
  std::vector<ValueIndex> chain;
  for (ValueIndex next = copiedOnce(value); next.valid(); next = copiedOnce(value)) {
    const auto known = copied_.find(value.value);
    if (known == copied_.end() && chain.size() > definitions_.values.size()) break;  // copies of each other
    chain.push_back(value);
    value = known != copied_.end() ? known->second : next;
    if (known != copied_.end()) break;
  }
  for (const ValueIndex copy : chain) copied_[copy.value] = value;
  return value;
}

/// The value that a copy shows; invalid for others, and for a copy whose type is known.
ValueIndex ValueTypes::copiedOnce(ValueIndex value) const {
  const FlowValue& row = definitions_.values[value.at()];
  if (row.kind != ValueKind::Result) return {};
  const auto at = static_cast<size_t>(row.pc.value - definitions_.begin().value);
  if (at < types_.size() && types_[at] != nullptr) return {};
  const auto uses = definitions_.usesAt(row.pc);
  if (uses.empty()) return {};
  if (const Function* callee = executable_.function(calleeAt(executable_, row.pc))) {
    const KnownCallee known = knownCallee(*callee);
    return known.builtin == BuiltinId::Copy || known.builtin == BuiltinId::Move ? uses.front().value : ValueIndex();
  }
  const Instruction copy = executable_.code.at(row.pc);
  const bool moves =
      copy.set != nullptr && copy.set->isRelay() && static_cast<RelayOpcode>(copy.opcode()) == RelayOpcode::Move;
  return moves ? uses.front().value : ValueIndex();
}

/// Of a parameter, or a result that shows no other value.
StaticTypeRef ValueTypes::ofOther(ValueIndex value) {
  const FlowValue& row = definitions_.values[value.at()];
  if (row.kind == ValueKind::Parameter) return row.reg.at() < params_.size() ? params_[row.reg.at()] : nullptr;
  if (row.kind != ValueKind::Result) return nullptr;
  const auto at = static_cast<size_t>(row.pc.value - definitions_.begin().value);
  if (at < types_.size() && types_[at] != nullptr) return types_[at];
  const FuncIndex called = calleeAt(executable_, row.pc);
  const Function* callee = executable_.function(called);
  if (callee == nullptr || knownCallee(*callee).kind != KnownCallee::Kind::VmFunction) return nullptr;
  const StaticTypeRef type = results_.of(called);
  if (type == nullptr || results_.isPending(type)) return type;
  StaticType seen = *type;
  dropSymbolNames(seen);
  return share(std::move(seen));
}

}  // namespace relaxscope
