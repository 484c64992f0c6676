// SPDX-License-Identifier: Apache-2.0
// Internal to the assembler: reasons why TVM's ExecBuilder cannot make an executable.
#pragma once

#include <optional>
#include <string>

#include "vmcore/model/executable.h"

namespace relaxscope::assembly {

/// Why the python form's statements, executed by ExecBuilder, do not give this executable's bytes; nullopt if they do.
/// Determined with our ExecBuilder, which makes the same bytes as TVM's.
std::optional<std::string> whyNotRebuilt(const Executable& executable);

}  // namespace relaxscope::assembly
