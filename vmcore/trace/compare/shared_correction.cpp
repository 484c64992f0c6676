// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/compare/shared_correction.h"

#include <cmath>
#include <numeric>
#include <vector>

namespace relaxscope {
namespace {

/// A trace's correction, and what it takes out of each run by the probe.
class Corrected {
 public:
  Corrected(const Trace& trace, TraceStatistics& statistics)
      : statistics_(statistics),
        raw_(measuredRunsNs(trace)),
        costs_(wholeCosts(statistics.costs)),
        eventNs_(trace.info.cost.perEventNs) {}

  [[nodiscard]] bool isCorrected() const { return statistics_.correction.factor > 0 && eventNs_ > 0; }
  [[nodiscard]] double perRunNs() const { return statistics_.correction.perRunNs; }
  /// What an event costs, if a run costs that much beside its events.
  [[nodiscard]] double perEventNs(double perRunNs) const {
    const double mean = std::accumulate(costs_.begin(), costs_.end(), 0.0) / static_cast<double>(costs_.size());
    const Correction& correction = statistics_.correction;
    return eventNs_ * (correction.factor + (mean > 0 ? (correction.perRunNs - perRunNs) / mean : 0));
  }
  /// `parts`: the factors of both sides over that of all costs.
  void set(double perEventNs, double perRunNs, CostFactors parts) {
    Correction& correction = statistics_.correction;
    correction.factor = perEventNs / eventNs_;
    correction.factors = {correction.factor * parts.readings, correction.factor * parts.rest};
    correction.perRunNs = perRunNs;
    const std::vector<double> costs = wholeCosts(statistics_.costs, correction.factors);
    for (size_t i = 0; i < raw_.size(); ++i) statistics_.runNs[i] = raw_[i] - perRunNs - costs[i];
  }
  [[nodiscard]] CostFactors parts() const {
    const Correction& correction = statistics_.correction;
    return {correction.factors.readings / correction.factor, correction.factors.rest / correction.factor};
  }
  void remove() {
    statistics_.correction.factor = statistics_.correction.factorHalfWidth = statistics_.correction.perRunNs = 0;
    statistics_.correction.factors = {0, 0};
    statistics_.runNs = raw_;
  }

 private:
  TraceStatistics& statistics_;
  std::vector<double> raw_, costs_;
  double eventNs_;
};

}  // namespace

void withdrawCorrection(const Trace& old, TraceStatistics& oldStatistics, const Trace& now,
                        TraceStatistics& newStatistics) {
  Corrected(old, oldStatistics).remove();
  Corrected(now, newStatistics).remove();
}

SharedCorrection shareCorrection(const Trace& old, TraceStatistics& oldStatistics, const Trace& now,
                                 TraceStatistics& newStatistics) {
  Corrected before(old, oldStatistics), after(now, newStatistics);
  const bool hadOld = before.isCorrected(), hadNew = after.isCorrected();
  if (hadOld && hadNew) {
    const double perRunNs = (before.perRunNs() + after.perRunNs()) / 2;
    const double perEventNs = (before.perEventNs(perRunNs) + after.perEventNs(perRunNs)) / 2;
    if (perEventNs > 0) {
      const CostFactors a = before.parts(), b = after.parts();
      const CostFactors parts{(a.readings + b.readings) / 2, (a.rest + b.rest) / 2};
      before.set(perEventNs, perRunNs, parts);
      after.set(perEventNs, perRunNs, parts);
      return SharedCorrection::Both;
    }
  }
  before.remove();
  after.remove();
  return hadOld == hadNew ? SharedCorrection::Neither : hadOld ? SharedCorrection::NotNew : SharedCorrection::NotOld;
}

}  // namespace relaxscope
