// SPDX-License-Identifier: Apache-2.0
// Two programs of a system library as LLVM generates them: kernels and contexts with prefixes, registered when the
// library is loaded. A kernel returns the module that its context holds, or 0.
#include <tvm/ffi/c_api.h>
#include <tvm/ffi/extra/c_env_api.h>

#define PROGRAM(prefix)                                                                                          \
  __attribute__((weak)) void* prefix##__tvm_ffi__library_ctx = nullptr;                                          \
  int __tvm_ffi_##prefix##context(void*, const TVMFFIAny*, int, TVMFFIAny* result) {                             \
    result->type_index = kTVMFFIInt;                                                                             \
    result->v_int64 = reinterpret_cast<int64_t>(prefix##__tvm_ffi__library_ctx);                                 \
    return 0;                                                                                                    \
  }                                                                                                              \
  __attribute__((constructor)) static void prefix##register() {                                                  \
    TVMFFIEnvModRegisterSystemLibSymbol(#prefix "__tvm_ffi__library_ctx", &prefix##__tvm_ffi__library_ctx);      \
    TVMFFIEnvModRegisterSystemLibSymbol("__tvm_ffi_" #prefix "context",                                          \
                                        reinterpret_cast<void*>(__tvm_ffi_##prefix##context));                   \
  }

extern "C" {
PROGRAM(one_)
PROGRAM(two_)
}
