// SPDX-License-Identifier: Apache-2.0
// The passes in their order, and what each made of a module: the stages between a source and the code of the VM.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "vmcore/build/passes/pass.h"
#include "vmcore/ir/relax.h"

namespace relaxscope::build {

struct PassRow {
  const char* name;  ///< TVM's
  Pass* run;
  const char* summary;
};
/// In the order of TVM's default pipeline. The first one is the normal form of the source.
std::span<const PassRow> passTable();
/// The row of that name, or null.
const PassRow* findPass(const std::string& name);

struct Stage {
  const PassRow* pass = nullptr;
  double ms = 0;
  bool ran = true;                            ///< false: it is disabled
  bool changed = false;                       ///< always of the first one
  std::vector<std::string> changedFunctions;  ///< added and removed ones as well
  std::optional<ir::Module> module;           ///< where it changed something
};

struct PipelineOptions {
  std::set<std::string> disabled;  ///< names of passes
  std::string stopAfter;           ///< the last pass that runs; empty: all
};

/// Every stage so far, also where a pass failed.
struct Pipeline {
  std::vector<Stage> stages;
  std::vector<ir::Diagnostic> diagnostics;
  std::string failed;  ///< why it ended early; empty: it did not
  ir::Module module;   ///< the last stage
};

/// Runs the passes on a module without error nodes. After each pass the module must be well formed; a pass that breaks
/// that is named with its fault in `failed`, and its module is the last stage.
Pipeline runPipeline(const ir::Module& module, const PipelineOptions& options);

}  // namespace relaxscope::build
