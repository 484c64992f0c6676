// SPDX-License-Identifier: Apache-2.0
// The elements of two tensors of one shape side by side, as numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope::diffing {

using ElementRead = double (*)(const uint8_t*);
/// Null for types whose elements are not read: fp8, sub-byte, vectors.
ElementRead elementRead(DataType type);

/// Whether forEachElementPair() can compare them: equal shapes, types that are read, and all of their data.
bool haveElementPairs(const TensorConstant& old, const TensorConstant& now);

/// Calls visit(old, new, same) for each pair in order; `same`: of one type, equal bytes; else equal numbers. Reads a
/// mebibyte at a time. False when stopped. Requires haveElementPairs().
template <class Visit>
bool forEachElementPair(const TensorConstant& old, const TensorConstant& now, const std::stop_token& stop,
                        Visit&& visit) {
  const ElementRead read = elementRead(old.dtype), readNow = elementRead(now.dtype);
  const auto width = static_cast<size_t>(old.dtype.elementBytes()),
             nowWidth = static_cast<size_t>(now.dtype.elementBytes());
  const bool sameType = old.dtype == now.dtype;
  size_t offset = 0;
  std::vector<uint8_t> other;
  old.data.forEachPiece([&](std::span<const uint8_t> piece) {
    const size_t count = piece.size() / width;
    other.resize(count * nowWidth);
    now.data.copyTo(offset, other);
    for (size_t i = 0; i < count; ++i) {
      const uint8_t *const before = piece.data() + i * width, *const after = other.data() + i * nowWidth;
      const double was = read(before), is = readNow(after);
      visit(was, is, sameType ? std::equal(before, before + width, after) : was == is);
    }
    offset += other.size();
    return !stop.stop_requested();
  });
  return !stop.stop_requested();
}

}  // namespace relaxscope::diffing
