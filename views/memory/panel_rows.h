// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of the panel "Peak" as lines, which the panel paints and tests read.
#pragma once

#include <QString>

#include <vector>

#include "views/memory/scene.h"

namespace relaxscope {

struct PanelRow {
  enum class Kind : uint8_t {
    Note,     ///< small text, wrapped
    Big,      ///< the figure of the page
    Title,    ///< of a part, with a title of its figures at the right
    Storage,  ///< a link: register, formula, bytes
    Tensor,   ///< a link
    Figure,   ///< text, formula, bytes
    Curve,    ///< the peak against one dimension
    Good,     ///< a remark on its own background
    Warning,
    Space
  } kind = Kind::Note;
  QString left = {}, middle = {}, right = {};
  MemoryItem item = {};
  bool marked = false;
};

std::vector<PanelRow> peakRows(const MemoryScene& scene);

}  // namespace relaxscope
