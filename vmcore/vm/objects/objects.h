// SPDX-License-Identifier: Apache-2.0
// Objects that the VM creates: storages (blocks of an allocator), tensors in a storage or in another tensor, and shape
// heaps. All are ordinary tvm-ffi objects, so kernels and Python accept them.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/container/shape.h>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/object.h>

#include <memory>
#include <string>

#include "vmcore/device/allocator.h"
#include "vmcore/model/executable.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/objects/object_memory.h"

namespace relaxscope {

/// Throws a tvm-ffi error without a backtrace (walking the stack costs milliseconds).
[[noreturn]] void raise(const char* kind, std::string message);

/// A new reference to the object in a value.
inline ffi::ObjectPtr<ffi::Object> shareObject(const TVMFFIAny& value) {
  return ffi::detail::ObjectUnsafe::ObjectPtrFromUnowned<ffi::Object>(reinterpret_cast<ffi::Object*>(value.v_obj));
}

/// A block of device memory; the destructor returns it to its allocator.
class StorageObj : public ffi::Object {
 public:
  StorageObj(std::shared_ptr<Allocator> from, void* block, size_t size, DLDevice on)
      : data(block), bytes(size), device(on), allocator(std::move(from)) {}
  ~StorageObj() { allocator->release(data, bytes); }

  void* data;
  size_t bytes;
  DLDevice device;
  std::shared_ptr<Allocator> allocator;

  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("relaxscope.Storage", StorageObj, ffi::Object);
};
using StoragePtr = ffi::ObjectPtr<StorageObj>;

/// A block of `bytes` on the allocator's device; its errors are raised as "MemoryLimit" or "MemoryError".
StoragePtr makeStorage(const std::shared_ptr<Allocator>& allocator, size_t bytes, size_t alignment = kBufferAlignment);

/// Layout of elements that do not fill whole bytes in tensors.
enum class ElementLayout : uint8_t {
  Packed,     ///< as in tvm-ffi; bool has type code 6 and 8 bits
  WholeBytes  ///< in programs of TVM up to 0.21: each element in separate bytes; bool is uint1
};
ElementLayout elementLayoutOf(Variant variant);

/// Bytes of a compact tensor; raises "ValueError" on negative extents or overflow.
size_t tensorBytes(const int64_t* dims, int64_t ndim, DLDataType dtype, ElementLayout layout = ElementLayout::Packed);

/// Product of extents that tensorBytes accepted; if one is zero, the others may have any value.
inline int64_t elementCount(const int64_t* dims, int64_t ndim) {
  uint64_t count = 1;
  for (int64_t i = 0; i < ndim; ++i) count *= static_cast<uint64_t>(dims[i]);
  return static_cast<int64_t>(count);
}

/// A compact tensor in `owner`'s memory at `data`; the caller has checked that it fits. Strides are set.
ffi::ObjectPtr<ffi::TensorObj> makeTensorIn(ffi::ObjectPtr<ffi::Object> owner, void* data, const int64_t* dims,
                                            int64_t ndim, DLDataType dtype, DLDevice device);
/// The same at `offset` bytes after `base`, as the tensor's byte offset: kernels refuse one, in TVM's VM as well.
ffi::ObjectPtr<ffi::TensorObj> makeTensorAt(ffi::ObjectPtr<ffi::Object> owner, void* base, uint64_t offset,
                                            const int64_t* dims, int64_t ndim, DLDataType dtype, DLDevice device);
/// A compact view of the memory of `of`, which `owner` keeps alive.
inline ffi::ObjectPtr<ffi::TensorObj> makeView(ffi::ObjectPtr<ffi::Object> owner, const DLTensor& of,
                                               const int64_t* dims, int64_t ndim, DLDataType dtype) {
  return makeTensorAt(std::move(owner), of.data, of.byte_offset, dims, ndim, dtype, of.device);
}
inline bool isAligned(const void* address) { return reinterpret_cast<uintptr_t>(address) % kBufferAlignment == 0; }
/// A new tensor on the allocator's device with its own storage, uninitialised.
ffi::ObjectPtr<ffi::TensorObj> makeTensor(const std::shared_ptr<Allocator>& allocator, const int64_t* dims,
                                          int64_t ndim, DLDataType dtype, ElementLayout layout = ElementLayout::Packed);
/// A compact copy of a tensor on any open device in `allocator`'s memory; respects strides and offset of the source.
/// Defined in device_copy.cpp.
ffi::ObjectPtr<ffi::TensorObj> copyToTensor(const std::shared_ptr<Allocator>& allocator, const DLTensor& source,
                                            ElementLayout layout = ElementLayout::Packed);
/// A borrowed argument as an owned value: C strings become strings, DLTensor pointers tensors of `allocator`.
ffi::Any ownedValue(const std::shared_ptr<Allocator>& allocator, const TVMFFIAny& view, ElementLayout layout);
/// An int64 tensor of `slots` zeros, 64-byte aligned: small ones in a single allocation, others in memory that the
/// allocator counts.
ffi::ObjectPtr<ffi::TensorObj> makeShapeHeap(const std::shared_ptr<Allocator>& allocator, int64_t slots);

/// A shape of `rank` extents, which the caller must fill before sharing it.
ffi::ObjectPtr<ffi::ShapeObj> makeShape(size_t rank, int64_t** dims);

/// The DLTensor of a Tensor object or a DLTensor pointer; null for anything else.
inline const DLTensor* tensorOf(const TVMFFIAny& value) {
  if (value.type_index == ffi::TypeIndex::kTVMFFITensor)
    return static_cast<const ffi::TensorObj*>(reinterpret_cast<const ffi::Object*>(value.v_obj));
  if (value.type_index == ffi::TypeIndex::kTVMFFIDLTensorPtr) return static_cast<const DLTensor*>(value.v_ptr);
  return nullptr;
}
/// First byte of a tensor's data.
inline char* tensorData(const DLTensor& tensor) { return static_cast<char*>(tensor.data) + tensor.byte_offset; }

/// Moves an object into a result slot.
inline void setObject(ffi::Any* slot, ffi::ObjectPtr<ffi::Object> object) {
  TVMFFIObject* const raw = ffi::detail::ObjectUnsafe::MoveObjectPtrToTVMFFIObjectPtr(std::move(object));
  TVMFFIAny* const value = rawValues(slot);
  if (value->type_index >= ffi::TypeIndex::kTVMFFIStaticObjectBegin) [[unlikely]]
    slot->reset();
  value->type_index = raw->type_index;
  value->zero_padding = 0;
  value->v_obj = raw;
}
/// Moves a tensor into a result slot.
inline void setTensor(ffi::Any* slot, ffi::ObjectPtr<ffi::TensorObj> tensor) { setObject(slot, std::move(tensor)); }

}  // namespace relaxscope
