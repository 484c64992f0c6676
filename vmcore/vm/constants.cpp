// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/constants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "vmcore/format/executable_check.h"
#include "vmcore/vm/objects.h"

namespace relaxscope {
namespace {

ffi::Any value(const TensorConstant& tensor, const std::shared_ptr<Allocator>& allocator) {
  const DLDataType dtype{tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes};
  const auto rank = static_cast<int64_t>(tensor.shape.size());
  // The record spends whole bytes on elements below a byte (formats.md, tensor records), memory does not;
  // TVM copies the record as it is, so the memory must hold the longer of both.
  const size_t bytes = std::max(tensorBytes(tensor.shape.data(), rank, dtype), tensor.data.size());
  StoragePtr storage = makeStorage(allocator, bytes);
  if (!tensor.data.copyTo(0, {static_cast<uint8_t*>(storage->data), tensor.data.size()})) raise("ValueError", "the file has changed since it was opened");
  void* data = storage->data;
  const DLDevice device = storage->device;
  return ffi::Tensor(makeTensorIn(std::move(storage), data, tensor.shape.data(), rank, dtype, device));
}
ffi::Any value(const DataType& type, const std::shared_ptr<Allocator>&) { return DLDataType{type.code, type.bits, type.lanes}; }
ffi::Any value(const ShapeConstant& shape, const std::shared_ptr<Allocator>&) { return ffi::Shape(shape.dims.begin(), shape.dims.end()); }
ffi::Any value(const StringConstant& text, const std::shared_ptr<Allocator>&) { return ffi::String(text.text); }
ffi::Any value(const IntConstant& number, const std::shared_ptr<Allocator>&) { return number.value; }
ffi::Any value(const FloatConstant& number, const std::shared_ptr<Allocator>&) { return number.value; }
ffi::Any value(const LateBoundConstant&, const std::shared_ptr<Allocator>&) { raise("ValueError", "it lies in a file of its own"); }
ffi::Any value(const UnknownConstant&, const std::shared_ptr<Allocator>&) { raise("ValueError", "its value is unknown"); }

}  // namespace

Result<ffi::Any> materializeConstant(const Constant& constant, const std::shared_ptr<Allocator>& allocator) {
  try {
    return std::visit([&](const auto& item) { return value(item, allocator); }, constant.value);
  } catch (const ffi::Error& error) {
    return Error(error.message(), constant.byteOffset);
  } catch (const std::bad_alloc&) {
    return Error("no memory for it", constant.byteOffset);
  }
}

Result<std::vector<ffi::Any>> materializeConstants(const Executable& executable, const std::shared_ptr<Allocator>& allocator) {
  RS_CHECK(checkDataPresent(executable));
  std::vector<ffi::Any> values;
  values.reserve(executable.constants.size());
  for (size_t i = 0; i < executable.constants.size(); ++i) {
    auto made = materializeConstant(executable.constants[i], allocator);
    if (!made.ok()) return Error(fmt::format("constant {}: {}", i, made.error().message), executable.constants[i].byteOffset);
    values.push_back(*std::move(made));
  }
  return values;
}

}  // namespace relaxscope
