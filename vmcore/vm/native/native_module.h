// SPDX-License-Identifier: Apache-2.0
// The host code of a library of TVM 0.22 or later as a tvm-ffi module. tvm-ffi's own loader first copies every other
// module of the file twice, including executables with all weights, whose bytes we have already read.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <string>

#include "vmcore/base/result.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/native/shared_object.h"

namespace relaxscope {

/// Runs dlopen and fills the slots of generated code. Kernels have the prefix "__tvm_ffi_" and keep the library loaded.
/// `systemPrefix`: see nativeModule().
Result<ffi::Module> openNativeModule(const std::string& file, const std::string& systemPrefix = {});
/// The program of a system library, whose names begin with `prefix` (after "__tvm_ffi_" in those of kernels). A kernel
/// is found by its name with or without it.
ffi::Module nativeModule(SharedObject library, const std::string& prefix);
/// Whether openNativeModule() made the module.
bool isNativeModule(const ffi::Module& module);

}  // namespace relaxscope
