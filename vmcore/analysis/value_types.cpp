// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/value_types.h"

#include <algorithm>

#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/params.h"
#include "vmcore/analysis/result_types.h"

namespace relaxscope {
FunctionResults::FunctionResults(const Executable& executable)
    : executable_(executable), pending_(share(StaticType{})) {}

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
    : executable_(executable), definitions_(definitions), results_(results), types_(resultTypes(executable, function)) {
  for (ParamInfo& param : recoverParams(executable, function))
    params_.push_back(param.kind == StaticType::Kind::Unknown ? nullptr : share(std::move(param)));
}

StaticTypeRef ValueTypes::of(ValueIndex value) {
  if (!value.valid()) return nullptr;
  const FlowValue& row = definitions_.values[value.at()];
  if (row.kind == ValueKind::Parameter) return row.reg.at() < params_.size() ? params_[row.reg.at()] : nullptr;
  if (row.kind == ValueKind::Result) return ofResult(row.pc);
  if (row.kind != ValueKind::Merge) return nullptr;
  StaticTypeRef common = results_.pending_;
  for (const ValueIndex input : definitions_.reaching(value)) {
    if (definitions_.values[input.at()].kind == ValueKind::Merge) continue;
    const StaticTypeRef type = of(input);
    if (results_.isPending(type)) continue;
    if (type == nullptr || (!results_.isPending(common) && *common != *type)) return nullptr;
    common = type;
  }
  return common;
}

StaticTypeRef ValueTypes::ofResult(InstrIndex pc) {
  const auto at = static_cast<size_t>(pc.value - definitions_.begin().value);
  if (at < types_.size() && types_[at] != nullptr) return types_[at];
  const Function* callee = executable_.function(calleeAt(executable_, pc));
  if (callee == nullptr) {  // a copy shows the value that it copies
    const auto uses = definitions_.usesAt(pc);
    const Instruction copy = executable_.code.at(pc);
    const bool moves = copy.set != nullptr && copy.set->isRelay() &&
                       static_cast<RelayOpcode>(copy.opcode()) == RelayOpcode::Move && !uses.empty();
    return moves ? of(uses.front().value) : nullptr;
  }
  const KnownCallee known = knownCallee(*callee);
  if (known.builtin == BuiltinId::Copy || known.builtin == BuiltinId::Move) {
    const auto uses = definitions_.usesAt(pc);
    return uses.empty() ? nullptr : of(uses.front().value);
  }
  if (known.kind != KnownCallee::Kind::VmFunction) return nullptr;
  const StaticTypeRef type = results_.of(calleeAt(executable_, pc));
  if (type == nullptr || results_.isPending(type)) return type;
  StaticType seen = *type;
  dropSymbolNames(seen);
  return share(std::move(seen));
}

}  // namespace relaxscope
