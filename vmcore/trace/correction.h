// SPDX-License-Identifier: Apache-2.0
// Takes the cost of recording out of recorded times. Costs of single events and of a run come from a probe
// (InstrumentationCost); the unrecorded runs beside the measured ones say by which factor those of events hold for this
// program.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vmcore/trace/accuracy.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

class EventValues;

/// Nanoseconds that recording one event takes.
struct EventCost {
  double inside = 0;   ///< within the event's own time
  double outside = 0;  ///< in the self time of the event that contains it
  [[nodiscard]] double whole() const { return inside + outside; }
};
EventCost eventCost(EventKind kind, const TraceInfo& info);

struct Correction {
  double factor = 0;                 ///< costs are taken out this many times; 0: times are as recorded
  double factorHalfWidth = 0;        ///< half its 95 % interval
  double perRunNs = 0;               ///< taken out of each run beside that; in no event
  std::string reason;                ///< why they are; empty if a correction applies
  std::optional<Accuracy> accuracy;  ///< corrected over unrecorded times, each round with the factor of other rounds
};

/// The factor that explains recorded[i] - unrecorded[i] - perRunNs by costs[i], in nanoseconds, one of each per round:
/// the median over the rounds, or the value nearest to 1 in its 95 % interval where that is wider than kSharpFactor, as
/// in programs whose times vary by more than recording adds. It is below 1 where readings of the clock overlap with the
/// program's own work, as the probe calls a function that does none. A factor of 0 or less, or above kMostFactor, is
/// none; one without perRunNs is then tried, and if there is none either, recording has effects that the probe does not
/// know. accuracy is set whenever there are enough rounds.
Correction correctionOf(std::span<const double> recorded, std::span<const double> unrecorded,
                        std::span<const double> costs, double perRunNs = 0);
inline constexpr double kMostFactor = 2, kSharpFactor = 0.5;
/// The reason where there is no factor.
inline constexpr const char* kUnexplainedCost = "the cost of its events does not explain what recording adds";

/// Of a trace's measured runs; `costs` are those of recordingCosts.
Correction correctionOf(const Trace& trace, std::span<const double> costs);
/// No correction, with the accuracy of the times as recorded.
Correction withoutCorrection(const Trace& trace, std::string reason);
/// Nanoseconds that recording its events took within each measured run by the probe, in order. Reads all events.
std::vector<double> recordingCosts(const Trace& trace, const EventValues& events);

}  // namespace relaxscope
