// SPDX-License-Identifier: GPL-3.0-or-later
// Execution counts of the blocks and edges of a CFG. A profile records calls only; the other counts are derived
// by flow conservation. Counts that it does not determine stay unknown.
#pragma once

#include <functional>
#include <vector>

#include "vmcore/analysis/flow/cfg.h"

namespace relaxscope {

struct CfgCounts {
  std::vector<double> blocks, edges;  ///< NaN where unknown
};
/// `siteCount` returns the calls of a call site (0 when it never ran) and NaN for other instructions;
/// `entries` is the number of entries of the function, or NaN.
CfgCounts deriveCounts(const Cfg& cfg, const std::function<double(InstrIndex)>& siteCount, double entries);

}  // namespace relaxscope
