// SPDX-License-Identifier: Apache-2.0
// Structural comparison of two modules, as a test compares a stage with TVM's recorded one.
#pragma once

#include <optional>
#include <string>

#include "vmcore/ir/relax.h"

namespace relaxscope::ir {

/// The first place where two modules differ, with both sides as text, or nothing. Equal up to: names of variables,
/// buffers and symbols (one to one in each function); order of functions, which are found by name; order of attributes
/// and integer forms (1, T.int64(1), T.int32(1)) in them; how bindings are grouped in neighbouring blocks of one kind;
/// spans; T.reads and T.writes that only one side states; T.handle against T.Buffer; the order of statements in a host
/// kernel that only stores at constant indices, which varies between runs of TVM.
/// Types are compared where both sides have one. Constants are compared by content, by type alone if data is missing.
std::optional<std::string> firstDifference(const Module& a, const Module& b);

}  // namespace relaxscope::ir
