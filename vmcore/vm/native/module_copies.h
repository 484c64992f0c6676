// SPDX-License-Identifier: Apache-2.0
// Private copies of native modules that another VM of this process may use. Generated code looks functions up by name
// once and keeps them, so code in compiled mode that TVM's VM has called keeps TVM's builtins, which expect TVM's VM.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"
#include "vmcore/vm/ffi.h"

namespace relaxscope {

/// The module trees below `roots` with private copies of the modules that hold compiled functions of `executable`:
/// those of LLVM through their bitcode, libraries from their files. Copies import what their originals do, in the same
/// order, and the originals are not changed. All other modules, and those that already belong to our VM, are shared.
/// Error: a library's file no longer exists or cannot be opened, or this process has no LLVM.
Result<std::vector<ffi::Module>> withPrivateCode(const std::vector<ffi::Module>& roots, const Executable& executable);

}  // namespace relaxscope
