// SPDX-License-Identifier: Apache-2.0
// The modules of an executable in memory, as JSON.
#pragma once

#include <tvm/ffi/extra/module.h>

#include "vmcore/base/text_sink.h"
#include "vmcore/vm/ffi.h"

namespace relaxscope {

/// {container, modules [{index kind imports kernels}]} as writeModulesJson has them of a library: the executable is row
/// 0, a module that several import is one row. Only a compiler's module, which holds code and tells its functions, has
/// kernels here; no function is looked up in native code.
void writeModuleTree(const ffi::Module& executable, const TextSink& sink);

}  // namespace relaxscope
