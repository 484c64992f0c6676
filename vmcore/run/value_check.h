// SPDX-License-Identifier: Apache-2.0
// What values from another process must be before anybody counts on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "vmcore/base/result.h"
#include "vmcore/run/value.h"

namespace relaxscope {

/// Bytes of a plain tensor (TensorValue::data); an error for extents below zero or beyond 2^62 bytes.
Result<size_t> plainBytes(DataType dtype, std::span<const int64_t> shape);

/// Whether an array of a file may hold tensors of the type that is `wanted`: those of its own, and as unsigned integers
/// the bits of what NumPy has no type for. Anything else would be another number for each.
bool standsFor(DataType stored, DataType wanted);

/// Whether it can be what a call returned: the data of each tensor are as many as its type and shape make, and nothing
/// in it waits to be made.
Result<void> checkReturned(const Value& value);

}  // namespace relaxscope
