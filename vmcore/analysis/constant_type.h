// SPDX-License-Identifier: Apache-2.0
// The type of a constant of the pool.
#pragma once

#include "vmcore/model/executable.h"
#include "vmcore/model/types.h"

namespace relaxscope {

/// Unknown for constants that are not values of a program (including dtypes); the type of a number holds its value.
StaticType constantType(const ConstantValue& value);

}  // namespace relaxscope
