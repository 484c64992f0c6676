// SPDX-License-Identifier: Apache-2.0
// Names of functions in the options of a comparison.
#pragma once

#include <string>

#include "vmcore/analysis/diff/diff.h"

namespace relaxscope {

/// A name as the reports print it, `\xNN` for odd bytes, becomes that of a function of either side; others are returned
/// as they are.
std::string functionOfReport(const DiffSide& old, const DiffSide& now, const std::string& name);

}  // namespace relaxscope
