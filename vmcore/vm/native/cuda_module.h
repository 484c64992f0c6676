// SPDX-License-Identifier: Apache-2.0
// Modules of kind "cuda" of exported libraries as modules of tvm-ffi: the functions that their host code calls to
// launch kernels, without TVM's runtime.
#pragma once

#include <tvm/ffi/function.h>

namespace relaxscope {

/// Registers the loader of such modules, unless this process has one. Loading needs no GPU.
void registerCudaLoader();
/// `__tvm_set_device(type, index)`: makes a device the current one of this thread for launches.
tvm::ffi::Function setDeviceFunction();

}  // namespace relaxscope
