// SPDX-License-Identifier: GPL-3.0-or-later
// Which lanes are folded, as a view keeps it from session to session.
#pragma once

#include <QByteArray>

#include "views/profile/geometry/lane_layout.h"

namespace relaxscope {

QByteArray saveFoldedLanes(const LaneOptions& options);
/// What cannot be read folds nothing.
void restoreFoldedLanes(const QByteArray& state, LaneOptions& options);

}  // namespace relaxscope
