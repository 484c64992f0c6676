// SPDX-License-Identifier: Apache-2.0
// Kernels of TVM 0.22 and later that call functions by name, through the slot of 0.22 to 0.25 or that of later releases,
// and one that takes workspace.
#include <tvm/ffi/c_api.h>

#define SLOT extern "C" __attribute__((weak, visibility("default")))
SLOT void* __tvm_ffi__library_ctx;
SLOT int (*__TVMFFIFunctionCall)(TVMFFIObjectHandle function, TVMFFIAny* args, int32_t count, TVMFFIAny* result);
SLOT int (*__TVMBackendGetFuncFromEnv)(void* context, const char* name, TVMFFIObjectHandle* out);
SLOT int (*__TVMFFIEnvModLookupFromImports)(void* context, const char* name, TVMFFIObjectHandle* out);
SLOT void* (*__TVMBackendAllocWorkspace)(int type, int id, uint64_t bytes, int code, int bits);
SLOT int (*__TVMBackendFreeWorkspace)(int type, int id, void* block);
void* __tvm_ffi__library_ctx = nullptr;
int (*__TVMFFIFunctionCall)(TVMFFIObjectHandle, TVMFFIAny*, int32_t, TVMFFIAny*) = nullptr;
int (*__TVMBackendGetFuncFromEnv)(void*, const char*, TVMFFIObjectHandle*) = nullptr;
int (*__TVMFFIEnvModLookupFromImports)(void*, const char*, TVMFFIObjectHandle*) = nullptr;
void* (*__TVMBackendAllocWorkspace)(int, int, uint64_t, int, int) = nullptr;
int (*__TVMBackendFreeWorkspace)(int, int, void*) = nullptr;

#define KERNEL(name) extern "C" int __tvm_ffi_##name([[maybe_unused]] void* self, const TVMFFIAny* args, [[maybe_unused]] int32_t count, TVMFFIAny* ret)

namespace {

using Lookup = int (*)(void*, const char*, TVMFFIObjectHandle*);

/// Calls a function by its name, which is looked up once, as generated code does.
int callNamed(Lookup lookup, const char* name, TVMFFIObjectHandle& found, const TVMFFIAny* args, int32_t count, TVMFFIAny* ret) {
  if (found == nullptr && lookup(__tvm_ffi__library_ctx, name, &found) != 0) return -1;
  return __TVMFFIFunctionCall(found, const_cast<TVMFFIAny*>(args), count, ret);
}

}  // namespace

/// What a library tells of a function, as TVM_FFI_DLL_EXPORT_TYPED_FUNC and its _DOC write it.
#define TEXT(prefix, name, text)                                                                                                      \
  extern "C" int __tvm_ffi__##prefix##_##name([[maybe_unused]] void* self, [[maybe_unused]] const TVMFFIAny* args, [[maybe_unused]] int32_t count, TVMFFIAny* ret) { \
    const TVMFFIByteArray bytes{text, sizeof(text) - 1};                                                                             \
    return TVMFFIStringFromByteArray(&bytes, ret);                                                                                   \
  }
TEXT(metadata, add_by_env, R"({"type_schema":"..."})")
TEXT(doc, add_by_env, "Adds two numbers, asking the environment how.")

KERNEL(add_by_env) {
  static TVMFFIObjectHandle found = nullptr;
  return callNamed(__TVMBackendGetFuncFromEnv, "test.add", found, args, count, ret);
}
KERNEL(add_by_imports) {
  static TVMFFIObjectHandle found = nullptr;
  return callNamed(__TVMFFIEnvModLookupFromImports, "test.add", found, args, count, ret);
}
/// As TVM's front end has products made: a kernel calls them.
KERNEL(product_by_imports) {
  static TVMFFIObjectHandle found = nullptr;
  return callNamed(__TVMFFIEnvModLookupFromImports, "tvm.contrib.cublas.matmul", found, args, count, ret);
}
KERNEL(nobody_by_env) {
  TVMFFIObjectHandle found = nullptr;
  return callNamed(__TVMBackendGetFuncFromEnv, "nobody.has.this", found, args, count, ret);
}
KERNEL(nobody_by_imports) {
  TVMFFIObjectHandle found = nullptr;
  return callNamed(__TVMFFIEnvModLookupFromImports, "nobody.has.this", found, args, count, ret);
}

/// workspace(bytes, blocks): writes to so many blocks at once, and gives them back.
KERNEL(workspace) {
  constexpr int64_t kMost = 64;
  void* blocks[kMost];
  int64_t held = 0;
  bool good = args[1].v_int64 <= kMost;
  for (; good && held < args[1].v_int64; ++held) {
    blocks[held] = __TVMBackendAllocWorkspace(1, 0, static_cast<uint64_t>(args[0].v_int64), 0, 8);
    if (blocks[held] == nullptr) break;
    *static_cast<volatile char*>(blocks[held]) = 1;
  }
  good = good && held == args[1].v_int64;
  while (held > 0) __TVMBackendFreeWorkspace(1, 0, blocks[--held]);
  ret->type_index = kTVMFFIBool;
  ret->v_int64 = 1;
  return good ? 0 : -1;
}
