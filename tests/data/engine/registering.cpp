// SPDX-License-Identifier: Apache-2.0
// A library of packed functions that registers one of them when it is opened, as C++ code for tvm-ffi does: a second
// registration of the name ends the process.
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/reflection/registry.h>

namespace {

int64_t twice(int64_t value) { return 2 * value; }
int64_t thrice(int64_t value) { return 3 * value; }
/// Of tensors of one int64, as Relay programs call kernels.
void thriceInto(tvm::ffi::TensorView from, tvm::ffi::TensorView to) {
  *static_cast<int64_t*>(to.data_ptr()) = thrice(*static_cast<const int64_t*>(from.data_ptr()));
}

TVM_FFI_STATIC_INIT_BLOCK() { tvm::ffi::reflection::GlobalDef().def("relaxscope.test.twice", twice); }

}  // namespace

TVM_FFI_DLL_EXPORT_TYPED_FUNC(thrice, thrice)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(thrice_into, thriceInto)
