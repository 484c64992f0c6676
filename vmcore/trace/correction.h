// SPDX-License-Identifier: Apache-2.0
// Takes the cost of recording out of recorded times. Costs of single events and of a run come from a probe
// (InstrumentationCost); the unrecorded runs beside the measured ones say by which factor those of events hold for this
// program.
#pragma once

#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vmcore/trace/accuracy.h"
#include "vmcore/trace/event_kind.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

class EventValues;

/// Nanoseconds that recording one event takes.
struct EventCost {
  double reading = 0;  ///< the clock, within the event's own time
  double inside = 0;   ///< all else within it
  double outside = 0;  ///< in the self time of the event that contains it
  [[nodiscard]] double within() const { return reading + inside; }
  [[nodiscard]] double whole() const { return reading + inside + outside; }
};
EventCost eventCost(EventKind kind, const TraceInfo& info);

/// How many times the probe's costs are taken out: those of readings, and of all else.
struct CostFactors {
  double readings = 1, rest = 1;
};

/// Nanoseconds that recording its events took within a measured run by the probe.
struct RunCost {
  double readings = 0, rest = 0;
};

/// The costs of a trace's events, given in the order of their ends: of calls of VM functions, too, whose clock is read
/// once for the call and the body that ends with it.
class EventCosts {
 public:
  explicit EventCosts(const TraceInfo& info, CostFactors factors = {});
  EventCost of(const EventSite& site);

 private:
  std::array<EventCost, std::size(kEventKinds)> byKind_{};
  EventCost calledBody_, callOfBody_;
  std::vector<bool> hasBody_;  ///< by function: events of its body were given
};

struct Correction {
  double factor = 0;                 ///< times the probe's costs, in all, that are taken out; 0: times are as recorded
  double factorHalfWidth = 0;        ///< half its 95 % interval
  CostFactors factors = {0, 0};      ///< by kind of cost
  double perRunNs = 0;               ///< taken out of each run beside that; in no event; may be negative
  std::string reason;                ///< why nothing is; empty if a correction applies
  std::optional<Accuracy> accuracy;  ///< corrected over unrecorded times, each round with the costs of other rounds
};

/// The costs that explain the median of recorded[i] - unrecorded[i], one of each per round. Three are not known
/// exactly: of readings, of all else that recording an event takes, part of which overlaps with the program's work, and
/// what a recorded run has beside its events, other conditions than unrecorded ones included. The probe has each with a
/// deviation of its own; what its costs, `costs` and `perRunNs`, do not explain is divided among the three and the
/// noise of the rounds by their variances. Nothing is if that is more than kMostDeviations of all together: recording
/// then has effects that the probe does not know. accuracy is set whenever there are enough rounds.
Correction correctionOf(std::span<const double> recorded, std::span<const double> unrecorded,
                        std::span<const RunCost> costs, double perRunNs = 0);
inline constexpr double kMostDeviations = 4;
/// The reason where there is no factor.
inline constexpr const char* kUnexplainedCost = "the cost of its events does not explain what recording adds";

/// Of a trace's measured runs; `costs` are those of recordingCosts.
Correction correctionOf(const Trace& trace, std::span<const RunCost> costs);
/// No correction, with the accuracy of the times as recorded.
Correction withoutCorrection(const Trace& trace, std::string reason);

/// Of each measured run, in order. Reads all events.
std::vector<RunCost> recordingCosts(const Trace& trace, const EventValues& events);
/// The sums of their parts.
std::vector<double> wholeCosts(std::span<const RunCost> costs, CostFactors factors = {});

}  // namespace relaxscope
