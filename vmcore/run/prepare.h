// SPDX-License-Identifier: Apache-2.0
// From a run as the user asks for it to the requests that a worker gets, the same for rscope, the window and Python:
// functions by name, arguments by name or position, arrays of files, scripts, and defaults for what is not given.
// Reads files; runs nothing.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"
#include "vmcore/run/argument_binder.h"
#include "vmcore/run/request.h"

namespace relaxscope {

/// One call as the user gives it.
struct CallInput {
  std::string function;  ///< of the file, a saved one or a host call; empty: the default entry
  std::vector<std::string>
      arguments;                    ///< contents by position, as parseInputContent() reads them; empty: not given here
  std::vector<std::string> inputs;  ///< parseInputSpec(): by name, else at the first position that is left
  std::map<std::string, int64_t> dims;  ///< of symbolic dimensions that no given argument shows
  CallMode mode = CallMode::Call;
  std::string savedAs = {};
  bool savesResult = true;
};

/// A run as the user gives it. `argsPath` and arrays of `arraysPath` are arguments of a lone call.
struct RunInput {
  std::vector<CallInput> calls = std::vector<CallInput>(1);  ///< made in order, on one VM; not used with a script
  std::string argsPath;                                      ///< JSON of typed arguments, in place of all others
  std::string arraysPath;  ///< .npz: arg0, arg1, ..., or the arrays that the JSON names
  std::string scriptPath;  ///< JSON of calls
  uint64_t seed = 0;
  LoadRequest load;
  RunRequest run;  ///< its script is made here
};

struct PreparedRun {
  LoadRequest load;
  RunRequest run;
  TraceOrigin origin;                            ///< the digest is filled in by who has the file's bytes
  std::string title;                             ///< callsTitle() of the calls
  std::vector<std::vector<ArgumentNote>> notes;  ///< by call and argument of run.script
  std::vector<std::string> defaulted;  ///< "x: float32[4, 16], random with seed 0", one per argument not given
  uint64_t seed = 0;
};

/// Random arguments have seeds of their own, made of `input.seed` (argument_seed.h); those of a JSON file keep theirs.
/// Errors name the argument or the file.
Result<PreparedRun> prepareRun(RunInput input, const Executable& executable);

/// The contents of `inputs` by position, after those `given`, as CallInput::arguments. Empty where nothing is given.
Result<std::vector<std::string>> placeInputs(std::vector<std::string> given, const std::vector<std::string>& inputs,
                                             const Executable& executable, const std::string& function);

}  // namespace relaxscope
