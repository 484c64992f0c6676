// SPDX-License-Identifier: Apache-2.0
#include "vmcore/build/build.h"

#include <algorithm>
#include <utility>

#include "vmcore/build/codegen/vm_codegen.h"

namespace relaxscope::build {
namespace {

void addDiagnostics(const std::vector<ir::Diagnostic>& found, std::vector<ir::Diagnostic>& all) {
  all.insert(all.end(), found.begin(), found.end());
  std::ranges::stable_sort(all, {},
                           [](const ir::Diagnostic& each) { return std::pair(each.span.line, each.span.column); });
}

/// The executable of the last stage.
void generate(const BuildOptions& options, Build& build) {
  for (const ir::ModuleFunction& each : build.pipeline.module.functions)
    if (const ir::PrimFuncRef kernel = each.prim()) build.kernels.push_back(kernel);
  Result<Executable> made = generateVmCode(build.pipeline.module);
  if (!made.ok()) {
    build.failed = made.error().message;
    return;
  }
  if (options.allocateRegisters) {
    Result<AllocatedRegisters> registers = allocateRegisters(*made);
    if (!registers.ok()) {
      build.failed = registers.error().message;
      return;
    }
    build.registers = *std::move(registers);
  }
  build.executable = *std::move(made);
}

}  // namespace

bool Build::hasErrors() const {
  return std::ranges::any_of(diagnostics,
                             [](const ir::Diagnostic& each) { return each.severity == ir::DiagnosticSeverity::Error; });
}

Build buildText(std::string_view source, const BuildOptions& options) {
  Build build;
  ir::ParsedModule parsed = ir::parseModule(source, options.parse);
  addDiagnostics(parsed.diagnostics, build.diagnostics);
  build.parsed = std::move(parsed.module);
  if (build.hasErrors()) return build;
  build.pipeline = runPipeline(build.parsed, options.pipeline);
  addDiagnostics(build.pipeline.diagnostics, build.diagnostics);
  if (!build.pipeline.failed.empty() && !build.hasErrors()) build.failed = build.pipeline.failed;
  if (build.hasErrors() || !build.failed.empty() || !options.pipeline.stopAfter.empty()) return build;
  generate(options, build);
  return build;
}

}  // namespace relaxscope::build
