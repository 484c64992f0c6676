// SPDX-License-Identifier: Apache-2.0
// What the comparison of two traces needs of the comparison of their executables.
#pragma once

#include "vmcore/analysis/diff/diff.h"
#include "vmcore/trace/compare/call_match.h"

namespace relaxscope {

/// Functions, kernels and calls that `diff` pairs, whatever the reason and whether or not they changed; and callees of
/// one side only that took each other's place at all their calls.
CallMatch callMatchOf(const ExecutableDiff& diff, const Executable& old, const Executable& now);
/// Of the executables of two traces; by name alone where they cannot be compared, or a trace has no code.
CallMatch callMatchOf(const Trace& old, const std::shared_ptr<const Executable>& oldExecutable, const Trace& now,
                      const std::shared_ptr<const Executable>& newExecutable, const std::stop_token& stop = {});
/// The same of executables that were compared before; null: they could not be, and `why` tells the reason.
CallMatch callMatchOf(const Trace& old, const std::shared_ptr<const Executable>& oldExecutable, const Trace& now,
                      const std::shared_ptr<const Executable>& newExecutable, const ExecutableDiff* diff,
                      const std::string& why);

}  // namespace relaxscope
