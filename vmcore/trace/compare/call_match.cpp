// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/compare/call_match.h"

#include <string_view>
#include <utility>

namespace relaxscope {
namespace {

uint64_t packed(TraceSite site) { return (uint64_t{site.function} << 32) | site.pc; }

}  // namespace

CallMatch CallMatch::byName(const TraceInfo& old, const TraceInfo& now, std::string reason) {
  std::unordered_map<std::string_view, uint32_t> rows;
  for (uint32_t row = 0; row < now.functionNames.size(); ++row) rows.try_emplace(now.functionNames[row], row);
  CallMatch match(old.functionNames.size());
  for (uint32_t row = 0; row < old.functionNames.size(); ++row)
    if (const auto found = rows.find(old.functionNames[row]); found != rows.end())
      match.pairFunctions(row, found->second);
  match.byNameReason_ = std::move(reason);
  return match;
}

void CallMatch::pairFunctions(uint32_t old, uint32_t now) {
  if (old < functions_.size() && functions_[old] == kNoIndex) functions_[old] = now;
}

void CallMatch::pairSites(TraceSite old, TraceSite now) { sites_.try_emplace(packed(old), now); }

void CallMatch::pairGroup(const std::string& oldText, const std::vector<TraceSite>& old, const std::string& newText,
                          const std::vector<TraceSite>& now) {
  if (old.empty() || now.empty()) return;
  const auto index = static_cast<uint32_t>(groups_.size());
  const uint32_t first = firstGroups_.try_emplace({oldText, newText}, index).first->second;
  groups_.push_back({oldText, newText, old.front(), now.front(), first});
  for (const TraceSite& site : old) groupOf_[0].try_emplace(packed(site), index);
  for (const TraceSite& site : now) groupOf_[1].try_emplace(packed(site), index);
}

uint32_t CallMatch::groupOf(TraceSite site, bool isNew) const {
  const auto& groups = groupOf_[isNew ? 1 : 0];
  const auto found = groups.find(packed(site));
  return found == groups.end() ? kNoIndex : found->second;
}

std::optional<TraceSite> CallMatch::siteOf(TraceSite old) const {
  if (!byNameReason_.empty()) {
    const uint32_t function = functionOf(old.function);
    return function == kNoIndex ? std::nullopt : std::optional(TraceSite{function, old.pc});
  }
  const auto found = sites_.find(packed(old));
  return found == sites_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace relaxscope
