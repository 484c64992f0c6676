// SPDX-License-Identifier: Apache-2.0
// Text for the contents of a trace, and look-ups shared by exporters and statistics.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/trace/trace.h"

namespace relaxscope {

/// "call", "function body", "load constants", ...; "unknown" for a number outside the table.
const char* eventKindName(EventKind kind);
/// The table that an event's callee indexes; the function table also for kinds without a callee.
const std::vector<std::string>& calleeNames(const TraceInfo& info, EventKind kind);
/// Subject of an event: the callee's name, a name of TraceInfo::names, or the kind's; never empty for known kinds.
std::string_view eventName(const TraceInfo& info, EventKind kind, uint32_t callee);
/// eventName, with ": kernels" for the kernels of a compiled function.
std::string eventLabel(const TraceInfo& info, EventKind kind, uint32_t callee);
/// "f32[3, 16]", "shape(2, 3)", "i7", "2.5", "float32", "tuple(2)", "%vm".
std::string argText(const Argument& argument);

/// Finds the run of an event; any order of queries is allowed, neighbouring ones are fast.
class RunLookup {
 public:
  explicit RunLookup(const std::vector<RunSpan>& runs);
  /// The run in progress at that time, or null.
  const RunSpan* at(int64_t ticks);

 private:
  std::vector<RunSpan> runs_;
  size_t last_ = 0;
};

/// Calls per run: "12", or "1.5" where runs differ.
std::string callsPerRunText(double calls);

}  // namespace relaxscope
