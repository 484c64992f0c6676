// SPDX-License-Identifier: Apache-2.0
// The times of events as rows count them: with and without nested events, as recorded and less the cost of recording.
#pragma once

#include <cstdint>
#include <vector>

#include "vmcore/trace/correction.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// Adds ticks with saturation: untrusted times may overflow.
void addTicks(int64_t& sum, int64_t ticks);

/// Takes all events of a trace in the order of their ends.
class EventTimes {
 public:
  /// Of the correction the factors count; if none applies, costs are the probe's and in no time.
  EventTimes(const Trace& trace, const Correction& correction);

  struct Times {
    int64_t ticks = 0;          ///< as recorded, with nested events
    int64_t selfTicks = 0;      ///< without them
    double costNs = 0;          ///< of recording in the self time; Correction::factor times it is taken out
    double ns = 0, selfNs = 0;  ///< corrected, with and without nested events
    [[nodiscard]] bool hasNested() const { return selfTicks != ticks; }
  };
  /// The times of the next event, of which `part` of its `whole` duration counts.
  Times next(const EventSite& site, int64_t part, int64_t whole);

 private:
  int64_t takeChildren(size_t depth, int64_t duration);
  /// As Times::costNs, of an event: of its time with children, and of its self time.
  struct Taken {
    double total = 0, self = 0;
  };
  Taken takeCosts(const EventSite& site, double fraction);

  const Clock* clock_;
  double factor_;
  EventCosts costs_;
  std::vector<int64_t> childTime_;  ///< per depth: ended since the level above last ended
  /// Recording costs of the events one level deeper that ended since the level above last ended.
  struct Nested {
    double whole = 0, outside = 0;  ///< with those inside them; outside of them alone
  };
  std::vector<Nested> nestedCost_;  ///< per depth
};

}  // namespace relaxscope
