// SPDX-License-Identifier: Apache-2.0
// How intricate the code of one function is, in a few figures (analysis.md 1 and 2).
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "vmcore/model/executable.h"

namespace relaxscope {

struct CodeFigures {
  bool ssa = false;              ///< no register is written twice, parameters included and kills aside
  uint32_t merges = 0;           ///< values that are one of several, by path: phis
  uint32_t loops = 0;            ///< natural loops; several jumps back to one block are one
  uint32_t loopDepth = 0;        ///< loops around the innermost block; 0: none
  uint32_t liveRegisters = 0;    ///< the most that hold a value at once
  InstrIndex livePc;             ///< the first instruction with as many; invalid without reachable code
  int64_t registerFileSize = 0;  ///< as the executable says
  bool complete = true;          ///< otherwise figures are limits, for lack of time: fewer merges, more live registers
};

/// Nothing for a function without code that exists, and when stopped. The work is bounded by a multiple of the
/// instructions.
std::optional<CodeFigures> codeFigures(const Executable& executable, FuncIndex function,
                                       const std::stop_token& stop = {});

}  // namespace relaxscope
