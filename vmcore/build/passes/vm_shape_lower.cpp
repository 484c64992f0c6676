// SPDX-License-Identifier: Apache-2.0
// The checks of arguments and casts, and the shape heap: a tensor of int64 with a slot for each symbolic extent
// of a function. Symbols enter it by matching shapes, other extents by host functions that this pass makes.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "vmcore/build/passes/infer.h"
#include "vmcore/build/passes/passes.h"
#include "vmcore/build/passes/rewrite.h"
#include "vmcore/build/passes/sequence.h"
#include "vmcore/ir/print/print.h"

namespace relaxscope::build {
namespace {

using ir::ExprKind;
using ir::ExprRef;
using ir::PrimExpr;
using ir::PrimOp;
using ir::TypeKind;
using ir::TypeRef;

/// What a builtin does with an extent; each is followed by a value.
enum class MatchCode : int64_t { EqualToValue = 0, StoreToSlot = 1, Ignore = 2, EqualToSlot = 3 };
enum class MakeCode : int64_t { Value = 0, Slot = 1 };

/// The symbols of the scalar variables of a function. A variable without a symbol of its own gets one here.
class ScalarSymbols {
 public:
  /// Null where `var` is no int64 scalar.
  ir::PrimVarRef of(const ir::VarRef& var) {
    if (var->type == nullptr || var->type->kind != TypeKind::Prim || var->type->dtype != kInt64Type) return nullptr;
    if (var->symbol != nullptr) return var->symbol;
    ir::PrimVarRef& own = own_[var.get()];
    if (own == nullptr) own = ir::makeVar(var->name);
    return own;
  }

 private:
  std::unordered_map<const ir::Var*, ir::PrimVarRef> own_;
};

/// The scalars that the result of a function depends on: only these are kept in the heap for their own sake.
class NeededScalars {
 public:
  explicit NeededScalars(ScalarSymbols& symbols) : symbols_(symbols) {}
  void run(const ir::Function& function) {
    for (const ir::VarRef& param : function.params) variables_.insert(symbols_.of(param).get());
    walk(*function.body, true);
  }
  /// Symbols that are no variables come from shapes: these are always kept.
  [[nodiscard]] bool keeps(const ir::PrimVarRef& symbol) const {
    return needed_.contains(symbol.get()) || !variables_.contains(symbol.get());
  }

 private:
  void walk(const ir::Seq& seq, bool resultIsNeeded) {
    if (resultIsNeeded) need(seq.result);
    for (auto block = seq.blocks.rbegin(); block != seq.blocks.rend(); ++block)
      for (auto binding = block->bindings.rbegin(); binding != block->bindings.rend(); ++binding) {
        variables_.insert(symbols_.of(binding->var).get());
        const bool used = neededVars_.contains(binding->var.get());
        if (used) need(binding->value);
        if (binding->value->kind != ExprKind::If) continue;
        walk(*binding->value->thenSeq, used);
        walk(*binding->value->elseSeq, used);
      }
  }
  void need(const ExprRef& expr) {
    if (expr->kind == ExprKind::Var) {
      neededVars_.insert(expr->var.get());
      needed_.insert(symbols_.of(expr->var).get());
    }
    if (expr->kind == ExprKind::Prim)
      ir::forEachVar(expr->prim, [this](const ir::PrimVarRef& var) { needed_.insert(var.get()); });
    for (const ExprRef& operand : expr->operands) need(operand);
    if (expr->callee != nullptr) need(expr->callee);
  }

  ScalarSymbols& symbols_;
  std::unordered_set<const ir::Var*> neededVars_;
  std::unordered_set<const ir::PrimVar*> needed_, variables_;
};

/// The slots of a function, in order of first sight.
class HeapSlots {
 public:
  struct Slot {
    PrimExpr value;
    bool filled = false;
  };

  void collect(const ir::Function& function, ScalarSymbols& symbols, const NeededScalars& needed) {
    for (const ir::VarRef& param : function.params) addExtents(param->type);
    walk(*function.body, symbols, needed);
    addExtents(function.result);
  }
  [[nodiscard]] size_t size() const { return slots_.size(); }
  Slot& operator[](size_t index) { return slots_[index]; }
  /// Nothing where there is none.
  [[nodiscard]] std::optional<size_t> find(const PrimExpr& e) const {
    const auto found = byHash_.find(ir::hashOf(e));
    if (found == byHash_.end()) return std::nullopt;
    for (const size_t index : found->second)
      if (ir::sameText(slots_[index].value, e)) return index;
    return std::nullopt;
  }
  [[nodiscard]] std::optional<size_t> find(const ir::PrimVarRef& symbol) const { return find(ir::varExpr(symbol)); }

 private:
  /// The expression, then its symbols.
  void add(const PrimExpr& e) {
    if (e->op == PrimOp::Int) return;
    addOne(e);
    ir::forEachVar(e, [this](const ir::PrimVarRef& var) { addOne(ir::varExpr(var)); });
  }
  void addOne(const PrimExpr& e) {
    if (find(e)) return;
    byHash_[ir::hashOf(e)].push_back(slots_.size());
    slots_.push_back({e});
  }
  void addExtents(const TypeRef& type) {
    forEachExtent(type, [this](const PrimExpr& extent) { add(extent); });
  }
  void walk(const ir::Seq& seq, ScalarSymbols& symbols, const NeededScalars& needed) {
    for (const ir::Block& block : seq.blocks)
      for (const ir::Binding& binding : block.bindings) {
        visit(binding.value, symbols, needed);
        addExtents(binding.cast);
        addExtents(binding.var->type);
      }
    visit(seq.result, symbols, needed);
  }
  void visit(const ExprRef& expr, ScalarSymbols& symbols, const NeededScalars& needed) {
    for (const TypeRef& type : expr->typeArgs) addExtents(type);
    if (expr->kind == ExprKind::Var) {
      if (const ir::PrimVarRef symbol = symbols.of(expr->var); symbol != nullptr && needed.keeps(symbol))
        addOne(ir::varExpr(symbol));
    } else if (expr->kind == ExprKind::Prim && expr->prim->op == PrimOp::Var && expr->prim->type == kInt64Type) {
      if (needed.keeps(expr->prim->var)) addOne(expr->prim);
    }
    for (const PrimExpr& extent : expr->dims) add(extent);
    for (const ExprRef& operand : expr->operands) visit(operand, symbols, needed);
    if (expr->kind == ExprKind::If) {
      walk(*expr->thenSeq, symbols, needed);
      walk(*expr->elseSeq, symbols, needed);
    }
    addExtents(expr->type);
  }

  std::vector<Slot> slots_;
  std::unordered_map<size_t, std::vector<size_t>> byHash_;
};

/// A value whose type is checked: an expression, or a field of one that is projected when it is first needed.
struct CheckedPlace {
  ExprRef value;  ///< null: not projected yet
  CheckedPlace* tuple = nullptr;
  int64_t index = 0;
  TypeRef type;  ///< what is known of the value
};

class ShapeLowerer : public FunctionRewriter {
 public:
  ShapeLowerer(const std::function<TypeRef(const std::string&)>& functionType, NameSupply& globals,
               std::vector<ir::ModuleFunction>& added, PassContext& context)
      : FunctionRewriter(functionType), globals_(globals), added_(added), context_(context) {}

  /// Null where a shape is not determined; the context tells which.
  ir::FunctionRef run(const ir::FunctionRef& function) {
    function_ = function.get();
    names_ = namesIn(*function);
    NeededScalars needed(symbols_);
    needed.run(*function);
    slots_.collect(*function, symbols_, needed);
    for (size_t i = 0; i < slots_.size(); ++i)
      if (slots_[i].value->op != PrimOp::Var) waiting_.push_back(i);
    auto made = std::make_shared<ir::Function>(*function);
    made->body = rewriteSeq(*function->body);
    return failed_ ? nullptr : made;
  }

 protected:
  void visitBinding(const ir::Binding& binding) override {
    if (!started_) start();
    if (binding.cast != nullptr) return visitCast(binding);
    const ir::VarRef var = emitFor(binding, visitValue(binding.value));
    const ir::PrimVarRef symbol = symbols_.of(binding.var);
    if (symbol == nullptr) return;
    const std::optional<size_t> slot = slots_.find(symbol);
    if (!slot) return;
    emitCall(scalarMatch(ir::varRef(var), *slot, ir::textExpr("")));
    fillSlots();
  }

  ExprRef visitValue(const ExprRef& value) override {
    if (const ExprRef made = loweredScalarOrShape(value)) return made;
    if (value->kind != ExprKind::If) return FunctionRewriter::visitValue(value);
    ++depth_;
    ExprRef made = FunctionRewriter::visitValue(value);
    --depth_;
    return made;
  }

  ExprRef visitOperand(const ExprRef& operand) override {
    if (const ExprRef made = loweredScalarOrShape(operand)) return ir::varRef(emitNew("gv", made), operand->span);
    return FunctionRewriter::visitOperand(operand);
  }

  ExprRef visitResult(const ExprRef& result) override {
    if (!started_) start();
    const ExprRef lowered = visitOperand(result);
    if (depth_ == 0 && function_->result != nullptr) {
      const ExprRef context = ir::textExpr(fmt::format("ErrorContext(fn={}, loc=return, annotation={}) ",
                                                       function_->name, ir::contextTypeText(function_->result)));
      check(placeOf(lowered), function_->result, context, {.always = false, .dynamicOnly = false});
      runMatches(function_->span, " of the result");
    }
    return lowered;
  }

 private:
  struct CheckMode {
    bool always = false;       ///< also what the static type proves
    bool dynamicOnly = false;  ///< no tensors of constant shape
  };

  // ---- the start: heap and parameters ----

  void start() {
    started_ = true;
    makeHeap();
    const ir::Attribute* const attribute = ir::findAttribute(function_->attributes, "num_input");
    size_t inputs = function_->params.size();
    if (attribute != nullptr) {
      if (const int64_t* number = std::get_if<int64_t>(&attribute->value)) inputs = static_cast<size_t>(*number);
      if (const PrimExpr* number = std::get_if<PrimExpr>(&attribute->value))
        inputs = static_cast<size_t>((*number)->number);
    }
    for (size_t i = 0; i < function_->params.size(); ++i) {
      const ir::VarRef& param = function_->params[i];
      const ExprRef context =
          ir::textExpr(fmt::format("ErrorContext(fn={}, loc=param[{}], param={}, annotation={}) ", function_->name, i,
                                   param->name, ir::contextTypeText(param->type)));
      check(placeOf(ir::varRef(param)), param->type, context, {.always = true, .dynamicOnly = i >= inputs});
    }
    runMatches(function_->span, " of a parameter");
  }

  void makeHeap() {
    const auto size = static_cast<int64_t>(slots_.size());
    const TypeRef type = ir::tensorType(std::nullopt, kInt64Type, 1);
    const ExprRef made =
        size == 0 ? ir::callOperator("relax.null_value", {}, {}, ir::anyType())
                  : ir::callOperator("relax.call_builtin_with_ctx",
                                     {ir::externRef("vm.builtin.alloc_shape_heap"), ir::tupleExpr({ir::intExpr(size)})},
                                     {type}, type);
    heap_ = ir::varRef(emitNew("shape_heap", made));
  }

  // ---- checks ----

  CheckedPlace* placeOf(const ExprRef& value) {
    places_.push_back(std::make_unique<CheckedPlace>());
    places_.back()->value = value;
    places_.back()->type = value->type == nullptr ? infer(value) : value->type;
    return places_.back().get();
  }
  CheckedPlace* fieldPlace(CheckedPlace* tuple, int64_t index) {
    const auto i = static_cast<size_t>(index);
    if (tuple->value != nullptr && tuple->value->kind == ExprKind::Tuple && i < tuple->value->operands.size())
      return placeOf(tuple->value->operands[i]);
    places_.push_back(std::make_unique<CheckedPlace>());
    CheckedPlace& made = *places_.back();
    made.tuple = tuple;
    made.index = index;
    const bool known = tuple->type->kind == TypeKind::Tuple && i < tuple->type->fields.size();
    made.type = known ? tuple->type->fields[i] : ir::anyType();
    return &made;
  }
  /// Emits the projections that lead to the place, once.
  const ExprRef& valueAt(CheckedPlace* place) {
    if (place->value != nullptr) return place->value;
    const ExprRef tuple = valueAt(place->tuple);
    const ExprRef field =
        place->tuple->type->kind == TypeKind::Tuple
            ? ir::fieldOf(tuple, place->index)
            : ir::callPacked("vm.builtin.tuple_getitem", {tuple, ir::intExpr(place->index)}, ir::anyType());
    place->value = ir::varRef(emitNew("gv", field));
    return place->value;
  }

  static ExprRef builtin(const char* name, std::vector<ExprRef> operands) {
    return ir::callPacked(std::string("vm.builtin.") + name, std::move(operands), ir::voidType());
  }
  ExprRef dtypeOperand(DataType dtype) {
    if (dtype.lanes != 0) return ir::dataTypeExpr(dtype);
    return ir::varRef(emitNew("gv", ir::callOperator("relax.null_value", {}, {}, ir::anyType())));
  }
  void addMatch(CheckedPlace* place, std::vector<PrimExpr> extents, bool isScalar, const ExprRef& context) {
    pending_.push_back({place, std::move(extents), isScalar, context});
  }

  /// Emits the checks that the value is of `type`, and notes the shapes to match.
  void check(CheckedPlace* place, const TypeRef& type, const ExprRef& context, CheckMode mode) {
    if (type->kind == TypeKind::Any || (!mode.always && ir::isBaseOf(type, place->type))) return;
    switch (type->kind) {
      case TypeKind::Any: return;
      case TypeKind::Tensor: return checkTensor(place, type, context, mode);
      case TypeKind::Shape:
        if (mode.always || !ir::isBaseOf(ir::shapeType(std::nullopt, type->ndim), place->type))
          emitCall(builtin("check_shape_info", {valueAt(place), ir::intExpr(type->ndim), context}));
        if (type->dims) addMatch(place, *type->dims, false, context);
        return;
      case TypeKind::Prim: return checkScalar(place, type, context);
      case TypeKind::Tuple: return checkTuple(place, type, context, mode);
      case TypeKind::Callable: return emitCall(builtin("check_func_info", {valueAt(place), context}));
    }
  }
  void checkTensor(CheckedPlace* place, const TypeRef& type, const ExprRef& context, CheckMode mode) {
    if (mode.dynamicOnly && type->dims && std::ranges::all_of(*type->dims, [](const auto& e) { return ir::isInt(e); }))
      return;
    if (mode.always || !ir::isBaseOf(ir::tensorType(std::nullopt, type->dtype, type->ndim), place->type)) {
      const ExprRef value = valueAt(place);
      const ExprRef dtype = dtypeOperand(type->dtype);
      emitCall(builtin("check_tensor_info", {value, ir::intExpr(type->ndim), dtype, context}));
    }
    if (type->dims) addMatch(place, *type->dims, false, context);
  }
  void checkScalar(CheckedPlace* place, const TypeRef& type, const ExprRef& context) {
    emitCall(builtin("check_prim_value_info", {valueAt(place), ir::dataTypeExpr(type->dtype), context}));
    if (place->value->kind != ExprKind::Var) return;
    const ir::PrimVarRef symbol = symbols_.of(place->value->var);
    if (symbol != nullptr && slots_.find(symbol)) addMatch(place, {ir::varExpr(symbol)}, true, context);
  }
  void checkTuple(CheckedPlace* place, const TypeRef& type, const ExprRef& context, CheckMode mode) {
    const bool known = place->type->kind == TypeKind::Tuple && place->type->fields.size() == type->fields.size();
    if (mode.always || !known)
      emitCall(builtin("check_tuple_info",
                       {valueAt(place), ir::intExpr(static_cast<int64_t>(type->fields.size())), context}));
    for (size_t i = 0; i < type->fields.size(); ++i)
      check(fieldPlace(place, static_cast<int64_t>(i)), type->fields[i], context, mode);
  }

  // ---- matches ----

  /// A shape, or a scalar, that is compared with the heap.
  struct PendingMatch {
    CheckedPlace* place;
    std::vector<PrimExpr> extents;
    bool isScalar;
    ExprRef context;
  };

  ExprRef scalarMatch(const ExprRef& value, size_t slot, const ExprRef& context) {
    const bool filled = std::exchange(slots_[slot].filled, true);
    const MatchCode code = filled ? MatchCode::EqualToSlot : MatchCode::StoreToSlot;
    return builtin("match_prim_value", {value, heap_, ir::intExpr(static_cast<int64_t>(code)),
                                        ir::intExpr(static_cast<int64_t>(slot)), context});
  }

  /// The code and value of an extent. A symbol that is seen first counts as filled from here on.
  std::pair<MatchCode, int64_t> matchOf(const PrimExpr& extent) {
    if (ir::isInt(extent)) return {MatchCode::EqualToValue, extent->number};
    const size_t slot = slots_.find(extent).value_or(0);
    const auto value = static_cast<int64_t>(slot);
    if (slots_[slot].filled) return {MatchCode::EqualToSlot, value};
    if (extent->op != PrimOp::Var) return {MatchCode::Ignore, 0};
    slots_[slot].filled = true;
    return {MatchCode::StoreToSlot, value};
  }

  /// Emits a match as far as the heap allows; false where an extent was ignored.
  bool emitMatch(const PendingMatch& match) {
    if (match.isScalar) {
      const size_t slot = slots_.find(match.extents[0]).value_or(0);
      emitCall(scalarMatch(valueAt(match.place), slot, match.context));
      return true;
    }
    std::vector<ExprRef> codes;
    size_t ignored = 0;
    for (const PrimExpr& extent : match.extents) {
      const auto [code, value] = matchOf(extent);
      if (code == MatchCode::Ignore) ++ignored;
      codes.push_back(ir::intExpr(static_cast<int64_t>(code)));
      codes.push_back(ir::intExpr(value));
    }
    if (ignored == match.extents.size()) return ignored == 0;
    std::vector<ExprRef> operands = {valueAt(match.place), heap_,
                                     ir::intExpr(static_cast<int64_t>(match.extents.size()))};
    operands.insert(operands.end(), codes.begin(), codes.end());
    operands.push_back(match.context);
    emitCall(builtin("match_shape", std::move(operands)));
    return ignored == 0;
  }

  /// Emits the noted matches, fills the slots that they determine, and repeats the matches that ignored an extent.
  void runMatches(const ir::Span& span, const char* what) {
    std::vector<PendingMatch> round = std::exchange(pending_, {});
    while (true) {
      std::vector<PendingMatch> left;
      for (PendingMatch& match : round)
        if (!emitMatch(match)) left.push_back(std::move(match));
      const bool filled = fillSlots();
      round = std::move(left);
      if (round.empty()) return;
      if (!filled) break;
    }
    for (const PendingMatch& match : round)
      for (const PrimExpr& extent : match.extents)
        if (!isFilled(extent)) undetermined(extent, span, what);
  }

  [[nodiscard]] bool isFilled(const PrimExpr& extent) {
    if (ir::isInt(extent)) return true;
    const std::optional<size_t> slot = slots_.find(extent);
    return slot && slots_[*slot].filled;
  }
  void undetermined(const PrimExpr& extent, const ir::Span& span, const char* what) {
    failed_ = true;
    ir::Diagnostic diagnostic;
    diagnostic.span = extent->span.known() ? extent->span : span;
    diagnostic.code = "symbol-undefined";
    diagnostic.message = fmt::format("dimension {}{} of function {} is not determined by the parameters",
                                     ir::primText(extent), what, function_->name);
    context_.diagnostics.push_back(std::move(diagnostic));
  }

  // ---- computed slots ----

  /// Fills all slots whose symbols are known by one call; false where there is none.
  bool fillSlots() {
    std::vector<size_t> ready;
    std::erase_if(waiting_, [&](size_t i) {
      bool known = true;
      ir::forEachVar(slots_[i].value, [&](const ir::PrimVarRef& var) { known &= isFilled(ir::varExpr(var)); });
      if (known) ready.push_back(i);
      return known;
    });
    if (ready.empty()) return false;
    const std::string name = globals_.fresh("shape_func");
    added_.push_back({shapeFunction(name, ready)});
    for (const size_t i : ready) slots_[i].filled = true;
    emitCall(ir::callOf(ir::globalRef(name), {heap_}, {}, ir::voidType()));
    return true;
  }

  ir::PrimFuncRef shapeFunction(const std::string& name, const std::vector<size_t>& ready) {
    auto function = std::make_shared<ir::PrimFunc>();
    function->name = name;
    function->isPrivate = true;
    function->attributes = {{"tirx.is_host_func", ir::Attribute{true}}};
    auto heap = std::make_shared<ir::Buffer>();
    heap->name = "H";
    heap->shape = {ir::intImm(static_cast<int64_t>(slots_.size()))};
    heap->type = kInt64Type;
    function->params.push_back({heap, nullptr, {}});
    const auto load = [&](const ir::PrimVarRef& var) {
      return ir::loadOf(heap, {ir::intImm(static_cast<int64_t>(slots_.find(var).value_or(0)))});
    };
    for (const size_t i : ready) {
      auto store = std::make_shared<ir::TirStmt>();
      store->kind = ir::TirKind::Store;
      store->buffer = heap;
      store->indices = {ir::intImm(static_cast<int64_t>(i))};
      store->value = ir::substitute(slots_[i].value, load);
      function->body.push_back(std::move(store));
    }
    return function;
  }

  // ---- the body ----

  void visitCast(const ir::Binding& binding) {
    const ExprRef value = visitOperand(binding.value);
    const ExprRef context =
        ir::textExpr(fmt::format("ErrorContext(match_cast, ty={}) ", ir::contextTypeText(binding.cast)));
    check(placeOf(value), binding.cast, context, {.always = false, .dynamicOnly = false});
    runMatches(binding.span, " of the cast");
    emitFor(binding, value);
  }

  /// The call that makes a symbolic scalar or shape from the heap, or null for all else.
  ExprRef loweredScalarOrShape(const ExprRef& expr) {
    if (expr->kind == ExprKind::Shape) return loweredShape(expr);
    ir::PrimVarRef symbol;
    if (expr->kind == ExprKind::Var) symbol = symbols_.of(expr->var);
    if (expr->kind == ExprKind::Prim && expr->prim->op == PrimOp::Var) symbol = expr->prim->var;
    if (symbol == nullptr) return nullptr;
    const std::optional<size_t> slot = slots_.find(symbol);
    if (!slot) return nullptr;
    if (!slots_[*slot].filled) undetermined(slots_[*slot].value, expr->span, "");
    return ir::callPacked("vm.builtin.make_prim_value",
                          {heap_, makeCode(MakeCode::Slot), ir::intExpr(static_cast<int64_t>(*slot))},
                          ir::primType(symbol->type), expr->span);
  }
  static ExprRef makeCode(MakeCode code) { return ir::intExpr(static_cast<int64_t>(code)); }

  ExprRef loweredShape(const ExprRef& expr) {
    if (std::ranges::all_of(expr->dims, [](const PrimExpr& e) { return ir::isInt(e); })) return nullptr;
    const auto rank = static_cast<int>(expr->dims.size());
    std::vector<ExprRef> operands = {heap_, ir::intExpr(rank)};
    for (const PrimExpr& extent : expr->dims) {
      if (!isFilled(extent)) undetermined(extent, expr->span, "");
      operands.push_back(makeCode(ir::isInt(extent) ? MakeCode::Value : MakeCode::Slot));
      operands.push_back(
          ir::intExpr(ir::isInt(extent) ? extent->number : static_cast<int64_t>(slots_.find(extent).value_or(0))));
    }
    return ir::callPacked("vm.builtin.make_shape", std::move(operands), ir::shapeType(std::nullopt, rank), expr->span);
  }

  NameSupply& globals_;
  std::vector<ir::ModuleFunction>& added_;
  PassContext& context_;
  const ir::Function* function_ = nullptr;
  ScalarSymbols symbols_;
  HeapSlots slots_;
  std::vector<size_t> waiting_;  ///< slots that are computed and not yet filled
  ExprRef heap_;
  std::vector<std::unique_ptr<CheckedPlace>> places_;
  std::vector<PendingMatch> pending_;
  int depth_ = 0;  ///< of If
  bool started_ = false, failed_ = false;
};

}  // namespace

Result<ir::Module> vmShapeLower(const ir::Module& module, PassContext& context) {
  NameSupply globals = namesIn(module);
  const auto functionTypes = functionTypesOf(module);
  std::string failed;
  ir::Module made =
      rewriteFunctions(module, [&](const ir::FunctionRef& function, std::vector<ir::ModuleFunction>& added) {
        if (loweredSoFar(*function).shapes) return function;
        const ir::FunctionRef lowered = ShapeLowerer(functionTypes, globals, added, context).run(function);
        if (lowered == nullptr && failed.empty()) failed = function->name;
        return lowered == nullptr ? function : lowered;
      });
  if (!failed.empty()) return Error(fmt::format("function {}: a shape is not determined by the parameters", failed));
  return made;
}

}  // namespace relaxscope::build
