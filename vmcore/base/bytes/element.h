// SPDX-License-Identifier: Apache-2.0
// Elements as stored in tensors: little-endian, unaligned.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>

namespace relaxscope {

template <class T>
T elementAt(const void* at) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// An integer of 1, 2, 4 or 8 bytes in decimal; empty for other sizes.
std::string integerElement(const void* at, size_t size, bool isSigned);

}  // namespace relaxscope
