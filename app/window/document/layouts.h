// SPDX-License-Identifier: GPL-3.0-or-later
// Arrangements of the panels for one purpose each: the views that are in front, and the sizes of the panels for the
// size of the window. The user's own changes to them are the Workspace's.
#pragma once

#include <QSize>
#include <QStringView>

#include <array>
#include <span>

#include "views/core/view.h"

namespace relaxscope {

enum class LayoutId : uint8_t { All, Read, Profile, Graph, Bytes };

/// Width of a side panel: a share of the window, within limits in logical pixels.
struct PanelWidth {
  int percent = 0, least = 0, most = 0;
};
struct LayoutRow {
  LayoutId id;
  const char* name;             ///< in settings and on the command line
  std::array<ViewId, 4> front;  ///< by ViewArea; None: the panel is hidden
  PanelWidth left, right;
  std::array<ViewId, 2> beside = {};  ///< views that stand in the right panel instead of their own
};
std::span<const LayoutRow> layoutRows();
const LayoutRow& layoutRow(LayoutId id);
/// Null if no layout has this name.
const LayoutRow* findLayout(QStringView name);
/// The panel of a view in a layout.
ViewArea areaOf(const LayoutRow& layout, const ViewRow& view);

/// Pixels of the panels around the centre.
struct PanelSizes {
  int left = 0, right = 0, bottom = 0;
};
/// `window`: size of the area that all panels share. `bottom` is that of a panel whose view has no height of its own.
PanelSizes panelSizes(const LayoutRow& layout, QSize window);
/// Height of the bottom panel for a view that needs `wanted` pixels below the panel's strip; 0: it shows nothing yet.
int bottomHeight(int wanted, QSize window);

}  // namespace relaxscope
