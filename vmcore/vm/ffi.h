// SPDX-License-Identifier: Apache-2.0
// tvm-ffi as the engine uses it: its namespace, and the casts between its C++ types and the underlying C values. Any
// and AnyView consist of exactly one TVMFFIAny; tvm-ffi's own calls rely on that as well.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/c_api.h>
#include <tvm/ffi/object.h>

// An object of tvm-ffi is destroyed through the deleter of its own type, never through a base class, so classes derived
// from one need no virtual destructor.
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"

namespace relaxscope {

namespace ffi = tvm::ffi;

static_assert(sizeof(ffi::Any) == sizeof(TVMFFIAny) && sizeof(ffi::AnyView) == sizeof(TVMFFIAny));

inline const TVMFFIAny* rawValues(const ffi::AnyView* values) { return reinterpret_cast<const TVMFFIAny*>(values); }
inline const TVMFFIAny* rawValues(const ffi::Any* values) { return reinterpret_cast<const TVMFFIAny*>(values); }
inline TVMFFIAny* rawValues(ffi::Any* values) { return reinterpret_cast<TVMFFIAny*>(values); }
/// The inverse casts. An AnyView is non-owning; an Any owns the object it holds.
inline const ffi::AnyView* viewsOf(const TVMFFIAny* values) { return reinterpret_cast<const ffi::AnyView*>(values); }
inline ffi::Any* ownedAt(TVMFFIAny* value) { return reinterpret_cast<ffi::Any*>(value); }

/// Whether the value is a reference-counted object.
inline bool holdsObject(const TVMFFIAny& value) {
  return value.type_index >= TVMFFITypeIndex::kTVMFFIStaticObjectBegin;
}

}  // namespace relaxscope
