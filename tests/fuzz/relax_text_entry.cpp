// SPDX-License-Identifier: Apache-2.0
// Sources of Relax: any text gives either diagnostics or stages that are well formed and read back, and code of the VM.
#include <memory>
#include <string>
#include <vector>

#include "tests/fuzz/entries.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/build/build.h"
#include "vmcore/build/codegen/c_kernels.h"
#include "vmcore/build/well_formed.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/ir/print/print.h"

namespace relaxscope::fuzz {
namespace {

/// The sources of the tests have fewer; more are missing, which is an error of the source.
constexpr size_t kMostConstants = 16;

/// A tensor for metadata[...][index], another one for each index.
std::shared_ptr<const TensorConstant> constantAt(size_t index) {
  if (index >= kMostConstants) return nullptr;
  TensorConstant tensor;
  tensor.dtype = DataType{2, 32, 1};
  tensor.shape = {static_cast<int64_t>(index), 2};
  tensor.data = Bytes::own(std::vector<uint8_t>(index * 8));
  return std::make_shared<const TensorConstant>(std::move(tensor));
}

void checkDiagnostics(const std::vector<ir::Diagnostic>& diagnostics, std::string_view text) {
  for (const ir::Diagnostic& each : diagnostics)
    promise(!each.message.empty() && !each.code.empty(), "a diagnostic says something");
  promise(diagnostics.empty() || !ir::diagnosticsText("input", text, diagnostics).empty(), "diagnostics are shown");
}

/// Print, parse, print.
void checkPrint(const ir::Module& module) {
  const std::string text = ir::printModule(module);
  ir::ParseOptions options;
  options.constant = constantAt;
  const ir::ParsedModule again = ir::parseModule(text, options);
  promise(!again.hasErrors(), "what was printed is read");
  promise(ir::printModule(again.module) == text, "what was printed is printed alike");
}

void checkStages(const build::Pipeline& pipeline) {
  for (const build::Stage& stage : pipeline.stages) {
    if (!stage.module) continue;
    promise(build::faultOf(*stage.module).empty(), "a stage is well formed");
    checkPrint(*stage.module);
  }
  promise(pipeline.failed.find("breaks its promise") == std::string::npos, "passes keep their promises");
  promise(pipeline.failed.empty() || !pipeline.diagnostics.empty(), "a pass that fails says where");
}

void checkExecutable(const build::Build& made) {
  Diagnostics notes;
  const std::vector<uint8_t> bytes = writeVmExecutable(*made.executable);
  const auto read = readVmExecutable(Bytes::own(bytes), 0, notes);
  promise(read.ok() && writeVmExecutable(*read) == bytes, "the code is read and written unchanged");
  const Diagnostics findings = verify(*made.executable);
  for (const Diagnostic& finding : findings.all()) promise(finding.severity != Severity::Error, "the code is sound");
  const Result<std::string> source = build::cSourceOf(made.kernels, {});
  promise(source.ok() ? !source->empty() : !source.error().message.empty(), "kernels have C text or an error says why");
}

}  // namespace

void runRelaxText(const Bytes& input) {
  build::BuildOptions options;
  options.parse.constant = constantAt;
  for (const bool allocate : {false, true}) {
    options.allocateRegisters = allocate;
    const build::Build made = build::buildText(input.text(), options);
    checkDiagnostics(made.diagnostics, input.text());
    promise(made.ok() || made.hasErrors() || !made.failed.empty(), "there is an executable or a reason");
    if (!allocate && !made.pipeline.stages.empty()) {
      checkPrint(made.parsed);
      checkStages(made.pipeline);
    }
    if (!made.ok()) return;
    checkExecutable(made);
  }
}

}  // namespace relaxscope::fuzz
