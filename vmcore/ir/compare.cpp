// SPDX-License-Identifier: Apache-2.0
#include "vmcore/ir/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "vmcore/ir/print/print.h"

namespace relaxscope::ir {
namespace {

/// Compares one function. Each check returns whether both sides are equal; the first that are not is written down.
class Comparison {
 public:
  std::string difference;

  bool relax(const Function& a, const Function& b) {
    if (a.pure != b.pure) return differ("purity", a.pure ? "pure" : "impure", b.pure ? "pure" : "impure");
    if (a.isPrivate != b.isPrivate) return differ("visibility", a.isPrivate, b.isPrivate);
    if (a.params.size() != b.params.size()) return differ("number of parameters", a.params.size(), b.params.size());
    for (size_t i = 0; i < a.params.size(); ++i) {
      const Place place(*this, fmt::format("parameter {} ({})", i, a.params[i]->name));
      if (!defineVariables(a.params[i], b.params[i])) return false;
      if (!types(a.params[i]->type, b.params[i]->type)) return false;
    }
    if (!within("result type", [&] { return types(a.result, b.result); })) return false;
    if (!attributes(a.attributes, b.attributes)) return false;
    return sequences(a.body, b.body);
  }

  bool kernel(const PrimFunc& a, const PrimFunc& b) {
    if (a.isPrivate != b.isPrivate) return differ("visibility", a.isPrivate, b.isPrivate);
    if (a.sTir != b.sTir) return differ("s_tir", a.sTir, b.sTir);
    if (!(a.result == b.result)) return differ("result", a.result.name(), b.result.name());
    if (a.params.size() != b.params.size()) return differ("number of parameters", a.params.size(), b.params.size());
    for (size_t i = 0; i < a.params.size(); ++i) {
      const Place place(*this, fmt::format("parameter {}", i));
      const TirParam &left = a.params[i], &right = b.params[i];
      if ((left.var == nullptr) != (right.var == nullptr)) return differ("kind", kindOf(left), kindOf(right));
      if (left.var != nullptr ? !defineVars(left.var, right.var) : !defineBuffers(left.buffer, right.buffer))
        return false;
    }
    if (!attributes(a.attributes, b.attributes) || !allocations(a.allocations, b.allocations)) return false;
    if (const auto left = slotStores(a), right = slotStores(b); !left.empty() && !right.empty())
      return statements(left, right);
    return statements(a.body, b.body);
  }

  bool attributes(const Attributes& a, const Attributes& b) {
    for (const auto& [key, value] : a) {
      const Place place(*this, "attribute " + key);
      const Attribute* other = findAttribute(b, key);
      if (other == nullptr) return differ("attribute", "present", "missing");
      if (!attribute(value, *other)) return false;
    }
    for (const auto& [key, value] : b)
      if (findAttribute(a, key) == nullptr) return differ(("attribute " + key).c_str(), "missing", "present");
    return true;
  }

 private:
  /// Adds a step to the path while it lives.
  class Place {
   public:
    Place(Comparison& comparison, std::string step) : comparison_(comparison) {
      comparison_.path_.push_back(std::move(step));
    }
    ~Place() { comparison_.path_.pop_back(); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

   private:
    Comparison& comparison_;
  };
  template <class Check>
  bool within(std::string step, const Check& check) {
    const Place place(*this, std::move(step));
    return check();
  }
  template <class A, class B>
  bool differ(const char* what, const A& a, const B& b) {
    if (!difference.empty()) return false;
    for (const std::string& step : path_) difference += step + ": ";
    difference += fmt::format("{}: {} / {}", what, a, b);
    return false;
  }
  static const char* kindOf(const TirParam& param) { return param.var != nullptr ? "scalar" : "buffer"; }

  // ---- pairs of names ----

  /// Whether the two are a pair; two that have no partner become one.
  bool sameOrBound(const void* a, const void* b) {
    const auto left = partners_.find(a);
    const auto right = partnersOfB_.find(b);
    if (left == partners_.end() && right == partnersOfB_.end()) {
      partners_.emplace(a, b);
      partnersOfB_.emplace(b, a);
      return true;
    }
    return left != partners_.end() && right != partnersOfB_.end() && left->second == b;
  }
  /// Two variables, and the symbols of scalar ones.
  bool defineVariables(const VarRef& a, const VarRef& b) {
    const bool paired = sameOrBound(a.get(), b.get()) &&
                        (a->symbol == nullptr || b->symbol == nullptr || sameOrBound(a->symbol.get(), b->symbol.get()));
    return paired || differ("variable", a->name, b->name);
  }
  bool vars(const PrimVarRef& a, const PrimVarRef& b) {
    if (!(a->type == b->type)) return differ("type of a symbol", a->type.name(), b->type.name());
    return sameOrBound(a.get(), b.get()) || differ("symbol", a->name, b->name);
  }
  bool defineVars(const PrimVarRef& a, const PrimVarRef& b) { return vars(a, b); }
  bool defineBuffers(const BufferRef& a, const BufferRef& b) {
    if (!(a->type == b->type)) return differ("element type", a->type.name(), b->type.name());
    if (a->scope != b->scope) return differ("scope", a->scope, b->scope);
    return buffers(a, b) && prims(a->shape, b->shape, "shape");
  }
  bool buffers(const BufferRef& a, const BufferRef& b) {
    return sameOrBound(a.get(), b.get()) || differ("buffer", a->name, b->name);
  }
  bool allocations(const std::vector<BufferRef>& a, const std::vector<BufferRef>& b) {
    if (a.size() != b.size()) return differ("number of allocations", a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i)
      if (!within("allocation " + a[i]->name, [&] { return defineBuffers(a[i], b[i]); })) return false;
    return true;
  }

  // ---- scalars ----

  /// Walks both trees with a stack of its own: sums of many terms are deep.
  bool prim(const PrimExpr& a, const PrimExpr& b) {
    if (a == nullptr || b == nullptr)
      return a == b || differ("expression", a == nullptr ? "nothing" : primText(a, true),
                              b == nullptr ? "nothing" : primText(b, true));
    std::vector<std::pair<const PrimNode*, const PrimNode*>> pending{{a.get(), b.get()}};
    while (!pending.empty()) {
      const auto [left, right] = pending.back();
      pending.pop_back();
      const bool same = left->op == right->op && left->type == right->type && left->number == right->number &&
                        std::memcmp(&left->real, &right->real, sizeof left->real) == 0 && left->text == right->text &&
                        left->operands.size() == right->operands.size();
      if (!same) return differ("expression", primText(a, true), primText(b, true));
      if (left->var != nullptr && !vars(left->var, right->var)) return false;
      if (left->buffer != nullptr && !buffers(left->buffer, right->buffer)) return false;
      for (size_t i = left->operands.size(); i-- > 0;)
        pending.emplace_back(left->operands[i].get(), right->operands[i].get());
    }
    return true;
  }
  bool prims(const std::vector<PrimExpr>& a, const std::vector<PrimExpr>& b, const char* what) {
    if (a.size() != b.size())
      return differ(what, fmt::format("{} extents", a.size()), fmt::format("{} extents", b.size()));
    for (size_t i = 0; i < a.size(); ++i)
      if (!within(fmt::format("{} {}", what, i), [&] { return prim(a[i], b[i]); })) return false;
    return true;
  }

  // ---- types ----

  bool types(const TypeRef& a, const TypeRef& b) {
    if (a == nullptr || b == nullptr) return true;
    const auto unequal = [&] { return differ("type", typeText(a), typeText(b)); };
    if (a->kind != b->kind || a->dims.has_value() != b->dims.has_value() || a->anyFields != b->anyFields)
      return unequal();
    if (!(a->dtype == b->dtype) || a->fields.size() != b->fields.size()) return unequal();
    if (a->kind == TypeKind::Callable && a->pure != b->pure) return unequal();
    if (!a->dims.has_value() && a->ndim != b->ndim) return unequal();
    if (a->dims.has_value() && a->dims->size() != b->dims->size()) return unequal();
    if (a->dims.has_value() && !prims(*a->dims, *b->dims, "extent")) return false;
    for (size_t i = 0; i < a->fields.size(); ++i)
      if (!types(a->fields[i], b->fields[i])) return false;
    return types(a->result, b->result);
  }

  // ---- attributes ----

  static std::optional<int64_t> integerOf(const Attribute& attribute) {
    if (const bool* flag = std::get_if<bool>(&attribute.value)) return *flag ? 1 : 0;
    if (const int64_t* number = std::get_if<int64_t>(&attribute.value)) return *number;
    if (const PrimExpr* scalar = std::get_if<PrimExpr>(&attribute.value); scalar != nullptr && isInt(*scalar))
      return (*scalar)->number;
    return std::nullopt;
  }
  bool attribute(const Attribute& a, const Attribute& b) {
    const std::optional<int64_t> left = integerOf(a), right = integerOf(b);
    if (left.has_value() && right.has_value()) return *left == *right || differ("value", *left, *right);
    if (a.value.index() != b.value.index()) return differ("kind of value", a.value.index(), b.value.index());
    if (const auto* real = std::get_if<double>(&a.value))
      return *real == std::get<double>(b.value) || differ("value", *real, std::get<double>(b.value));
    if (const auto* text = std::get_if<std::string>(&a.value))
      return *text == std::get<std::string>(b.value) || differ("value", *text, std::get<std::string>(b.value));
    if (const auto* scalar = std::get_if<PrimExpr>(&a.value)) return prim(*scalar, std::get<PrimExpr>(b.value));
    if (const auto* entries = std::get_if<Attributes>(&a.value))
      return attributes(*entries, std::get<Attributes>(b.value));
    const auto* list = std::get_if<std::vector<Attribute>>(&a.value);
    if (list == nullptr) return true;
    const auto& other = std::get<std::vector<Attribute>>(b.value);
    if (list->size() != other.size()) return differ("length of a list", list->size(), other.size());
    for (size_t i = 0; i < list->size(); ++i)
      if (!attribute((*list)[i], other[i])) return false;
    return true;
  }
  // ---- Relax ----

  static std::vector<Block> mergedBlocks(const Seq& seq) {
    std::vector<Block> merged;
    for (const Block& block : seq.blocks) {
      if (block.bindings.empty()) continue;
      if (merged.empty() || merged.back().dataflow != block.dataflow) merged.push_back(block);
      else merged.back().bindings.insert(merged.back().bindings.end(), block.bindings.begin(), block.bindings.end());
    }
    return merged;
  }
  bool sequences(const SeqRef& a, const SeqRef& b) {
    if (a == nullptr || b == nullptr)
      return a == b || differ("body", a == nullptr ? "none" : "one", b == nullptr ? "none" : "one");
    const std::vector<Block> left = mergedBlocks(*a), right = mergedBlocks(*b);
    for (size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
      if (i >= left.size()) return differ("statement", "none", statementText(right[i].bindings[0]));
      if (i >= right.size()) return differ("statement", statementText(left[i].bindings[0]), "none");
      if (left[i].dataflow != right[i].dataflow)
        return differ("block", left[i].dataflow ? "dataflow" : "plain", right[i].dataflow ? "dataflow" : "plain");
      if (!bindings(left[i].bindings, right[i].bindings)) return false;
    }
    return within("result", [&] { return expressions(a->result, b->result); });
  }
  static std::string statementText(const Binding& binding) {
    return binding.var->name + " = " + exprText(binding.value);
  }
  bool bindings(const std::vector<Binding>& a, const std::vector<Binding>& b) {
    for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
      if (i >= a.size()) return differ("statement", "none", statementText(b[i]));
      if (i >= b.size()) return differ("statement", statementText(a[i]), "none");
      const Place place(*this, fmt::format("statement {} ({})", ++statement_, a[i].var->name));
      if (!binding(a[i], b[i])) return false;
    }
    return true;
  }
  bool binding(const Binding& a, const Binding& b) {
    const bool isFunction = a.value != nullptr && a.value->kind == ExprKind::Function;
    // A local function may call itself.
    if (isFunction && !sameOrBound(a.var.get(), b.var.get())) return differ("variable", a.var->name, b.var->name);
    if (!expressions(a.value, b.value)) return false;
    if ((a.cast == nullptr) != (b.cast == nullptr)) return differ("match_cast", a.cast != nullptr, b.cast != nullptr);
    if (!within("cast", [&] { return types(a.cast, b.cast); })) return false;
    if (!defineVariables(a.var, b.var)) return false;
    if (a.var->dataflow != b.var->dataflow) return differ("dataflow variable", a.var->dataflow, b.var->dataflow);
    return types(a.var->type, b.var->type);
  }
  bool constants(const Expr& a, const Expr& b) {
    const auto& left = a.constant;
    const auto& right = b.constant;
    if (left == nullptr || right == nullptr) {
      if (left == right)
        return sameOrBound(indexKey(a, keysOfA_), indexKey(b, keysOfB_)) || differ("constant", a.index, b.index);
      return true;
    }
    if (!(left->dtype == right->dtype)) return differ("constant", left->dtype.name(), right->dtype.name());
    if (left->shape != right->shape) return differ("constant", "of one shape", "of another");
    if (left->data.size() == 0 || right->data.size() == 0) return true;
    const bool same = left->data.size() == right->data.size() &&
                      std::memcmp(left->data.data(), right->data.data(), left->data.size()) == 0;
    return same || differ("constant", "of one content", "of another");
  }
  /// An address that stands for a constant of which only the index is known.
  static const void* indexKey(const Expr& expr, std::unordered_map<int64_t, int>& keys) { return &keys[expr.index]; }

  /// The symbol of a scalar, which may be written as a variable or as a symbol; else null.
  static const PrimVar* symbolOf(const ExprRef& expr) {
    if (expr->kind == ExprKind::Var) return expr->var->symbol.get();
    return expr->kind == ExprKind::Prim && expr->prim->op == PrimOp::Var ? expr->prim->var.get() : nullptr;
  }
  bool expressions(const ExprRef& a, const ExprRef& b) {
    if (a == nullptr || b == nullptr)
      return a == b || differ("expression", a == nullptr ? "none" : exprText(a), b == nullptr ? "none" : exprText(b));
    const auto unequal = [&] { return differ("expression", exprText(a), exprText(b)); };
    if (a->kind != b->kind) {
      const PrimVar *left = symbolOf(a), *right = symbolOf(b);
      return (left != nullptr && right != nullptr && sameOrBound(left, right)) || unequal();
    }
    switch (a->kind) {
      case ExprKind::Var: return sameOrBound(a->var.get(), b->var.get()) || unequal();
      case ExprKind::Global:
      case ExprKind::Extern:
      case ExprKind::Operator:
      case ExprKind::Text: return a->text == b->text || unequal();
      case ExprKind::Constant: return constants(*a, *b);
      case ExprKind::Shape: return prims(a->dims, b->dims, "shape");
      case ExprKind::Prim: return prim(a->prim, b->prim);
      case ExprKind::DataType: return a->dtype == b->dtype || unequal();
      case ExprKind::Tuple: return operands(a, b);
      case ExprKind::Field: return (a->index == b->index || unequal()) && operands(a, b);
      case ExprKind::Call: return calls(a, b);
      case ExprKind::If:
        return operands(a, b) && within("then", [&] { return sequences(arm(a->thenSeq), arm(b->thenSeq)); }) &&
               within("else", [&] { return sequences(arm(a->elseSeq), arm(b->elseSeq)); });
      case ExprKind::Function: return within("local function", [&] { return relax(*a->function, *b->function); });
      case ExprKind::Error: return true;
    }
    return true;
  }
  /// An arm without a last binding that only gives its value the name of the If.
  static SeqRef arm(const SeqRef& seq) {
    if (seq == nullptr || seq->result == nullptr || seq->result->kind != ExprKind::Var) return seq;
    if (seq->blocks.empty() || seq->blocks.back().dataflow || seq->blocks.back().bindings.empty()) return seq;
    const Binding& last = seq->blocks.back().bindings.back();
    const bool names = last.var == seq->result->var && last.cast == nullptr && last.value != nullptr &&
                       last.value->kind != ExprKind::Call && last.value->kind != ExprKind::If &&
                       last.value->kind != ExprKind::Function && last.value->kind != ExprKind::Field;
    if (!names) return seq;
    auto shorter = std::make_shared<Seq>(*seq);
    shorter->result = last.value;
    shorter->blocks.back().bindings.pop_back();
    return shorter;
  }
  bool operands(const ExprRef& a, const ExprRef& b) {
    if (a->operands.size() != b->operands.size()) return differ("expression", exprText(a), exprText(b));
    for (size_t i = 0; i < a->operands.size(); ++i)
      if (!within(fmt::format("operand {}", i), [&] { return expressions(a->operands[i], b->operands[i]); }))
        return false;
    return true;
  }
  bool calls(const ExprRef& a, const ExprRef& b) {
    if (!within("callee", [&] { return expressions(a->callee, b->callee); }) || !operands(a, b)) return false;
    if (a->typeArgs.size() != b->typeArgs.size()) return differ("call", exprText(a), exprText(b));
    for (size_t i = 0; i < a->typeArgs.size(); ++i)
      if (!within("type argument", [&] { return types(a->typeArgs[i], b->typeArgs[i]); })) return false;
    return attributes(a->attributes, b->attributes);
  }

  // ---- kernels ----

  /// The statements of a host kernel that only stores at constant indices of one buffer, by index; else nothing.
  static TirBody slotStores(const PrimFunc& function) {
    if (!isTrue(function.attributes, "tirx.is_host_func")) return {};
    for (const TirStmtRef& stmt : function.body)
      if (stmt->kind != TirKind::Store || stmt->indices.size() != 1 || !isInt(stmt->indices[0])) return {};
    TirBody body = function.body;
    std::stable_sort(body.begin(), body.end(), [](const TirStmtRef& a, const TirStmtRef& b) {
      return a->indices[0]->number < b->indices[0]->number;
    });
    return body;
  }
  static const char* kindName(TirKind kind) {
    static constexpr const char* kNames[] = {"for", "block", "store", "if", "let", "evaluate", "return"};
    return kNames[static_cast<size_t>(kind)];
  }
  bool statements(const TirBody& a, const TirBody& b) {
    for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
      if (i >= a.size()) return differ("statement", "none", kindName(b[i]->kind));
      if (i >= b.size()) return differ("statement", kindName(a[i]->kind), "none");
      const Place place(*this, fmt::format("{} {}", kindName(a[i]->kind), i));
      if (!statement(*a[i], *b[i])) return false;
    }
    return true;
  }
  bool statement(const TirStmt& a, const TirStmt& b) {
    if (a.kind != b.kind) return differ("statement", kindName(a.kind), kindName(b.kind));
    switch (a.kind) {
      case TirKind::For: return loops(a, b);
      case TirKind::Block: return blocks(a, b);
      case TirKind::Store:
        return buffers(a.buffer, b.buffer) && prims(a.indices, b.indices, "index") && prim(a.value, b.value);
      case TirKind::If:
        return within("condition", [&] { return prim(a.value, b.value); }) && statements(a.body, b.body) &&
               statements(a.otherwise, b.otherwise);
      case TirKind::Let: return prim(a.value, b.value) && defineVars(a.var, b.var);
      case TirKind::Evaluate:
      case TirKind::Return: return prim(a.value, b.value);
    }
    return true;
  }
  bool loops(const TirStmt& a, const TirStmt& b) {
    if (a.loop != b.loop) return differ("kind of loop", static_cast<int>(a.loop), static_cast<int>(b.loop));
    if (a.thread != b.thread) return differ("thread", a.thread, b.thread);
    return within("begin", [&] { return prim(a.begin, b.begin); }) &&
           within("extent", [&] { return prim(a.extent, b.extent); }) && defineVars(a.var, b.var) &&
           attributes(a.annotations, b.annotations) && statements(a.body, b.body);
  }
  bool axes(const std::vector<Axis>& a, const std::vector<Axis>& b) {
    if (a.size() != b.size()) return differ("number of axes", a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i) {
      const Place place(*this, "axis " + a[i].var->name);
      if (a[i].reduce != b[i].reduce)
        return differ("kind", a[i].reduce ? "reduce" : "spatial", b[i].reduce ? "reduce" : "spatial");
      if (!prim(a[i].begin, b[i].begin) || !prim(a[i].extent, b[i].extent) || !prim(a[i].value, b[i].value))
        return false;
    }
    for (size_t i = 0; i < a.size(); ++i)
      if (!defineVars(a[i].var, b[i].var)) return false;
    return true;
  }
  bool regions(const std::vector<BufferRegion>& a, const std::vector<BufferRegion>& b) {
    if (a.size() != b.size()) return differ("number of regions", a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i) {
      const Place place(*this, "region of " + a[i].buffer->name);
      if (!buffers(a[i].buffer, b[i].buffer)) return false;
      if (a[i].ranges.size() != b[i].ranges.size()) return differ("rank", a[i].ranges.size(), b[i].ranges.size());
      for (size_t k = 0; k < a[i].ranges.size(); ++k)
        if (!prim(a[i].ranges[k].first, b[i].ranges[k].first) || !prim(a[i].ranges[k].second, b[i].ranges[k].second))
          return false;
    }
    return true;
  }
  bool blocks(const TirStmt& a, const TirStmt& b) {
    const Place place(*this, "block " + a.name);
    if (a.name != b.name) return differ("name", a.name, b.name);
    if (!axes(a.axes, b.axes)) return false;
    if (!within("predicate", [&] { return prim(a.predicate, b.predicate); })) return false;
    if (!allocations(a.allocations, b.allocations)) return false;
    if (a.statesReads && b.statesReads && !within("reads", [&] { return regions(a.reads, b.reads); })) return false;
    if (a.statesWrites && b.statesWrites && !within("writes", [&] { return regions(a.writes, b.writes); }))
      return false;
    if (!attributes(a.annotations, b.annotations)) return false;
    if (a.hasInit != b.hasInit) return differ("init", a.hasInit, b.hasInit);
    return within("init", [&] { return statements(a.init, b.init); }) && statements(a.body, b.body);
  }

  std::vector<std::string> path_;
  size_t statement_ = 0;
  std::unordered_map<const void*, const void*> partners_, partnersOfB_;
  std::unordered_map<int64_t, int> keysOfA_, keysOfB_;
};

std::optional<std::string> differenceOf(const ModuleFunction& a, const ModuleFunction& b) {
  if ((a.relax() == nullptr) != (b.relax() == nullptr))
    return fmt::format("function {}: kind: {} / {}", a.name(), a.relax() != nullptr ? "Relax" : "kernel",
                       b.relax() != nullptr ? "Relax" : "kernel");
  Comparison comparison;
  const bool same =
      a.relax() != nullptr ? comparison.relax(*a.relax(), *b.relax()) : comparison.kernel(*a.prim(), *b.prim());
  if (same) return std::nullopt;
  return fmt::format("function {}: {}", a.name(), comparison.difference);
}

}  // namespace

std::optional<std::string> firstDifference(const Module& a, const Module& b) {
  Comparison ofModules;
  if (!ofModules.attributes(a.attributes, b.attributes)) return ofModules.difference;
  for (const ModuleFunction& function : b.functions)
    if (a.find(function.name()) == nullptr) return fmt::format("function {}: missing / present", function.name());
  for (const ModuleFunction& function : a.functions) {
    const ModuleFunction* other = b.find(function.name());
    if (other == nullptr) return fmt::format("function {}: present / missing", function.name());
    if (std::optional<std::string> difference = differenceOf(function, *other)) return difference;
  }
  return std::nullopt;
}

}  // namespace relaxscope::ir
