// SPDX-License-Identifier: Apache-2.0
// From the text of a Relax module to the code of the VM and the C text of its kernels. Nothing is run and no file is
// read: what compiles the kernels is elsewhere.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/build/codegen/register_allocation.h"
#include "vmcore/build/pipeline.h"
#include "vmcore/ir/parse/parser.h"
#include "vmcore/model/executable.h"

namespace relaxscope::build {

struct BuildOptions {
  ir::ParseOptions parse;
  PipelineOptions pipeline;
  bool allocateRegisters = false;  ///< -O1
};

struct Build {
  /// Of the source and of the passes, in the order of the source.
  std::vector<ir::Diagnostic> diagnostics;
  /// Why there is no executable, where that is no matter of the source; empty else.
  std::string failed;
  ir::Module parsed;
  Pipeline pipeline;
  std::optional<Executable> executable;  ///< of the last stage, if all passes ran
  std::vector<ir::PrimFuncRef> kernels;  ///< of the last stage, in its order
  std::optional<AllocatedRegisters> registers;
  [[nodiscard]] bool ok() const { return executable.has_value(); }
  [[nodiscard]] bool hasErrors() const;
};

/// Builds as far as there is no error. With PipelineOptions::stopAfter there is no executable and no failure.
Build buildText(std::string_view source, const BuildOptions& options);

}  // namespace relaxscope::build
