// SPDX-License-Identifier: Apache-2.0
// The builtins that this engine implements: one file per family, one table here. A builtin receives the VM separately
// from its arguments, so a %vm argument is only compared with it. Names of builtins and their effects on operands are
// in model/builtin.def; a row there that is neither implemented by a family nor marked as missing does not compile.
#pragma once

#include <tvm/ffi/any.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "vmcore/model/builtin.h"
#include "vmcore/vm/ffi.h"

namespace relaxscope {

class Engine;

/// Reads `count` borrowed arguments, stores a result or throws. Same calling convention as a packed
/// function's C++ entry, so the loop calls both in the same way.
using BuiltinCall = void (*)(Engine* engine, const TVMFFIAny* args, int32_t count, ffi::Any* result);

struct BuiltinEntry {
  BuiltinId id;
  BuiltinCall call;
};

constexpr bool isImplemented(BuiltinId id) { return id != BuiltinId::None && !builtinKey(id).missing; }

/// Whether `entries` contains each builtin of a family that is not missing exactly once.
consteval bool implementsFamily(std::span<const BuiltinEntry> entries, BuiltinFamily family) {
  size_t wanted = 0;
  for (size_t i = 0; i < kBuiltinCount; ++i) {
    const auto id = static_cast<BuiltinId>(i);
    if (builtinKey(id).family == family && isImplemented(id)) ++wanted;
  }
  for (size_t i = 0; i < entries.size(); ++i) {
    if (builtinKey(entries[i].id).family != family || !isImplemented(entries[i].id)) return false;
    for (size_t j = 0; j < i; ++j)
      if (entries[j].id == entries[i].id) return false;
  }
  return entries.size() == wanted;
}

// One per family (builtins/<family>.cpp).
std::span<const BuiltinEntry> checkBuiltins();
std::span<const BuiltinEntry> shapeBuiltins();
std::span<const BuiltinEntry> memoryBuiltins();
std::span<const BuiltinEntry> valueBuiltins();
std::span<const BuiltinEntry> callBuiltins();
std::span<const BuiltinEntry> runBuiltins();
std::span<const BuiltinEntry> prototypeBuiltins();
std::span<const BuiltinEntry> gpuBuiltins();
std::span<const BuiltinEntry> cublasBuiltins();
std::span<const BuiltinEntry> kvStateBuiltins();
std::span<const BuiltinEntry> pagedKvBuiltins();
std::span<const BuiltinEntry> appendKvBuiltins();
std::span<const BuiltinEntry> rnnStateBuiltins();

/// All entries; the index of an entry is its id and its index in TraceInfo::names.
std::span<const BuiltinEntry> builtinTable();
/// The entry point of an implemented builtin.
BuiltinCall builtinCall(BuiltinId id);
/// The builtin of that name if this engine implements it, else None.
BuiltinId implementedBuiltin(std::string_view name);
/// Why a name that looks like a builtin is not implemented: "one of the KV cache builtins, ..."; else empty.
std::string missingBuiltinReason(std::string_view name);

}  // namespace relaxscope
