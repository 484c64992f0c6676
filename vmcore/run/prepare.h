// SPDX-License-Identifier: Apache-2.0
// Converts a run as the user describes it to the requests for a worker, identically for rscope, the window and Python:
// functions by name, arguments by name or position, arrays of files, scripts, and defaults for arguments not given.
// Reads files; runs nothing.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"
#include "vmcore/run/arguments/argument_binder.h"
#include "vmcore/run/request.h"

namespace relaxscope {

/// One call as the user describes it.
struct CallInput {
  std::string function;                 ///< of the executable, a saved one or a host call; empty: the default entry
  std::vector<std::string> arguments;   ///< contents by position, as parseInputContent() reads them; empty: not given
  std::vector<std::string> inputs;      ///< parseInputSpec(): by name, else at the first free position
  std::map<std::string, int64_t> dims;  ///< extents of symbolic dimensions that no given argument defines
  CallMode mode = CallMode::Call;
  std::string savedAs = {};
  bool savesResult = true;
};

/// A run as the user describes it. `argsPath` and arrays of `arraysPaths` are arguments of a single call.
struct RunInput {
  std::vector<CallInput> calls = std::vector<CallInput>(1);  ///< run in order, on one VM; not used with a script
  std::string argsPath;                                      ///< JSON of typed arguments, replaces all others
  /// readArraySet(): by parameter name, as fields of a tuple, else arg0, arg1, ..., or the arrays that the JSON names.
  std::vector<std::string> arraysPaths;
  std::string scriptPath;  ///< JSON of calls
  uint64_t seed = 0;
  LoadRequest load;
  RunRequest run;  ///< prepareRun() fills in its script
};

struct PreparedRun {
  LoadRequest load;
  RunRequest run;
  TraceOrigin origin;                            ///< the caller that has the file's bytes fills in the digest
  std::string title;                             ///< callsTitle() of the calls
  std::vector<std::vector<ArgumentNote>> notes;  ///< by call and argument of run.script
  std::vector<std::string> defaulted;  ///< "x: float32[4, 16], random with seed 0", one per argument not given
  uint64_t seed = 0;
};

/// Seeds of random arguments are derived from `input.seed` (argument_seed.h); those of a JSON file are kept.
/// Errors name the argument or the file, or the damage of an executable that no engine runs.
Result<PreparedRun> prepareRun(RunInput input, const Executable& executable);

/// Places the contents of `inputs` at positions that `given` leaves empty, as in CallInput::arguments. Empty where
/// nothing is given.
Result<std::vector<std::string>> placeInputs(std::vector<std::string> given, const std::vector<std::string>& inputs,
                                             const Executable& executable, const std::string& function);

}  // namespace relaxscope
