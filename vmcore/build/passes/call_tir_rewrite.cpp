// SPDX-License-Identifier: Apache-2.0
// CallTIRRewrite and LowerAllocTensor: who allocates what a kernel writes.
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "vmcore/build/passes/passes.h"
#include "vmcore/build/passes/sequence.h"

namespace relaxscope::build {

using ir::anyType;
using ir::Attribute;
using ir::binary;
using ir::Binding;
using ir::callOf;
using ir::callOperator;
using ir::dataTypeExpr;
using ir::Diagnostic;
using ir::ExprKind;
using ir::ExprRef;
using ir::externRef;
using ir::fieldOf;
using ir::findAttribute;
using ir::FunctionRef;
using ir::intExpr;
using ir::intImm;
using ir::isCallOf;
using ir::Module;
using ir::PrimExpr;
using ir::primExpr;
using ir::PrimOp;
using ir::SeqRef;
using ir::shapeExpr;
using ir::Span;
using ir::textExpr;
using ir::tupleExpr;
using ir::tupleType;
using ir::TypeKind;
using ir::TypeRef;
using ir::Var;
using ir::VarRef;
using ir::varRef;
using ir::voidType;

namespace {

Error shapeProblem(PassContext& context, const Binding& binding, const std::string& message) {
  Diagnostic diagnostic;
  diagnostic.span = binding.value->span.known() ? binding.value->span : binding.span;
  diagnostic.code = "shape";
  diagnostic.message = message;
  context.diagnostics.push_back(std::move(diagnostic));
  return Error(binding.var->name + ": " + message);
}

// ---- CallTIRRewrite ----

/// The calls that get their outputs as arguments.
bool passesDestinations(const ExprRef& value) {
  return (isCallOf(value, "relax.call_tir") || isCallOf(value, "relax.call_tir_inplace") ||
          isCallOf(value, "relax.call_dps_packed")) &&
         value->operands.size() >= 2;
}

/// Rewrites one call: allocations, the call of the kernel, and its value made of the outputs.
class DestinationRewrite {
 public:
  DestinationRewrite(PassContext& context, NameSupply& names, const Binding& binding, std::vector<Binding>& out)
      : context_(context), names_(names), binding_(binding), call_(binding.value), out_(out) {}

  Result<void> run() {
    addInputs(call_->operands[1]);
    // Symbols as a shape behind the tuple is how TVM wrote them before 0.27.
    for (size_t i = 2; i < call_->operands.size(); ++i)
      if (call_->operands[i]->kind == ExprKind::Shape)
        for (const PrimExpr& value : call_->operands[i]->dims) arguments_.push_back(primExpr(value, call_->span));
    inputs_ = arguments_;
    readIndices();
    TypeRef type = call_->type != nullptr ? call_->type : binding_.var->type;
    if (type == nullptr) type = call_->typeArgs.size() == 1 ? call_->typeArgs[0] : tupleType(call_->typeArgs);
    RS_TRY(ExprRef value, allocate(type));
    emitCall();
    Binding result = binding_;
    result.value = std::move(value);
    result.annotated = true;
    out_.push_back(std::move(result));
    return {};
  }

 private:
  void addInputs(const ExprRef& inputs) {
    if (inputs->kind == ExprKind::Tuple) {
      arguments_ = inputs->operands;
      return;
    }
    if (inputs->type == nullptr || inputs->type->kind != TypeKind::Tuple) {
      arguments_ = {inputs};
      return;
    }
    for (size_t i = 0; i < inputs->type->fields.size(); ++i) {
      const ExprRef field = fieldOf(inputs, static_cast<int64_t>(i), call_->span);
      out_.push_back(newBinding(names_.fresh("gv"), field->type, field, call_->span));
      out_.back().var = withDataflow(out_.back().var);
      arguments_.push_back(varRef(out_.back().var, call_->span));
    }
  }

  /// The numbers of `inplace_indices`: an input that holds the output, or -1.
  void readIndices() {
    const Attribute* indices = findAttribute(call_->attributes, "inplace_indices");
    if (indices == nullptr) return;
    const auto add = [&](const Attribute& index) {
      if (const int64_t* number = std::get_if<int64_t>(&index.value)) indices_.push_back(*number);
      else if (const PrimExpr* scalar = std::get_if<PrimExpr>(&index.value)) indices_.push_back((*scalar)->number);
    };
    if (const auto* list = std::get_if<std::vector<Attribute>>(&indices->value))
      for (const Attribute& index : *list) add(index);
    else add(*indices);
  }

  /// The value of the call: one output, or a tuple of them.
  Result<ExprRef> allocate(const TypeRef& type) {
    if (type->kind == TypeKind::Tuple) {
      std::vector<ExprRef> fields;
      for (const TypeRef& field : type->fields) {
        RS_TRY(ExprRef value, allocate(field));
        fields.push_back(std::move(value));
      }
      return tupleExpr(std::move(fields), call_->span);
    }
    const size_t index = outputs_++;
    if (index < indices_.size() && indices_[index] >= 0) {
      if (static_cast<size_t>(indices_[index]) >= inputs_.size())
        return shapeProblem(context_, binding_, "inplace_indices names an input that the call does not have");
      return inputs_[static_cast<size_t>(indices_[index])];
    }
    if (type->kind != TypeKind::Tensor || !type->dims || type->dtype.lanes == 0)
      return shapeProblem(context_, binding_, "an output needs a known shape and dtype");
    return allocateTensor(type);
  }
  ExprRef allocateTensor(const TypeRef& type) {
    const Span span = call_->span;
    ExprRef value = callOperator(
        "relax.builtin.alloc_tensor",
        {shapeExpr(*type->dims, span), dataTypeExpr(type->dtype, span), intExpr(0, span), textExpr("global", span)},
        {type}, type, span);
    out_.push_back(newBinding(names_.fresh("alloc"), type, std::move(value), span));
    out_.back().var = withDataflow(out_.back().var);
    arguments_.push_back(varRef(out_.back().var, span));
    return arguments_.back();
  }

  void emitCall() {
    ExprRef callee = call_->operands[0];
    if (callee->kind == ExprKind::Text) callee = externRef(callee->text, callee->span);
    if (callee->kind != ExprKind::Extern) {
      out_.push_back(statement(callOf(callee, std::move(arguments_), {}, voidType(), call_->span), call_->span));
      return;
    }
    // A packed function may return something; TVM does not say what.
    out_.push_back(
        newBinding("_", anyType(), callOf(callee, std::move(arguments_), {}, anyType(), call_->span), call_->span));
  }

  [[nodiscard]] VarRef withDataflow(const VarRef& var) const {
    if (!binding_.var->dataflow) return var;
    auto changed = std::make_shared<Var>(*var);
    changed->dataflow = true;
    return changed;
  }

  PassContext& context_;
  NameSupply& names_;
  const Binding& binding_;
  const ExprRef& call_;
  std::vector<Binding>& out_;
  std::vector<ExprRef> arguments_, inputs_;
  std::vector<int64_t> indices_;
  size_t outputs_ = 0;  ///< leaves of the type so far
};

// ---- LowerAllocTensor ----

inline constexpr DataType kByteType{static_cast<uint8_t>(TypeCode::UInt), 8, 1};

/// `alloc = builtin.alloc_tensor(shape, dtype, device, scope)` as a storage of its own and a tensor in it.
Result<void> lowerAllocation(PassContext& context, NameSupply& names, const Binding& binding,
                             std::vector<Binding>& out) {
  const ExprRef& call = binding.value;
  const std::vector<ExprRef>& operands = call->operands;
  if (operands.size() != 4 || operands[0]->kind != ExprKind::Shape || operands[1]->kind != ExprKind::DataType)
    return shapeProblem(context, binding, "builtin.alloc_tensor needs a shape and a dtype that are written out");
  const Span span = call->span;
  PrimExpr bytes = intImm(operands[1]->dtype.elementBytes() * operands[1]->dtype.lanes, kInt64Type, span);
  for (const PrimExpr& extent : operands[0]->dims) bytes = binary(PrimOp::Mul, bytes, extent, span);
  out.push_back(
      newBinding(names.fresh("storage"), anyType(),
                 callOperator("relax.memory.alloc_storage",
                              {shapeExpr({bytes}, span), operands[2], operands[3], dataTypeExpr(kByteType, span)}, {},
                              anyType(), span),
                 span));
  ExprRef storage = varRef(out.back().var, span);
  Binding tensor = binding;
  tensor.value =
      callOperator("relax.memory.alloc_tensor",
                   {std::move(storage), intExpr(0, span), operands[0], operands[1], operands[2]}, {}, call->type, span);
  out.push_back(std::move(tensor));
  return {};
}

}  // namespace

Result<Module> callTirRewrite(const Module& module, PassContext& context) {
  NameSupply names = variableNamesIn(module);
  return mapFunctions(module, [&](const FunctionRef& function) -> Result<FunctionRef> {
    SeqRewrite rewrite;
    rewrite.binding = [&](const Binding& binding, std::vector<Binding>& out) -> Result<void> {
      if (passesDestinations(binding.value)) return DestinationRewrite(context, names, binding, out).run();
      out.push_back(binding);
      return {};
    };
    RS_TRY(SeqRef body, rewriteSeq(function->body, rewrite));
    return withBody(function, std::move(body));
  });
}

Result<Module> lowerAllocTensor(const Module& module, PassContext& context) {
  return mapFunctions(module, [&](const FunctionRef& function) -> Result<FunctionRef> {
    NameSupply names = namesIn(*function);
    SeqRewrite rewrite;
    rewrite.binding = [&](const Binding& binding, std::vector<Binding>& out) -> Result<void> {
      if (isCallOf(binding.value, "relax.builtin.alloc_tensor")) return lowerAllocation(context, names, binding, out);
      out.push_back(binding);
      return {};
    };
    RS_TRY(SeqRef body, rewriteSeq(function->body, rewrite));
    return withBody(function, std::move(body));
  });
}

}  // namespace relaxscope::build
