// SPDX-License-Identifier: Apache-2.0
// The lives of the values of one function, and how many registers hold one at each instruction (analysis.md 2).
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "vmcore/analysis/flow/definitions.h"

namespace relaxscope {

/// In order of pc: the value is needed nowhere before `begin` or after `end`, but may not be needed everywhere between.
struct Life {
  InstrIndex begin;    ///< its definition; of a merge, or where a jump leads back, the first instruction that has it
  InstrIndex end;      ///< last use, kill, or end of a block at which it is still needed; equals `begin` if none
  InstrIndex lastUse;  ///< the last instruction in order of pc that reads it; invalid if none does
  bool killed = false;
};

struct Liveness {
  std::vector<Life> lives;         ///< by value
  std::vector<uint32_t> pressure;  ///< by instruction, from the begin of the function: registers needed at once
  uint32_t peak = 0;               ///< the highest pressure
  InstrIndex peakPc;               ///< the first instruction with it; invalid for a function without reachable code
  /// Registers that suffice if values are moved where blocks meet: the peak, or as many as there are parameters.
  uint32_t needed = 0;
  int64_t registerFileSize = 0;  ///< as the executable says
  bool complete = true;          ///< otherwise some lives are taken to be the whole function, for lack of time
};

/// Lives and pressure from the definitions of `function`. Nothing when stopped. The work is bounded by a multiple of
/// the instructions.
std::optional<Liveness> livenessOf(const Executable& executable, FuncIndex function, const Definitions& definitions,
                                   const std::stop_token& stop = {});

}  // namespace relaxscope
