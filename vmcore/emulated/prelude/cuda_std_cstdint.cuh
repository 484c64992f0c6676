// SPDX-License-Identifier: Apache-2.0
// cuda/std/cstdint: the C library's types under CUDA's names.
#pragma once
#pragma GCC system_header
namespace cuda {
namespace std {
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::int8_t;
using ::intptr_t;
using ::size_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::uint8_t;
using ::uintptr_t;
}  // namespace std
}  // namespace cuda
