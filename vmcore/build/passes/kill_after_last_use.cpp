// SPDX-License-Identifier: Apache-2.0
// Bindings are brought into canonical form, then values are released after their last use.
#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "vmcore/build/passes/passes.h"
#include "vmcore/build/passes/sequence.h"

namespace relaxscope::build {

using ir::Binding;
using ir::Block;
using ir::callOperator;
using ir::Expr;
using ir::ExprKind;
using ir::ExprRef;
using ir::forEachVar;
using ir::FunctionRef;
using ir::isBaseOf;
using ir::isCallOf;
using ir::isVoid;
using ir::Module;
using ir::PrimExpr;
using ir::PrimOp;
using ir::PrimVarRef;
using ir::sameText;
using ir::sameType;
using ir::Seq;
using ir::SeqRef;
using ir::Span;
using ir::TypeKind;
using ir::TypeRef;
using ir::Var;
using ir::VarRef;
using ir::varRef;
using ir::voidType;

namespace {

// ---- canonical bindings ----

/// Whether two types are written the same. Extents that are equal only by proof are not.
bool sameTypeText(const TypeRef& a, const TypeRef& b) {
  if (a == b) return true;
  if (a == nullptr || b == nullptr || !sameType(a, b)) return false;
  if (a->dims && !std::ranges::equal(*a->dims, *b->dims, sameText)) return false;
  return std::ranges::equal(a->fields, b->fields, sameTypeText) &&
         (a->result == b->result || sameTypeText(a->result, b->result));
}

/// Removes what only gives another name to a value.
class BindingCanonicalizer {
 public:
  Result<FunctionRef> run(const FunctionRef& function) {
    names_ = namesIn(*function);
    SeqRewrite rewrite;
    rewrite.binding = [this](const Binding& binding, std::vector<Binding>& out) { return canonicalize(binding, out); };
    rewrite.result = [this](const ExprRef& result) { return replacement_.of(result); };
    // What a cast in an arm tells of symbols holds in this arm.
    rewrite.nested = [this](bool enters) {
      if (enters) {
        outerSymbols_.push_back(replacement_.symbols);
      } else {
        replacement_.symbols = std::move(outerSymbols_.back());
        outerSymbols_.pop_back();
      }
    };
    RS_TRY(SeqRef body, rewriteSeq(function->body, rewrite));
    return withResultType(function, withBody(function, std::move(body)));
  }

 private:
  /// `rewritten` with the type of its result where that is known better than in `function`.
  static FunctionRef withResultType(const FunctionRef& function, FunctionRef rewritten) {
    const TypeRef& exact = rewritten->body->result->type;
    if (rewritten == function || exact == nullptr || function->result == nullptr) return rewritten;
    std::unordered_set<const ir::PrimVar*> known;
    for (const VarRef& param : function->params)
      forEachExtent(param->type, [&](const PrimExpr& extent) {
        if (extent->op == PrimOp::Var) known.insert(extent->var.get());
      });
    const TypeRef type = substituteType(exact, [&](const PrimVarRef& var) -> PrimExpr {
      return known.contains(var.get()) ? ir::varExpr(var) : nullptr;
    });
    if (isBaseOf(type, function->result) || !isBaseOf(function->result, type)) return rewritten;
    auto changed = std::make_shared<ir::Function>(*rewritten);
    changed->result = type;
    return changed;
  }

  Result<void> canonicalize(const Binding& binding, std::vector<Binding>& out) {
    const ExprRef value = replacement_.of(binding.value);
    learnSymbols(binding.cast, value->type);
    Binding next = replacement_.of(binding);
    const bool isAlias = binding.value->kind == ExprKind::Var;
    if (next.value->kind == ExprKind::If) next.value = withCastArms(next);
    const bool isField = next.value->kind == ExprKind::Field;
    if (isField) next.value = fieldOfKnown(next.value);
    const bool isKnown =
        isAlias || next.value->kind == ExprKind::Var || (isField && next.value->kind != ExprKind::Field);
    if (isKnown && (!next.cast || sameType(next.cast, next.value->type))) {
      replacement_.vars[binding.var.get()] = next.value;
      if (next.var != binding.var) replacement_.vars[next.var.get()] = next.value;
      return {};
    }
    if (!next.cast) {
      if (next.value->kind == ExprKind::Constant || next.value->kind == ExprKind::DataType)
        replacement_.vars[binding.var.get()] = next.value;
      else if (next.value->kind == ExprKind::Field || (next.value->kind == ExprKind::Tuple && !copiesTuple(next.value)))
        known_.emplace(next.var.get(), next.value);
    }
    out.push_back(std::move(next));
    return {};
  }

  /// The If of a binding whose arms give values of its type: others are cast to it, as TVM does.
  ExprRef withCastArms(const Binding& binding) {
    const ExprRef& value = binding.value;
    const TypeRef& type = value->type != nullptr ? value->type : binding.var->type;
    if (type == nullptr) return value;
    auto changed = std::make_shared<Expr>(*value);
    changed->thenSeq = castResult(value->thenSeq, type, "then_branch_with_dyn");
    changed->elseSeq = castResult(value->elseSeq, type, "else_branch_with_dyn");
    if (changed->thenSeq == value->thenSeq && changed->elseSeq == value->elseSeq) return value;
    return changed;
  }
  SeqRef castResult(const SeqRef& arm, const TypeRef& type, const char* name) {
    if (arm->result->type == nullptr || sameTypeText(arm->result->type, type)) return arm;
    auto changed = std::make_shared<Seq>(*arm);
    Binding cast = newBinding(names_.fresh(name), type, arm->result, arm->result->span);
    cast.cast = type;
    changed->result = varRef(cast.var, arm->result->span);
    if (changed->blocks.empty() || changed->blocks.back().dataflow) changed->blocks.emplace_back();
    changed->blocks.back().bindings.push_back(std::move(cast));
    return changed;
  }

  /// Takes over what a match_cast tells of symbols: an extent of the value stands for the symbol that it is cast to.
  void learnSymbols(const TypeRef& cast, const TypeRef& value) {
    if (cast == nullptr || value == nullptr || cast->kind != value->kind) return;
    if (cast->kind == TypeKind::Tuple && cast->fields.size() == value->fields.size())
      for (size_t i = 0; i < cast->fields.size(); ++i) learnSymbols(cast->fields[i], value->fields[i]);
    if (!cast->dims || !value->dims || cast->dims->size() != value->dims->size()) return;
    for (size_t i = 0; i < cast->dims->size(); ++i) learnSymbol((*cast->dims)[i], (*value->dims)[i]);
  }
  void learnSymbol(const PrimExpr& cast, const PrimExpr& value) {
    if (cast->op != PrimOp::Var || replacement_.symbols.contains(cast->var.get())) return;
    const PrimExpr known = replacement_.of(value);
    bool cyclic = false;
    forEachVar(known, [&](const PrimVarRef& var) { cyclic = cyclic || var == cast->var; });
    if (!cyclic) replacement_.symbols.emplace(cast->var.get(), known);
  }

  /// What the projection of a tuple gives whose fields are known, else the projection.
  [[nodiscard]] ExprRef fieldOfKnown(const ExprRef& field) const {
    const ExprRef& tuple = field->operands[0];
    if (tuple->kind != ExprKind::Var) return field;
    const auto known = known_.find(tuple->var.get());
    if (known == known_.end() || known->second->kind != ExprKind::Tuple || field->index < 0 ||
        static_cast<size_t>(field->index) >= known->second->operands.size())
      return field;
    const ExprRef& value = known->second->operands[static_cast<size_t>(field->index)];
    const bool isLeaf = value->kind == ExprKind::Var || value->kind == ExprKind::Constant;
    return isLeaf ? value : field;
  }
  /// Whether it only takes up the fields of another tuple, all and in order. TVM leaves projections of such a tuple.
  [[nodiscard]] bool copiesTuple(const ExprRef& tuple) const {
    const Var* source = nullptr;
    for (size_t i = 0; i < tuple->operands.size(); ++i) {
      const ExprRef& operand = tuple->operands[i];
      const auto known = operand->kind == ExprKind::Var ? known_.find(operand->var.get()) : known_.end();
      if (known == known_.end() || known->second->kind != ExprKind::Field ||
          known->second->operands[0]->kind != ExprKind::Var || known->second->index != static_cast<int64_t>(i))
        return false;
      const VarRef& from = known->second->operands[0]->var;
      if (source == nullptr) {
        if (from->type == nullptr || from->type->fields.size() != tuple->operands.size()) return false;
        source = from.get();
      }
      if (source != from.get()) return false;
    }
    return source != nullptr;
  }

  NameSupply names_;
  Replacement replacement_;
  std::vector<std::unordered_map<const ir::PrimVar*, PrimExpr>> outerSymbols_;
  std::unordered_map<const Var*, ExprRef> known_;  ///< tuples and projections by the variable that they are bound to
};

// ---- kills ----

/// The groups of kills after one binding, in their order.
enum class KillGroup : uint8_t { Tensor, Storage, Object };
inline constexpr const char* kKillOperators[] = {"relax.memory.kill_tensor", "relax.memory.kill_storage",
                                                 "relax.vm.kill_object"};

bool isKill(const ExprRef& value) {
  return std::ranges::any_of(kKillOperators, [&](const char* name) { return isCallOf(value, name); });
}

/// How a variable is killed; none for what the VM does not count: constants, shapes, scalars, functions.
std::optional<KillGroup> killGroup(const Binding& binding) {
  switch (binding.value->kind) {
    case ExprKind::Constant:
    case ExprKind::DataType:
    case ExprKind::Shape:
    case ExprKind::Prim:
    case ExprKind::Global:
    case ExprKind::Extern:
    case ExprKind::Function: return {};
    default: break;
  }
  if (isCallOf(binding.value, "relax.null_value")) return {};
  if (isCallOf(binding.value, "relax.memory.alloc_storage")) return KillGroup::Storage;
  if (binding.var->type == nullptr || isVoid(binding.var->type)) return {};
  switch (binding.var->type->kind) {
    case TypeKind::Tensor: return KillGroup::Tensor;
    case TypeKind::Shape:
    case TypeKind::Prim:
    case TypeKind::Callable: return {};
    default: return KillGroup::Object;
  }
}

/// Where the variables of one sequence are used last.
class LastUses {
 public:
  explicit LastUses(const Seq& seq) {
    size_t index = 0;
    for (const Block& block : seq.blocks)
      for (const Binding& binding : block.bindings) {
        note(binding, index);
        ++index;
      }
    forEachVarIn(seq.result, [this](const VarRef& var) { lastUse_[var.get()] = kNever; });
    for (const Binding* binding : bound_) {
      const auto use = lastUse_.find(binding->var.get());
      const std::optional<KillGroup> group = killGroup(*binding);
      // TVM forgets what dies at an If and after it.
      if (!group || use == lastUse_.end() || use->second >= firstIf_ || killed_.contains(binding->var.get())) continue;
      kills_[use->second].push_back({*group, binding->var});
    }
  }

  /// Appends the kills after the binding of that index.
  void append(size_t index, Span span, std::vector<Binding>& out) {
    const auto found = kills_.find(index);
    if (found == kills_.end()) return;
    std::ranges::stable_sort(found->second, {}, &Kill::group);
    for (const Kill& kill : found->second)
      out.push_back(statement(
          callOperator(kKillOperators[static_cast<size_t>(kill.group)], {varRef(kill.var)}, {}, voidType()), span));
  }

 private:
  struct Kill {
    KillGroup group;
    VarRef var;
  };
  static constexpr size_t kNever = std::numeric_limits<size_t>::max();

  void note(const Binding& binding, size_t index) {
    forEachVarIn(binding.value, [&](const VarRef& var) {
      lastUse_[var.get()] = index;
      if (isKill(binding.value)) killed_.insert(var.get());
    });
    if (binding.value->kind == ExprKind::If) firstIf_ = std::min(firstIf_, index);
    bound_.push_back(&binding);
  }

  std::vector<const Binding*> bound_;
  std::unordered_map<const Var*, size_t> lastUse_;
  std::unordered_set<const Var*> killed_;
  std::unordered_map<size_t, std::vector<Kill>> kills_;  ///< by the index of the binding that they follow
  size_t firstIf_ = kNever;
};

SeqRef insertKills(const SeqRef& seq);

ExprRef insertKillsInArms(const ExprRef& value) {
  if (value->kind != ExprKind::If) return value;
  auto changed = std::make_shared<Expr>(*value);
  changed->thenSeq = insertKills(value->thenSeq);
  changed->elseSeq = insertKills(value->elseSeq);
  if (changed->thenSeq == value->thenSeq && changed->elseSeq == value->elseSeq) return value;
  return changed;
}

SeqRef insertKills(const SeqRef& seq) {
  LastUses uses(*seq);
  auto changed = std::make_shared<Seq>();
  changed->result = seq->result;
  size_t index = 0;
  bool same = true;
  for (const Block& block : seq->blocks) {
    Block next{block.dataflow, {}};
    for (const Binding& binding : block.bindings) {
      next.bindings.push_back(binding);
      next.bindings.back().value = insertKillsInArms(binding.value);
      same = same && next.bindings.back().value == binding.value;
      uses.append(index, binding.span, next.bindings);
      ++index;
    }
    same = same && next.bindings.size() == block.bindings.size();
    changed->blocks.push_back(std::move(next));
  }
  if (same) return seq;
  return changed;
}

}  // namespace

Result<Module> killAfterLastUse(const Module& module, PassContext&) {
  return mapFunctions(module, [](const FunctionRef& function) -> Result<FunctionRef> {
    if (const LoweredSoFar lowered = loweredSoFar(*function); lowered.builtins || lowered.shapes) return function;
    RS_TRY(FunctionRef canonical, BindingCanonicalizer().run(function));
    return withBody(canonical, insertKills(canonical->body));
  });
}

}  // namespace relaxscope::build
