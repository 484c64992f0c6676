// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/element_pairs.h"

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

}  // namespace

ElementRead elementRead(DataType type) {
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

bool haveElementPairs(const TensorConstant& old, const TensorConstant& now) {
  if (elementRead(old.dtype) == nullptr || elementRead(now.dtype) == nullptr) return false;
  if (old.shape != now.shape || old.data.empty()) return false;
  return old.data.size() / static_cast<size_t>(old.dtype.elementBytes()) ==
         now.data.size() / static_cast<size_t>(now.dtype.elementBytes());
}

}  // namespace relaxscope::diffing
