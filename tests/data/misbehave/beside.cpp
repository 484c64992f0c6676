// SPDX-License-Identifier: Apache-2.0
// A packed function in a library that needs another one beside it ($ORIGIN).
#include <tvm/ffi/c_api.h>

extern "C" int relaxscopeBesideNumber();

#if defined(BESIDE_HELPER)
int relaxscopeBesideNumber() { return 4711; }
#else
extern "C" int __tvm_ffi_beside_number([[maybe_unused]] void* self, [[maybe_unused]] const TVMFFIAny* args,
                                       [[maybe_unused]] int32_t count, TVMFFIAny* ret) {
  ret->type_index = kTVMFFIInt;
  ret->v_int64 = relaxscopeBesideNumber();
  return 0;
}
#endif
