// SPDX-License-Identifier: Apache-2.0
// Differences written by hand: a few lines of text for the rows of two functions.
#pragma once

#include <string_view>

#include "views/core/comparison.h"

namespace relaxscope::testing {

/// Rows as lines "OLD STATE NEW [KIND [GROUP]]", pcs relative to the functions' starts: "0 = 0", "1 - . removed",
/// "2 ~ 3 operands", ". + 4 inserted", "5 m ." (moved). Lines of one GROUP are one change of several instructions.
FunctionPair rowsOf(std::string_view lines, int64_t oldStart = 0, int64_t nowStart = 0);

/// Compares with what `made` says.
Comparison::Engine engineOf(ExecutableDiff made);
/// Sets both sides and waits for the diff or an error.
bool compareAndWait(Comparison& comparison, DocumentData old, DocumentData now);
bool waitForDiff(Comparison& comparison);

/// main of one program became that of another: matmul, add and relu are one call, with what the plan released.
struct FusedPair {
  FusedPair();
  Executable old, now;
  ExecutableDiff diff;
};

}  // namespace relaxscope::testing
