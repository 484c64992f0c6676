// SPDX-License-Identifier: GPL-3.0-or-later
// The differences of two executables' code as places to go to, in the order of the functions and of their rows.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

#include "vmcore/analysis/diff/diff.h"

namespace relaxscope {

/// Kinds of change, by ChangeKind.
using KindSet = std::bitset<kChangeKinds>;

/// A function of a diff, and a row of it.
struct DiffPlace {
  uint32_t pair = 0;  ///< of ExecutableDiff::functions
  uint32_t row = 0;   ///< of FunctionPair::rows; 0 if it has none
  friend auto operator<=>(const DiffPlace&, const DiffPlace&) = default;
};

/// Neighbouring rows that differ, with the equal ones between the parts of one change: calls that became one and what
/// went with them. A function that differs in no row - in its signature, or compiled - has one of no rows.
struct Difference {
  uint32_t pair = 0;
  uint32_t first = 0, end = 0;  ///< rows
  [[nodiscard]] DiffPlace place() const { return {pair, first}; }
  [[nodiscard]] bool has(const DiffPlace& at) const {
    return at.pair == pair && at.row >= first && (at.row < end || (first == end && at.row == first));
  }
  friend bool operator==(const Difference&, const Difference&) = default;
};

/// What a row's change is; nothing for rows that are equal or only stand elsewhere.
std::optional<ChangeKind> kindOf(const FunctionPair& pair, const InstructionRow& row);
/// Whether the instructions of such a change belong together: several became one, or the reverse.
bool isGroup(ChangeKind kind);
/// How many differences have a kind from `first` to `last`.
int countOf(const ExecutableDiff& diff, ChangeKind first, ChangeKind last);
/// Without those of hidden kinds.
std::vector<Difference> differencesOf(const ExecutableDiff& diff, const KindSet& hidden = {});

}  // namespace relaxscope
