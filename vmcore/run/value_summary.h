// SPDX-License-Identifier: Apache-2.0
// A short summary of a value.
#pragma once

#include <string>

#include "vmcore/run/value.h"

namespace relaxscope {

/// "float32[4, 16]", "3", "(2, 9)", "tuple of 2", "call0.1".
std::string valueSummary(const Value& value);

}  // namespace relaxscope
