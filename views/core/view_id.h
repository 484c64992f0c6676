// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the views: one value each, and the text that settings, the command line and object names have for it.
#pragma once

#include <QStringView>

#include <cstdint>

namespace relaxscope {

enum class ViewId : uint8_t {
  None,  ///< no view in particular
  Overview,
  Functions,
  Listing,
  Cfg,
  Hex,
  Constants,
  Modules,
  Timeline,
  Statistics,
  Values,
  Inspector,
  Findings,
};

/// "listing"; empty for None.
const char* viewName(ViewId id);
/// None: no view has this name. Knows the names of older versions too.
ViewId viewOfName(QStringView name);

}  // namespace relaxscope
