// SPDX-License-Identifier: Apache-2.0
// RewriteDataflowReshape, ToNonDataflow, RemovePurityChecking.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "vmcore/build/passes/passes.h"
#include "vmcore/build/passes/sequence.h"

namespace relaxscope::build {

using ir::Attribute;
using ir::Attributes;
using ir::Axis;
using ir::binary;
using ir::Binding;
using ir::Block;
using ir::Bounds;
using ir::Buffer;
using ir::BufferRef;
using ir::callOf;
using ir::callOperator;
using ir::Expr;
using ir::ExprKind;
using ir::ExprRef;
using ir::externRef;
using ir::FunctionRef;
using ir::intervalOf;
using ir::intImm;
using ir::isCallOf;
using ir::isInt;
using ir::isTrue;
using ir::Module;
using ir::ModuleFunction;
using ir::PrimExpr;
using ir::PrimFunc;
using ir::PrimOp;
using ir::PrimVar;
using ir::PrimVarRef;
using ir::provablyEqual;
using ir::Seq;
using ir::SeqRef;
using ir::shapeExpr;
using ir::TirBody;
using ir::TirKind;
using ir::TirStmt;
using ir::TypeKind;
using ir::TypeRef;
using ir::Var;
using ir::varRef;

namespace {

// ---- which kernels copy in row-major order ----

struct IndexForm;
/// `floor(of / by)` of an index form, or a variable or any other term.
struct IndexAtom {
  PrimExpr term;  ///< null for a quotient
  std::shared_ptr<const IndexForm> of;
  int64_t by = 1;
};
/// A sum of terms with factors, in order of their keys, and a constant.
struct IndexForm {
  struct Term {
    IndexAtom atom;
    int64_t factor = 0;
  };
  std::map<std::string, Term> terms;
  int64_t constant = 0;
  [[nodiscard]] std::string key() const {
    std::string text = std::to_string(constant);
    for (const auto& [name, term] : terms) text += "+" + std::to_string(term.factor) + "*" + name;
    return text;
  }
};

/// Brings index arithmetic into a normal form: remainders are written with quotients, x % c = x - c * (x // c), and
/// quotients shed what the divisor divides. Two indices with equal forms are equal for all values of the variables.
class IndexNormalizer {
 public:
  explicit IndexNormalizer(std::vector<Bounds> bounds) : bounds_(std::move(bounds)) {}

  /// None where a factor is not a constant or a number leaves 2^40.
  std::optional<IndexForm> form(const PrimExpr& e) {
    if (++steps_ > kMaxSteps) return {};
    switch (e->op) {
      case PrimOp::Int: return inRange(IndexForm{{}, e->number});
      case PrimOp::Var: return ofAtom({e, nullptr, 1}, "v" + std::to_string(numberOf(e->var)));
      case PrimOp::Add:
      case PrimOp::Sub: {
        auto a = form(e->operands[0]), b = form(e->operands[1]);
        if (!a || !b) return {};
        return sum(std::move(*a), *b, e->op == PrimOp::Add ? 1 : -1);
      }
      case PrimOp::Mul: {
        auto a = form(e->operands[0]), b = form(e->operands[1]);
        if (!a || !b || (!a->terms.empty() && !b->terms.empty())) return {};
        return a->terms.empty() ? sum({}, *b, a->constant) : sum({}, *a, b->constant);
      }
      case PrimOp::FloorDiv:
      case PrimOp::FloorMod: {
        auto a = form(e->operands[0]);
        if (!a || !isInt(e->operands[1]) || e->operands[1]->number <= 0) return {};
        const int64_t by = e->operands[1]->number;
        auto quotient = divided(*a, by);
        if (e->op == PrimOp::FloorDiv || !quotient) return quotient;
        return sum(std::move(*a), *quotient, -by);
      }
      default: return {};
    }
  }

 private:
  static constexpr int64_t kLargest = int64_t{1} << 40;
  static constexpr int64_t kWide = int64_t{1} << 60;
  static constexpr int kMaxSteps = 10000;

  static std::optional<IndexForm> inRange(IndexForm form) {
    if (std::abs(form.constant) > kLargest) return {};
    for (const auto& [key, term] : form.terms)
      if (std::abs(term.factor) > kLargest) return {};
    return form;
  }
  static IndexForm ofAtom(IndexAtom atom, const std::string& key) {
    IndexForm form;
    form.terms[key] = {std::move(atom), 1};
    return form;
  }
  size_t numberOf(const PrimVarRef& var) { return numbers_.try_emplace(var.get(), numbers_.size()).first->second; }

  /// a + factor * b
  static std::optional<IndexForm> sum(IndexForm a, const IndexForm& b, int64_t factor) {
    const auto scaled = [&](int64_t value) -> std::optional<int64_t> {
      int64_t product = 0;
      if (__builtin_mul_overflow(value, factor, &product) || std::abs(product) > kLargest) return {};
      return product;
    };
    const auto constant = scaled(b.constant);
    if (!constant) return {};
    a.constant += *constant;
    for (const auto& [key, term] : b.terms) {
      const auto product = scaled(term.factor);
      if (!product) return {};
      IndexForm::Term& into = a.terms[key];
      into.atom = term.atom;
      into.factor += *product;
      if (into.factor == 0) a.terms.erase(key);
    }
    return inRange(std::move(a));
  }

  /// floor(a / by)
  std::optional<IndexForm> divided(const IndexForm& a, int64_t by) {
    if (by == 1) return a;
    IndexForm quotient, rest;
    const int64_t remainder = ((a.constant % by) + by) % by;
    quotient.constant = (a.constant - remainder) / by;
    rest.constant = remainder;
    for (const auto& [key, term] : a.terms)
      if (term.factor % by == 0) quotient.terms[key] = {term.atom, term.factor / by};
      else rest.terms[key] = term;
    const auto [low, high] = rangeOf(rest);
    if (low >= 0 && high < by) return quotient;
    int64_t total = by;
    auto inner = std::make_shared<const IndexForm>(std::move(rest));
    // (x // a) // b is x // (a * b).
    if (inner->constant == 0 && inner->terms.size() == 1 && inner->terms.begin()->second.factor == 1 &&
        inner->terms.begin()->second.atom.of != nullptr) {
      const IndexAtom nested = inner->terms.begin()->second.atom;
      if (nested.by > kLargest / by) return {};
      total = nested.by * by;
      inner = nested.of;
    }
    const std::string key = "(" + inner->key() + ")/" + std::to_string(total);
    if (key.size() > 4096) return {};
    return sum(std::move(quotient), ofAtom({nullptr, inner, total}, key), 1);
  }

  /// Least and greatest value, saturated at +-2^60.
  std::pair<int64_t, int64_t> rangeOf(const IndexForm& form) {
    int64_t low = form.constant, high = form.constant;
    for (const auto& [key, term] : form.terms) {
      auto [least, greatest] = rangeOf(term.atom);
      if (term.factor < 0) std::swap(least, greatest);
      low = saturated(low, least, term.factor);
      high = saturated(high, greatest, term.factor);
    }
    return {low, high};
  }
  /// sum + value * factor
  static int64_t saturated(int64_t sum, int64_t value, int64_t factor) {
    int64_t product = 0;
    if (__builtin_mul_overflow(value, factor, &product)) product = (value < 0) != (factor < 0) ? -kWide : kWide;
    return std::clamp(sum + std::clamp(product, -kWide, kWide), -kWide, kWide);
  }
  std::pair<int64_t, int64_t> rangeOf(const IndexAtom& atom) {
    if (atom.of == nullptr) return intervalOf(atom.term, bounds_);
    const auto [low, high] = rangeOf(*atom.of);
    const auto floorDiv = [&](int64_t value) { return value / atom.by - (value % atom.by < 0 ? 1 : 0); };
    return {floorDiv(low), floorDiv(high)};
  }

  std::vector<Bounds> bounds_;
  std::map<const PrimVar*, size_t> numbers_;
  int steps_ = 0;
};

/// The one store of a kernel that does nothing else, with the ranges of the variables around it.
struct CopyLoop {
  const TirStmt* store = nullptr;
  std::vector<Bounds> bounds;
};

constexpr int64_t kUnknownBound = std::numeric_limits<int64_t>::max();

void boundVariable(const PrimVarRef& var, const PrimExpr& begin, const PrimExpr& extent, CopyLoop& loop) {
  if (begin == nullptr || extent == nullptr || !isInt(begin)) return;
  constexpr int64_t kLargest = int64_t{1} << 40;
  const bool known = isInt(extent) && extent->number >= 1 && extent->number < kLargest && begin->number < kLargest;
  loop.bounds.push_back({var, begin->number, known ? begin->number + extent->number - 1 : kUnknownBound});
}

bool findCopy(const TirBody& body, CopyLoop& loop) {
  const TirBody* at = &body;
  while (at->size() == 1) {
    const TirStmt& statementAt = *at->front();
    if (statementAt.kind == TirKind::Store) {
      loop.store = &statementAt;
      return statementAt.value->op == PrimOp::Load;
    }
    if (statementAt.kind == TirKind::For) {
      boundVariable(statementAt.var, statementAt.begin, statementAt.extent, loop);
    } else if (statementAt.kind == TirKind::Block) {
      if (statementAt.hasInit || statementAt.predicate != nullptr || !statementAt.allocations.empty()) return false;
      for (const Axis& axis : statementAt.axes) {
        if (axis.reduce) return false;
        boundVariable(axis.var, axis.begin, axis.extent, loop);
      }
    } else {
      return false;
    }
    at = &statementAt.body;
  }
  return false;
}

/// `x // d * d + x % d` is x.
PrimExpr sumOf(const PrimExpr& a, const PrimExpr& b) {
  if (a->op == PrimOp::Mul && b->op == PrimOp::FloorMod && a->operands[0]->op == PrimOp::FloorDiv) {
    const PrimExpr& quotient = a->operands[0];
    if (ir::sameText(quotient->operands[0], b->operands[0]) && ir::sameText(quotient->operands[1], b->operands[1]) &&
        ir::sameText(a->operands[1], b->operands[1]))
      return b->operands[0];
  }
  return binary(PrimOp::Add, a, b);
}

/// The index in row-major order. That of a dimension of extent 1 is 0.
PrimExpr linearIndex(const Buffer& buffer, const std::vector<PrimExpr>& indices) {
  PrimExpr index = intImm(0);
  for (size_t i = 0; i < indices.size(); ++i)
    if (!isInt(buffer.shape[i], 1)) index = sumOf(binary(PrimOp::Mul, index, buffer.shape[i]), indices[i]);
  return index;
}

PrimExpr countOf(const std::vector<PrimExpr>& extents) {
  PrimExpr count = intImm(1);
  for (const PrimExpr& extent : extents) count = binary(PrimOp::Mul, count, extent);
  return count;
}

/// Whether it copies its first parameter into its last, element by element in row-major order.
bool copiesInOrder(const PrimFunc& kernel) {
  if (kernel.params.size() < 2 || !kernel.allocations.empty()) return false;
  const BufferRef& source = kernel.params.front().buffer;
  const BufferRef& target = kernel.params.back().buffer;
  CopyLoop loop;
  if (source == nullptr || target == nullptr || source->type != target->type || !findCopy(kernel.body, loop))
    return false;
  const TirStmt& store = *loop.store;
  if (store.buffer != target || store.value->buffer != source || store.indices.size() != target->shape.size() ||
      store.value->operands.size() != source->shape.size() ||
      !provablyEqual(countOf(source->shape), countOf(target->shape)))
    return false;
  const PrimExpr written = linearIndex(*target, store.indices), read = linearIndex(*source, store.value->operands);
  if (provablyEqual(written, read)) return true;
  IndexNormalizer normalizer(std::move(loop.bounds));
  const auto a = normalizer.form(written), b = normalizer.form(read);
  return a && b && a->key() == b->key();
}

/// `call_tir(copy, (x,), out_ty=T)` as `reshape(x, shape)`, or null.
ExprRef reshapeOf(const Module& module, const Binding& binding) {
  const ExprRef& call = binding.value;
  if (!binding.var->dataflow || !isCallOf(call, "relax.call_tir") || call->operands.size() < 2 ||
      call->typeArgs.size() != 1 || call->operands[0]->kind != ExprKind::Global ||
      call->operands[1]->kind != ExprKind::Tuple || call->operands[1]->operands.empty())
    return nullptr;
  const ExprRef& input = call->operands[1]->operands[0];
  const TypeRef& type = call->typeArgs[0];
  if (type->kind != TypeKind::Tensor || !type->dims || input->type == nullptr ||
      input->type->kind != TypeKind::Tensor || !input->type->dims || input->type->dtype != type->dtype ||
      !provablyEqual(countOf(*input->type->dims), countOf(*type->dims)))
    return nullptr;
  const ModuleFunction* callee = module.find(call->operands[0]->text);
  if (callee == nullptr || callee->prim() == nullptr || !copiesInOrder(*callee->prim())) return nullptr;
  return callOperator("relax.reshape", {input, shapeExpr(*type->dims)}, {}, type, call->span);
}

// ---- ToNonDataflow ----

Result<FunctionRef> withoutDataflow(const FunctionRef& function) {
  Replacement replacement;
  SeqRewrite rewrite;
  rewrite.binding = [&](const Binding& binding, std::vector<Binding>& out) -> Result<void> {
    Binding plain = replacement.of(binding);
    if (plain.var->dataflow) {
      auto var = std::make_shared<Var>(*plain.var);
      var->dataflow = false;
      plain.var = std::move(var);
      replacement.vars[binding.var.get()] = varRef(plain.var);
    }
    out.push_back(std::move(plain));
    return {};
  };
  rewrite.result = [&](const ExprRef& result) { return replacement.of(result); };
  RS_TRY(SeqRef body, rewriteSeq(function->body, rewrite));
  return withBody(function, std::move(body));
}

SeqRef withMergedBlocks(const SeqRef& seq);

ExprRef withMergedBlocks(const ExprRef& value) {
  if (value->kind != ExprKind::If && value->kind != ExprKind::Function) return value;
  auto changed = std::make_shared<Expr>(*value);
  if (value->kind == ExprKind::If) {
    changed->thenSeq = withMergedBlocks(value->thenSeq);
    changed->elseSeq = withMergedBlocks(value->elseSeq);
    if (changed->thenSeq == value->thenSeq && changed->elseSeq == value->elseSeq) return value;
  } else {
    changed->function = withBody(value->function, withMergedBlocks(value->function->body));
    if (changed->function == value->function) return value;
  }
  return changed;
}

/// One plain block in place of all.
SeqRef withMergedBlocks(const SeqRef& seq) {
  auto changed = std::make_shared<Seq>();
  changed->result = seq->result;
  bool same = seq->blocks.size() <= 1;
  Block merged;
  for (const Block& block : seq->blocks) {
    same = same && !block.dataflow;
    for (const Binding& binding : block.bindings) {
      merged.bindings.push_back(binding);
      merged.bindings.back().value = withMergedBlocks(binding.value);
      same = same && merged.bindings.back().value == binding.value;
    }
  }
  if (same) return seq;
  if (!merged.bindings.empty()) changed->blocks.push_back(std::move(merged));
  return changed;
}

// ---- RemovePurityChecking ----

constexpr const char* kForcePure = "relax.force_pure";

Attributes withForcePure(const Attributes& attributes) {
  Attributes changed = attributes;
  std::erase_if(changed, [](const auto& each) { return each.first == kForcePure; });
  const auto after = std::ranges::find_if(changed, [](const auto& each) { return each.first > kForcePure; });
  changed.insert(after, {kForcePure, Attribute{true}});
  return changed;
}

ExprRef withoutPurity(const ExprRef& value) {
  if ((isCallOf(value, "relax.call_pure_packed") || isCallOf(value, "relax.call_inplace_packed")) &&
      !value->operands.empty()) {
    const std::vector<ExprRef>& operands = value->operands;
    const ExprRef callee =
        operands[0]->kind == ExprKind::Text ? externRef(operands[0]->text, value->span) : operands[0];
    return callOf(callee, {operands.begin() + 1, operands.end()}, value->typeArgs, value->type, value->span);
  }
  if (isCallOf(value, "relax.invoke_pure_closure"))
    return callOperator("relax.invoke_closure", value->operands, value->typeArgs, value->type, value->span);
  return value;
}

Result<FunctionRef> withoutPurityChecks(const FunctionRef& function) {
  SeqRewrite rewrite;
  rewrite.binding = [](const Binding& binding, std::vector<Binding>& out) -> Result<void> {
    out.push_back(binding);
    out.back().value = withoutPurity(binding.value);
    return {};
  };
  RS_TRY(SeqRef body, rewriteSeq(function->body, rewrite));
  FunctionRef rewritten = withBody(function, std::move(body));
  if (!function->pure || isTrue(function->attributes, kForcePure)) return rewritten;
  auto forced = std::make_shared<ir::Function>(*rewritten);
  forced->attributes = withForcePure(forced->attributes);
  return FunctionRef(std::move(forced));
}

}  // namespace

Result<Module> rewriteDataflowReshape(const Module& module, PassContext&) {
  return mapFunctions(module, [&](const FunctionRef& function) -> Result<FunctionRef> {
    SeqRewrite rewrite;
    rewrite.binding = [&](const Binding& binding, std::vector<Binding>& out) -> Result<void> {
      out.push_back(binding);
      if (ExprRef reshape = reshapeOf(module, binding)) {
        out.back().value = std::move(reshape);
        out.back().annotated = true;
      }
      return {};
    };
    RS_TRY(SeqRef body, rewriteSeq(function->body, rewrite));
    return withBody(function, std::move(body));
  });
}

Result<Module> toNonDataflow(const Module& module, PassContext&) {
  return mapFunctions(module, [](const FunctionRef& function) -> Result<FunctionRef> {
    RS_TRY(FunctionRef plain, withoutDataflow(function));
    return withBody(plain, withMergedBlocks(plain->body));
  });
}

Result<Module> removePurityChecking(const Module& module, PassContext&) {
  return mapFunctions(module, withoutPurityChecks);
}

}  // namespace relaxscope::build
