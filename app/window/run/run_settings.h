// SPDX-License-Identifier: GPL-3.0-or-later
// What the settings add to the options of a run, and whether a file can then be run.
#pragma once

#include "app/window/run/run_spec.h"
#include "views/core/document.h"

namespace relaxscope {

/// With the limits of the settings where the run has none of its own.
RunSpec withLimitsOfSettings(RunSpec spec);
/// The most important obstacle that these options do not remove; null: a run can be attempted.
const RunObstacle* obstacleTo(const RunSpec& spec, const DocumentData& data);

}  // namespace relaxscope
