// SPDX-License-Identifier: GPL-3.0-or-later
// How often blocks and edges of a CFG ran. A profile records calls only; the rest follows from what goes
// in must come out. What does not follow stays unknown.
#pragma once

#include <functional>
#include <vector>

#include "vmcore/analysis/flow/cfg.h"

namespace relaxscope {

struct CfgCounts {
  std::vector<double> blocks, edges;  ///< not a number where unknown
};
/// `siteCount` gives the calls of a call site (0 when it never ran) and not-a-number for other
/// instructions; `entries` how often the function was entered, or not-a-number.
CfgCounts deriveCounts(const Cfg& cfg, const std::function<double(InstrIndex)>& siteCount, double entries);

}  // namespace relaxscope
