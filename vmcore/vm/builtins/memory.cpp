// SPDX-License-Identifier: Apache-2.0
// Storages, tensors in them, and views. Failures that TVM asserts (src/runtime/vm/builtin.cc and
// src/runtime/memory/memory_manager.cc, 0.27) are InternalErrors in TVM, and so they are here.
#include <fmt/format.h>

#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"

namespace relaxscope {
namespace {

/// A new reference to a storage, which only registers and tensors of one VM refer to.
ffi::ObjectPtr<ffi::Object> shareStorage(const TVMFFIAny& value) {
  keepOwn(value.v_obj);
  return ffi::detail::ObjectUnsafe::ObjectPtrFromOwned<ffi::Object>(value.v_obj);
}

void expectGlobalScope(const Args& args, int32_t place) {
  const std::string_view scope = args.text(place);
  if (!scope.empty() && scope != "global")
    raise("InternalError", fmt::format("{}: memory scope \"{}\" is not supported", args.name(), scope));
}

/// alloc_storage(%vm, Shape(bytes) | Shape(extents), device index | -1, dtype [, scope])
void allocStorage(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::AllocStorage, data, count);
  args.expect(4, 5);
  args.expectVm(0, engine);
  const ffi::ShapeView shape = args.shape(1);
  const int64_t device = args.integer(2);
  const auto& devices = engine->devices;
  if (device < -1 || device >= static_cast<int64_t>(devices.size()))
    raise("InternalError",
          fmt::format("{}: The device index {} is out of VM physical devices list; there {} {} device{}", args.name(),
                      device, devices.size() == 1 ? "is" : "are", devices.size(), devices.size() == 1 ? "" : "s"));
  const std::shared_ptr<Allocator>& memory =
      device < 0 ? engine->allocator : devices[static_cast<size_t>(device)].memory;
  if (count == 5) expectGlobalScope(args, 4);
  const size_t bytes = tensorBytes(shape.data(), static_cast<int64_t>(shape.size()), args.dtype(3), engine->layout);
  setObject(result, makeStorage(memory, bytes));
}

/// alloc_tensor(storage, offset in bytes, Shape, dtype [, scope]); in prototype programs the offset follows
/// the Shape.
void allocTensor(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::AllocTensor, data, count);
  args.expect(4, 5);
  const StorageObj& storage = args.storage(0);
  const int32_t shapeAt = data[1].type_index == ffi::TypeIndex::kTVMFFIShape ? 1 : 2;
  const int64_t offset = args.integer(3 - shapeAt);
  const ffi::ShapeView shape = args.shape(shapeAt);
  const DLDataType dtype = args.dtype(3);
  if (count == 5) expectGlobalScope(args, 4);
  if (dtype.bits == 0 || dtype.lanes == 0)
    raise("InternalError", fmt::format("{}: a tensor of elements without bits", args.name()));
  // TVM asserts this as well: kernels assume elements of 1, 2, 4 or 8 bytes, while tensors pack smaller ones.
  if (engine->layout == ElementLayout::Packed && (dtype.bits % 8 != 0 || (dtype.bits & (dtype.bits - 1)) != 0))
    raise("InternalError",
          fmt::format("{}: a tensor of {}, whose element size kernels do not support, cannot be allocated", args.name(),
                      dtypeName(dtype)));
  const auto rank = static_cast<int64_t>(shape.size());
  const size_t bytes = tensorBytes(shape.data(), rank, dtype, engine->layout);
  if (offset < 0 || static_cast<uint64_t>(offset) > storage.bytes ||
      bytes > storage.bytes - static_cast<uint64_t>(offset))
    raise("InternalError",
          fmt::format(
              "{}: storage allocation failure, attempted to allocate {} bytes at offset {} in a storage of {} bytes",
              args.name(), bytes, offset, storage.bytes));
  setTensor(result, makeTensorAt(shareStorage(args[0]), storage.data, static_cast<uint64_t>(offset), shape.data(), rank,
                                 dtype, storage.device));
}

/// reshape(tensor, Shape): another view of the same memory; as in TVM it may be smaller.
void reshape(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::Reshape, data, count);
  args.expect(2);
  const DLTensor& tensor = args.tensor(0);
  const ffi::ShapeView shape = args.shape(1);
  const auto rank = static_cast<int64_t>(shape.size());
  const size_t had = tensorBytes(tensor.shape, tensor.ndim, tensor.dtype, engine->layout);
  const size_t wanted = tensorBytes(shape.data(), rank, tensor.dtype, engine->layout);
  if (had < wanted)
    raise("ValueError",
          fmt::format("{}: a tensor of {} bytes cannot be viewed as one of {} bytes", args.name(), had, wanted));
  if (!ffi::IsContiguous(tensor)) raise("InternalError", fmt::format("{} expects a compact tensor", args.name()));
  if (args[0].type_index == ffi::TypeIndex::kTVMFFITensor) {
    setTensor(result, makeView(shareObject(args[0]), tensor, shape.data(), rank, tensor.dtype));
    return;
  }
  // A borrowed DLTensor has no owner that a view could keep alive, so its data is copied.
  auto copy = copyToTensor(engine->allocator, tensor, engine->layout);
  void* bytes = copy->data;
  setTensor(result, makeTensorIn(std::move(copy), bytes, shape.data(), rank, tensor.dtype, tensor.device));
}

/// ensure_zero_offset(tensor): the tensor, a view whose pointer includes the offset, or a copy if that pointer would be
/// misaligned.
void ensureZeroOffset(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::EnsureZeroOffset, data, count);
  args.expect(1);
  const DLTensor& tensor = args.tensor(0);
  if (tensor.byte_offset == 0 || args[0].type_index != ffi::TypeIndex::kTVMFFITensor) {
    *result = ffi::Any(ffi::AnyView::CopyFromTVMFFIAny(args[0]));
    return;
  }
  if (!isAligned(tensorData(tensor)) || !ffi::IsContiguous(tensor))
    return setTensor(result, copyToTensor(engine->allocator, tensor, engine->layout));
  setTensor(result, makeTensorIn(shareObject(args[0]), tensorData(tensor), tensor.shape, tensor.ndim, tensor.dtype,
                                 tensor.device));
}

/// to_device(tensor, device type, device id [, scope]): always a copy, even on the same device: the memory
/// planner relies on that and reuses the source's storage.
void toDevice(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::ToDevice, data, count);
  args.expect(3, 4);
  const DLTensor& tensor = args.tensor(0);
  const int64_t type = args.integer(1), id = args.integer(2);
  if (count == 4) expectGlobalScope(args, 3);
  const DeviceId wanted{static_cast<int32_t>(type), static_cast<int32_t>(id)};
  if (type != kDLCPU && engine->memoryOf(wanted)->device() != wanted)
    raise("RuntimeError", fmt::format("{}: the VM has no device of type {} index {}; it runs on {}", args.name(), type,
                                      id, engine->deviceNames()));
  setTensor(result, copyToTensor(engine->memoryOf(wanted), tensor, engine->layout));
}

/// memory_manager.clear(): returns unused blocks of the pool to the system.
void clearMemory(Engine* engine, const TVMFFIAny*, int32_t, ffi::Any*) {
  for (const VmDevice& device : engine->devices) device.memory->trim();
}

constexpr BuiltinEntry kMemoryRows[] = {
    {BuiltinId::AllocStorage, allocStorage}, {BuiltinId::AllocTensor, allocTensor},
    {BuiltinId::Reshape, reshape},           {BuiltinId::EnsureZeroOffset, ensureZeroOffset},
    {BuiltinId::ToDevice, toDevice},         {BuiltinId::ClearMemoryManager, clearMemory},
};
static_assert(implementsFamily(kMemoryRows, BuiltinFamily::Memory));

}  // namespace

std::span<const BuiltinEntry> memoryBuiltins() { return kMemoryRows; }

}  // namespace relaxscope
