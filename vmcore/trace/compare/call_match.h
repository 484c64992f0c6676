// SPDX-License-Identifier: Apache-2.0
// Which calls of two executables are the same, for the comparison of their traces. Rows and pcs are those of the
// function tables and code that the traces hold.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "vmcore/trace/trace.h"

namespace relaxscope {

/// An instruction of a trace.
struct TraceSite {
  uint32_t function = kNoIndex, pc = kNoIndex;
  friend bool operator==(const TraceSite&, const TraceSite&) = default;
};

class CallMatch {
 public:
  /// By name alone: functions of one name are the same, and of these the instructions at one pc. `reason` tells why
  /// nothing else is known.
  static CallMatch byName(const TraceInfo& old, const TraceInfo& now, std::string reason);
  /// Nothing is the same yet. The tables have as many rows as `old` has functions.
  explicit CallMatch(size_t oldFunctions) : functions_(oldFunctions, kNoIndex) {}

  /// Row numbers outside of the old table are ignored, as is the second partner of a row.
  void pairFunctions(uint32_t old, uint32_t now);
  void pairSites(TraceSite old, TraceSite now);
  /// Calls that became others, such as those that are fused: one row, of the calls of all groups with these texts
  /// ("multiply + add", "fused_multiply_add"), or by site of this one. A site is in the first group that names it.
  void pairGroup(const std::string& oldText, const std::vector<TraceSite>& old, const std::string& newText,
                 const std::vector<TraceSite>& now);

  /// The row of the new function table; kNoIndex: only the old executable has it.
  [[nodiscard]] uint32_t functionOf(uint32_t old) const { return old < functions_.size() ? functions_[old] : kNoIndex; }
  [[nodiscard]] std::optional<TraceSite> siteOf(TraceSite old) const;
  struct Group {
    std::string oldText, newText;
    TraceSite old, now;  ///< the first call on each side
    uint32_t first = 0;  ///< the first group with these texts
  };
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }
  /// Index of the group that a call is in; kNoIndex: in none.
  [[nodiscard]] uint32_t groupOf(TraceSite site, bool isNew) const;
  /// Why calls are matched by name alone; empty if they are not.
  [[nodiscard]] const std::string& byNameReason() const { return byNameReason_; }

 private:
  std::vector<uint32_t> functions_;
  std::unordered_map<uint64_t, TraceSite> sites_;
  std::vector<Group> groups_;
  std::array<std::unordered_map<uint64_t, uint32_t>, 2> groupOf_;  ///< old and new: by site
  std::map<std::pair<std::string, std::string>, uint32_t> firstGroups_;
  std::string byNameReason_;
};

}  // namespace relaxscope
