// SPDX-License-Identifier: Apache-2.0
// Calls made directly by the host program, between calls of the executable's functions: builtins, closures, saved
// functions.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/function.h>

#include <cstdint>
#include <span>

#include "vmcore/model/builtin.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {

/// Calls a function object on this VM. Catches all exceptions; an error's place names `what`, which outlives the call.
RunResult callHostFunction(Engine& engine, const char* what, const tvm::ffi::Function& function,
                           std::span<const tvm::ffi::AnyView> args);
/// A function that calls `target` with copies of `last` after its own arguments; it returns None unless a result is
/// wanted. Raises an error if a borrowed tensor cannot be copied.
tvm::ffi::Function withLastArguments(const Engine& engine, tvm::ffi::Function target,
                                     std::span<const tvm::ffi::AnyView> last, bool wantResult);
/// Calls an implemented builtin on this VM. Catches all exceptions; an error's place names the builtin.
RunResult callHostBuiltin(Engine& engine, BuiltinId builtin, const TVMFFIAny* args, int32_t count);

}  // namespace relaxscope
