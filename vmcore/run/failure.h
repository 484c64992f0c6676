// SPDX-License-Identifier: Apache-2.0
// How a load or a run failed, and its text for the user.
#pragma once

#include <optional>
#include <string>

#include "vmcore/run/failure_kind.h"
#include "vmcore/run/position.h"

namespace relaxscope {

/// The worker continues (fatal false) or ends (true).
struct RunFailure {
  std::string kind;  ///< failureKindName(), or the kind of an exception: "ValueError"
  std::string message;
  std::optional<Position> position;
  int signal = 0;  ///< Crash only
  bool fatal = false;

  [[nodiscard]] bool is(FailureKind wanted) const { return failureKindOf(kind) == wanted; }
};

/// "SIGSEGV", "signal 40".
std::string signalName(int signal);
/// One sentence for the user: "ValueError: shapes differ (in main:12, call matmul)";
/// for a crash "the worker was killed by SIGSEGV in main:12, call matmul".
std::string failureText(const RunFailure& failure);

}  // namespace relaxscope
