// SPDX-License-Identifier: Apache-2.0
// Functions as TVM compiles them in compiled mode: main calls a builtin and a VM function, with kernels of a known time
// around them.
#include <tvm/ffi/c_api.h>

#include <cstdint>
#include <ctime>

#define SLOT extern "C" __attribute__((weak, visibility("default")))
SLOT void* __tvm_ffi__library_ctx;
SLOT int (*__TVMFFIFunctionCall)(TVMFFIObjectHandle function, TVMFFIAny* args, int32_t count, TVMFFIAny* result);
SLOT int (*__TVMFFIEnvModLookupFromImports)(void* context, const char* name, TVMFFIObjectHandle* out);
void* __tvm_ffi__library_ctx = nullptr;
int (*__TVMFFIFunctionCall)(TVMFFIObjectHandle, TVMFFIAny*, int32_t, TVMFFIAny*) = nullptr;
int (*__TVMFFIEnvModLookupFromImports)(void*, const char*, TVMFFIObjectHandle*) = nullptr;

namespace {

int64_t nowNs() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * int64_t{1'000'000'000} + now.tv_nsec;
}

/// A kernel of `ns` nanoseconds.
void spin(int64_t ns) {
  for (const int64_t end = nowNs() + ns; nowNs() < end;) {}
}

int callBuiltin() {
  static TVMFFIObjectHandle found = nullptr;
  if (found == nullptr && __TVMFFIEnvModLookupFromImports(__tvm_ffi__library_ctx, "vm.builtin.null_value", &found) != 0)
    return -1;
  TVMFFIAny result{};
  return __TVMFFIFunctionCall(found, nullptr, 0, &result);
}

}  // namespace

/// Registers 0 and 1: nanoseconds of the kernels before the builtin and after it; the third takes those of register 0.
/// Function 1 of the table is called in between. Returns register 0; fails after the builtin if register 1 is negative.
extern "C" int __tvm_ffi___vmtir__main(void*, const TVMFFIAny* args, int32_t, TVMFFIAny*) {
  auto* registers = static_cast<TVMFFIAny*>(args[1].v_ptr);
  auto* functions = static_cast<TVMFFIAny*>(args[3].v_ptr);
  spin(registers[0].v_int64);
  if (callBuiltin() != 0 || registers[1].v_int64 < 0) return -1;
  spin(registers[1].v_int64);
  TVMFFIAny argument = registers[0], result{};
  if (__TVMFFIFunctionCall(functions[1].v_obj, &argument, 1, &result) != 0) return -1;
  spin(registers[0].v_int64);
  registers[2] = result;
  return 0;
}
