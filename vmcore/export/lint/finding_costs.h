// SPDX-License-Identifier: Apache-2.0
// What findings of the linter cost in a profile: the time of the calls at their sites.
#pragma once

#include <optional>
#include <vector>

#include "vmcore/analysis/lint/lint.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {

struct FindingCost {
  double ns = 0;                ///< self time per run of its sites; of a call that two findings name, in the first only
  double share = 0;             ///< of the self times of the run, 0 to 1
  std::vector<double> partsNs;  ///< by part; they add up to `ns`
  bool lowerBound = false;      ///< the finding has more sites than it lists
};

/// By finding; nothing for rules without cost and for findings of which no site was executed. Function numbers of the
/// profile are those of the executable. `bySite` is grouped by site.
std::vector<std::optional<FindingCost>> findingCosts(const LintFindings& findings, const TraceStatistics& bySite);

}  // namespace relaxscope
