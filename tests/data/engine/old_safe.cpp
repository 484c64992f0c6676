// SPDX-License-Identifier: Apache-2.0
// Kernels of TVM 0.21: the interface of today, but bare names and slots of their own. With OLD_BLOB also room for the
// modules of a complete library.
#include <tvm/ffi/c_api.h>

#define SLOT extern "C" __attribute__((weak, visibility("default")))
SLOT void* __tvm_ffi_library_ctx;
SLOT int (*__TVMFFIFunctionCall)(TVMFFIObjectHandle function, TVMFFIAny* args, int32_t count, TVMFFIAny* result);
SLOT void (*__TVMFFIErrorSetRaisedFromCStr)(const char* kind, const char* message);
SLOT int (*__TVMBackendGetFuncFromEnv)(void* context, const char* name, TVMFFIObjectHandle* out);
SLOT void* (*__TVMBackendAllocWorkspace)(int type, int id, uint64_t bytes, int code, int bits);
SLOT int (*__TVMBackendFreeWorkspace)(int type, int id, void* block);
void* __tvm_ffi_library_ctx = nullptr;
int (*__TVMFFIFunctionCall)(TVMFFIObjectHandle, TVMFFIAny*, int32_t, TVMFFIAny*) = nullptr;
void (*__TVMFFIErrorSetRaisedFromCStr)(const char*, const char*) = nullptr;
int (*__TVMBackendGetFuncFromEnv)(void*, const char*, TVMFFIObjectHandle*) = nullptr;
void* (*__TVMBackendAllocWorkspace)(int, int, uint64_t, int, int) = nullptr;
int (*__TVMBackendFreeWorkspace)(int, int, void*) = nullptr;

#if defined(OLD_BLOB)
extern "C" __attribute__((visibility("default"))) unsigned char __tvm_ffi_library_bin[1 << 16] = {1};
#endif

#define KERNEL(name) extern "C" int name([[maybe_unused]] void* self, [[maybe_unused]] const TVMFFIAny* args, [[maybe_unused]] int32_t count, [[maybe_unused]] TVMFFIAny* ret)

namespace {

int giveInt(TVMFFIAny* ret, int64_t value) {
  ret->type_index = kTVMFFIInt;
  ret->v_int64 = value;
  return 0;
}
/// A tensor argument is an object or a plain DLTensor.
int64_t* ints(const TVMFFIAny& value) {
  const auto* tensor = value.type_index == kTVMFFITensor ? reinterpret_cast<const DLTensor*>(reinterpret_cast<const char*>(value.v_obj) + sizeof(TVMFFIObject)) : static_cast<const DLTensor*>(value.v_ptr);
  return static_cast<int64_t*>(tensor->data);
}
int callNamed(const char* name, const TVMFFIAny* args, int32_t count, TVMFFIAny* ret) {
  TVMFFIObjectHandle function = nullptr;
  if (__TVMBackendGetFuncFromEnv(__tvm_ffi_library_ctx, name, &function) != 0) return -1;
  return __TVMFFIFunctionCall(function, const_cast<TVMFFIAny*>(args), count, ret);
}

}  // namespace

KERNEL(safe_add) {
  if (count != 3) {
    __TVMFFIErrorSetRaisedFromCStr("TypeError", "safe_add wants 3 arguments");
    return -1;
  }
  ints(args[2])[0] = ints(args[0])[0] + ints(args[1])[0];
  return 0;
}
KERNEL(safe_sum) { return giveInt(ret, args[0].v_int64 + args[1].v_int64); }
KERNEL(safe_workspace) {
  void* block = __TVMBackendAllocWorkspace(1, 0, 64, 0, 64);
  if (block == nullptr) return -1;
  static_cast<int64_t*>(block)[7] = 7;
  return __TVMBackendFreeWorkspace(1, 0, block) == 0 ? giveInt(ret, 7) : -1;
}
KERNEL(safe_calls_sum) { return callNamed("safe_sum", args, count, ret); }
KERNEL(safe_calls_nobody) { return callNamed("nobody.has.this", args, count, ret); }
KERNEL(safe_fail) {
  __TVMFFIErrorSetRaisedFromCStr("ValueError", "safe_fail: on purpose");
  return -1;
}
KERNEL(safe_fail_silently) { return -9; }
KERNEL(safe_count) {
  static int64_t calls = 0;
  return giveInt(ret, ++calls);
}
