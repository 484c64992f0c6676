// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/objects/objects.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "vmcore/run/failure_kind.h"
#include "vmcore/vm/objects/device_copy.h"

namespace relaxscope {
namespace {

/// A tensor whose memory belongs to `owner`; extents and strides are stored after the object.
class OwnedTensorObj : public ffi::TensorObj {
 public:
  OwnedTensorObj(ffi::ObjectPtr<ffi::Object> from, void* bytes, const int64_t* dims, int64_t rank, DLDataType type,
                 DLDevice on) noexcept
      : owner_(ffi::detail::ObjectUnsafe::MoveObjectPtrToTVMFFIObjectPtr(std::move(from))) {
    data = bytes;
    device = on;
    ndim = static_cast<int32_t>(rank);
    dtype = type;
    byte_offset = 0;
    shape = reinterpret_cast<int64_t*>(reinterpret_cast<char*>(this) + sizeof(OwnedTensorObj));
    strides = shape + rank;
    int64_t stride = 1;
    for (int64_t i = rank - 1; i >= 0; --i) {
      shape[i] = dims[i];
      strides[i] = stride;
      // Overflows only if some extent is zero, as other sizes were refused before.
      stride = static_cast<int64_t>(static_cast<uint64_t>(stride) * static_cast<uint64_t>(dims[i]));
    }
  }

  ~OwnedTensorObj() {
    if (owner_ != nullptr) release(owner_);
  }
  OwnedTensorObj(const OwnedTensorObj&) = delete;
  OwnedTensorObj& operator=(const OwnedTensorObj&) = delete;

  /// Makes a view of a view refer to the underlying owner, as a long chain of views would be destroyed recursively.
  /// Must be called on the complete object.
  void skipViews() {
    if (owner_ == nullptr || owner_->type_index != ffi::TypeIndex::kTVMFFITensor || owner_->deleter != header_.deleter)
      return;  // not one of our tensors
    TVMFFIObject* const further =
        static_cast<const OwnedTensorObj*>(reinterpret_cast<const ffi::Object*>(owner_))->owner_;
    if (further == nullptr || further->type_index != ffi::TypeIndex::kTVMFFITensor) return;
    ffi::detail::ObjectUnsafe::IncRefObjectHandle(further);
    release(std::exchange(owner_, further));
  }

 private:
  TVMFFIObject* owner_;
};

/// A shape whose extents are stored after the object.
class ListedShapeObj : public ffi::ShapeObj {
 public:
  explicit ListedShapeObj(size_t rank) noexcept {
    data = reinterpret_cast<int64_t*>(this + 1);
    size = rank;
  }
};

/// A shape heap: extent and stride in the object, slots in the memory after it.
class ShapeHeapObj : public ffi::TensorObj {
 public:
  explicit ShapeHeapObj(int64_t slots) : slots_(slots) {
    const auto after = reinterpret_cast<uintptr_t>(this) + sizeof(ShapeHeapObj);
    data = reinterpret_cast<void*>((after + kBufferAlignment - 1) & ~uintptr_t{kBufferAlignment - 1});
    std::memset(data, 0, static_cast<size_t>(slots) * sizeof(int64_t));
    device = {kDLCPU, 0};
    ndim = 1;
    dtype = {kDLInt, 64, 1};
    shape = &slots_;
    strides = &one_;
    byte_offset = 0;
  }

 private:
  int64_t slots_;
  int64_t one_ = 1;
};

}  // namespace

void raise(const char* kind, std::string message) { throw ffi::Error(kind, std::move(message), ""); }

StoragePtr makeStorage(const std::shared_ptr<Allocator>& allocator, size_t bytes, size_t alignment) {
  const DLDevice device{static_cast<DLDeviceType>(allocator->device().type), allocator->device().index};
  void* block = nullptr;
  try {
    block = allocator->allocate(bytes, alignment);
  } catch (const OutOfMemory& fault) {
    if (fault.overLimit)
      raise(failureKindName(FailureKind::MemoryLimit),
            fmt::format("a storage of {} bytes would exceed the memory limit of {} bytes; {} are in use", fault.wanted,
                        fault.limit, fault.live));
    std::string text = isHostMemory(device)
                           ? fmt::format("no memory for a storage of {} bytes; {} are in use", fault.wanted, fault.live)
                           : fmt::format("no memory for a storage of {} bytes on cuda:{}; {} are in use", fault.wanted,
                                         device.device_id, fault.live);
    if (fault.room.total != 0)
      text += fmt::format("; {} of {} bytes of the device are free", fault.room.free, fault.room.total);
    raise("MemoryError", std::move(text));
  } catch (const DeviceFault& fault) { raiseDeviceFault(fault); }
  try {
    return makeListed<StorageObj>(0, allocator, block, bytes, device);
  } catch (...) {
    allocator->release(block, bytes);
    throw;
  }
}

ElementLayout elementLayoutOf(Variant variant) {
  const bool today = variant == Variant::R4 || variant == Variant::R5 || variant == Variant::Params;
  return today ? ElementLayout::Packed : ElementLayout::WholeBytes;
}

/// Size for unusual extents: zero, negative, or with a product that overflows.
static size_t bytesOfUnusual(const int64_t* dims, int64_t ndim) {
  bool empty = false;
  for (int64_t i = 0; i < ndim; ++i) {
    if (dims[i] < 0) raise("ValueError", fmt::format("extent {} of a tensor is {}", i, dims[i]));
    empty = empty || dims[i] == 0;
  }
  if (!empty) raise("ValueError", "a tensor's size overflows");
  return 0;
}

size_t tensorBytes(const int64_t* dims, int64_t ndim, DLDataType dtype, ElementLayout layout) {
  constexpr uint64_t kMaxBits = uint64_t{1} << 62;
  uint64_t bits = uint64_t{dtype.bits} * dtype.lanes;
  if (layout == ElementLayout::WholeBytes) bits = (bits + 7) / 8 * 8;
  for (int64_t i = 0; i < ndim; ++i)
    if (dims[i] <= 0 || __builtin_mul_overflow(bits, static_cast<uint64_t>(dims[i]), &bits) || bits > kMaxBits)
        [[unlikely]]
      return bytesOfUnusual(dims, ndim);
  return static_cast<size_t>((bits + 7) / 8);
}

ffi::ObjectPtr<ffi::TensorObj> makeTensorIn(ffi::ObjectPtr<ffi::Object> owner, void* data, const int64_t* dims,
                                            int64_t ndim, DLDataType dtype, DLDevice device) {
  auto made = makeListed<OwnedTensorObj>(static_cast<size_t>(ndim) * 2 * sizeof(int64_t), std::move(owner), data, dims,
                                         ndim, dtype, device);
  made->skipViews();
  return made;
}

ffi::ObjectPtr<ffi::TensorObj> makeTensorAt(ffi::ObjectPtr<ffi::Object> owner, void* base, uint64_t offset,
                                            const int64_t* dims, int64_t ndim, DLDataType dtype, DLDevice device) {
  auto tensor = makeTensorIn(std::move(owner), base, dims, ndim, dtype, device);
  tensor->byte_offset = offset;
  return tensor;
}

ffi::ObjectPtr<ffi::TensorObj> makeTensor(const std::shared_ptr<Allocator>& allocator, const int64_t* dims,
                                          int64_t ndim, DLDataType dtype, ElementLayout layout) {
  StoragePtr storage = makeStorage(allocator, tensorBytes(dims, ndim, dtype, layout));
  void* data = storage->data;
  const DLDevice device = storage->device;
  return makeTensorIn(std::move(storage), data, dims, ndim, dtype, device);
}

ffi::Any ownedValue(const std::shared_ptr<Allocator>& allocator, const TVMFFIAny& view, ElementLayout layout) {
  if (view.type_index == ffi::TypeIndex::kTVMFFIDLTensorPtr)
    return ffi::Tensor(copyToTensor(allocator, *static_cast<const DLTensor*>(view.v_ptr), layout));
  return ffi::Any(ffi::AnyView::CopyFromTVMFFIAny(view));
}

ffi::ObjectPtr<ffi::ShapeObj> makeShape(size_t rank, int64_t** dims) {
  auto shape = makeListed<ListedShapeObj>(rank * sizeof(int64_t), rank);
  *dims = reinterpret_cast<int64_t*>(shape.get() + 1);
  return shape;
}

ffi::ObjectPtr<ffi::TensorObj> makeShapeHeap(const std::shared_ptr<Allocator>& allocator, int64_t slots) {
  constexpr int64_t kSmall = 512;  // programs use a few dozen
  if (slots > kSmall) {
    auto heap = makeTensor(allocator, &slots, 1, DLDataType{kDLInt, 64, 1});
    std::memset(heap->data, 0, static_cast<size_t>(slots) * sizeof(int64_t));
    return heap;
  }
  return makeListed<ShapeHeapObj>(static_cast<size_t>(slots) * sizeof(int64_t) + kBufferAlignment, slots);
}

}  // namespace relaxscope
