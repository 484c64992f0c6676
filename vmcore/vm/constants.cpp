// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/constants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "vmcore/base/large_pages.h"
#include "vmcore/format/executable_check.h"
#include "vmcore/vm/objects.h"

namespace relaxscope {
namespace {

/// Bytes that a tensor takes in memory. The record spends whole bytes on elements below a byte (formats.md, tensor records),
/// memory does not; TVM copies the record as it is, so the memory must hold the longer of both.
size_t memoryBytes(const TensorConstant& tensor) {
  const DLDataType dtype{tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes};
  return std::max(tensorBytes(tensor.shape.data(), static_cast<int64_t>(tensor.shape.size()), dtype), tensor.data.size());
}

/// Memory for tensors that come one after the other. Those of less than a large page lie side by side, so that large pages hold
/// them, too; a block of them is given back when the last of its tensors is.
class ConstantMemory {
 public:
  /// `expected` bytes of such tensors are still to come; 0 where nobody counted.
  ConstantMemory(const std::shared_ptr<Allocator>& allocator, size_t expected) : allocator_(allocator), expected_(expected) {}

  struct Place {
    StoragePtr storage;
    uint8_t* data;
  };
  Place take(size_t bytes) {
    const size_t size = spaced(bytes);
    if (!sharesBlock(bytes) || size > expected_) return whole(size);
    if (size > left_) {
      left_ = std::max(size, std::min(expected_, kBlock));
      block_ = whole(left_);
    }
    const Place place = block_;
    block_.data += size;
    left_ -= size;
    expected_ -= size;
    return place;
  }
  static bool sharesBlock(size_t bytes) { return bytes < kLargePage; }
  static size_t spaced(size_t bytes) { return (std::max<size_t>(bytes, 1) + kBufferAlignment - 1) & ~(kBufferAlignment - 1); }

 private:
  static constexpr size_t kBlock = size_t{16} << 20;

  Place whole(size_t bytes) const {
    StoragePtr storage = makeStorage(allocator_, bytes, bytes < kLargePage ? kBufferAlignment : kLargePage);
    useLargePages(storage->data, bytes);
    auto* const data = static_cast<uint8_t*>(storage->data);
    return {std::move(storage), data};
  }

  const std::shared_ptr<Allocator>& allocator_;
  size_t expected_;
  Place block_{};
  size_t left_ = 0;
};

ffi::Any value(const TensorConstant& tensor, ConstantMemory& memory) {
  const DLDataType dtype{tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes};
  const auto rank = static_cast<int64_t>(tensor.shape.size());
  auto [storage, data] = memory.take(memoryBytes(tensor));
  if (!tensor.data.copyTo(0, {data, tensor.data.size()})) raise("ValueError", "the file has changed since it was opened");
  const DLDevice device = storage->device;
  return ffi::Tensor(makeTensorIn(std::move(storage), data, tensor.shape.data(), rank, dtype, device));
}
ffi::Any value(const DataType& type, ConstantMemory&) { return DLDataType{type.code, type.bits, type.lanes}; }
ffi::Any value(const ShapeConstant& shape, ConstantMemory&) { return ffi::Shape(shape.dims.begin(), shape.dims.end()); }
ffi::Any value(const StringConstant& text, ConstantMemory&) { return ffi::String(text.text); }
ffi::Any value(const IntConstant& number, ConstantMemory&) { return number.value; }
ffi::Any value(const FloatConstant& number, ConstantMemory&) { return number.value; }
ffi::Any value(const LateBoundConstant&, ConstantMemory&) { raise("ValueError", "it lies in a file of its own"); }
ffi::Any value(const UnknownConstant&, ConstantMemory&) { raise("ValueError", "its value is unknown"); }

Result<ffi::Any> valueIn(ConstantMemory& memory, const Constant& constant) {
  try {
    return std::visit([&](const auto& item) { return value(item, memory); }, constant.value);
  } catch (const ffi::Error& error) {
    return Error(error.message(), constant.byteOffset);
  } catch (const std::bad_alloc&) {
    return Error("no memory for it", constant.byteOffset);
  }
}

/// Bytes of the tensors that share blocks. Those whose size is refused count for nothing: they fail when their turn comes.
size_t sharedBytes(const Executable& executable) {
  size_t sum = 0;
  for (const Constant& constant : executable.constants) {
    const auto* tensor = std::get_if<TensorConstant>(&constant.value);
    if (tensor == nullptr) continue;
    try {
      if (const size_t bytes = memoryBytes(*tensor); ConstantMemory::sharesBlock(bytes)) sum += ConstantMemory::spaced(bytes);
    } catch (const ffi::Error&) {
      break;
    }
  }
  return sum;
}

}  // namespace

Result<ffi::Any> materializeConstant(const Constant& constant, const std::shared_ptr<Allocator>& allocator) {
  ConstantMemory memory(allocator, 0);
  return valueIn(memory, constant);
}

Result<std::vector<ffi::Any>> materializeConstants(const Executable& executable, const std::shared_ptr<Allocator>& allocator) {
  RS_CHECK(checkDataPresent(executable));
  std::vector<ffi::Any> values;
  values.reserve(executable.constants.size());
  ConstantMemory memory(allocator, sharedBytes(executable));
  for (size_t i = 0; i < executable.constants.size(); ++i) {
    auto made = valueIn(memory, executable.constants[i]);
    if (!made.ok()) return Error(fmt::format("constant {}: {}", i, made.error().message), executable.constants[i].byteOffset);
    values.push_back(*std::move(made));
  }
  return values;
}

}  // namespace relaxscope
