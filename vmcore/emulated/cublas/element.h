// SPDX-License-Identifier: Apache-2.0
// Elements of matrices by their cudaDataType_t.
#pragma once

#include <cstddef>

#include "vmcore/device/cuda/cublas/abi.h"

namespace relaxscope::emulated::blas {

/// Bytes of an element; 0 for types that the emulation does not know.
size_t elementBytes(int type);
/// "float16"; "an unknown type".
const char* elementName(int type);
/// The element at that index. Exact.
double loadElement(int type, const char* from, size_t index);
/// Stores a value, rounded to nearest even; integers wrap around.
void storeElement(int type, char* to, size_t index, double value);

}  // namespace relaxscope::emulated::blas
