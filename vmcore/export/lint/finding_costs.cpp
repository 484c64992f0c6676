// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/lint/finding_costs.h"

#include <unordered_map>
#include <utility>

namespace relaxscope {
namespace {

using SiteTimes = std::unordered_map<uint64_t, double>;

constexpr uint64_t keyOf(uint64_t function, uint64_t pc) { return function << 32U | pc; }

/// Self times per run of calls, and of the kernels that they call, by function and pc.
SiteTimes timesOf(const TraceStatistics& bySite) {
  SiteTimes times;
  for (const StatisticsRow& row : bySite.rows)
    if (isCall(row.kind) && hasInstruction(row.kind) && row.function != kNoIndex && row.pc != kNoIndex)
      times[keyOf(row.function, row.pc)] += bySite.perRun(row.selfNs);
  return times;
}

}  // namespace

std::vector<std::optional<FindingCost>> findingCosts(const LintFindings& findings, const TraceStatistics& bySite) {
  SiteTimes times = timesOf(bySite);
  const double all = bySite.perRun(bySite.selfNs);
  std::vector<std::optional<FindingCost>> costs(findings.all.size());
  for (size_t i = 0; i < findings.all.size(); ++i) {
    const LintFinding& finding = findings.all[i];
    if (!lintRule(finding.rule).costs) continue;
    FindingCost cost;
    bool executed = false;
    uint64_t listed = 0;
    for (const LintPart& part : finding.parts) {
      double ns = 0;
      listed += part.sites.size();
      for (const LintSite& site : part.sites) {
        if (!site.function.valid() || !site.pc.valid()) continue;
        const auto found =
            times.find(keyOf(static_cast<uint64_t>(site.function.value), static_cast<uint64_t>(site.pc.value)));
        if (found == times.end()) continue;
        executed = true;
        ns += std::exchange(found->second, 0);
      }
      cost.partsNs.push_back(ns);
      cost.ns += ns;
    }
    if (!executed) continue;
    cost.share = all > 0 ? cost.ns / all : 0;
    cost.lowerBound = listed < finding.count;
    costs[i] = std::move(cost);
  }
  return costs;
}

}  // namespace relaxscope
