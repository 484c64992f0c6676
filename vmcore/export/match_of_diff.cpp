// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/match_of_diff.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope {
namespace {

uint32_t wireIndex(FuncIndex function) { return static_cast<uint32_t>(function.value); }
uint32_t wireIndex(InstrIndex pc) { return static_cast<uint32_t>(pc.value); }

using Rows = std::unordered_map<std::string_view, uint32_t>;
Rows rowsByName(const Executable& executable) {
  Rows rows;
  for (uint32_t row = 0; row < executable.functions.size(); ++row)
    rows.try_emplace(executable.functions[row].name, row);
  return rows;
}

void pairRow(CallMatch& match, const FunctionPair& pair, const InstructionRow& row) {
  const TraceSite none;
  TraceSite old = row.old.valid() ? TraceSite{wireIndex(pair.old), wireIndex(row.old)} : none;
  TraceSite now = row.now.valid() ? TraceSite{wireIndex(pair.now), wireIndex(row.now)} : none;
  if (row.state == RowState::Moved && row.partner.valid()) {
    if (old == none) old = {wireIndex(pair.old), wireIndex(row.partner)};
    else now = {wireIndex(pair.now), wireIndex(row.partner)};
  }
  if (!(old == none) && !(now == none)) match.pairSites(old, now);
}

/// Calls of operations that became others, of one and the other side more than one call.
void pairGroups(CallMatch& match, const FunctionPair& pair, const Executable& old, const Executable& now) {
  const auto callsOf = [](const Executable& executable, FuncIndex function, const std::vector<InstrIndex>& pcs) {
    std::vector<TraceSite> sites;
    for (const InstrIndex pc : pcs)
      if (calleeAt(executable, pc).valid()) sites.push_back({wireIndex(function), wireIndex(pc)});
    return sites;
  };
  for (const Change& change : pair.changes) {
    const bool becameOthers = change.kind == ChangeKind::Fused || change.kind == ChangeKind::Split ||
                              change.kind == ChangeKind::LibraryCall || change.kind == ChangeKind::Replaced;
    if (!becameOthers || change.oldText.empty() || change.nowText.empty()) continue;
    const auto before = callsOf(old, pair.old, change.old), after = callsOf(now, pair.now, change.now);
    if (before.size() + after.size() > 2) match.pairGroup(change.oldText, before, change.nowText, after);
  }
}

/// Callees that took each other's place: at every call of the one on the old side, and of the other one on the new
/// side, where calls became one call each.
class ReplacedCallees {
 public:
  ReplacedCallees(const ExecutableDiff& diff, const Executable& old, const Executable& now) : old_(old), now_(now) {
    for (const FunctionPair& pair : diff.functions)
      for (const InstructionRow& row : pair.rows) add(pair, row);
  }
  /// Those that only one side has go into the match.
  void pair(CallMatch& match) const {
    for (const auto& [callee, uses] : oldUses_) {
      if (uses.partner == kNoIndex || uses.partner == kMany || match.functionOf(callee) != kNoIndex) continue;
      const auto other = newUses_.find(uses.partner);
      if (other == newUses_.end() || other->second.partner != callee) continue;
      if (!old_.findFunction(now_.functions[uses.partner].name).valid()) match.pairFunctions(callee, uses.partner);
    }
  }

 private:
  static constexpr uint32_t kMany = kNoIndex - 1;
  struct Uses {
    uint32_t partner = kNoIndex;
    bool first = true;
  };
  static void note(Uses& uses, uint32_t partner) {
    if (uses.first) uses = {partner, false};
    else if (uses.partner != partner) uses.partner = kMany;
  }
  void add(const FunctionPair& pair, const InstructionRow& row) {
    const FuncIndex before = calleeAt(old_, row.old), after = calleeAt(now_, row.now);
    const bool isPair = before.valid() && after.valid() && isOneForOne(pair, row);
    if (before.valid()) note(oldUses_[wireIndex(before)], isPair ? wireIndex(after) : kMany);
    if (after.valid()) note(newUses_[wireIndex(after)], isPair ? wireIndex(before) : kMany);
  }
  static bool isOneForOne(const FunctionPair& pair, const InstructionRow& row) {
    if (row.change >= pair.changes.size()) return false;
    const Change& change = pair.changes[row.change];
    const bool replaced = change.kind == ChangeKind::Replaced || change.kind == ChangeKind::LibraryCall;
    return replaced && change.old.size() == 1 && change.now.size() == 1;
  }

  const Executable &old_, &now_;
  std::unordered_map<uint32_t, Uses> oldUses_, newUses_;
};

constexpr const char* kWithoutCode = "a profile does not hold its executable";

bool hasCode(const std::shared_ptr<const Executable>& executable) {
  return executable != nullptr &&
         !std::ranges::all_of(executable->functions, [](const Function& each) { return each.isPacked(); });
}

}  // namespace

CallMatch callMatchOf(const ExecutableDiff& diff, const Executable& old, const Executable& now) {
  CallMatch match(old.functions.size());
  for (const FunctionPair& pair : diff.functions) {
    if (!pair.old.valid() || !pair.now.valid()) continue;
    match.pairFunctions(wireIndex(pair.old), wireIndex(pair.now));
    for (const InstructionRow& row : pair.rows) pairRow(match, pair, row);
    pairGroups(match, pair, old, now);
  }
  const Rows oldRows = rowsByName(old), newRows = rowsByName(now);
  for (const KernelPair& pair : diff.kernels) {
    const auto before = oldRows.find(pair.old), after = newRows.find(pair.now);
    if (before != oldRows.end() && after != newRows.end()) match.pairFunctions(before->second, after->second);
  }
  ReplacedCallees(diff, old, now).pair(match);
  return match;
}

CallMatch callMatchOf(const Trace& old, const std::shared_ptr<const Executable>& oldExecutable, const Trace& now,
                      const std::shared_ptr<const Executable>& newExecutable, const std::stop_token& stop) {
  if (!hasCode(oldExecutable) || !hasCode(newExecutable)) return CallMatch::byName(old.info, now.info, kWithoutCode);
  const auto diff = diffExecutables({oldExecutable, nullptr}, {newExecutable, nullptr}, {}, stop);
  if (!diff) return CallMatch::byName(old.info, now.info, diff.error().message);
  return callMatchOf(*diff, *oldExecutable, *newExecutable);
}

CallMatch callMatchOf(const Trace& old, const std::shared_ptr<const Executable>& oldExecutable, const Trace& now,
                      const std::shared_ptr<const Executable>& newExecutable, const ExecutableDiff* diff,
                      const std::string& why) {
  const bool known = hasCode(oldExecutable) && hasCode(newExecutable);
  if (known && diff != nullptr) return callMatchOf(*diff, *oldExecutable, *newExecutable);
  return CallMatch::byName(old.info, now.info, known ? why : kWithoutCode);
}

}  // namespace relaxscope
