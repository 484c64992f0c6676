// SPDX-License-Identifier: Apache-2.0
// How the elements of two tensors differ.
#pragma once

#include <optional>
#include <stop_token>

#include "vmcore/analysis/diff/diff.h"

namespace relaxscope::diffing {

/// Elements of different types are compared as numbers. Nothing for tensors of different shapes, of types whose
/// elements are not read (fp8, sub-byte), without all of their data, and when stopped. Linear in bytes; reads a
/// mebibyte at a time.
std::optional<ElementDifference> elementDifference(const TensorConstant& old, const TensorConstant& now,
                                                   const std::stop_token& stop);

}  // namespace relaxscope::diffing
