// SPDX-License-Identifier: GPL-3.0-or-later
// Serialization of the set of folded lanes in a view's saved state.
#pragma once

#include <QByteArray>

#include "views/profile/geometry/lane_layout.h"

namespace relaxscope {

QByteArray saveFoldedLanes(const LaneOptions& options);
/// A malformed `state` folds no lane.
void restoreFoldedLanes(const QByteArray& state, LaneOptions& options);

}  // namespace relaxscope
