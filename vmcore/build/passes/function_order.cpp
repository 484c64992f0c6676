// SPDX-License-Identifier: Apache-2.0
// The passes that put functions in order: what TVM's LegalizeOps leaves behind where there is no operator to lower,
// which sorts them by name, and AttachGlobalSymbol, which puts private ones last.
#include <algorithm>
#include <memory>

#include "vmcore/build/passes/passes.h"

namespace relaxscope::build {
namespace {

bool callsKernels(const ir::Seq& seq);

bool isCallOfKernel(const ir::ExprRef& value) {
  if (value->kind == ir::ExprKind::Function) return callsKernels(*value->function->body);
  if (value->kind == ir::ExprKind::If) return callsKernels(*value->thenSeq) || callsKernels(*value->elseSeq);
  return ir::isCallOf(value, "relax.call_tir") || ir::isCallOf(value, "relax.call_tir_inplace");
}
bool callsKernels(const ir::Seq& seq) {
  return std::ranges::any_of(seq.blocks, [](const ir::Block& block) {
    return std::ranges::any_of(block.bindings, [](const ir::Binding& each) { return isCallOfKernel(each.value); });
  });
}

}  // namespace

Result<ir::Module> legalizeOps(const ir::Module& module, PassContext&) {
  const bool sorts = std::ranges::any_of(module.functions, [](const ir::ModuleFunction& each) {
    const ir::FunctionRef function = each.relax();
    return function != nullptr && callsKernels(*function->body);
  });
  if (!sorts) return module;
  ir::Module made = module;
  std::ranges::stable_sort(made.functions, {}, &ir::ModuleFunction::name);
  return made;
}

Result<ir::Module> attachGlobalSymbol(const ir::Module& module, PassContext&) {
  ir::Module made = module;
  const auto isPublic = [](const ir::ModuleFunction& each) {
    return each.relax() != nullptr ? !each.relax()->isPrivate : !each.prim()->isPrivate;
  };
  const auto firstPrivate = std::stable_partition(made.functions.begin(), made.functions.end(), isPublic);
  for (auto each = firstPrivate; each != made.functions.end(); ++each) {
    if (const ir::FunctionRef function = each->relax()) {
      auto shown = std::make_shared<ir::Function>(*function);
      shown->isPrivate = false;
      each->function = std::move(shown);
    } else {
      auto shown = std::make_shared<ir::PrimFunc>(*each->prim());
      shown->isPrivate = false;
      each->function = std::move(shown);
    }
  }
  return made;
}

}  // namespace relaxscope::build
