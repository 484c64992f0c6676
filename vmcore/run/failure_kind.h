// SPDX-License-Identifier: Apache-2.0
// Why a load or a run failed, where the reason is RelaxScope's own. Exceptions of functions keep their own kind.
#pragma once

#include <cstdint>
#include <string_view>

namespace relaxscope {

enum class FailureKind : uint8_t {
  Exception,  ///< of a function that was called: its kind is a name such as "ValueError"
  Arguments,
  Cancelled,
  Crash,
  Exit,
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
