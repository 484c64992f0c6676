// SPDX-License-Identifier: Apache-2.0
// What a build tells: diagnostics, stages, files of stages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/cli/build/tvm_builder.h"
#include "vmcore/build/build.h"

namespace relaxscope::cli {

struct BuildReport {
  std::string source, output;
  std::string compiler;                        ///< its version; empty if none ran
  std::string builder = "own", builderReason;  ///< "own" or "tvm", and why
  std::optional<TvmBuild> tvm;                 ///< whose stages are told of, where TVM built it
  std::string failed;                          ///< why nothing was written, where the build itself does not tell
};

// Each returns the exit code of cli.md.
int listPasses();
/// Writes the stages that a pass changed as NN_PASS.py, their constants as NN_PASS.npz, and stages.json, into a folder,
/// which is made.
int writeStageFolder(const std::string& folder, const build::Build& built);
/// The same of TVM's stages.
int writeTvmStageFolder(const std::string& folder, const TvmBuild& tvm);
/// Writes one file into a folder, which is made.
int writeInto(const std::string& folder, const std::string& name, std::string_view text);
/// Prints an error of several lines, as those of a compiler are, and keeps it for the report; returns 2.
int failWith(BuildReport& report, const std::string& where, const std::string& message);
/// The report as JSON on standard output.
int writeReport(const BuildReport& report, const build::Build& built);

/// On standard error.
void writeDiagnostics(const std::string& path, std::string_view source, const std::vector<ir::Diagnostic>& diagnostics);

}  // namespace relaxscope::cli
