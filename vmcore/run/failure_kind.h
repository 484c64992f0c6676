// SPDX-License-Identifier: Apache-2.0
// Kinds of failure that the worker and its host handle. All other kinds are only names.
#pragma once

#include <cstdint>
#include <string_view>

namespace relaxscope {

enum class FailureKind : uint8_t {
  Exception,  ///< any other kind, raised by a function ("ValueError") or by the engine ("ArityError")
  Arguments,
  Cancelled,
  Crash,
  DeviceLost,  ///< a GPU accepts no more work from the worker's process
  Exit,
  FileChanged,  ///< the file to load is not the one that the request was made for
  Load,
  MemoryLimit,
  Protocol,
  ProtocolLimit,
  StackOverflow,
  StepLimit,
  TimeLimit,
  Usage,
  WorkerLost,
  WorkerStart,
};

/// The name that RunFailure::kind and the protocol carry: "TimeLimit". Empty for Exception. Async-signal-safe.
const char* failureKindName(FailureKind kind);
/// Exception for every other name.
FailureKind failureKindOf(std::string_view name);

}  // namespace relaxscope
