// SPDX-License-Identifier: Apache-2.0
// What the host program calls itself, between calls of the executable's functions: builtins, closures, saved functions.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/function.h>

#include <cstdint>
#include <span>

#include "vmcore/model/builtin.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {

/// Calls a function object on this machine. Catches everything; an error's place names `what`, which outlives the call.
RunResult callHostFunction(Engine& engine, const char* what, const tvm::ffi::Function& function,
                           std::span<const tvm::ffi::AnyView> args);
/// `target` with `last`, kept, behind the arguments of each call; without a result wanted it returns None. Raises where
/// a borrowed tensor cannot be copied.
tvm::ffi::Function withLastArguments(const Engine& engine, tvm::ffi::Function target,
                                     std::span<const tvm::ffi::AnyView> last, bool wantResult);
/// Calls an implemented builtin on this machine. Catches everything; an error's place names the builtin.
RunResult callHostBuiltin(Engine& engine, BuiltinId builtin, const TVMFFIAny* args, int32_t count);

}  // namespace relaxscope
