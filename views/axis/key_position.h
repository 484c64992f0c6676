// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of plots by their position, so that W A S D lie in the same place on every layout.
#pragma once

class QKeyEvent;

namespace relaxscope {

/// The key at this position of a US keyboard for the letters, digits and signs that plots use; the event's own key
/// where the position is unknown or has another meaning.
int keyByPosition(const QKeyEvent& event);

}  // namespace relaxscope
