// SPDX-License-Identifier: Apache-2.0
// Opens exported libraries for execution: refuses those whose requirements this process does not meet before
// dlopen runs any of their code, opens a private copy if a file is opened twice, and returns their modules. A library
// that registers functions or types has no private copies: all users share it (static_registration.h).
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"
#include "vmcore/model/library.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/native/old_library.h"

namespace relaxscope {

/// The kernel ABI of a library of that era; nullopt for the current one.
std::optional<KernelAbi> oldKernelAbi(LibraryEra era);
/// What `library` needs and this process lacks: machine architecture, context symbols, functions for the linker,
/// loaders of module kinds. One sentence each; empty if it can be opened.
std::vector<std::string> missingForLibrary(const Library& library);
/// Whether a file may be opened itself, or only as a copy that is private to the caller: the slots of generated
/// code exist once per file, so two users of one file would overwrite each other's.
enum class Sharing : uint8_t { WhenAlone, Never };
/// Runs dlopen. Every callable function is reachable from the returned module: the host code's module if the file has
/// no others but executables, or is a system library, else the root of tvm-ffi's import tree. `library` is the parsed
/// file; null for a plain library without modules, which may load TVM's own runtime.
Result<ffi::Module> openLibrary(const std::string& path, Sharing sharing, const Library* library);
/// Whether the module's code runs on the host: a library, or code that LLVM compiled in memory.
bool isHostCode(const ffi::Module& module);
/// The modules of host code in the tree below `root`, itself included, each once.
std::vector<ffi::Module> hostModules(const ffi::Module& root);
/// Whether the module itself holds the native code of a function of `executable` in compiled mode.
bool holdsCompiledFunctions(const ffi::Module& module, const Executable& executable);
/// A function of `root` or any of its imports; null if there is none.
ffi::Function findInTree(const ffi::Module& root, const std::string& name);

}  // namespace relaxscope
