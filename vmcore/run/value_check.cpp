// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/value_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace relaxscope {

Result<size_t> plainBytes(DataType dtype, std::span<const int64_t> shape) {
  if (dtype.bits == 0 || dtype.lanes == 0) return Error("tensor of elements without bits");
  for (const int64_t dim : shape)
    if (dim < 0) return Error(fmt::format("tensor with the extent {}", dim));
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return size_t{0};
  uint64_t bytes = static_cast<uint64_t>(dtype.elementBytes()) * dtype.lanes;
  for (const int64_t dim : shape)
    if (__builtin_mul_overflow(bytes, static_cast<uint64_t>(dim), &bytes) || bytes > (uint64_t{1} << 62))
      return Error("tensor of more than 2^62 bytes");
  return static_cast<size_t>(bytes);
}

bool canRepresent(DataType stored, DataType wanted) {
  if (stored == wanted) return true;
  if (wanted.elementBytes() * std::max<int64_t>(1, wanted.lanes) != stored.elementBytes()) return false;
  const auto is = [&](TypeCode code) { return wanted.code == static_cast<uint8_t>(code); };
  const bool inNumpy =
      wanted.lanes == 1 && wanted.bits % 8 == 0 && (is(TypeCode::Int) || is(TypeCode::UInt) || is(TypeCode::Float));
  return stored.code == static_cast<uint8_t>(TypeCode::UInt) && !inNumpy;
}

Result<void> checkReturned(const Value& value) {
  if (const auto* tensor = std::get_if<TensorValue>(&value.data)) {
    RS_TRY(const size_t bytes, plainBytes(tensor->dtype, tensor->shape));
    if (bytes != tensor->data.size())
      return Error(fmt::format("a tensor of {} bytes, but dtype and shape require {}", tensor->data.size(), bytes));
  } else if (const auto* tuple = std::get_if<TupleValue>(&value.data)) {
    for (const Value& field : tuple->fields) RS_CHECK(checkReturned(field));
  } else if (const auto* object = std::get_if<ObjectValue>(&value.data)) {
    for (const Value& captured : object->captured) RS_CHECK(checkReturned(captured));
  } else if (std::holds_alternative<RandomTensor>(value.data) || std::holds_alternative<ResultRef>(value.data)) {
    return Error("an argument in place of a result");
  }
  return {};
}

}  // namespace relaxscope
