// SPDX-License-Identifier: GPL-3.0-or-later
// Content of the overview as data: chips, tiles, rows, import tree. Pure functions of a document.
#pragma once

#include <vector>

#include "views/core/document.h"
#include "views/overview/tree_row.h"
#include "views/theme/theme.h"
#include "views/widgets/table_source.h"

namespace relaxscope {

struct IdentityChip {
  QString text;
  Token ink, back;
  bool framed;
  QString icon;
};
std::vector<IdentityChip> identityChips(Document* document);

/// `view` is the view that a click on the tile opens; None: the click starts a run.
struct TileData {
  QString id, icon, title;
  Figure figure;
  QString note;
  ViewId view;
};
std::vector<TileData> overviewTiles(Document* document);

std::vector<std::pair<QString, QString>> identityRows(Document* document);

std::vector<TreeLine> importTree(Document* document);

}  // namespace relaxscope
