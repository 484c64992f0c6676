// SPDX-License-Identifier: GPL-3.0-or-later
// The command that records two executables in turns, `rscope diff --run`, and what it says of its progress.
#pragma once

#include <QStringList>

#include <optional>

#include "app/window/run/run_spec.h"

namespace relaxscope {

/// Rounds of each executable in each pair of processes, unless the user sets others.
inline constexpr uint32_t kRoundsInTurns = 40;

struct TurnsCommand {
  QString old, now;                  ///< executables
  RunSpec spec;                      ///< without its path; `repeat` counts rounds
  QString constants;                 ///< file with late-bound constants; empty: none
  QString oldProfile, newProfile;    ///< written
  QString script = {}, arrays = {};  ///< the calls of `spec` unless they need no script; arrays may be empty
};
/// Whether the calls leave the arguments to each executable, so that no script is needed.
bool leavesArguments(const RunSpec& spec);
/// The arguments of rscope.
QStringList turnsArguments(const TurnsCommand& command);

/// Of "pair 3 of 12, turn 5 of 16, old: run 2 of 5, 4 s".
struct TurnsProgress {
  int pair = 0, pairs = 0, turn = 0, turns = 0;  ///< from 1
  /// Part of the turns that are done.
  [[nodiscard]] double done() const { return ((pair - 1) + (turn - 1.0) / turns) / pairs; }
};
/// Nothing for other lines.
std::optional<TurnsProgress> turnsProgressOf(const QString& line);

}  // namespace relaxscope
