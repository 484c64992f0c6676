// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/relay/relay_objects.h"

#include <tvm/ffi/container/array.h>

#include <utility>

namespace relaxscope {
namespace {

template <class T>
const T* objectOf(const TVMFFIAny& value) {
  if (value.type_index < ffi::TypeIndex::kTVMFFIStaticObjectBegin || value.type_index != T::RuntimeTypeIndex()) return nullptr;
  return static_cast<const T*>(reinterpret_cast<const ffi::Object*>(value.v_obj));
}

/// The values that an object of ours keeps, if nobody else keeps the object; else null.
std::vector<ffi::Any>* lastHolder(const ffi::Any& value) {
  const TVMFFIAny raw = ffi::AnyView(value).CopyToTVMFFIAny();
  if (auto* adt = const_cast<AdtObj*>(adtOf(raw)); adt != nullptr) return adt->use_count() == 1 ? &adt->fields : nullptr;
  if (auto* closure = const_cast<RelayClosureObj*>(relayClosureOf(raw)); closure != nullptr) return closure->use_count() == 1 ? &closure->captured : nullptr;
  return nullptr;
}

void releaseNested(std::vector<ffi::Any> pending) {
  while (!pending.empty()) {
    const ffi::Any last = std::move(pending.back());
    pending.pop_back();
    std::vector<ffi::Any>* inner = lastHolder(last);
    if (inner == nullptr) continue;
    for (ffi::Any& value : *inner) pending.push_back(std::move(value));
    inner->clear();
  }
}

}  // namespace

AdtObj::~AdtObj() { releaseNested(std::move(fields)); }
RelayClosureObj::~RelayClosureObj() { releaseNested(std::move(captured)); }

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
