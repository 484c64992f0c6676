// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/drop_in_bool.h"

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/tensor.h>

#include "vmcore/vm/native_stack.h"
#include "vmcore/vm/objects.h"
#include "vmcore/vm/relay/relay_objects.h"

namespace relaxscope {
namespace {

constexpr DLDataType kHostBool{kDLBool, 8, 1}, kProgramBool{kDLUInt, 1, 1};

bool isOf(const DLTensor& tensor, DLDataType type) { return tensor.dtype.code == type.code && tensor.dtype.bits == type.bits && tensor.dtype.lanes == type.lanes; }

/// The tensor with another element type of one byte.
ffi::Any retyped(const Engine& engine, const ffi::Any& owner, const DLTensor& tensor, DLDataType type) {
  const auto object = owner.as<ffi::Tensor>();
  if (!object.has_value() || !ffi::IsContiguous(tensor)) {
    DLTensor source = tensor;
    source.dtype = type;
    return ffi::Tensor(copyToTensor(engine.firstMemory(), source, ElementLayout::WholeBytes));
  }
  auto kept = ffi::detail::ObjectUnsafe::ObjectPtrFromObjectRef<ffi::Object>(*object);
  return ffi::Tensor(makeView(std::move(kept), tensor, tensor.shape, tensor.ndim, type));
}

const DLTensor* tensorOfType(const ffi::AnyView& value, DLDataType type) {
  const DLTensor* tensor = tensorOf(value.CopyToTVMFFIAny());
  return tensor != nullptr && isOf(*tensor, type) ? tensor : nullptr;
}

}  // namespace

ProgramArguments::ProgramArguments(const Engine& engine, const ffi::AnyView* given, size_t count) : views_(given, count) {
  if (engine.layout != ElementLayout::WholeBytes) return;
  made_.reserve(count);
  own_.assign(given, given + count);
  for (ffi::AnyView& view : own_) {
    const DLTensor* tensor = tensorOfType(view, kHostBool);
    if (tensor == nullptr) continue;
    // A pointer to a tensor belongs to the caller; as a value it would be taken for an object.
    const bool isObject = view.type_index() >= ffi::TypeIndex::kTVMFFIStaticObjectBegin;
    view = made_.emplace_back(retyped(engine, isObject ? ffi::Any(view) : ffi::Any(), *tensor, kProgramBool));
  }
  views_ = own_;
}

ffi::Any hostValue(const Engine& engine, ffi::Any value) {
  if (engine.layout != ElementLayout::WholeBytes) return value;
  if (const DLTensor* tensor = tensorOfType(value, kProgramBool)) return retyped(engine, value, *tensor, kHostBool);
  const TVMFFIAny raw = ffi::AnyView(value).CopyToTVMFFIAny();
  if (relayClosureOf(raw) != nullptr) return closureFunction(value);
  checkNativeStack();   // a tuple of a tuple of a tuple
  // Tuples of Relay are constructors' values with tag 0; others stay what they are, as their tag tells them apart.
  ValueFields of;
  if (!fieldsOf(raw, of) || of.tag != 0) return value;
  ffi::Array<ffi::Any> fields;
  for (size_t i = 0; i < of.count; ++i) fields.push_back(hostValue(engine, of.first[i]));
  return fields;
}

}  // namespace relaxscope
