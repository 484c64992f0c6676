// SPDX-License-Identifier: Apache-2.0
// Builds with the TVM that a Python has installed, in a process of its own (docs/building.md).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/ir/print/print.h"

namespace relaxscope::cli {

struct TvmRequest {
  std::string python;  ///< program, searched in PATH; see tvmPython()
  /// A print of printModule(): TVM evaluates it as Python, so a text of the user never gets here.
  std::string source;
  ir::Constants constants;  ///< of the source, none of them null
  std::string cpu;          ///< instruction set as LLVM names it; "native": this machine's
  std::string compiler;     ///< command that links the library; empty: TVM's choice
  double limit = 300;       ///< seconds for the whole build
  std::vector<std::string> disabled;
  std::string stopAfter;                                          ///< the pass that is the last one; empty: all
  bool stageTexts = false;                                        ///< whether stages have their text
  bool library = false, executable = false, kernelTexts = false;  ///< what is wanted
};

struct TvmStage {
  std::string name;  ///< of the pass; the first stage is "parsed"
  double ms = 0;
  bool changed = false;
  std::vector<std::string> functions;  ///< that it changed
  std::string text;                    ///< empty where it changed nothing, is not wanted, or is too long
};

struct TvmFailure {
  std::string message;   ///< in one sentence
  bool byTvm = false;    ///< TVM refuses the module; else its process failed
  bool missing = false;  ///< there is no Python, or none with TVM
  ir::Span span;         ///< in the source of the request; line 0: unknown
};

struct TvmBuild {
  std::string version;  ///< of TVM; empty if it did not start
  std::string target;   ///< kind: llvm, c
  std::vector<TvmStage> stages;
  std::vector<std::string> warnings;
  size_t kernels = 0;
  Bytes library, executable;
  std::vector<std::pair<std::string, std::string>> kernelTexts;  ///< file name and text
  std::optional<TvmFailure> failure;                             ///< stages so far remain
};

/// `given`, else $RELAXSCOPE_PYTHON, else the Python of $VIRTUAL_ENV, else python3.
std::string tvmPython(const std::string& given);

/// Runs the build and waits for its end, at most `limit` seconds. Files are kept in a private temporary folder, which
/// is removed. Ctrl+C ends the process and is a failure.
TvmBuild buildWithTvm(const TvmRequest& request);

}  // namespace relaxscope::cli
