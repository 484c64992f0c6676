// SPDX-License-Identifier: Apache-2.0
#include "vmcore/embed/bool.h"

#include <tvm/ffi/container/tensor.h>

#include <optional>
#include <unordered_map>

#include "vmcore/vm/native/native_stack.h"
#include "vmcore/vm/objects/objects.h"
#include "vmcore/vm/relay/objects.h"

namespace relaxscope {
namespace {

constexpr DLDataType kHostBool{kDLBool, 8, 1}, kProgramBool{kDLUInt, 1, 1};

bool isOf(const DLTensor& tensor, DLDataType type) {
  return tensor.dtype.code == type.code && tensor.dtype.bits == type.bits && tensor.dtype.lanes == type.lanes;
}

/// The tensor with another one-byte element type; without an engine, a tensor that would have to be copied is
/// unchanged.
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

/// Conversion results by tuple: a tuple that occurs several times is converted once and stays shared. The keys stay
/// valid because the values walked outlive the map.
template <class Made>
using MadeOf = std::unordered_map<const void*, Made>;

/// Converts arguments to the program's bools.
class ForProgram {
 public:
  explicit ForProgram(const Engine& engine) : engine_(engine) {}

  /// Nothing where the value contains no bools.
  std::optional<ffi::Any> convert(const ffi::AnyView& value) {
    if (const DLTensor* tensor = tensorOfType(value, kHostBool)) {
      // A raw tensor pointer is owned by the caller; as a value it would be treated as an object.
      const bool isObject = value.type_index() >= ffi::TypeIndex::kTVMFFIStaticObjectBegin;
      return retyped(&engine_, isObject ? ffi::Any(value) : ffi::Any(), *tensor, kProgramBool);
    }
    if (value.type_index() != ffi::TypeIndex::kTVMFFIArray) return std::nullopt;
    const auto tuple = value.cast<ffi::Array<ffi::Any>>();
    if (const auto known = made_.find(tuple.get()); known != made_.end()) return known->second;
    return made_.emplace(tuple.get(), convertFields(tuple)).first->second;
  }

 private:
  std::optional<ffi::Any> convertFields(const ffi::Array<ffi::Any>& tuple) {
    checkNativeStack();                    // nested tuples recurse
    ffi::Array<ffi::Any> changed = tuple;  // copied on the first change
    for (size_t i = 0; i < tuple.size(); ++i)
      if (auto made = convert(tuple[static_cast<int64_t>(i)])) changed.Set(static_cast<int64_t>(i), *std::move(made));
    if (changed.same_as(tuple)) return std::nullopt;
    return changed;
  }

  const Engine& engine_;
  MadeOf<std::optional<ffi::Any>> made_;
};

/// Converts results to the host's bools; without an engine, tensors that would have to be copied are unchanged.
class ForHost {
 public:
  explicit ForHost(const Engine* engine) : engine_(engine) {}

  ffi::Any convert(const ffi::Any& value) {
    if (const DLTensor* tensor = tensorOfType(value, kProgramBool)) return retyped(engine_, value, *tensor, kHostBool);
    const TVMFFIAny raw = ffi::AnyView(value).CopyToTVMFFIAny();
    if (relayClosureOf(raw) != nullptr) return functionForHost(value);
    // Relay's tuples are constructors' values with tag 0; values with another tag are unchanged, as the tag identifies
    // them.
    ValueFields of;
    if (!fieldsOf(raw, of) || of.tag != 0) return value;
    if (const auto known = made_.find(raw.v_obj); known != made_.end()) return known->second;
    return made_.emplace(raw.v_obj, convertFields({of.first, of.count})).first->second;
  }
  ffi::Array<ffi::Any> convertFields(std::span<const ffi::Any> fields) {
    checkNativeStack();  // nested tuples recurse
    ffi::Array<ffi::Any> made;
    made.reserve(static_cast<int64_t>(fields.size()));
    for (const ffi::Any& field : fields) made.push_back(convert(field));
    return made;
  }

 private:
  /// Wraps a Relay closure in a function with the host's bools.
  static ffi::Function functionForHost(const ffi::Any& closure) {
    return ffi::Function::FromPacked([closure](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
      const RelayClosureObj& called = *relayClosureOf(ffi::AnyView(closure).CopyToTVMFFIAny());
      const ProgramArguments given(called.owner->engineToRunOn(), args, static_cast<size_t>(count));
      callRelayClosure(called, given.data(), given.count(), result);
      *result = ForHost(nullptr).convert(ffi::Any(*result));  // the call may have destroyed the VM
    });
  }

  const Engine* engine_;
  MadeOf<ffi::Any> made_;
};

}  // namespace

ProgramArguments::ProgramArguments(const Engine& engine, const ffi::AnyView* given, size_t count)
    : views_(given, count) {
  if (engine.layout != ElementLayout::WholeBytes) return;
  made_.reserve(count);
  own_.assign(given, given + count);
  ForProgram forProgram(engine);
  for (ffi::AnyView& view : own_)
    if (auto made = forProgram.convert(view)) view = made_.emplace_back(*std::move(made));
  views_ = own_;
}

ffi::Any hostValue(const Engine& engine, ffi::Any value) {
  return engine.layout == ElementLayout::WholeBytes ? ForHost(&engine).convert(value) : std::move(value);
}

ffi::Array<ffi::Any> hostFields(std::span<const ffi::Any> fields) { return ForHost(nullptr).convertFields(fields); }

}  // namespace relaxscope
