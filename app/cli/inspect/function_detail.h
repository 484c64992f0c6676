// SPDX-License-Identifier: Apache-2.0
// One function in detail, for rscope functions --function.
#pragma once

#include <span>

#include "app/cli/output.h"
#include "vmcore/model/executable.h"

namespace relaxscope::cli {

/// Figures of the code, slots of the shape heap, and calls with directions and types of their operands.
void writeFunctionDetails(const Executable& executable, std::span<const FuncIndex> functions, Output& out);

}  // namespace relaxscope::cli
