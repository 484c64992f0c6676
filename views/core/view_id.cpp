// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/core/view_id.h"

#include <QLatin1String>

#include <array>

namespace relaxscope {
namespace {

/// By ViewId.
constexpr std::array kNames = {"",          "overview",  "functions", "listing",  "cfg",        "source",
                               "hex",       "constants", "modules",   "timeline", "statistics", "values",
                               "inspector", "findings",  "runs",      "memory",   "diff",       "compare"};
static_assert(kNames.size() == static_cast<size_t>(ViewId::Compare) + 1);

struct Alias {
  const char* name;
  ViewId id;
};
constexpr Alias kAliases[] = {{"diagnostics", ViewId::Findings}};

}  // namespace

const char* viewName(ViewId id) { return kNames[static_cast<size_t>(id)]; }

ViewId viewOfName(QStringView name) {
  for (size_t i = 1; i < kNames.size(); ++i)
    if (name == QLatin1String(kNames[i])) return static_cast<ViewId>(i);
  for (const Alias& alias : kAliases)
    if (name == QLatin1String(alias.name)) return alias.id;
  return ViewId::None;
}

}  // namespace relaxscope
