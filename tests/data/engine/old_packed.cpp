// SPDX-License-Identifier: Apache-2.0
// Kernels in the packed C interface of TVM up to 0.20: arrays of values and type codes, bare names, slots that
// the loader fills. With OLD_BLOB also room for the modules of a complete library.
#include <dlpack/dlpack.h>

#include <cmath>
#include <cstdint>
#include <cstring>

extern "C" {

union Value {
  int64_t integer;
  double number;
  void* pointer;
  const char* text;
  DLDataType dtype;
};
struct GroupEnv {
  void* sync;
  int32_t tasks;
};

#define SLOT extern "C" __attribute__((weak, visibility("default")))
SLOT void* __tvm_module_ctx;
SLOT int (*__TVMFuncCall)(void* function, Value* args, int* codes, int count, Value* result, int* resultCode);
SLOT void (*__TVMAPISetLastError)(const char* message);
SLOT int (*__TVMBackendGetFuncFromEnv)(void* context, const char* name, void** out);
SLOT void* (*__TVMBackendAllocWorkspace)(int type, int id, uint64_t bytes, int code, int bits);
SLOT int (*__TVMBackendFreeWorkspace)(int type, int id, void* block);
SLOT int (*__TVMBackendParallelLaunch)(int (*task)(int, GroupEnv*, void*), void* closure, int tasks);
SLOT int (*__TVMBackendParallelBarrier)(int task, GroupEnv* env);
}
void* __tvm_module_ctx = nullptr;
int (*__TVMFuncCall)(void*, Value*, int*, int, Value*, int*) = nullptr;
void (*__TVMAPISetLastError)(const char*) = nullptr;
int (*__TVMBackendGetFuncFromEnv)(void*, const char*, void**) = nullptr;
void* (*__TVMBackendAllocWorkspace)(int, int, uint64_t, int, int) = nullptr;
int (*__TVMBackendFreeWorkspace)(int, int, void*) = nullptr;
int (*__TVMBackendParallelLaunch)(int (*)(int, GroupEnv*, void*), void*, int) = nullptr;
int (*__TVMBackendParallelBarrier)(int, GroupEnv*) = nullptr;

#if defined(OLD_BLOB)
extern "C" __attribute__((visibility("default"))) unsigned char __tvm_dev_mblob[1 << 16] = {1};
#endif

#define KERNEL(name) \
  extern "C" int name([[maybe_unused]] Value* args, [[maybe_unused]] int* codes, [[maybe_unused]] int count, [[maybe_unused]] Value* ret, [[maybe_unused]] int* code, [[maybe_unused]] void* resource)

namespace {

enum Code { kInt = 0, kFloat = 2, kOpaque = 3, kNull = 4, kType = 5, kTensor = 7, kObject = 8, kStr = 11, kBool = 15 };

DLTensor& tensor(const Value& value) { return *static_cast<DLTensor*>(value.pointer); }
int64_t* ints(const Value& value) { return static_cast<int64_t*>(tensor(value).data); }
int64_t elements(const Value& value) {
  int64_t all = 1;
  for (int i = 0; i < tensor(value).ndim; ++i) all *= tensor(value).shape[i];
  return all;
}
int give(Value* ret, int* code, int kind, Value value) {
  *ret = value;
  *code = kind;
  return 0;
}
int giveInt(Value* ret, int* code, int64_t number) {
  Value value;
  value.integer = number;
  return give(ret, code, kInt, value);
}

}  // namespace

/// out = a + b, as every kernel of TVM checks its count.
KERNEL(old_add) {
  if (count != 3) {
    __TVMAPISetLastError("Assert fail: (num_args == 3), old_add: num_args should be 3");
    return -1;
  }
  for (int64_t i = 0; i < elements(args[2]); ++i) ints(args[2])[i] = ints(args[0])[i] + ints(args[1])[i];
  return 0;
}

/// Reverses a into out by way of two workspaces.
KERNEL(old_workspace) {
  const auto bytes = static_cast<uint64_t>(elements(args[0])) * 8;
  void* first = __TVMBackendAllocWorkspace(1, 0, bytes, 0, 64);
  void* second = __TVMBackendAllocWorkspace(1, 0, bytes, 0, 64);
  if (first == nullptr || second == nullptr || first == second) return -1;
  if ((reinterpret_cast<uintptr_t>(first) | reinterpret_cast<uintptr_t>(second)) % 64 != 0) return -2;
  std::memcpy(first, ints(args[0]), bytes);
  const int64_t all = elements(args[0]);
  for (int64_t i = 0; i < all; ++i) static_cast<int64_t*>(second)[i] = static_cast<int64_t*>(first)[all - 1 - i];
  std::memcpy(ints(args[1]), second, bytes);
  if (__TVMBackendFreeWorkspace(1, 0, second) != 0) return -3;
  return __TVMBackendFreeWorkspace(1, 0, first);
}
/// Memory of a device that is not there.
KERNEL(old_workspace_elsewhere) { return __TVMBackendAllocWorkspace(2, 0, 64, 0, 64) == nullptr ? -1 : 0; }

/// Two tasks: each writes its element, waits, and adds the other's.
KERNEL(old_parallel) {
  return __TVMBackendParallelLaunch(
      [](int task, GroupEnv* env, void* closure) {
        auto* out = static_cast<int64_t*>(closure);
        out[task] = task + 1;
        __TVMBackendParallelBarrier(task, env);
        const int64_t other = out[1 - task];
        __TVMBackendParallelBarrier(task, env);
        out[task] += 10 * other + 100 * env->tasks;
        return 0;
      },
      ints(args[0]), 2);
}
/// The second task fails, on another thread.
KERNEL(old_parallel_fails) {
  return __TVMBackendParallelLaunch(
      [](int task, GroupEnv*, void*) {
        if (task != 1) return 0;
        __TVMAPISetLastError("task 1 on purpose");
        return -1;
      },
      nullptr, 2);
}

namespace {

int callNamed(const char* name, Value* args, int* codes, int count, Value* ret, int* code) {
  void* function = nullptr;
  if (__TVMBackendGetFuncFromEnv(__tvm_module_ctx, name, &function) != 0) return -1;
  return __TVMFuncCall(function, args, codes, count, ret, code);
}

}  // namespace

KERNEL(old_calls_add) { return callNamed("old_add", args, codes, count, ret, code); }
KERNEL(old_calls_fail) { return callNamed("old_fail", args, codes, count, ret, code); }
KERNEL(old_calls_nobody) { return callNamed("nobody.has.this", args, codes, count, ret, code); }
KERNEL(old_calls_sort) { return callNamed("tvm.contrib.sort.sort", args, codes, count, ret, code); }
/// A function of the process, and one of the VM, which only compiled functions may call.
KERNEL(old_calls_global) { return callNamed("test.old.global", args, codes, count, ret, code); }
KERNEL(old_calls_builtin) { return callNamed("vm.builtin.read_if_cond", args, codes, count, ret, code); }
/// The first letter of what a kernel returned as a text.
KERNEL(old_calls_text) {
  Value text;
  int kind = -1;
  if (callNamed("old_gives_text", args, codes, 0, &text, &kind) != 0) return -1;
  if (kind != kStr) return -2;
  return giveInt(ret, code, text.text[0]);
}

KERNEL(old_fail) {
  __TVMAPISetLastError("old_fail: on purpose");
  return -1;
}
KERNEL(old_fail_silently) { return -7; }
/// Leaves a message, but succeeds.
KERNEL(old_complains) {
  __TVMAPISetLastError("nobody shall read this");
  return giveInt(ret, code, 1);
}

KERNEL(old_gives_int) { return giveInt(ret, code, int64_t{-1} << 40); }
KERNEL(old_gives_float) {
  Value value;
  value.number = 2.5;
  return give(ret, code, kFloat, value);
}
KERNEL(old_gives_bool) {
  Value value;
  value.integer = 1;
  return give(ret, code, kBool, value);
}
KERNEL(old_gives_null) { return give(ret, code, kNull, Value{}); }
KERNEL(old_gives_nothing) { return 0; }
KERNEL(old_gives_type) {
  Value value;
  value.dtype = {kDLFloat, 16, 4};
  return give(ret, code, kType, value);
}
KERNEL(old_gives_text) {
  Value value;
  value.text = "a text long enough to lie somewhere";
  return give(ret, code, kStr, value);
}
KERNEL(old_gives_pointer) {
  Value value;
  value.pointer = &__tvm_module_ctx;
  return give(ret, code, kOpaque, value);
}
/// Its own argument.
KERNEL(old_gives_tensor) { return give(ret, code, kTensor, args[0]); }
/// A tensor of its own.
KERNEL(old_gives_own_tensor) {
  static int64_t number = 7, one = 1;
  static DLTensor made{&number, {kDLCPU, 0}, 1, {kDLInt, 64, 1}, &one, nullptr, 0};
  Value value;
  value.pointer = &made;
  return give(ret, code, kTensor, value);
}
KERNEL(old_gives_object) { return give(ret, code, kObject, Value{}); }

/// The type codes of all arguments but the last, which takes them.
KERNEL(old_codes) {
  for (int i = 0; i + 1 < count; ++i) ints(args[count - 1])[i] = codes[i];
  return 0;
}
/// What numbers and a text are, told in one number.
KERNEL(old_reads) { return giveInt(ret, code, args[0].integer + static_cast<int64_t>(args[1].number * 10) + static_cast<int64_t>(std::strlen(args[2].text)) * 1000); }

/// The bytes of a tensor, one an element, where its type is (code, bits).
KERNEL(old_bytes) {
  const DLDataType type = tensor(args[0]).dtype;
  const auto want = static_cast<const int32_t*>(tensor(args[1]).data);
  if (type.code != want[0] || type.bits != want[1] || type.lanes != 1) {
    __TVMAPISetLastError("Assert fail: old_bytes: another type is expected");
    return -1;
  }
  for (int64_t i = 0; i < elements(args[0]); ++i) ints(args[2])[i] = static_cast<uint8_t*>(tensor(args[0]).data)[i];
  return 0;
}

/// How often it was called in this file, of which there may be copies.
KERNEL(old_count) {
  static int64_t calls = 0;
  return giveInt(ret, code, ++calls);
}
KERNEL(old_context) { return giveInt(ret, code, reinterpret_cast<intptr_t>(__tvm_module_ctx)); }

/// Needs libm, so that names of libm are in reach of dlsym.
KERNEL(old_needs_libm) { return giveInt(ret, code, static_cast<int64_t>(std::cbrt(args[0].number))); }
/// A kernel that is called as a function of libm is.
extern "C" int old_named_erfc(Value* args, int* codes, int count, Value* ret, int* code, void* resource) __asm__("erfc");
extern "C" int old_named_erfc(Value*, int*, int, Value* ret, int* code, void*) { return giveInt(ret, code, 42); }
