// SPDX-License-Identifier: Apache-2.0
// Records two executables in turns, in pairs of worker processes: what the machine does meanwhile is in both.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/cli/run/run.h"
#include "vmcore/trace/trace.h"

namespace relaxscope::cli {

/// Pairs of processes unless told otherwise, and how long they may take for that; at least kMinProcesses are made.
inline constexpr uint32_t kPairsOfProcesses = 12;
inline constexpr double kTurnsSeconds = 30, kLongTurnSeconds = 2;
/// Turns of each executable in a pair of processes: old, new, new, old, and again.
inline constexpr uint32_t kTurnsOfProcess = 8;

struct TurnsPlan {
  RunRequest run;                     ///< `repeat` rounds in each process; scripts are those of the prepared runs
  std::optional<uint32_t> processes;  ///< pairs of them
  bool fewIfLong = false;             ///< turns after a first one of more than kLongTurnSeconds have one round
  bool progress = false;              ///< is lines on standard error
};
/// The traces of both, with turns and one session id, and what the first turn computed.
struct RecordedTurns {
  std::array<std::shared_ptr<const Trace>, 2> traces;
  std::array<wire::RunFinished, 2> first;
  std::string note;  ///< why there are fewer pairs of processes than planned; empty if there are not
};
struct PairToRun {
  const RunOptions& options;
  const RunOfFile& prepared;
  TraceOrigin origin;
  CaptureRequest capture = {};  ///< of the first turn
};
/// Old and new. A failure in the first pair of processes is reported and becomes the exit code; a later one ends the
/// recording with what is there.
std::optional<RecordedTurns> recordTurns(const std::array<PairToRun, 2>& sides, const TurnsPlan& plan, int& exitCode);

}  // namespace relaxscope::cli
