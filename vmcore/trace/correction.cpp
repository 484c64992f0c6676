// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/correction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "vmcore/trace/accuracy.h"
#include "vmcore/trace/event_values.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/trace/times/run_times.h"

namespace relaxscope {

EventCost eventCost(EventKind kind, const TraceInfo& info) {
  const InstrumentationCost& cost = info.cost;
  const bool precise = info.mode == "precise";
  const double reading = cost.clockReadNs, rest = std::max(0.0, cost.perEventNs - reading),
               compiled = std::max(0.0, cost.perCompiledCallNs - 2 * reading);
  switch (kind) {
    case EventKind::Call:
      if (precise) return {reading, 0, rest};
      return {std::min(reading, cost.perEventNs), rest, 0};
    // A body's event is written with that of its call, after the reading of the clock that ends both.
    case EventKind::FunctionBody: return precise ? EventCost{0, 0, cost.perBodyNs} : EventCost{0, cost.perBodyNs, 0};
    // From reading to reading; the clock stands still between them. What else the pair costs is in equal parts in both.
    case EventKind::CompiledBuiltin:
    case EventKind::CompiledKernels: return {reading, compiled / 2, 0};
    case EventKind::CompiledBody: return {0, 0, reading};
    // Two readings in both modes; in chained mode the probe's cost has one.
    case EventKind::NestedKernel:
    case EventKind::DeviceWait:
    case EventKind::ScriptBuiltin: return {reading, 0, precise ? rest : cost.perEventNs};
    default: return {};  // the load phase is in no run
  }
}

EventCosts::EventCosts(const TraceInfo& info, CostFactors factors) : hasBody_(info.functionNames.size()) {
  const auto taken = [&](EventCost cost) {
    return EventCost{factors.readings * cost.reading, factors.rest * cost.inside, factors.rest * cost.outside};
  };
  for (const EventKindRow& row : kEventKinds) byKind_[static_cast<size_t>(row.kind)] = taken(eventCost(row.kind, info));
  const EventCost call = eventCost(EventKind::Call, info), body = eventCost(EventKind::FunctionBody, info);
  calledBody_ = taken({call.reading, call.inside + body.inside, 0});
  callOfBody_ = taken({0, 0, call.outside + body.outside});
}

EventCost EventCosts::of(const EventSite& site) {
  if (site.kind == EventKind::FunctionBody && site.depth > 0) {
    if (site.callee < hasBody_.size()) hasBody_[site.callee] = true;
    return calledBody_;
  }
  if (site.kind == EventKind::Call && site.callee < hasBody_.size() && hasBody_[site.callee]) return callOfBody_;
  return byKind_[static_cast<size_t>(site.kind)];
}

std::vector<double> wholeCosts(std::span<const RunCost> costs, CostFactors factors) {
  std::vector<double> whole;
  for (const RunCost& cost : costs) whole.push_back(factors.readings * cost.readings + factors.rest * cost.rest);
  return whole;
}

namespace {

/// Deviations of the probe's costs between programs, in proportion, and at least so many nanoseconds for a run:
/// measured with programs of many short events, whose costs of readings are within 10 %, and of runs, which are 80 to
/// 300 ns.
constexpr double kReadingsDeviate = 0.1, kRestDeviates = 0.4, kRunDeviates = 0.4, kRunDeviatesNs = 50;
/// Downwards they deviate by more: long kernels overlap with the readings around them.
constexpr double kReadingsOverlap = 0.3, kRestOverlaps = 0.6;
/// How far recorded and unrecorded runs are apart for other reasons: the ones are measured one by one, the others many
/// at once, so that what disturbs a few of them is in the mean.
constexpr double kKindsDeviate = 0.02;

struct Fitted {
  CostFactors factors;
  double perRunNs = 0;
  double factor = 0, halfWidth = 0;
  bool known = false;
};

/// Rounds are divided into at most this many parts, each of which is corrected by the costs of the others.
constexpr size_t kParts = 20;

/// What recorded runs take longer than unrecorded ones, over the rounds but those of part `without`.
struct Excess {
  double ns = 0, halfWidth = 0;
  double unrecordedNs = 0;  ///< of a run
  RunCost mean;
};
Excess excessOf(std::span<const double> recorded, std::span<const double> unrecorded, std::span<const RunCost> costs,
                size_t without) {
  std::vector<double> beyond;  // the probe's costs, which differ from run to run
  Excess excess;
  for (size_t i = 0; i < recorded.size(); ++i) {
    if (i % kParts == without) continue;
    beyond.push_back(recorded[i] - unrecorded[i] - costs[i].readings - costs[i].rest);
    excess.mean.readings += costs[i].readings;
    excess.mean.rest += costs[i].rest;
    excess.unrecordedNs += unrecorded[i];
  }
  const auto count = static_cast<double>(beyond.size());
  if (beyond.empty()) return excess;
  excess.mean.readings /= count;
  excess.mean.rest /= count;
  excess.unrecordedNs /= count;
  std::sort(beyond.begin(), beyond.end());
  const size_t outside = valuesOutsideMedianInterval(beyond.size());
  excess.halfWidth = (beyond[beyond.size() - 1 - outside] - beyond[outside]) / 2;
  excess.ns = quantile(beyond.begin(), beyond.end(), 0.5) + excess.mean.readings + excess.mean.rest;
  return excess;
}

/// Divides what the probe's costs do not explain. Where that would make a cost negative, it is none, and what is left
/// is divided again.
Fitted fitted(const Excess& excess, double perRunNs) {
  constexpr double kOfInterval = 1.96;
  const auto square = [](double value) { return value * value; };
  const RunCost& mean = excess.mean;
  const double whole = mean.readings + mean.rest;
  Fitted fit;
  if (whole <= 0) return fit;
  const bool less = excess.ns < perRunNs + whole;
  const double ofReadings = square((less ? kReadingsOverlap : kReadingsDeviate) * mean.readings),
               ofKinds = square(kKindsDeviate * excess.unrecordedNs), noise = square(excess.halfWidth / kOfInterval);
  bool rest = mean.rest > 0, run = true;
  for (;;) {
    const double ofRest = rest ? square((less ? kRestOverlaps : kRestDeviates) * mean.rest) : 0,
                 ofRun = run ? square(std::max(kRunDeviatesNs, kRunDeviates * perRunNs)) : 0,
                 all = ofReadings + ofRest + ofRun + ofKinds + noise;
    const double left = excess.ns - (run ? perRunNs : 0) - mean.readings - (rest ? mean.rest : 0),
                 share = all > 0 ? left / all : 0, runNs = run ? perRunNs + share * ofRun : 0;
    fit.known = left <= kMostDeviations * std::sqrt(all);
    fit.factors = {1 + (mean.readings > 0 ? share * ofReadings / mean.readings : 0),
                   rest ? 1 + share * ofRest / mean.rest : 0};
    fit.perRunNs = runNs + share * ofKinds;
    fit.factor = (fit.factors.readings * mean.readings + fit.factors.rest * mean.rest) / whole;
    fit.halfWidth = all > 0 ? (ofReadings + ofRest) / all * excess.halfWidth / whole : 0;
    if (rest && fit.factors.rest < 0) rest = false;
    else if (run && runNs < 0) run = false;
    else break;
  }
  fit.known &= fit.factor > 0 && fit.factors.readings >= 0;
  return fit;
}

}  // namespace

Correction correctionOf(std::span<const double> recorded, std::span<const double> unrecorded,
                        std::span<const RunCost> costs, double perRunNs) {
  Correction correction;
  const auto accuracyWith = [&](const std::vector<Fitted>& fits) {  // by part
    std::vector<double> corrected(recorded.begin(), recorded.end());
    for (size_t i = 0; i < corrected.size(); ++i) {
      const Fitted& fit = fits[i % fits.size()];
      corrected[i] -= fit.perRunNs + fit.factors.readings * costs[i].readings + fit.factors.rest * costs[i].rest;
    }
    return accuracyOf(corrected, corrected, unrecorded);
  };
  const auto none = [&](const char* reason) {
    correction = {};
    correction.reason = reason;
    correction.accuracy = accuracyWith({Fitted{{0, 0}}});
    return correction;
  };
  if (recorded.size() < kMinPairs || recorded.size() != unrecorded.size() || recorded.size() != costs.size()) {
    correction.reason = "there are too few pairs of recorded and unrecorded runs";
    return correction;
  }
  const Fitted all = fitted(excessOf(recorded, unrecorded, costs, SIZE_MAX), perRunNs);
  bool known = all.known;
  std::vector<Fitted> ofOthers;
  for (size_t part = 0; part < kParts && part < recorded.size(); ++part) {
    ofOthers.push_back(fitted(excessOf(recorded, unrecorded, costs, part), perRunNs));
    known &= ofOthers.back().known;
  }
  if (!known) return none(kUnexplainedCost);
  ofOthers.resize(kParts);  // parts without rounds are not asked for
  correction.factor = all.factor;
  correction.factorHalfWidth = all.halfWidth;
  correction.factors = all.factors;
  correction.perRunNs = all.perRunNs;
  correction.accuracy = accuracyWith(ofOthers);
  return correction.accuracy ? correction : none("recording costs more than the runs take");
}

Correction correctionOf(const Trace& trace, std::span<const RunCost> costs) {
  const std::vector<double> recorded = measuredRunsNs(trace);
  const size_t pairs = std::min(pairCount(trace), costs.size());
  return correctionOf(std::span(recorded).first(pairs), std::span(trace.unrecordedNs).first(pairs), costs.first(pairs),
                      trace.info.cost.perRunNs);
}

Correction withoutCorrection(const Trace& trace, std::string reason) {
  const std::vector<double> recorded = measuredRunsNs(trace);
  const size_t pairs = pairCount(trace);
  const auto paired = std::span(recorded).first(pairs);
  Correction none;
  none.reason = std::move(reason);
  none.accuracy = accuracyOf(paired, paired, std::span(trace.unrecordedNs).first(pairs));
  return none;
}

std::vector<RunCost> recordingCosts(const Trace& trace, const EventValues& events) {
  EventCosts costs(trace.info);
  std::vector<RunCost> sums;
  for (size_t run = 0; run < trace.runs.size(); ++run) {
    if (!trace.runs[run].measured()) continue;
    EventValues::Range range = events.eventsOf(run);
    RunCost sum;
    while (range.begin < range.end) {
      size_t place = 0;
      const StoredChunk* chunk = trace.find(EventIndex(static_cast<int64_t>(range.begin)), place);
      if (chunk == nullptr) break;
      const size_t count = std::min(chunk->size() - place, static_cast<size_t>(range.size()));
      for (size_t i = place; i < place + count; ++i) {
        const EventCost cost = costs.of(chunk->site(i));
        sum.readings += cost.reading;
        sum.rest += cost.inside + cost.outside;
      }
      range.begin += count;
    }
    sums.push_back(sum);
  }
  return sums;
}

}  // namespace relaxscope
