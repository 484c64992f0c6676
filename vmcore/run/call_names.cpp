// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/call_names.h"

#include <fmt/format.h>

#include "vmcore/analysis/summary.h"
#include "vmcore/base/text/text.h"
#include "vmcore/run/host_calls.h"

namespace relaxscope {

bool canBeCalled(const Function* function) {
  return function != nullptr && !function->isPacked() && function->numArgs >= 0;
}

std::optional<CallNames::Named> CallNames::find(const std::string& name) const {
  const FuncIndex function = executable_.findFunction(name);
  if (canBeCalled(executable_.function(function))) return Named{name, function};
  if (isHostCall(name) || saved_.contains(name)) return Named{name, FuncIndex()};
  return std::nullopt;
}

std::optional<CallNames::Named> CallNames::findAny(const std::string& name) const {
  if (auto named = find(name)) return named;
  const FuncIndex function = executable_.findFunction(name);
  return function.valid() ? std::optional(Named{name, function}) : std::nullopt;
}

Result<CallNames::Named> CallNames::resolve(const std::string& name) const {
  if (name.empty()) {
    RS_TRY(const FuncIndex entry, defaultEntry(executable_));
    return Named{executable_.function(entry)->name, entry};
  }
  if (auto named = findAny(name)) return *std::move(named);
  std::string raw;
  if (unescapeLossless(name, raw))
    if (auto named = findAny(raw)) return *std::move(named);
  return Error(fmt::format("no function \"{}\"", name));
}

std::string callsTitle(const std::vector<std::string>& names) {
  constexpr size_t kShown = 8;
  std::string title;
  size_t shown = 0;
  for (size_t i = 0; i < names.size();) {
    size_t next = i + 1;
    while (next < names.size() && names[next] == names[i]) ++next;
    if (i != 0) title += "; ";
    if (shown++ == kShown) return title + "…";
    title += printable(names[i]);
    if (next - i > 1) title += fmt::format(" ×{}", next - i);
    i = next;
  }
  return title;
}

}  // namespace relaxscope
