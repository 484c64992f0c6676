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
      : statistics_(statistics), raw_(measuredRunsNs(trace)), eventNs_(trace.info.cost.perEventNs) {
    const Correction& correction = statistics.correction;
    if (!isCorrected()) return;
    for (size_t i = 0; i < raw_.size(); ++i)
      costs_.push_back((raw_[i] - statistics.runNs[i] - correction.perRunNs) / correction.factor);
  }

  [[nodiscard]] bool isCorrected() const { return statistics_.correction.factor > 0 && eventNs_ > 0; }
  [[nodiscard]] double perRunNs() const { return statistics_.correction.perRunNs; }
  /// What an event costs, if a run costs that much beside its events.
  [[nodiscard]] double perEventNs(double perRunNs) const {
    const double mean = std::accumulate(costs_.begin(), costs_.end(), 0.0) / static_cast<double>(costs_.size());
    const Correction& correction = statistics_.correction;
    return eventNs_ * (correction.factor + (mean > 0 ? (correction.perRunNs - perRunNs) / mean : 0));
  }
  void set(double perEventNs, double perRunNs) {
    Correction& correction = statistics_.correction;
    correction.factor = perEventNs / eventNs_;
    correction.perRunNs = perRunNs;
    for (size_t i = 0; i < raw_.size(); ++i) statistics_.runNs[i] = raw_[i] - perRunNs - correction.factor * costs_[i];
  }
  void remove() {
    statistics_.correction.factor = statistics_.correction.factorHalfWidth = statistics_.correction.perRunNs = 0;
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
      before.set(perEventNs, perRunNs);
      after.set(perEventNs, perRunNs);
      return SharedCorrection::Both;
    }
  }
  before.remove();
  after.remove();
  return hadOld == hadNew ? SharedCorrection::Neither : hadOld ? SharedCorrection::NotNew : SharedCorrection::NotOld;
}

}  // namespace relaxscope
