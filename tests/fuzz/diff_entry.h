// SPDX-License-Identifier: Apache-2.0
// What a diff promises for any two executables, however malformed.
#pragma once

#include <cstdint>
#include <memory>

#include "vmcore/model/executable.h"

namespace relaxscope::fuzz {

/// Compares both in both directions, and checks the promises; aborts if one is broken. Returns whether they are the
/// same up to numbering.
bool checkDiff(const std::shared_ptr<const Executable>& a, const std::shared_ptr<const Executable>& b);
/// A copy with some words, ranges, rows and constants changed: code that no reader would accept.
Executable damagedCopy(const Executable& executable, uint64_t seed);

}  // namespace relaxscope::fuzz
