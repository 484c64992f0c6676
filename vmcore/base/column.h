// SPDX-License-Identifier: Apache-2.0
// Records as columns: a list of fields is a template over what each field is, a column or one of the types here.
#pragma once

#include <cstdint>
#include <vector>

namespace relaxscope {

inline constexpr uint32_t kNoIndex = 0xFFFFFFFFu;

/// A column of records; also a pointer into one, one value of it, or the number of its records.
template <class T>
using Column = std::vector<T>;
template <class T>
using ColumnPointer = T*;
template <class T>
using ColumnValue = T;
template <class T>
using ColumnCount = uint64_t;

}  // namespace relaxscope
