// SPDX-License-Identifier: Apache-2.0
// Operators of the runtime become calls of the VM's builtin functions.
#include <array>
#include <string_view>
#include <utility>

#include "vmcore/build/passes/passes.h"
#include "vmcore/build/passes/sequence.h"

namespace relaxscope::build {

using ir::anyType;
using ir::Binding;
using ir::callOperator;
using ir::callPacked;
using ir::dataTypeExpr;
using ir::ExprKind;
using ir::ExprRef;
using ir::externRef;
using ir::FunctionRef;
using ir::isBaseOf;
using ir::isCallOf;
using ir::Module;
using ir::SeqRef;
using ir::tupleExpr;
using ir::Var;
using ir::varRef;
using ir::voidType;

namespace {

inline constexpr DataType kStorageType{static_cast<uint8_t>(TypeCode::UInt), 8, 1};

/// Operators that become a packed function with the same operands and result.
struct PackedBuiltin {
  const char* operatorName;
  const char* packed;
};
inline constexpr std::array kPackedBuiltins{
    PackedBuiltin{"relax.reshape", "vm.builtin.reshape"},
    PackedBuiltin{"relax.shape_of", "vm.builtin.shape_of"},
    PackedBuiltin{"relax.tensor_to_shape", "vm.builtin.tensor_to_shape"},
};

/// The closure or function in front of the operands that a tuple holds: (f, (a, b)) gives f, a, b.
std::vector<ExprRef> spreadOperands(const ExprRef& call) {
  std::vector<ExprRef> spread{call->operands[0]};
  for (size_t i = 1; i < call->operands.size(); ++i) {
    const ExprRef& operand = call->operands[i];
    if (operand->kind == ExprKind::Tuple)
      spread.insert(spread.end(), operand->operands.begin(), operand->operands.end());
    else spread.push_back(operand);
  }
  return spread;
}

/// R.memory.alloc_storage(size, device, scope, dtype): the VM's storages are counted in bytes, whatever they hold.
ExprRef lowerAllocStorage(const ExprRef& call) {
  const std::vector<ExprRef>& operands = call->operands;
  if (operands.size() != 4) return call;
  return callOperator("relax.vm.alloc_storage",
                      {operands[0], operands[1], dataTypeExpr(kStorageType, call->span), operands[2]}, {}, call->type,
                      call->span);
}

ExprRef lowerBuiltin(const ExprRef& value) {
  if (value->kind != ExprKind::Call || value->callee->kind != ExprKind::Operator) return value;
  const std::string_view name = value->callee->text;
  if (name == "relax.memory.alloc_storage") return lowerAllocStorage(value);
  if (name == "relax.memory.alloc_tensor")
    return callOperator("relax.vm.alloc_tensor", value->operands, {}, value->type, value->span);
  if (name == "relax.memory.kill_storage" || name == "relax.memory.kill_tensor")
    return callOperator("relax.vm.kill_object", value->operands, {}, voidType(), value->span);
  if (name == "relax.make_closure" && !value->operands.empty())
    return callPacked("vm.builtin.make_closure", spreadOperands(value), anyType(), value->span);
  if (name == "relax.invoke_closure" && !value->operands.empty())
    return callOperator("relax.call_builtin_with_ctx",
                        {externRef("vm.builtin.invoke_closure", value->span), tupleExpr(spreadOperands(value))},
                        {anyType()}, anyType(), value->span);
  if (name == "relax.vm.call_tir_dyn" && !value->operands.empty())
    return callPacked("vm.builtin.call_tir_dyn", spreadOperands(value), value->type, value->span);
  for (const PackedBuiltin& builtin : kPackedBuiltins)
    if (name == builtin.operatorName) return callPacked(builtin.packed, value->operands, value->type, value->span);
  return value;
}

/// The result of a closure is of unknown type from here on, and so is what takes over its value.
bool followsValue(const ExprRef& lowered, const ExprRef& value) {
  return lowered->kind == ExprKind::Var || lowered->kind == ExprKind::Tuple || lowered->kind == ExprKind::Field ||
         isCallOf(value, "relax.invoke_closure");
}

Result<void> lowerBinding(Replacement& replacement, const Binding& binding, std::vector<Binding>& out) {
  if (isCallOf(binding.value, "relax.builtin.alloc_tensor"))
    return Error("LowerRuntimeBuiltin: " + binding.var->name + " is still a builtin.alloc_tensor");
  Binding lowered = binding;
  const ExprRef value = replacement.of(binding.value);
  lowered.value = lowerBuiltin(value);
  if (!binding.cast && followsValue(lowered.value, value) && lowered.value->type != nullptr &&
      binding.var->type != nullptr && !isBaseOf(binding.var->type, lowered.value->type)) {
    auto var = std::make_shared<Var>(*binding.var);
    var->type = lowered.value->type;
    lowered.var = std::move(var);
    replacement.vars[binding.var.get()] = varRef(lowered.var);
  }
  out.push_back(std::move(lowered));
  return {};
}

}  // namespace

Result<Module> lowerRuntimeBuiltin(const Module& module, PassContext&) {
  return mapFunctions(module, [](const FunctionRef& function) -> Result<FunctionRef> {
    Replacement replacement;
    SeqRewrite rewrite;
    rewrite.binding = [&](const Binding& binding, std::vector<Binding>& out) {
      return lowerBinding(replacement, binding, out);
    };
    rewrite.result = [&](const ExprRef& result) { return replacement.of(result); };
    RS_TRY(SeqRef body, rewriteSeq(function->body, rewrite));
    return withBody(function, std::move(body));
  });
}

}  // namespace relaxscope::build
