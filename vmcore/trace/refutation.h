// SPDX-License-Identifier: Apache-2.0
// A correction that makes the time of a call negative is wrong for the program, though the sum may be right: it takes
// more out of some events than recording put in, and less out of others.
#pragma once

#include <span>
#include <string>

#include "vmcore/trace/event_values.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

struct Correction;

/// How much of a reading of the clock overlaps with the work around it differs from call to call: a row's correction
/// may be off by this part.
inline constexpr double kCostDiffers = 0.15;

/// The callee whose self time per run is below zero by more than its uncertainty, a tick of the clock per event and
/// the part of the correction that may differ (kCostDiffers); empty if there is none. `runNs`: of the measured runs,
/// corrected.
std::string calleeBelowZero(const Trace& trace, const EventValues& events, const Correction& correction,
                            std::span<const double> runNs);

/// Why there is no correction then.
std::string negativeTimeReason(const std::string& callee);

}  // namespace relaxscope
