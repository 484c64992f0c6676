// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/drop_in_bool.h"

#include <tvm/ffi/container/tensor.h>

#include <optional>

#include "vmcore/vm/native_stack.h"
#include "vmcore/vm/objects.h"
#include "vmcore/vm/relay/relay_objects.h"

namespace relaxscope {
namespace {

constexpr DLDataType kHostBool{kDLBool, 8, 1}, kProgramBool{kDLUInt, 1, 1};

bool isOf(const DLTensor& tensor, DLDataType type) { return tensor.dtype.code == type.code && tensor.dtype.bits == type.bits && tensor.dtype.lanes == type.lanes; }

/// The tensor with another element type of one byte; without an engine one that would have to be copied stays as it is.
ffi::Any retyped(const Engine* engine, const ffi::Any& owner, const DLTensor& tensor, DLDataType type) {
  const auto object = owner.as<ffi::Tensor>();
  if (!object.has_value() || !ffi::IsContiguous(tensor)) {
    if (engine == nullptr) return owner;
    DLTensor source = tensor;
    source.dtype = type;
    return ffi::Tensor(copyToTensor(engine->firstMemory(), source, ElementLayout::WholeBytes));
  }
  auto kept = ffi::detail::ObjectUnsafe::ObjectPtrFromObjectRef<ffi::Object>(*object);
  return ffi::Tensor(makeView(std::move(kept), tensor, tensor.shape, tensor.ndim, type));
}

const DLTensor* tensorOfType(const ffi::AnyView& value, DLDataType type) {
  const DLTensor* tensor = tensorOf(value.CopyToTVMFFIAny());
  return tensor != nullptr && isOf(*tensor, type) ? tensor : nullptr;
}

/// An argument with the program's bools; nothing where it has none.
std::optional<ffi::Any> programValue(const Engine& engine, const ffi::AnyView& value) {
  if (const DLTensor* tensor = tensorOfType(value, kHostBool)) {
    // A pointer to a tensor belongs to the caller; as a value it would be taken for an object.
    const bool isObject = value.type_index() >= ffi::TypeIndex::kTVMFFIStaticObjectBegin;
    return retyped(&engine, isObject ? ffi::Any(value) : ffi::Any(), *tensor, kProgramBool);
  }
  if (value.type_index() != ffi::TypeIndex::kTVMFFIArray) return std::nullopt;
  checkNativeStack();   // a tuple of a tuple of a tuple
  const auto tuple = value.cast<ffi::Array<ffi::Any>>();
  ffi::Array<ffi::Any> changed = tuple;   // copied by the first change
  for (size_t i = 0; i < tuple.size(); ++i)
    if (auto made = programValue(engine, tuple[static_cast<int64_t>(i)])) changed.Set(static_cast<int64_t>(i), *std::move(made));
  if (changed.same_as(tuple)) return std::nullopt;
  return changed;
}

ffi::Any valueForHost(const Engine* engine, ffi::Any value);

ffi::Array<ffi::Any> fieldsForHost(const Engine* engine, std::span<const ffi::Any> fields) {
  ffi::Array<ffi::Any> made;
  made.reserve(static_cast<int64_t>(fields.size()));
  for (const ffi::Any& field : fields) made.push_back(valueForHost(engine, field));
  return made;
}

/// A closure of Relay as a function with the host's bools.
ffi::Function functionForHost(ffi::Any closure) {
  return ffi::Function::FromPacked([closure = std::move(closure)](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
    const RelayClosureObj& called = *relayClosureOf(ffi::AnyView(closure).CopyToTVMFFIAny());
    const Engine* const engine = called.owner->engine;
    if (engine == nullptr) raise("RuntimeError", "the machine of this closure is gone");
    const ProgramArguments given(*engine, args, static_cast<size_t>(count));
    callRelayClosure(called, given.data(), given.count(), result);
    *result = valueForHost(nullptr, std::move(*result));   // the call may have ended the machine
  });
}

ffi::Any valueForHost(const Engine* engine, ffi::Any value) {
  if (const DLTensor* tensor = tensorOfType(value, kProgramBool)) return retyped(engine, value, *tensor, kHostBool);
  const TVMFFIAny raw = ffi::AnyView(value).CopyToTVMFFIAny();
  if (relayClosureOf(raw) != nullptr) return functionForHost(std::move(value));
  checkNativeStack();   // a tuple of a tuple of a tuple
  // Tuples of Relay are constructors' values with tag 0; others stay what they are, as their tag tells them apart.
  ValueFields of;
  if (!fieldsOf(raw, of) || of.tag != 0) return value;
  return fieldsForHost(engine, {of.first, of.count});
}

}  // namespace

ProgramArguments::ProgramArguments(const Engine& engine, const ffi::AnyView* given, size_t count) : views_(given, count) {
  if (engine.layout != ElementLayout::WholeBytes) return;
  made_.reserve(count);
  own_.assign(given, given + count);
  for (ffi::AnyView& view : own_)
    if (auto made = programValue(engine, view)) view = made_.emplace_back(*std::move(made));
  views_ = own_;
}

ffi::Any hostValue(const Engine& engine, ffi::Any value) {
  return engine.layout == ElementLayout::WholeBytes ? valueForHost(&engine, std::move(value)) : std::move(value);
}

ffi::Array<ffi::Any> hostFields(std::span<const ffi::Any> fields) { return fieldsForHost(nullptr, fields); }

}  // namespace relaxscope
