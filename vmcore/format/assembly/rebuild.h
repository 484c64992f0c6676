// SPDX-License-Identifier: Apache-2.0
// Internal to the assembler: what keeps TVM's ExecBuilder from making an executable.
#pragma once

#include <optional>
#include <string>

#include "vmcore/model/executable.h"

namespace relaxscope::assembly {

/// Why the python form's statements, run against ExecBuilder, do not give this executable's bytes; nothing
/// where they do. Found by driving our ExecBuilder, which makes the same bytes as TVM's.
std::optional<std::string> whyNotRebuilt(const Executable& executable);

}  // namespace relaxscope::assembly
