// SPDX-License-Identifier: Apache-2.0
#include "vmcore/embed/adt.h"

#include <tvm/ffi/reflection/registry.h>

#include <string_view>

#include "vmcore/embed/bool.h"
#include "vmcore/vm/relay/objects.h"

namespace relaxscope {
namespace {

namespace refl = tvm::ffi::reflection;
using Fields = decltype(AdtObj::fields);

TVMFFIByteArray bytesOf(std::string_view text) { return {text.data(), text.size()}; }

/// A TVMFFIFieldGetter: `at` points to the field.
int getFields(void* at, TVMFFIAny* result) {
  TVM_FFI_SAFE_CALL_BEGIN();
  *result = ffi::detail::AnyUnsafe::MoveAnyToTVMFFIAny(hostFields(*static_cast<const Fields*>(at)));
  TVM_FFI_SAFE_CALL_END();
}

int refuseFields(void*, const TVMFFIAny*) {
  TVM_FFI_SAFE_CALL_BEGIN();
  raise("TypeError", "the fields of a constructor's value are read-only");
  TVM_FFI_SAFE_CALL_END();
}

/// Registered manually: `def_ro` returns a member as it is, but the fields must be converted for the host.
void registerFields(int32_t type) {
  TVMFFIFieldInfo info{};
  info.name = bytesOf("fields");
  info.doc = bytesOf("The constructor's arguments; a new array each time.");
  info.metadata = bytesOf(R"({"type_schema":"{\"type\":\"ffi.Array\",\"args\":[{\"type\":\"Any\"}]}"})");
  info.flags =
      kTVMFFIFieldFlagBitMaskReprOff;  // a list is as deep as it is long; printing it would take quadratic time
  info.size = sizeof(Fields);
  info.alignment = alignof(Fields);
  info.offset = refl::GetFieldByteOffsetToObject<AdtObj, Fields>(&AdtObj::fields);
  info.getter = getFields;
  info.setter = reinterpret_cast<void*>(refuseFields);
  info.default_value_or_factory = ffi::AnyView(nullptr).CopyToTVMFFIAny();
  info.field_static_type_index = ffi::TypeIndex::kTVMFFIArray;
  TVM_FFI_CHECK_SAFE_CALL(TVMFFITypeRegisterField(type, &info));
}

}  // namespace

void registerAdt() {
  const int32_t type =
      AdtObj::_GetOrAllocRuntimeTypeIndex();  // RuntimeTypeIndex() may be unset while the library is being loaded
  if (TVMFFIGetTypeInfo(type)->num_fields > 0) return;
  refl::ObjectDef<AdtObj>(refl::init(false)).def_ro("tag", &AdtObj::tag);
  registerFields(type);
}

}  // namespace relaxscope
