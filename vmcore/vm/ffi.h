// SPDX-License-Identifier: Apache-2.0
// tvm-ffi as the engine uses it: its namespace, and the casts between its C++ types and the C values behind them. An
// Any and an AnyView are each one TVMFFIAny and nothing else; tvm-ffi's own calls rely on that as well.
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
/// The other way. Views own nothing; a value seen as an Any owns what it holds.
inline const ffi::AnyView* viewsOf(const TVMFFIAny* values) { return reinterpret_cast<const ffi::AnyView*>(values); }
inline ffi::Any* ownedAt(TVMFFIAny* value) { return reinterpret_cast<ffi::Any*>(value); }

/// Whether the value counts references.
inline bool holdsObject(const TVMFFIAny& value) {
  return value.type_index >= TVMFFITypeIndex::kTVMFFIStaticObjectBegin;
}

}  // namespace relaxscope
