// SPDX-License-Identifier: GPL-3.0-or-later
// Identifiers of the views, and their names in settings, on the command line and in object names.
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
  Source,
  Hex,
  Constants,
  Modules,
  Timeline,
  Statistics,
  Values,
  Inspector,
  Findings,
  Runs,
  Memory,
  Diff,
  Compare,
};

/// "listing"; empty for None.
const char* viewName(ViewId id);
/// None if no view has this name. Accepts the names of older versions too.
ViewId viewOfName(QStringView name);

}  // namespace relaxscope
