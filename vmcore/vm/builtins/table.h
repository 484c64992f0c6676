// SPDX-License-Identifier: Apache-2.0
// The builtins of the machine: one file a family, one table here. A builtin gets the machine outside
// of its arguments, so a %vm argument is only compared with it.
#pragma once

#include <tvm/ffi/any.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relaxscope {

namespace ffi = tvm::ffi;
class Engine;

/// Reads `count` borrowed arguments, leaves a result or throws. Same calling convention as a packed
/// function's C++ entry, so the loop calls both alike.
using BuiltinCall = void (*)(Engine* engine, const TVMFFIAny* args, int32_t count, ffi::Any* result);

struct BuiltinEntry {
  const char* name;
  BuiltinCall call;
};

// One a family (builtins/<family>.cpp).
std::span<const BuiltinEntry> checkBuiltins();
std::span<const BuiltinEntry> shapeBuiltins();
std::span<const BuiltinEntry> memoryBuiltins();
std::span<const BuiltinEntry> valueBuiltins();
std::span<const BuiltinEntry> callBuiltins();
std::span<const BuiltinEntry> runBuiltins();
std::span<const BuiltinEntry> uniqueBuiltins();
std::span<const BuiltinEntry> prototypeBuiltins();
std::span<const BuiltinEntry> gpuBuiltins();
std::span<const BuiltinEntry> kvStateBuiltins();
std::span<const BuiltinEntry> pagedKvBuiltins();
std::span<const BuiltinEntry> appendKvBuiltins();
std::span<const BuiltinEntry> rnnStateBuiltins();

/// All rows; the index of a row is its number in TraceInfo::names.
const std::vector<BuiltinEntry>& builtinTable();
/// Row number of a name, or -1.
int32_t findBuiltinEntry(std::string_view name);
/// Why a name that looks like a builtin has no row: "part of the paged attention KV cache family, ..."; else empty.
std::string missingBuiltinReason(std::string_view name);

}  // namespace relaxscope
