// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of a panel or of a view's own window: its views, what can be done with the one in front, and the layout.
#pragma once

#include <QPoint>

namespace relaxscope {

class ViewPanel;
class Workspace;

/// Opens it at a point of the desktop and returns when it is closed.
void openPanelMenu(Workspace* workspace, ViewPanel* panel, const QPoint& position);

}  // namespace relaxscope
