// SPDX-License-Identifier: Apache-2.0
// Opens exported libraries for running: refuses those whose needs this process cannot meet before
// dlopen runs any of their code, opens a private copy where one file is opened twice, and hands out
// their modules.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/library.h"
#include "vmcore/vm/native/old_library.h"

namespace relaxscope {

namespace ffi = tvm::ffi;

/// How kernels of a library of that era are called, if in another way than today.
std::optional<KernelAbi> oldKernelAbi(LibraryEra era);
/// What `library` needs and this process lacks: machine, context symbols, functions for the linker,
/// loaders of module kinds. One sentence each; empty when it can be opened.
std::vector<std::string> missingForLibrary(const Library& library);
/// Whether a file may be opened as it is, or in a copy that nobody else in the process opens: the slots
/// of generated code exist once a file, so two users of one file would write over each other's.
enum class Sharing : uint8_t { WhenAlone, Never };
/// Runs dlopen. The module has all that can be called below it: it is that of the machine code where the file has no
/// other but executables, else the root of the import tree as tvm-ffi makes it. `library` is what was read of the file;
/// null of a plain one, without modules, that may bring TVM's own runtime with it.
Result<ffi::Module> openLibrary(const std::string& path, Sharing sharing, const Library* library);
/// The modules of native code ("library") in the tree below `root`, itself included, each once.
std::vector<ffi::Module> hostModules(const ffi::Module& root);
/// A function of the tree: of `root` itself or of any import; null when there is none.
ffi::Function findInTree(const ffi::Module& root, const std::string& name);

}  // namespace relaxscope
