// SPDX-License-Identifier: Apache-2.0
// Checks values from another process before they are used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "vmcore/base/result.h"
#include "vmcore/run/value.h"

namespace relaxscope {

/// Bytes of a plain tensor (TensorValue::data); an error for negative extents or more than 2^62 bytes.
Result<size_t> plainBytes(DataType dtype, std::span<const int64_t> shape);

/// Whether an array of a file may represent tensors of the type `wanted`: arrays of the same type, and of unsigned
/// integers for the bits of types that NumPy lacks. Any other type would change the numbers.
bool canRepresent(DataType stored, DataType wanted);

/// Whether it is a valid result of a call: the data size of each tensor matches its type and shape, and nothing in it
/// has yet to be generated.
Result<void> checkReturned(const Value& value);

}  // namespace relaxscope
