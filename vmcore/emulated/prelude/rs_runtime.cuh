// SPDX-License-Identifier: Apache-2.0
// The image's side of the emulation: checks of memory accesses, barriers, the table of kernels.
#pragma once
#pragma GCC system_header

#define warpSize 32
#define __AS_RAW_POINTER(p) ((void*)(p))

RS_HIDDEN uint3 threadIdx, blockIdx;
RS_HIDDEN dim3 blockDim, gridDim;
RS_RAW void rs_any_access(uint64_t, uint64_t, bool, uint64_t) {}
// Until a launch binds them, accesses are not checked: those of initialisers.
RS_HIDDEN relaxscope::emulated::KernelBindings rs_bindings = {{}, rs_any_access};
RS_HIDDEN __attribute__((aligned(4096))) char rs_dynamic_shared[relaxscope::emulated::kDynamicSharedBytes];

namespace rs {
using namespace relaxscope::emulated;
constexpr int32_t kArchitecture = RS_ARCHITECTURE;

/// Decides an access of `bytes`; a call to the emulation where the limits do not settle it.
RS_INLINE void check(uint64_t address, uint64_t bytes, bool write, uint64_t alignment) {
  const AccessLimits& limits = rs_bindings.limits;
  const uint64_t place = address - limits.windowsBegin;
  if (place < limits.windowsBytes) {
    const Window& window = limits.windows[place >> limits.windowShift];
    if (address >= window.begin && address + bytes <= window.end && (address & (alignment - 1)) == 0) return;
  } else if (address - limits.stackBegin < limits.stackBytes) {
    return;
  } else if (const uint64_t at = address - reinterpret_cast<uintptr_t>(rs_dynamic_shared); at < kDynamicSharedBytes) {
    if (at + bytes <= limits.dynamicBytes && (address & (alignment - 1)) == 0) return;
  } else if (address - limits.imageBegin < limits.imageBytes) {
    if ((address & (alignment - 1)) == 0) return;
  }
  rs_bindings.access(address, bytes, write, alignment);
}

/// Index of the calling thread in its block.
RS_INLINE unsigned linearThread() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
RS_INLINE unsigned lane() { return linearThread() & 31; }

template <class... A, size_t... I>
RS_RAW void callWith(void (*kernel)(A...), void** params, std::index_sequence<I...>) {
  kernel(*static_cast<std::remove_reference_t<A>*>(params[I])...);
}
template <class F>
struct KernelType;
template <class... A>
struct KernelType<void (*)(A...)> {
  static constexpr uint32_t count = sizeof...(A);
  static constexpr ParamShape params[count + 1] = {{sizeof(A), std::is_pointer<A>::value}..., {0, false}};
  static RS_RAW void call(void (*kernel)(A...), void** params_) {
    callWith(kernel, params_, std::make_index_sequence<count>());
  }
};
template <auto Kernel>
struct Entry {
  using Type = KernelType<decltype(Kernel)>;
  static RS_RAW void run(void** params) { Type::call(Kernel, params); }
};
}  // namespace rs

// The callbacks of -fsanitize=kernel-address. Hidden: a process under AddressSanitizer has functions of these names.
extern "C" {
#define RS_CALLBACK(size)                                                                                              \
  RS_HIDDEN RS_RAW __attribute__((used)) void __asan_load##size##_noabort(uintptr_t a) { rs::check(a, size, false, size); } \
  RS_HIDDEN RS_RAW __attribute__((used)) void __asan_store##size##_noabort(uintptr_t a) { rs::check(a, size, true, size); }
RS_CALLBACK(1)
RS_CALLBACK(2)
RS_CALLBACK(4)
RS_CALLBACK(8)
RS_CALLBACK(16)
RS_HIDDEN RS_RAW __attribute__((used)) void __asan_loadN_noabort(uintptr_t a, size_t n) { rs::check(a, n, false, 1); }
RS_HIDDEN RS_RAW __attribute__((used)) void __asan_storeN_noabort(uintptr_t a, size_t n) { rs::check(a, n, true, 1); }
RS_HIDDEN RS_RAW __attribute__((used)) void __asan_handle_no_return() {}
RS_HIDDEN RS_RAW __attribute__((used)) void __asan_before_dynamic_init(const void*) {}
RS_HIDDEN RS_RAW __attribute__((used)) void __asan_after_dynamic_init() {}
// Compilers call these for large copies; the C library's would not be checked.
struct __attribute__((packed, may_alias)) RsWord {
  uint64_t value;
};
RS_HIDDEN RS_RAW __attribute__((used)) void* memcpy(void* to, const void* from, size_t n) {
  if (n == 0) return to;
  rs::check((uintptr_t)from, n, false, 1);
  rs::check((uintptr_t)to, n, true, 1);
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    ((volatile RsWord*)((char*)to + i))->value = ((const volatile RsWord*)((const char*)from + i))->value;
  }
  for (; i < n; ++i) ((volatile char*)to)[i] = ((const volatile char*)from)[i];
  return to;
}
RS_HIDDEN RS_RAW __attribute__((used)) void* memmove(void* to, const void* from, size_t n) {
  if ((uintptr_t)to - (uintptr_t)from >= n) return memcpy(to, from, n);
  rs::check((uintptr_t)from, n, false, 1);
  rs::check((uintptr_t)to, n, true, 1);
  while (n-- > 0) ((volatile char*)to)[n] = ((const volatile char*)from)[n];
  return to;
}
RS_HIDDEN RS_RAW __attribute__((used)) void* memset(void* to, int value, size_t n) {
  if (n == 0) return to;
  rs::check((uintptr_t)to, n, true, 1);
  for (size_t i = 0; i < n; ++i) ((volatile char*)to)[i] = (char)value;
  return to;
}
}

namespace rs {
// Text of printf and of failed assertions.
RS_RAW int print(const char* format, ...) {
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  rs_bindings.print(text);
  return length;
}
RS_RAW void assertFailed(const char* expression, const char* file, int line) {
  char text[512];
  snprintf(text, sizeof text, "%s:%d: assertion `%s` failed", file, line, expression);
  rs_bindings.fail(710, text);
}
}  // namespace rs

#define printf(...) ::rs::print(__VA_ARGS__)
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) ((e) ? (void)0 : ::rs::assertFailed(#e, __FILE__, __LINE__))
#endif
#define __trap() (rs_bindings.fail(719, "__trap()"))
#define __brkpt() ((void)0)
#define __threadfence() ((void)0)
#define __threadfence_block() ((void)0)
#define __threadfence_system() ((void)0)
#define __nanosleep(ns) ((void)(ns))
#define __prof_trigger(n) ((void)(n))

RS_RAW long long clock64() {
#if defined(__x86_64__)
  return (long long)__builtin_ia32_rdtsc();
#else
  static long long ticks = 0;
  return ticks += 100;
#endif
}
RS_RAW int clock() { return (int)clock64(); }
RS_RAW unsigned long long globaltimer() { return (unsigned long long)clock64(); }

// Not inlined into kernels: there, the emulation's own accesses would be checked too.
template <class T>
RS_RAW T __ldg(const T* p) {
  rs::check((uintptr_t)p, sizeof(T), false, alignof(T));
  return *p;
}
#define __ldca(p) __ldg(p)
#define __ldcg(p) __ldg(p)
#define __ldcs(p) __ldg(p)
#define __ldcv(p) __ldg(p)
#define __ldlu(p) __ldg(p)
template <class T>
RS_RAW void rs_store(T* p, T value) {
  rs::check((uintptr_t)p, sizeof(T), true, alignof(T));
  *p = value;
}
#define __stwb(p, v) rs_store(p, v)
#define __stcg(p, v) rs_store(p, v)
#define __stcs(p, v) rs_store(p, v)
#define __stwt(p, v) rs_store(p, v)
#define __cvta_generic_to_shared(p) ((size_t)(p))
#define __isGlobal(p) 1
