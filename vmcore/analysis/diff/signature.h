// SPDX-License-Identifier: Apache-2.0
// Parameters of two functions that belong together.
#pragma once

#include <optional>

#include "vmcore/analysis/diff/change.h"
#include "vmcore/analysis/function_facts.h"

namespace relaxscope::diffing {

/// A change of kind Signature, with both parameter lists as text; nothing if number, order, names and types are equal.
std::optional<Change> signatureChange(const FunctionFacts& old, FuncIndex oldFunction, const FunctionFacts& now,
                                      FuncIndex nowFunction, bool ignoreNames);

}  // namespace relaxscope::diffing
