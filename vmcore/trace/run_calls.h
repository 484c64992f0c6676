// SPDX-License-Identifier: Apache-2.0
// The calls that a run consists of: those of a list of calls, or the one of a function; by their place in the run.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "vmcore/trace/event_kind.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

class RunCalls {
 public:
  struct Call {
    int64_t start = 0, end = 0;  ///< ticks
    uint32_t place = 0;          ///< in the list of calls, else in its run; from 0 on
    uint32_t callee = kNoIndex;
    EventKind kind = EventKind::Call;
  };

  /// The trace must outlive this object and not change. Linear in its events.
  explicit RunCalls(const Trace& trace);

  /// The call that an event is or lies in; null for the wait at the end of a run and for events of the load phase.
  [[nodiscard]] const Call* of(EventIndex event) const;
  /// The most calls of any run.
  [[nodiscard]] uint32_t most() const { return most_; }
  /// Whether the first measured run has several: those of a script all have the same. Reads events up to its second
  /// call, or to its end.
  [[nodiscard]] static bool several(const Trace& trace);

 private:
  const Trace& trace_;
  std::vector<Call> calls_;  ///< by start
  uint32_t most_ = 0;
};

/// The name that the list of calls has for the one at a place, as "step" of a saved function; empty if there is no
/// list.
std::string_view nameInList(const TraceInfo& info, uint32_t place);

}  // namespace relaxscope
