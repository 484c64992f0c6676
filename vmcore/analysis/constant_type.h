// SPDX-License-Identifier: Apache-2.0
// The type of a constant of the pool.
#pragma once

#include "vmcore/model/executable.h"
#include "vmcore/model/types.h"

namespace relaxscope {

/// Unknown for constants that are no values of a program (dtypes among them); a number's type holds the number.
StaticType constantType(const ConstantValue& value);

}  // namespace relaxscope
