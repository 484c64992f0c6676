// SPDX-License-Identifier: Apache-2.0
// The machine code of a library of TVM 0.22 or later as a module of tvm-ffi's. tvm-ffi makes one, too, but copies every
// other module of the file twice before it, an executable's with all its weights among them, whose bytes we have read
// already.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <string>

#include "vmcore/base/result.h"

namespace relaxscope {

namespace ffi = tvm::ffi;

/// Runs dlopen and fills the slots of generated code. Kernels bear the prefix "__tvm_ffi_" and keep the library loaded.
Result<ffi::Module> openNativeModule(const std::string& file);

}  // namespace relaxscope
