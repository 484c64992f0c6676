// SPDX-License-Identifier: Apache-2.0
// Memory plans as JSON, for scripts and Python. The fields: docs/cli.md, memory.
#pragma once

#include <vector>

#include "vmcore/analysis/memory/plan.h"
#include "vmcore/base/text_sink.h"

namespace relaxscope {

/// `library`: of the executable's file; may be null.
void writeMemoryJson(const Executable& executable, const Library* library, const std::vector<MemoryPlan>& plans,
                     const TextSink& sink);

}  // namespace relaxscope
