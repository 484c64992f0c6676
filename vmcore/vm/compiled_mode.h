// SPDX-License-Identifier: Apache-2.0
// Functions compiled to native code (kind 2), and how that code finds our builtins: it looks names up
// among the imports of its library and then in the global registry, so a module of ours is added to the
// imports of every library we open (engine.md 10.11). Function objects of builtins live as long as the
// process, since generated code caches them.
#pragma once

#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/model/builtin.h"
#include "vmcore/vm/program.h"

namespace relaxscope {

struct EngineHandle;

/// What RuntimeFunction::self points to for a compiled function.
struct CompiledTarget {
  Engine* engine = nullptr;
  uint32_t function = 0;
  ffi::Function kernel{nullptr};               ///< `__vmtir__<name>` of the library
  std::vector<ffi::Any>* constants = nullptr;  ///< by index, as generated code addresses them
  std::vector<ffi::Any>* functions = nullptr;
};
/// PackedCall of compiled functions: calls invoke() of the target's engine.
void callCompiledTarget(const void* self, const TVMFFIAny* args, int32_t count, ffi::Any* result);
/// Runs a compiled function: sets the context for its builtins and records its body.
void callCompiled(Engine& engine, uint32_t function, TVMFFIAny* registers, int32_t count, ffi::Any* result);
/// For a function that compiled code of this engine may call, while recording: ends the kernels before it, and returns
/// whether compiled code called it. If so, returnToCompiledCode() follows when it has returned.
bool leaveCompiledCode(Engine& engine);
void returnToCompiledCode();

/// The imported module that provides builtins and functions of the host program by name.
ffi::Module makeBuiltinModule(std::vector<std::pair<std::string, ffi::Function>> hostFunctions);
/// Whether that module is among the imports of `host`.
bool importsBuiltins(const ffi::Module& host);
/// A builtin as a function object that uses the thread's current VM, for compiled functions only; null for an
/// unknown name.
ffi::Function builtinFunction(const std::string& name);
/// A builtin of a VM as a value, for closures, instruments and functions that call functions. It may outlive
/// the VM.
ffi::Function makeBuiltinFunction(std::shared_ptr<EngineHandle> vm, BuiltinId builtin);

/// The functions that generated code resolves through the dynamic linker (engine.md 3 B); referring to them here
/// keeps them in every program that links the engine.
struct LinkerFunction {
  const char* name;
  const void* address;
};
std::vector<LinkerFunction> linkerFunctions();

}  // namespace relaxscope
