// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/element_difference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "vmcore/base/bytes/element.h"
#include "vmcore/base/bytes/half_float.h"

namespace relaxscope::diffing {
namespace {

template <class T>
double plain(const uint8_t* at) {
  return static_cast<double>(elementAt<T>(at));
}
double half(const uint8_t* at) { return halfToFloat(elementAt<uint16_t>(at)); }
double bfloat(const uint8_t* at) { return bfloatToFloat(elementAt<uint16_t>(at)); }

using Read = double (*)(const uint8_t*);

/// Null for types whose elements are not read.
Read readerOf(DataType type) {
  if (type.lanes != 1) return nullptr;
  switch (static_cast<TypeCode>(type.code)) {
    case TypeCode::Int:
      switch (type.bits) {
        case 8: return plain<int8_t>;
        case 16: return plain<int16_t>;
        case 32: return plain<int32_t>;
        case 64: return plain<int64_t>;
        default: return nullptr;
      }
    case TypeCode::UInt:
    case TypeCode::Bool:
      switch (type.bits) {
        case 1:
        case 8: return plain<uint8_t>;
        case 16: return plain<uint16_t>;
        case 32: return plain<uint32_t>;
        case 64: return plain<uint64_t>;
        default: return nullptr;
      }
    case TypeCode::Float:
      switch (type.bits) {
        case 16: return half;
        case 32: return plain<float>;
        case 64: return plain<double>;
        default: return nullptr;
      }
    case TypeCode::BFloat: return type.bits == 16 ? bfloat : nullptr;
    default: return nullptr;
  }
}

void addElement(double old, double now, bool sameBytes, ElementDifference& out) {
  ++out.elements;
  out.nanOld += std::isnan(old) ? 1 : 0;
  out.nanNow += std::isnan(now) ? 1 : 0;
  if (sameBytes || (std::isnan(old) && std::isnan(now))) return;
  ++out.differing;
  if (!std::isfinite(old) || !std::isfinite(now)) return;
  const double absolute = std::abs(now - old);
  out.largestAbsolute = std::max(out.largestAbsolute.value_or(0), absolute);
  if (old != 0) out.largestRelative = std::max(out.largestRelative.value_or(0), absolute / std::abs(old));
}

}  // namespace

std::optional<ElementDifference> elementDifference(const TensorConstant& old, const TensorConstant& now,
                                                   const std::stop_token& stop) {
  const Read read = readerOf(old.dtype), readNow = readerOf(now.dtype);
  if (read == nullptr || readNow == nullptr || old.shape != now.shape || old.data.empty()) return std::nullopt;
  const auto width = static_cast<size_t>(old.dtype.elementBytes()),
             nowWidth = static_cast<size_t>(now.dtype.elementBytes());
  if (old.data.size() / width != now.data.size() / nowWidth) return std::nullopt;
  const bool sameType = old.dtype == now.dtype;
  ElementDifference out;
  size_t offset = 0;
  std::vector<uint8_t> other;
  old.data.forEachPiece([&](std::span<const uint8_t> piece) {
    const size_t count = piece.size() / width;
    other.resize(count * nowWidth);
    now.data.copyTo(offset, other);
    for (size_t i = 0; i < count; ++i) {
      const uint8_t *const before = piece.data() + i * width, *const after = other.data() + i * nowWidth;
      const double was = read(before), is = readNow(after);
      addElement(was, is, sameType ? std::equal(before, before + width, after) : was == is, out);
    }
    offset += other.size();
    return !stop.stop_requested();
  });
  if (stop.stop_requested()) return std::nullopt;
  return out;
}

}  // namespace relaxscope::diffing
