// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/relay/objects.h"

#include <tvm/ffi/container/array.h>

#include "vmcore/vm/engine.h"
#include "vmcore/vm/objects/nested_release.h"

namespace relaxscope {
namespace {

template <class T>
const T* objectOf(const TVMFFIAny& value) {
  if (value.type_index < ffi::TypeIndex::kTVMFFIStaticObjectBegin || value.type_index != T::RuntimeTypeIndex())
    return nullptr;
  return static_cast<const T*>(reinterpret_cast<const ffi::Object*>(value.v_obj));
}

}  // namespace

AdtObj::~AdtObj() { releaseNested(fields.data(), fields.size()); }
RelayClosureObj::~RelayClosureObj() { releaseNested(captured.data(), captured.size()); }

bool fieldsOf(const TVMFFIAny& value, ValueFields& fields) {
  if (const AdtObj* adt = adtOf(value)) {
    fields = {adt->tag, adt->fields.data(), adt->fields.size()};
    return true;
  }
  if (value.type_index != ffi::TypeIndex::kTVMFFIArray) return false;
  const auto* tuple = static_cast<const ffi::ArrayObj*>(reinterpret_cast<const ffi::Object*>(value.v_obj));
  fields = {0, tuple->begin(), tuple->size()};
  return true;
}

const AdtObj* adtOf(const TVMFFIAny& value) { return objectOf<AdtObj>(value); }
const RelayClosureObj* relayClosureOf(const TVMFFIAny& value) { return objectOf<RelayClosureObj>(value); }

void callRelayClosure(const RelayClosureObj& closure, const TVMFFIAny* args, int32_t count, ffi::Any* result) {
  Engine& engine = closure.owner->engineToRunOn();
  std::vector<TVMFFIAny> all;
  all.reserve(closure.captured.size() + static_cast<size_t>(count));
  for (const ffi::Any& value : closure.captured) all.push_back(ffi::AnyView(value).CopyToTVMFFIAny());
  all.insert(all.end(), args, args + count);
  engine.invoke(closure.function, all.data(), static_cast<int32_t>(all.size()), result);
}

ffi::Function closureFunction(const ffi::Any& value) {
  if (const auto function = value.as<ffi::Function>()) return *function;
  if (relayClosureOf(ffi::AnyView(value).CopyToTVMFFIAny()) == nullptr) return ffi::Function(nullptr);
  return ffi::Function::FromPacked([value](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
    callRelayClosure(*relayClosureOf(ffi::AnyView(value).CopyToTVMFFIAny()), rawValues(args), count, result);
  });
}

}  // namespace relaxscope
