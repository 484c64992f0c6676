// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/constants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "vmcore/base/large_pages.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/vm/objects/device_copy.h"

namespace relaxscope {
namespace {

/// Bytes that a tensor takes in memory. The file stores elements smaller than a byte in whole bytes (formats.md 0.1),
/// memory packs them; TVM copies the file's bytes unchanged, so the memory must hold the larger of both.
size_t memoryBytes(const TensorConstant& tensor) {
  const DLDataType dtype{tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes};
  return std::max(tensorBytes(tensor.shape.data(), static_cast<int64_t>(tensor.shape.size()), dtype),
                  tensor.data.size());
}

/// Memory for a sequence of tensors. Tensors smaller than a large page share blocks that large pages can back; a block
/// is released with the last of its tensors.
class ConstantMemory {
 public:
  /// `blocks`: sizes of the blocks that the following tensors fill exactly.
  ConstantMemory(const std::shared_ptr<Allocator>& allocator, std::vector<size_t> blocks)
      : allocator_(allocator), blocks_(std::move(blocks)) {}

  struct Place {
    StoragePtr storage;
    uint8_t* data;
  };
  Place take(size_t bytes) {
    const size_t size = naiveBlockBytes(bytes);
    if (!sharesBlock(bytes)) return whole(size, kBufferAlignment);
    if (size > left_) {
      if (next_ == blocks_.size()) return whole(size, kBufferAlignment);
      left_ = blocks_[next_++];
      // Aligning to a large page costs address space: acceptable once, but not for each of many blocks.
      block_ = whole(left_, blocks_.size() == 1 && left_ >= kLargePage ? kLargePage : kBufferAlignment);
    }
    const Place place = block_;
    block_.data += size;
    left_ -= size;
    return place;
  }
  static bool sharesBlock(size_t bytes) { return bytes < kLargePage; }

 private:
  Place whole(size_t bytes, size_t alignment) const {
    StoragePtr storage = makeStorage(allocator_, bytes, alignment);
    if (isHostMemory(storage->device)) useLargePages(storage->data, bytes);
    auto* const data = static_cast<uint8_t*>(storage->data);
    return {std::move(storage), data};
  }

  const std::shared_ptr<Allocator>& allocator_;
  const std::vector<size_t> blocks_;
  size_t next_ = 0;
  Place block_{};
  size_t left_ = 0;
};

/// Copies the file's bytes to the device in parts, as the file may be larger than the host's memory.
bool copyToDevice(const Bytes& bytes, const DLTensor& to) {
  constexpr size_t kPart = size_t{16} << 20;
  std::vector<uint8_t> part(std::min(kPart, bytes.size()));
  for (size_t at = 0; at < bytes.size(); at += part.size()) {
    const size_t size = std::min(part.size(), bytes.size() - at);
    if (!bytes.copyTo(at, {part.data(), size})) return false;
    writeBytes(to, static_cast<uint8_t*>(to.data) + at, part.data(), size);
  }
  return true;
}

ffi::Any value(const TensorConstant& tensor, ConstantMemory& memory) {
  const DLDataType dtype{tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes};
  const auto rank = static_cast<int64_t>(tensor.shape.size());
  auto [storage, data] = memory.take(memoryBytes(tensor));
  const DLDevice device = storage->device;
  auto made = makeTensorIn(std::move(storage), data, tensor.shape.data(), rank, dtype, device);
  const bool copied =
      isHostMemory(device) ? tensor.data.copyTo(0, {data, tensor.data.size()}) : copyToDevice(tensor.data, *made);
  if (!copied) raise("ValueError", "the file has changed since it was opened");
  return ffi::Tensor(std::move(made));
}
ffi::Any value(const DataType& type, ConstantMemory&) { return DLDataType{type.code, type.bits, type.lanes}; }
ffi::Any value(const ShapeConstant& shape, ConstantMemory&) { return ffi::Shape(shape.dims.begin(), shape.dims.end()); }
ffi::Any value(const StringConstant& text, ConstantMemory&) { return ffi::String(text.text); }
ffi::Any value(const IntConstant& number, ConstantMemory&) { return number.value; }
ffi::Any value(const FloatConstant& number, ConstantMemory&) { return number.value; }
ffi::Any value(const LateBoundConstant&, ConstantMemory&) { raise("ValueError", "it is late-bound"); }
ffi::Any value(const UnknownConstant&, ConstantMemory&) { raise("ValueError", "its value is unknown"); }

Result<ffi::Any> valueIn(ConstantMemory& memory, const Constant& constant) {
  try {
    return std::visit([&](const auto& item) { return value(item, memory); }, constant.value);
  } catch (const ffi::Error& error) {
    return Error(error.message(), constant.byteOffset);
  } catch (const std::bad_alloc&) { return Error("no memory for it", constant.byteOffset); }
}

/// Sizes of the blocks that the executable's small tensors fill. Stops at the first tensor with an invalid size, whose
/// error is reported when it is loaded.
std::vector<size_t> blocksOf(const Executable& executable) {
  constexpr size_t kMax = size_t{16} << 20;
  std::vector<size_t> blocks;
  for (const Constant& constant : executable.constants) {
    const auto* tensor = std::get_if<TensorConstant>(&constant.value);
    if (tensor == nullptr) continue;
    try {
      const size_t bytes = memoryBytes(*tensor);
      if (!ConstantMemory::sharesBlock(bytes)) continue;
      const size_t size = naiveBlockBytes(bytes);
      if (blocks.empty() || blocks.back() + size > kMax) blocks.push_back(0);
      blocks.back() += size;
    } catch (const ffi::Error&) { break; }
  }
  return blocks;
}

}  // namespace

Result<ffi::Any> materializeConstant(const Constant& constant, const std::shared_ptr<Allocator>& allocator) {
  ConstantMemory memory(allocator, {});
  return valueIn(memory, constant);
}

Result<std::vector<ffi::Any>> materializeConstants(const Executable& executable,
                                                   const std::shared_ptr<Allocator>& allocator) {
  RS_CHECK(checkDataPresent(executable));
  std::vector<ffi::Any> values;
  values.reserve(executable.constants.size());
  ConstantMemory memory(allocator, blocksOf(executable));
  for (size_t i = 0; i < executable.constants.size(); ++i) {
    auto made = valueIn(memory, executable.constants[i]);
    if (!made.ok())
      return Error(fmt::format("constant {}: {}", i, made.error().message), executable.constants[i].byteOffset);
    values.push_back(*std::move(made));
  }
  return values;
}

}  // namespace relaxscope
