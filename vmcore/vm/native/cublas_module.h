// SPDX-License-Identifier: Apache-2.0
// Modules of kind "cublas_json" of exported libraries as modules of tvm-ffi: functions that compiled models call for
// the products that TVM left to cuBLAS.
#pragma once

#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/string.h>

namespace relaxscope {

/// A module from its payload (formats.md 2.5). Loading needs no GPU. Raises "ValueError" if the graph is not supported.
tvm::ffi::Module loadCublasModule(const tvm::ffi::Bytes& payload);
/// A module of kind "const_loader", through which TVM's libraries import those of accelerator libraries. Raises
/// "ValueError" if it holds constants that a function needs.
tvm::ffi::Module loadConstantsModule(const tvm::ffi::Bytes& payload);

}  // namespace relaxscope
