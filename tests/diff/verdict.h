// SPDX-License-Identifier: Apache-2.0
// Whether a diff reports an edit.
#pragma once

#include <string>
#include <vector>

#include "tests/support/mutate/edit.h"
#include "vmcore/analysis/diff/diff.h"

namespace relaxscope::test {

struct Verdict {
  bool found = false;  ///< something is reported at the place of the edit
  bool right = false;  ///< as one of the kinds that it may be
  std::vector<ChangeKind> reported;
  size_t width = 0;      ///< instructions of the largest change at the place
  size_t elsewhere = 0;  ///< changes of code that are at other places and do not follow from others
};
/// `places`: of the edited draft; on the old side an identity is the row or pc itself.
Verdict verdictOf(const ExecutableDiff& diff, const Edit& edit, const Executable& old, const Executable& now,
                  const Places& places);
/// Why the rows of a function are not its instructions, each once and in order on both sides; empty if they are. For
/// code without malformed ranges.
std::string rowProblem(const ExecutableDiff& diff, const Executable& old, const Executable& now);
/// All that a diff reports, a line each; at most `most` lines.
std::vector<std::string> linesOf(const ExecutableDiff& diff, const Executable& old, const Executable& now, size_t most);

}  // namespace relaxscope::test
