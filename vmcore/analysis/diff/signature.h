// SPDX-License-Identifier: Apache-2.0
// Parameters and results of two functions that belong together.
#pragma once

#include <optional>

#include "vmcore/analysis/diff/change.h"
#include "vmcore/analysis/function_facts.h"
#include "vmcore/analysis/value_types.h"

namespace relaxscope::diffing {

/// A change of kind Signature, with both parameter lists as text; nothing if number, order, names and types are equal.
std::optional<Change> signatureChange(const FunctionFacts& old, FuncIndex oldFunction, const FunctionFacts& now,
                                      FuncIndex nowFunction, bool ignoreNames);

/// A change of kind Signature, "returns f32[4, 10]", if what two functions return is known and differs.
std::optional<Change> resultChange(FunctionResults& old, FuncIndex oldFunction, FunctionResults& now,
                                   FuncIndex nowFunction);

}  // namespace relaxscope::diffing
