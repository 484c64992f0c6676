// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/failure_kind.h"

#include <iterator>

namespace relaxscope {
namespace {

/// By FailureKind.
constexpr const char* kNames[] = {
    "",      "Arguments",   "Cancelled",  "Crash",         "DeviceLost",    "Exit",      "FileChanged",
    "Load",  "MemoryLimit", "Protocol",   "ProtocolLimit", "StackOverflow", "StepLimit", "TimeLimit",
    "Usage", "WorkerLost",  "WorkerStart"};
static_assert(std::size(kNames) == static_cast<size_t>(FailureKind::WorkerStart) + 1);

}  // namespace

const char* failureKindName(FailureKind kind) { return kNames[static_cast<size_t>(kind)]; }

FailureKind failureKindOf(std::string_view name) {
  for (size_t i = 1; i < std::size(kNames); ++i)
    if (name == kNames[i]) return static_cast<FailureKind>(i);
  return FailureKind::Exception;
}

}  // namespace relaxscope
