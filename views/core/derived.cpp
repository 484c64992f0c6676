// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/core/derived.h"

namespace relaxscope {

bool isLarge(const DerivedSource& source) { return source.executable && source.executable->code.size() > 50'000; }

bool isShortFunction(const DerivedSource& source, FuncIndex function) {
  constexpr int64_t kInstructions = 2'000;
  const Function* row = source.executable->function(function);
  if (row == nullptr || !row->isBytecode()) return true;
  // A damaged range may exceed the code: only the part inside counts.
  const auto end = std::min<int64_t>(row->endInstr, static_cast<int64_t>(source.executable->code.size()));
  return end - std::max<int64_t>(0, row->startInstr) <= kInstructions;
}

}  // namespace relaxscope
