// SPDX-License-Identifier: GPL-3.0-or-later
// A function without branches as a sequence of steps: what a call of a kernel or function needs, and the call. Its only
// block as one box would repeat the listing.
#pragma once

#include <optional>

#include "vmcore/analysis/flow/cfg.h"

namespace relaxscope {

/// The chain of steps as blocks; the last one ends in the return. Empty if the function has branches, fewer than two
/// such calls, or more of them than a drawing is good for.
std::optional<Cfg> stepsOf(const Executable& executable, const Cfg& cfg);

}  // namespace relaxscope
