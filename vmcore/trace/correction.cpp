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
  const double outside = std::max(0.0, cost.perEventNs - cost.clockReadNs);
  switch (kind) {
    case EventKind::Call:
      if (info.mode == "precise") return {cost.clockReadNs, outside};
      return {cost.perEventNs, 0};
    // A body's event is written with that of its call, after the reading of the clock that ends both.
    case EventKind::FunctionBody:
      return info.mode == "precise" ? EventCost{0, cost.perBodyNs} : EventCost{cost.perBodyNs, 0};
    // Two readings in both modes; in chained mode the probe's cost has one.
    case EventKind::CompiledBuiltin:
    case EventKind::NestedKernel:
    case EventKind::DeviceWait:
    case EventKind::ScriptBuiltin: return {cost.clockReadNs, info.mode == "precise" ? outside : cost.perEventNs};
    case EventKind::CompiledBody: return {cost.clockReadNs, outside};
    default: return {};  // compiled kernels lie between readings of other events; the load phase is in no run
  }
}

namespace {

struct Factor {
  double value = 0, halfWidth = 0;
  bool known = false;
};

/// Rounds are divided into at most this many parts, each of which is corrected by the factor of the others.
constexpr size_t kParts = 20;

/// The factor of all rounds but those of part `without`. See the header.
Factor fitFactor(std::span<const double> recorded, std::span<const double> unrecorded, std::span<const double> costs,
                 double perRunNs, size_t without = SIZE_MAX) {
  std::vector<double> factors;
  for (size_t i = 0; i < recorded.size(); ++i)
    if (costs[i] > 0 && i % kParts != without) factors.push_back((recorded[i] - unrecorded[i] - perRunNs) / costs[i]);
  if (factors.empty()) return {};
  std::sort(factors.begin(), factors.end());
  const size_t outside = valuesOutsideMedianInterval(factors.size());
  const double low = factors[outside], high = factors[factors.size() - 1 - outside];
  const double median = quantile(factors.begin(), factors.end(), 0.5);
  const double value = high - low > kSharpFactor ? std::clamp(1.0, low, high) : median;
  return {value, (high - low) / 2, value > 0 && value <= kMostFactor};
}

}  // namespace

Correction correctionOf(std::span<const double> recorded, std::span<const double> unrecorded,
                        std::span<const double> costs, double perRunNs) {
  Correction correction;
  const auto accuracyWith = [&](const std::vector<double>& factors, double fixedNs) {  // by part
    std::vector<double> corrected(recorded.begin(), recorded.end());
    for (size_t i = 0; i < corrected.size(); ++i) corrected[i] -= fixedNs + factors[i % factors.size()] * costs[i];
    return accuracyOf(corrected, corrected, unrecorded);
  };
  if (recorded.size() < kMinPairs || recorded.size() != unrecorded.size() || recorded.size() != costs.size()) {
    correction.reason = "there are too few pairs of recorded and unrecorded runs";
    return correction;
  }
  const Factor all = fitFactor(recorded, unrecorded, costs, perRunNs);
  bool known = all.known;
  std::vector<double> ofOthers;
  for (size_t part = 0; part < kParts && part < recorded.size(); ++part) {
    const Factor factor = fitFactor(recorded, unrecorded, costs, perRunNs, part);
    known &= factor.known;
    ofOthers.push_back(factor.value);
  }
  ofOthers.resize(kParts);  // parts without rounds are not asked for
  if (!known && perRunNs > 0) return correctionOf(recorded, unrecorded, costs);
  if (!known) {
    correction.reason = kUnexplainedCost;
    correction.accuracy = accuracyWith({0}, 0);
    return correction;
  }
  correction.factor = all.value;
  correction.factorHalfWidth = all.halfWidth;
  correction.perRunNs = perRunNs;
  correction.accuracy = accuracyWith(ofOthers, perRunNs);
  if (!correction.accuracy) {  // a corrected time is not positive
    correction.factor = correction.factorHalfWidth = correction.perRunNs = 0;
    correction.reason = "recording costs more than the runs take";
    correction.accuracy = accuracyWith({0}, 0);
  }
  return correction;
}

Correction correctionOf(const Trace& trace, std::span<const double> costs) {
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

std::vector<double> recordingCosts(const Trace& trace, const EventValues& events) {
  std::array<double, std::size(kEventKinds)> costs{};
  for (const EventKindRow& row : kEventKinds)
    costs[static_cast<size_t>(row.kind)] = eventCost(row.kind, trace.info).whole();
  std::vector<double> sums;
  for (size_t run = 0; run < trace.runs.size(); ++run) {
    if (!trace.runs[run].measured()) continue;
    EventValues::Range range = events.eventsOf(run);
    double sum = 0;
    while (range.begin < range.end) {
      size_t place = 0;
      const StoredChunk* chunk = trace.find(EventIndex(static_cast<int64_t>(range.begin)), place);
      if (chunk == nullptr) break;
      const size_t count = std::min(chunk->size() - place, static_cast<size_t>(range.size()));
      for (size_t i = place; i < place + count; ++i) sum += costs[static_cast<size_t>(chunk->site(i).kind)];
      range.begin += count;
    }
    sums.push_back(sum);
  }
  return sums;
}

}  // namespace relaxscope
