// SPDX-License-Identifier: Apache-2.0
#include "vmcore/build/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "vmcore/build/passes/passes.h"
#include "vmcore/build/well_formed.h"
#include "vmcore/ir/print/print.h"

namespace relaxscope::build {
namespace {

constexpr std::array kPasses = {
    PassRow{"Normalize", normalize, "unique names, one operation a binding, a type for each value"},
    PassRow{"LambdaLift", lambdaLift, "local functions become functions of the module"},
    PassRow{"LegalizeOps", legalizeOps, "the order of functions; operators need TVM"},
    PassRow{"RewriteDataflowReshape", rewriteDataflowReshape, "kernels that only copy become reshapes"},
    PassRow{"ToNonDataflow", toNonDataflow, "dataflow blocks become plain ones"},
    PassRow{"RemovePurityChecking", removePurityChecking, "pure calls become plain ones"},
    PassRow{"CallTIRRewrite", callTirRewrite, "outputs of kernels are allocated"},
    PassRow{"StaticPlanBlockMemory", staticPlanBlockMemory, "tensors share storages"},
    PassRow{"LowerAllocTensor", lowerAllocTensor, "tensors that share none get a storage each"},
    PassRow{"KillAfterLastUse", killAfterLastUse, "values are released after their last use"},
    PassRow{"LowerRuntimeBuiltin", lowerRuntimeBuiltin, "operations become builtins of the VM"},
    PassRow{"ComputePrimValue", computePrimValue, "functions compute scalars"},
    PassRow{"VMShapeLower", vmShapeLower, "checks of arguments, shapes through the heap"},
    PassRow{"AttachGlobalSymbol", attachGlobalSymbol, "symbols of functions, private ones last"},
};

/// The functions of `after` that are not those of `before`, and those that it lacks.
std::vector<std::string> changesOf(const ir::Module& before, const ir::Module& after) {
  std::vector<std::string> names;
  for (const ir::ModuleFunction& each : after.functions) {
    const ir::ModuleFunction* const old = before.find(each.name());
    if (old != nullptr && old->function == each.function) continue;
    if (old == nullptr || ir::printFunction(before, each.name()) != ir::printFunction(after, each.name()))
      names.push_back(each.name());
  }
  for (const ir::ModuleFunction& each : before.functions)
    if (after.find(each.name()) == nullptr) names.push_back(each.name());
  return names;
}

bool sameOrder(const ir::Module& a, const ir::Module& b) {
  return std::ranges::equal(a.functions, b.functions, {}, &ir::ModuleFunction::name, &ir::ModuleFunction::name);
}

/// Runs one pass on the module of `out`; false where it failed.
bool runPass(const PassRow& row, PassContext& context, Pipeline& out) {
  Stage& stage = out.stages.emplace_back();
  stage.pass = &row;
  const auto begin = std::chrono::steady_clock::now();
  Result<ir::Module> made = row.run(out.module, context);
  stage.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  if (!made.ok()) {
    out.failed = made.error().message;
    return false;
  }
  const std::string fault = faultOf(*made);
  stage.changedFunctions = changesOf(out.module, *made);
  stage.changed = out.stages.size() == 1 || !stage.changedFunctions.empty() || !sameOrder(out.module, *made);
  out.module = *std::move(made);
  if (stage.changed) stage.module = out.module;
  if (fault.empty()) return true;
  out.failed = fmt::format("{} breaks its promise: {}", row.name, fault);
  return false;
}

}  // namespace

std::span<const PassRow> passTable() { return kPasses; }

const PassRow* findPass(const std::string& name) {
  const auto found = std::ranges::find_if(kPasses, [&](const PassRow& row) { return name == row.name; });
  return found == kPasses.end() ? nullptr : &*found;
}

Pipeline runPipeline(const ir::Module& module, const PipelineOptions& options) {
  Pipeline out;
  out.module = module;
  PassContext context;
  for (const PassRow& row : kPasses) {
    if (options.disabled.contains(row.name)) {
      Stage& stage = out.stages.emplace_back();
      stage.pass = &row;
      stage.ran = false;
      continue;
    }
    if (!runPass(row, context, out)) break;
    if (options.stopAfter == row.name) break;
  }
  out.diagnostics = std::move(context.diagnostics);
  return out;
}

}  // namespace relaxscope::build
