// SPDX-License-Identifier: Apache-2.0
// A program of calls of native functions that is profiled as the worker does: warm-ups, then rounds of a recorded and
// an unrecorded run.
#pragma once

#include <tvm/ffi/function.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/model/builder.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/vm/measurement.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope::bench {

using Kernel = std::function<void()>;
/// The kernel as programs call it.
tvm::ffi::Function nativeFunction(Kernel kernel);

class RecordedProgram {
 public:
  /// main calls `kernels` by name in that order, `repeats` times.
  RecordedProgram(const std::vector<std::pair<std::string, Kernel>>& kernels, int repeats);
  /// The program of `builder`, whose functions have no parameters; it calls the packed functions `kernels`.
  RecordedProgram(ExecutableBuilder& builder, const std::vector<std::pair<std::string, Kernel>>& kernels);

  /// An executable with a compiled-mode main of `library`, which takes `arguments`.
  RecordedProgram(ExecutableBuilder& builder, const std::string& library, std::vector<tvm::ffi::Any> arguments);

  /// Called within each recorded run, with its number.
  std::function<void(size_t)> disturb;

  /// Profiles `rounds` rounds after three warm-ups.
  Trace profile(TraceMode mode, uint32_t rounds);
  /// Rounds of two unrecorded runs, as if the first of each were recorded.
  std::pair<std::vector<double>, std::vector<double>> unrecordedPairs(uint32_t rounds);

 private:
  void load(ExecutableBuilder& builder, const std::vector<std::pair<std::string, Kernel>>& kernels,
            std::vector<std::string> libraries = {});
  PreparedCall prepared();

  std::unique_ptr<VirtualMachine> vm_;
  std::vector<tvm::ffi::Any> arguments_;
};

/// The row of a function by name, of its calls or of its body; null if there is none.
const StatisticsRow* rowOf(const TraceStatistics& statistics, const Trace& trace, const std::string& name,
                           EventKind kind = EventKind::Call);

}  // namespace relaxscope::bench
