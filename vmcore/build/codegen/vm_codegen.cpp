// SPDX-License-Identifier: Apache-2.0
// One visit of each function in order of its bindings. Each expression becomes an operand: a register, an immediate, an
// entry of the constant pool or of the function table. Registers are taken in order of the visit; the builder renumbers
// them afterwards. The order of every step decides numbers that the file shows, so it follows docs/building.md.
#include "vmcore/build/codegen/vm_codegen.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "vmcore/base/text/text.h"
#include "vmcore/model/builtin.h"
#include "vmcore/model/exec_builder.h"

namespace relaxscope::build {
namespace {

/// Expressions within each other: arms of Ifs, tuples of tuples. The parser accepts fewer.
constexpr int kMaxCodegenNesting = 1000;
/// Operands of relax.vm.alloc_tensor that the builtin takes; the device index after them is dropped.
constexpr size_t kAllocTensorOperands = 4;

/// "relax.vm.alloc_storage" as a source writes it: "R.vm.alloc_storage".
std::string sourceNameOf(const std::string& operatorName) {
  constexpr std::string_view kPrefix = "relax.";
  if (!operatorName.starts_with(kPrefix)) return operatorName;
  return "R." + operatorName.substr(kPrefix.size());
}

/// The name under which a function stands in the executable.
std::string_view vmSymbolOf(const ir::ModuleFunction& function) {
  const ir::Attributes& attributes =
      function.relax() != nullptr ? function.relax()->attributes : function.prim()->attributes;
  if (const ir::Attribute* symbol = ir::findAttribute(attributes, "global_symbol"))
    if (const auto* text = std::get_if<std::string>(&symbol->value)) return *text;
  return function.name();
}

class VmCodegen {
 public:
  explicit VmCodegen(const ir::Module& module) : module_(module) {
    for (const ir::ModuleFunction& function : module.functions) functions_.try_emplace(function.name(), &function);
  }

  Result<Executable> run() {
    for (const ir::ModuleFunction& function : module_.functions) {
      if (function.relax() == nullptr) continue;
      generate(*function.relax(), std::string(vmSymbolOf(function)));
      if (error_) return *std::move(error_);
    }
    return builder_.get();
  }

 private:
  using Register = ExecBuilder::Register;

  // ---- functions, sequences, bindings ----

  void generate(const ir::Function& function, const std::string& symbol) {
    functionName_ = function.name;
    nextRegister_ = 0;
    operands_.clear();
    std::vector<std::string> names;
    names.reserve(function.params.size());
    for (const ir::VarRef& param : function.params) {
      names.push_back(param->name);
      operands_[param.get()] = registerArg(newRegister());
    }
    builder_.declare(symbol, FunctionKind::Bytecode);
    const auto scope = builder_.function(symbol, std::move(names));
    if (function.body == nullptr) return fail(function.span, "it has no body");
    const Arg result = visitSeq(*function.body);
    if (error_) return;
    if (result.kind() == ArgKind::Register) return builder_.emitRet({result.value()});
    const Register copied = newRegister();
    emitBuiltin(BuiltinId::Copy, {result}, copied);
    builder_.emitRet(copied);
  }

  Arg visitSeq(const ir::Seq& seq) {
    for (const ir::Block& block : seq.blocks)
      for (const ir::Binding& binding : block.bindings) {
        bind(binding);
        if (error_) return {};
      }
    return visit(seq.result);
  }

  /// A variable that only names another one gets a register of its own, so that a kill of one leaves the other.
  void bind(const ir::Binding& binding) {
    if (binding.value == nullptr) return fail(binding.span, "a binding has no value");
    if (!binding.value->span.known() && binding.span.known()) place_ = binding.span;
    const ir::TypeRef declared = binding.var != nullptr ? binding.var->type : nullptr;
    Arg value = visit(binding.value, declared);
    if (error_) return;
    if (binding.value->kind == ir::ExprKind::Var) value = copyToNew(value);
    if (binding.var != nullptr) operands_[binding.var.get()] = value;
  }

  Arg copyToNew(Arg value) {
    const Register copied = newRegister();
    emitBuiltin(BuiltinId::Copy, {value}, copied);
    return registerArg(copied);
  }

  // ---- expressions ----

  /// The operand that holds the value of `expr`; `declared` is the type of the variable that it is bound to, or null.
  Arg visit(const ir::ExprRef& expr, const ir::TypeRef& declared = nullptr) {
    if (error_) return {};
    if (expr == nullptr) return fail({}, "an expression is missing"), Arg();
    if (expr->span.known()) place_ = expr->span;
    if (depth_ >= kMaxCodegenNesting)
      return fail(expr->span, fmt::format("expressions are nested more than {} deep", kMaxCodegenNesting)), Arg();
    ++depth_;
    const Arg arg = visitKind(*expr, expr, declared);
    --depth_;
    return arg;
  }

  Arg visitKind(const ir::Expr& expr, const ir::ExprRef& self, const ir::TypeRef& declared) {
    switch (expr.kind) {
      case ir::ExprKind::Var: return variable(expr);
      case ir::ExprKind::Global: return global(expr);
      case ir::ExprKind::Extern: return external(expr.text);
      case ir::ExprKind::Constant: return tensor(expr);
      case ir::ExprKind::Shape: return shape(expr);
      case ir::ExprKind::Prim: return scalar(expr);
      case ir::ExprKind::Text: return builder_.constant(StringConstant{expr.text});
      case ir::ExprKind::DataType: return builder_.constant(expr.dtype);
      case ir::ExprKind::Tuple: return tuple(expr);
      case ir::ExprKind::Field: return field(expr);
      case ir::ExprKind::Call: return call(expr, self, declared);
      case ir::ExprKind::If: return branch(expr);
      case ir::ExprKind::Operator:
        return fail(expr.span, fmt::format("operator {} is no value", sourceNameOf(expr.text))), Arg();
      case ir::ExprKind::Function:
        return fail(expr.span, fmt::format("local function {} is not lifted",
                                           expr.function != nullptr ? printable(expr.function->name) : "")),
               Arg();
      case ir::ExprKind::Error: return fail(expr.span, "a statement could not be read"), Arg();
    }
    return {};
  }

  Arg variable(const ir::Expr& expr) {
    const auto place = operands_.find(expr.var.get());
    if (place != operands_.end()) return place->second;
    fail(expr.span, fmt::format("variable {} is used before it is bound",
                                expr.var != nullptr ? printable(expr.var->name) : "without a name"));
    return {};
  }

  Arg global(const ir::Expr& expr) {
    const auto place = functions_.find(expr.text);
    if (place == functions_.end())
      return fail(expr.span, fmt::format("the module has no function {}", printable(expr.text))), Arg();
    const std::string_view symbol = vmSymbolOf(*place->second);
    builder_.declare(symbol, place->second->relax() != nullptr ? FunctionKind::Bytecode : FunctionKind::Packed);
    return builder_.f(symbol);
  }

  Arg external(const std::string& name) {
    builder_.declare(name, FunctionKind::Packed);
    return builder_.f(name);
  }

  /// Equal tensors share an entry. The cache keeps a tensor that is used often from being compared each time.
  Arg tensor(const ir::Expr& expr) {
    if (expr.constant == nullptr) return fail(expr.span, "a constant has no value"), Arg();
    const auto [place, isNew] = tensors_.try_emplace(expr.constant.get());
    if (isNew) place->second = builder_.constant(*expr.constant);
    return place->second;
  }

  Arg shape(const ir::Expr& expr) {
    ShapeConstant constant;
    for (const ir::PrimExpr& dim : expr.dims) {
      if (dim == nullptr || !ir::isInt(dim))
        return fail(expr.span, "an extent of a shape is not constant: VMShapeLower did not run"), Arg();
      constant.dims.push_back(dim->number);
    }
    return builder_.constant(std::move(constant));
  }

  Arg scalar(const ir::Expr& expr) {
    if (expr.prim != nullptr && ir::isInt(expr.prim)) return builder_.constant(IntConstant{expr.prim->number});
    if (expr.prim != nullptr && expr.prim->op == ir::PrimOp::Float)
      return builder_.constant(FloatConstant{expr.prim->real});
    fail(expr.span, "a scalar is not constant: ComputePrimValue and VMShapeLower did not run");
    return {};
  }

  Arg tuple(const ir::Expr& expr) {
    std::vector<Arg> fields = visitAll(expr.operands, {});
    if (error_) return {};
    const Register made = newRegister();
    emitBuiltin(BuiltinId::MakeTuple, std::move(fields), made);
    return registerArg(made);
  }

  Arg field(const ir::Expr& expr) {
    if (expr.operands.size() != 1) return fail(expr.span, "a field has no tuple"), Arg();
    std::vector<Arg> args = visitAll(expr.operands, {});
    if (error_) return {};
    args.push_back(builder_.constant(IntConstant{expr.index}));
    const Register taken = newRegister();
    emitBuiltin(BuiltinId::TupleGetItem, std::move(args), taken);
    return registerArg(taken);
  }

  // ---- control flow ----

  /// Both arms copy their value into one register, which is taken after the first arm.
  Arg branch(const ir::Expr& expr) {
    if (expr.operands.size() != 1 || expr.thenSeq == nullptr || expr.elseSeq == nullptr)
      return fail(expr.span, "an If lacks its condition or an arm"), Arg();
    const Arg condition = visit(expr.operands[0]);
    if (error_) return {};
    const Register read = newRegister();
    emitBuiltin(BuiltinId::ReadIfCond, {condition}, read);
    const InstrIndex toElse = builder_.here();
    builder_.emitIf(read, 0);
    const Arg thenValue = visitSeq(*expr.thenSeq);
    if (error_) return {};
    const Register merged = newRegister();
    emitBuiltin(BuiltinId::Copy, {thenValue}, merged);
    const InstrIndex toEnd = builder_.here();
    builder_.emitGoto(0);
    builder_.patchJump(toElse, builder_.here());
    const Arg elseValue = visitSeq(*expr.elseSeq);
    if (error_) return {};
    emitBuiltin(BuiltinId::Copy, {elseValue}, merged);
    builder_.patchJump(toEnd, builder_.here());
    return registerArg(merged);
  }

  // ---- calls ----

  /// The destination is taken before the operands are visited.
  Arg call(const ir::Expr& expr, const ir::ExprRef& self, const ir::TypeRef& declared) {
    if (expr.callee == nullptr) return fail(expr.span, "a call has no callee"), Arg();
    if (ir::isCallOf(self, "relax.null_value")) return registerArg(ExecBuilder::voidArg());
    if (ir::isCallOf(self, "relax.vm.kill_object")) return kill(expr);
    const Register result = returnsNothing(expr, declared) ? ExecBuilder::voidArg() : newRegister();
    if (expr.callee->kind != ir::ExprKind::Operator) {
      callValue(expr, result);
    } else if (ir::isCallOf(self, "relax.call_builtin_with_ctx")) {
      callWithContext(expr, result);
    } else if (ir::isCallOf(self, "relax.vm.alloc_storage")) {
      emitBuiltin(BuiltinId::AllocStorage, visitAll(expr.operands, {vmArg()}), result);
    } else if (ir::isCallOf(self, "relax.vm.alloc_tensor")) {
      allocTensor(expr, result);
    } else {
      fail(expr.span, fmt::format("operator {} is not lowered to the VM", sourceNameOf(expr.callee->text)));
    }
    return registerArg(result);
  }

  /// By the type of the call, or what it follows from before types are inferred.
  bool returnsNothing(const ir::Expr& expr, const ir::TypeRef& declared) const {
    if (expr.type != nullptr) return ir::isVoid(expr.type);
    if (!expr.typeArgs.empty()) return ir::isVoid(expr.typeArgs.front());
    if (expr.callee->kind == ir::ExprKind::Global) {
      const auto place = functions_.find(expr.callee->text);
      if (place == functions_.end()) return false;
      if (const ir::PrimFuncRef kernel = place->second->prim()) return kernel->result.lanes == 0;
      if (place->second->relax()->result != nullptr) return ir::isVoid(place->second->relax()->result);
    }
    return ir::isVoid(declared);
  }

  /// Of a function of the module, a packed function, or a closure that a variable holds.
  void callValue(const ir::Expr& expr, Register result) {
    const Arg callee = visit(expr.callee);
    if (error_) return;
    if (callee.kind() != ArgKind::Function) {
      std::vector<Arg> args = visitAll(expr.operands, {vmArg(), callee});
      return emitBuiltin(BuiltinId::InvokeClosure, std::move(args), result);
    }
    const std::string name(symbolOfCallee(*expr.callee));
    emit(name, visitAll(expr.operands, {}), result);
  }

  [[nodiscard]] std::string_view symbolOfCallee(const ir::Expr& callee) const {
    return callee.kind == ir::ExprKind::Extern ? std::string_view(callee.text)
                                               : vmSymbolOf(*functions_.at(callee.text));
  }

  /// R.call_builtin_with_ctx(NAME, (ARGUMENTS)): the VM is the first argument.
  void callWithContext(const ir::Expr& expr, Register result) {
    const bool named =
        expr.operands.size() == 2 && expr.operands[0] != nullptr && expr.operands[1] != nullptr &&
        (expr.operands[0]->kind == ir::ExprKind::Extern || expr.operands[0]->kind == ir::ExprKind::Text) &&
        expr.operands[1]->kind == ir::ExprKind::Tuple;
    if (!named) return fail(expr.span, "R.call_builtin_with_ctx takes the name of a function and a tuple");
    external(expr.operands[0]->text);  // its entry stands before those of its operands
    emit(expr.operands[0]->text, visitAll(expr.operands[1]->operands, {vmArg()}), result);
  }

  void allocTensor(const ir::Expr& expr, Register result) {
    if (expr.operands.size() < kAllocTensorOperands)
      return fail(expr.span, fmt::format("R.vm.alloc_tensor takes {} operands, not {}", kAllocTensorOperands,
                                         expr.operands.size()));
    const std::vector<ir::ExprRef> taken(expr.operands.begin(), expr.operands.begin() + kAllocTensorOperands);
    emitBuiltin(BuiltinId::AllocTensor, visitAll(taken, {}), result);
  }

  /// Clears the register of its operand.
  Arg kill(const ir::Expr& expr) {
    if (expr.operands.size() != 1) return fail(expr.span, "R.vm.kill_object takes one operand"), Arg();
    const Arg killed = visit(expr.operands[0]);
    if (error_) return {};
    if (killed.kind() != ArgKind::Register)
      return fail(expr.span, "R.vm.kill_object takes a variable that a call bound"), Arg();
    emitBuiltin(BuiltinId::NullValue, {}, {killed.value()});
    return killed;
  }

  // ---- emission ----

  /// `first`, then the operands in order; a tuple among them is made on the way.
  std::vector<Arg> visitAll(const std::vector<ir::ExprRef>& exprs, std::vector<Arg> first) {
    first.reserve(first.size() + exprs.size());
    for (const ir::ExprRef& expr : exprs) {
      first.push_back(visit(expr));
      if (error_) break;
    }
    return first;
  }
  void emit(const std::string& name, std::vector<Arg> args, Register result) {
    if (!error_) builder_.emitCall(name, {args.begin(), args.end()}, result);
  }
  void emitBuiltin(BuiltinId id, std::vector<Arg> args, Register result) {
    emit(builtinName(id), std::move(args), result);
  }
  Register newRegister() { return {nextRegister_++}; }
  static Arg registerArg(Register reg) { return Arg::make(ArgKind::Register, reg.number); }
  static Arg vmArg() { return registerArg(ExecBuilder::vmState()); }

  void fail(ir::Span span, const std::string& message) {
    if (error_) return;
    if (!span.known()) span = place_;
    const std::string line = span.known() ? fmt::format(", line {}", span.line) : "";
    error_ = Error(fmt::format("function \"{}\"{}: {}", printable(functionName_), line, message));
  }

  const ir::Module& module_;
  std::unordered_map<std::string, const ir::ModuleFunction*> functions_;  ///< by name
  ExecBuilder builder_;
  std::unordered_map<const TensorConstant*, Arg> tensors_;

  // Of the current function.
  std::string functionName_;
  std::unordered_map<const ir::Var*, Arg> operands_;  ///< of parameters and bound variables
  int64_t nextRegister_ = 0;
  int depth_ = 0;
  ir::Span place_;  ///< the last known one, for expressions without
  std::optional<Error> error_;
};

}  // namespace

Result<Executable> generateVmCode(const ir::Module& module) { return VmCodegen(module).run(); }

}  // namespace relaxscope::build
