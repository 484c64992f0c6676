// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/relay/relay_objects.h"

#include <tvm/ffi/container/array.h>

#include "vmcore/vm/nested_release.h"

namespace relaxscope {
namespace {

template <class T>
const T* objectOf(const TVMFFIAny& value) {
  if (value.type_index < ffi::TypeIndex::kTVMFFIStaticObjectBegin || value.type_index != T::RuntimeTypeIndex()) return nullptr;
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

}  // namespace relaxscope
