// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/relay/ops.h"

#include <fmt/format.h>
#include <tvm/ffi/container/array.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/relay/objects.h"

namespace relaxscope {
namespace {

constexpr int64_t kMaxDimensions = 1024;  ///< of a tensor whose shape is computed; no kernel supports as many
constexpr DLDataType kInt64{kDLInt, 64, 1}, kInt32{kDLInt, 32, 1};
const RelaySite& siteOf(const void* self) { return *static_cast<const RelaySite*>(self); }

std::vector<ffi::Any> owned(const TVMFFIAny* args, int32_t count) {
  std::vector<ffi::Any> values;
  values.reserve(static_cast<size_t>(count));
  for (int32_t i = 0; i < count; ++i) values.emplace_back(ffi::AnyView::CopyFromTVMFFIAny(args[i]));
  return values;
}

/// The first element of a tensor, read as an integer of the dtype's width, whatever its type code.
int64_t scalar(const TVMFFIAny& value, const char* what) {
  const DLTensor* tensor = tensorOf(value);
  if (tensor == nullptr) raise("TypeError", fmt::format("{} expects a Tensor, but got {}", what, typeName(value)));
  for (int i = 0; i < tensor->ndim; ++i)
    if (tensor->shape[i] == 0) raise("ValueError", fmt::format("{} expects an element, but got an empty tensor", what));
  if (tensor->device.device_type != kDLCPU) raise("ValueError", fmt::format("{} expects a tensor on the CPU", what));
  const char* from = tensorData(*tensor);
  const auto read = [&]<class T>(T number) {
    std::memcpy(&number, from, sizeof number);
    return static_cast<int64_t>(number);
  };
  switch (tensor->dtype.bits) {
    case 1: return read(uint8_t{}) != 0;
    case 8: return read(int8_t{});
    case 16: return read(int16_t{});
    case 32: return read(int32_t{});
    case 64: return read(int64_t{});
    default: raise("TypeError", fmt::format("{} expects an integer, but got {}", what, dtypeName(tensor->dtype)));
  }
}

/// A shape stored in a tensor of int32 or int64: rank 1, or rank 0 for the shape of a scalar.
std::vector<int64_t> shapeIn(const Args& args, int32_t place) {
  const DLTensor& tensor = args.cpuTensor(place);
  const bool wide = tensor.dtype.bits == 64;
  if (tensor.dtype.code != kDLInt || (!wide && tensor.dtype.bits != 32) || tensor.dtype.lanes != 1)
    raise("TypeError", fmt::format("{}: a shape is int32 or int64, not {}", args.name(), dtypeName(tensor.dtype)));
  if (tensor.ndim == 0) return {};
  if (tensor.ndim != 1)
    raise("ValueError", fmt::format("{}: a shape has one dimension, not {}", args.name(), tensor.ndim));
  if (tensor.shape[0] > kMaxDimensions)
    raise("ValueError", fmt::format("{}: a shape of {} dimensions, but the maximum is {}", args.name(), tensor.shape[0],
                                    kMaxDimensions));
  if (!ffi::IsContiguous(tensor)) raise("ValueError", fmt::format("{}: a shape must be a compact tensor", args.name()));
  std::vector<int64_t> dims(static_cast<size_t>(tensor.shape[0]));
  for (size_t i = 0; i < dims.size(); ++i) {
    int32_t narrow = 0;
    if (wide) std::memcpy(&dims[i], tensorData(tensor) + i * sizeof(int64_t), sizeof(int64_t));
    else std::memcpy(&narrow, tensorData(tensor) + i * sizeof narrow, sizeof narrow);
    if (!wide) dims[i] = narrow;
  }
  return dims;
}

/// A tensor of rank 1 for the result: one that this instruction created before and that has no other references, or a
/// new one.
template <class T>
T* freshNumbers(const RelaySite& site, int64_t count, DLDataType dtype, ffi::Any* result) {
  const auto free = [&](const auto& tensor) {
    return tensor != nullptr && tensor.use_count() == 1 && tensor->shape[0] == count;
  };
  auto* use = std::find_if(site.made.begin(), site.made.end(), free);
  if (use == site.made.end()) {
    use = site.made.data();
    if (*use != nullptr && site.made[1] == nullptr) ++use;
    *use = makeTensor(site.engine->allocator, &count, 1, dtype, ElementLayout::WholeBytes);
  }
  setTensor(result, *use);
  return static_cast<T*>((*use)->data);
}

void loadConsti(const void* self, const TVMFFIAny*, int32_t, ffi::Any* result) {
  *freshNumbers<int64_t>(siteOf(self), 1, kInt64, result) = siteOf(self).number;
}

void relayAllocStorage(const void* self, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const RelaySite& site = siteOf(self);
  int64_t bytes = 0;
  if (count == 0)
    bytes = static_cast<int64_t>(tensorBytes(site.extents.data(), static_cast<int64_t>(site.extents.size()), site.dtype,
                                             ElementLayout::WholeBytes));
  else bytes = scalar(data[0], "alloc_storage");
  if (bytes < 0) raise("ValueError", fmt::format("alloc_storage: cannot allocate a storage of {} bytes", bytes));
  setObject(result, makeStorage(site.engine->allocator, static_cast<size_t>(bytes)));
}

void placeTensor(const Args& args, int64_t offset, const std::vector<int64_t>& dims, DLDataType dtype,
                 ffi::Any* result) {
  const StorageObj& storage = args.storage(0);
  if (dtype.bits == 0 || dtype.lanes == 0)
    raise("ValueError", fmt::format("{}: a tensor of elements without bits", args.name()));
  const auto rank = static_cast<int64_t>(dims.size());
  const size_t bytes = tensorBytes(dims.data(), rank, dtype, ElementLayout::WholeBytes);
  if (offset < 0 || static_cast<uint64_t>(offset) > storage.bytes ||
      bytes > storage.bytes - static_cast<uint64_t>(offset))
    raise("ValueError",
          fmt::format(
              "{}: storage allocation failure, attempted to allocate {} bytes at offset {} in a storage of {} bytes",
              args.name(), bytes, offset, storage.bytes));
  // The planner of that time puts several tensors into one storage, so an offset is added to the pointer, unless that
  // breaks the alignment, which kernels assume without a check: a refusal is better than a fault.
  char* const at = static_cast<char*>(storage.data) + offset;
  if (isAligned(at))
    return setTensor(result, makeTensorIn(shareObject(args[0]), at, dims.data(), rank, dtype, storage.device));
  setTensor(result, makeTensorAt(shareObject(args[0]), storage.data, static_cast<uint64_t>(offset), dims.data(), rank,
                                 dtype, storage.device));
}

/// alloc_tensor(storage [, offset])
void relayAllocTensor(const void* self, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args("alloc_tensor", data, count);
  placeTensor(args, count == 2 ? scalar(data[1], "alloc_tensor") : 0, siteOf(self).extents, siteOf(self).dtype, result);
}

/// alloc_tensor_reg(storage [, offset], shape)
void allocTensorReg(const void* self, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args("alloc_tensor_reg", data, count);
  placeTensor(args, count == 3 ? scalar(data[1], "alloc_tensor_reg") : 0, shapeIn(args, count - 1), siteOf(self).dtype,
              result);
}

void allocData(const void* self, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  setObject(result, ffi::make_object<AdtObj>(siteOf(self).number, owned(data, count)));
}
void relayAllocClosure(const void* self, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  setObject(result,
            ffi::make_object<RelayClosureObj>(siteOf(self).engine->handle, siteOf(self).function, owned(data, count)));
}

ValueFields expectFields(const Args& args, int32_t place) {
  ValueFields fields;
  if (!fieldsOf(args[place], fields)) args.refuse(place, "an object with fields");
  return fields;
}

void getField(const void* self, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const ValueFields fields = expectFields(Args("get_field", data, count), 0);
  const int64_t index = siteOf(self).number;
  if (static_cast<uint64_t>(index) >= fields.count)
    raise("IndexError", fmt::format("get_field: field {} of an object with {}", index, fields.count));
  *result = fields.first[index];
}
void getTag(const void* self, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const ValueFields fields = expectFields(Args("get_tag", data, count), 0);
  *freshNumbers<int32_t>(siteOf(self), 1, kInt32, result) = static_cast<int32_t>(fields.tag);
}

void relayShapeOf(const void* self, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const DLTensor& tensor = Args("shape_of", data, count).tensor(0);
  std::copy_n(tensor.shape, tensor.ndim, freshNumbers<int64_t>(siteOf(self), tensor.ndim, kInt64, result));
}

/// Another view of the same memory; it may be smaller, as in TVM.
void reshapeTensor(const void*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args("reshape_tensor", data, count);
  const DLTensor& tensor = args.tensor(0);
  const std::vector<int64_t> dims = shapeIn(args, 1);
  const size_t had = tensorBytes(tensor.shape, tensor.ndim, tensor.dtype, ElementLayout::WholeBytes);
  const size_t wanted =
      tensorBytes(dims.data(), static_cast<int64_t>(dims.size()), tensor.dtype, ElementLayout::WholeBytes);
  if (wanted > had)
    raise("ValueError",
          fmt::format("reshape_tensor: a tensor of {} bytes cannot be viewed as one of {} bytes", had, wanted));
  if (!ffi::IsContiguous(tensor)) raise("ValueError", "reshape_tensor expects a compact tensor");
  if (args[0].type_index != ffi::TypeIndex::kTVMFFITensor) args.refuse(0, "a Tensor that owns its memory");
  setTensor(result,
            makeView(shareObject(args[0]), tensor, dims.data(), static_cast<int64_t>(dims.size()), tensor.dtype));
}

void deviceCopy(const void* self, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const DLTensor& tensor = Args("device_copy", data, count).cpuTensor(0);
  setTensor(result, copyToTensor(siteOf(self).engine->allocator, tensor, ElementLayout::WholeBytes));
}

void relayInvokeClosure(const void* self, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args("invoke_closure", data, count);
  const RelayClosureObj* closure = relayClosureOf(args[0]);
  if (closure == nullptr) args.refuse(0, "a closure");
  if (&closure->owner->engineToRunOn() != siteOf(self).engine)
    raise("ValueError", "invoke_closure: the closure belongs to another executable");
  callRelayClosure(*closure, data + 1, count - 1, result);
}

bool hasNoElements(const TVMFFIAny& value) {
  const DLTensor* tensor = tensorOf(value);
  return tensor != nullptr &&
         std::any_of(tensor->shape, tensor->shape + tensor->ndim, [](int64_t extent) { return extent == 0; });
}

/// Kernels receive tensors only: those of old releases do not check their arguments.
void expectTensors(const TVMFFIAny* values, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (tensorOf(values[i]) == nullptr)
      raise("TypeError", fmt::format("invoke_packed: kernels take Tensors, but value {} for this one is {}", i,
                                     typeName(values[i])));
}

/// Calls a kernel: object arguments are flattened into their fields, and a kernel whose only output
/// has no elements is not called (relay.md).
void invokePacked(const void* self, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const RelaySite& site = siteOf(self);
  if (count > 0 && site.number == 1 && hasNoElements(data[count - 1])) return;
  ValueFields fields;
  const bool flat = std::none_of(data, data + count, [&](const TVMFFIAny& value) { return fieldsOf(value, fields); });
  if (flat) {
    expectTensors(data, static_cast<size_t>(count));
    return site.kernel(site.kernelSelf, data, count, result);
  }
  std::vector<TVMFFIAny> all;
  for (int32_t i = 0; i < count; ++i) {
    if (!fieldsOf(data[i], fields)) all.push_back(data[i]);
    else
      for (size_t k = 0; k < fields.count; ++k) all.push_back(ffi::AnyView(fields.first[k]).CopyToTVMFFIAny());
  }
  expectTensors(all.data(), all.size());
  site.kernel(site.kernelSelf, all.data(), static_cast<int32_t>(all.size()), result);
}

/// The loop has special opcodes for these; this is called with an instrument.
void sameValue(const void*, const TVMFFIAny* data, int32_t, ffi::Any* result) {
  *result = ffi::Any(ffi::AnyView::CopyFromTVMFFIAny(data[0]));
}
void noValue(const void*, const TVMFFIAny*, int32_t, ffi::Any* result) { *result = nullptr; }

void fatal(const void*, const TVMFFIAny*, int32_t, ffi::Any*) {
  raise("RuntimeError", "VM encountered fatal error: no case of a match applies");
}

struct OpRow {
  std::string_view mnemonic;
  PackedCall call;
};
constexpr std::array kOps = {
    OpRow{"move", sameValue},
    OpRow{"load_const", sameValue},
    OpRow{"kill_register", noValue},
    OpRow{"invoke_closure", relayInvokeClosure},
    OpRow{"invoke_packed", invokePacked},
    OpRow{"alloc_tensor", relayAllocTensor},
    OpRow{"alloc_tensor_reg", allocTensorReg},
    OpRow{"alloc_data", allocData},
    OpRow{"alloc_closure", relayAllocClosure},
    OpRow{"get_field", getField},
    OpRow{"get_tag", getTag},
    OpRow{"load_consti", loadConsti},
    OpRow{"fatal", fatal},
    OpRow{"alloc_storage", relayAllocStorage},
    OpRow{"shape_of", relayShapeOf},
    OpRow{"reshape_tensor", reshapeTensor},
    OpRow{"device_copy", deviceCopy},
};

}  // namespace

PackedCall relayOp(std::string_view mnemonic) {
  const auto* row = std::find_if(kOps.begin(), kOps.end(), [&](const OpRow& op) { return op.mnemonic == mnemonic; });
  return row == kOps.end() ? nullptr : row->call;
}

int32_t relayCondition(const TVMFFIAny& value) {
  const bool number = value.type_index == ffi::TypeIndex::kTVMFFIInt ||
                      value.type_index == ffi::TypeIndex::kTVMFFIBool;  // the prototype compares with an integer zero
  const int64_t element = number ? value.v_int64 : scalar(value, "if");
  return static_cast<int32_t>(static_cast<uint32_t>(static_cast<uint64_t>(element)));
}

}  // namespace relaxscope
