// SPDX-License-Identifier: Apache-2.0
// The values of an event of a measured run that recorded times only: those of the event at the same place in the run
// that recorded values (RunKind::Values), if both runs executed the same instructions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "vmcore/base/index.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

class EventValues {
 public:
  /// `trace` must outlive it and not change.
  explicit EventValues(const Trace& trace);

  /// The event whose side records hold the values of `event`: itself where its run recorded values; invalid if its run
  /// differs from the values run. The first question about a run compares its events; logarithmic afterwards.
  [[nodiscard]] EventIndex sourceOf(EventIndex event);
  /// Event of run `run` (index into Trace::runs) at the place of `event` of the values run; invalid if the runs differ.
  [[nodiscard]] EventIndex counterpart(size_t run, EventIndex event);
  /// Whether run `run` executed what the values run did; false without a values run, and for that run itself.
  [[nodiscard]] bool follows(size_t run);
  /// The index of the values run in Trace::runs.
  [[nodiscard]] std::optional<size_t> valuesRun() const { return valuesRun_; }
  /// Events of a run: the number of the first one and the number after the last one.
  struct Range {
    uint64_t begin = 0, end = 0;
    [[nodiscard]] uint64_t size() const { return end - begin; }
  };
  [[nodiscard]] Range eventsOf(size_t run) const;

 private:
  enum class Match : uint8_t { Unknown, Same, Other };
  [[nodiscard]] std::optional<size_t> runOf(EventIndex event) const;
  [[nodiscard]] uint64_t firstEventFrom(int64_t ticks) const;
  [[nodiscard]] bool sameInstructions(Range a, Range b) const;

  const Trace& trace_;
  std::vector<size_t> byStart_;  ///< indices of runs
  std::optional<size_t> valuesRun_;
  std::vector<Match> matches_;  ///< by run
  // The run asked about last, so that questions about neighbouring events are fast.
  Range asked_, source_;
  bool askedFollows_ = false;
};

/// Arguments and memory records of events.
class ValueReader {
 public:
  explicit ValueReader(const Trace& trace) : trace_(trace), values_(trace) {}

  struct Records {
    Arguments arguments;
    std::span<const MemoryRecord> memory;
  };
  [[nodiscard]] Records of(EventIndex event);

 private:
  const Trace& trace_;
  EventValues values_;
};

}  // namespace relaxscope
