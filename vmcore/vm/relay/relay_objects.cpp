// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/relay/relay_objects.h"

#include <fmt/format.h>

namespace relaxscope {
namespace {

template <class T>
const T* objectOf(const TVMFFIAny& value) {
  if (value.type_index < ffi::TypeIndex::kTVMFFIStaticObjectBegin || value.type_index != T::RuntimeTypeIndex()) return nullptr;
  return static_cast<const T*>(reinterpret_cast<const ffi::Object*>(value.v_obj));
}

}  // namespace

AdtObj::~AdtObj() {
  std::vector<ffi::Any> pending = std::move(fields);
  while (!pending.empty()) {
    const ffi::Any last = std::move(pending.back());
    pending.pop_back();
    const TVMFFIAny raw = ffi::AnyView(last).CopyToTVMFFIAny();
    auto* inner = const_cast<AdtObj*>(adtOf(raw));
    if (inner == nullptr || inner->use_count() != 1) continue;
    for (ffi::Any& field : inner->fields) pending.push_back(std::move(field));
    inner->fields.clear();
  }
}

const AdtObj* adtOf(const TVMFFIAny& value) { return objectOf<AdtObj>(value); }
const RelayClosureObj* relayClosureOf(const TVMFFIAny& value) { return objectOf<RelayClosureObj>(value); }

}  // namespace relaxscope
