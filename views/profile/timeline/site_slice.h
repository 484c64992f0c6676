// SPDX-License-Identifier: GPL-3.0-or-later
// The call of an instruction that is nearest to a time.
#pragma once

#include "views/profile/timeline/scene.h"

namespace relaxscope {

/// Among the calls that `scene.markedPc` makes in the shown run, or in all; the one next to `ticks`. Invalid if there
/// is none among the slices that are looked at, which are those around `ticks`.
SlicePlace nearestMarked(const TimelineScene& scene, double ticks);

}  // namespace relaxscope
