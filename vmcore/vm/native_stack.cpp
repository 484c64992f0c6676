// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native_stack.h"

#include <pthread.h>

#include <cstdint>

#include "vmcore/vm/objects.h"

namespace relaxscope {
namespace {

/// What kernels and builtins may use of the native stack below us.
constexpr uintptr_t kNativeMargin = 256 * 1024;

/// Lowest address of this thread's stack; asked once a thread, as asking reads /proc.
uintptr_t nativeStackEnd() {
  static thread_local const uintptr_t end = [] {
    pthread_attr_t attributes;
    void* low = nullptr;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return uintptr_t{0};
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    return reinterpret_cast<uintptr_t>(low);
  }();
  return end;
}

}  // namespace

void checkNativeStack() {
  char here = 0;
  const uintptr_t end = nativeStackEnd();
  if (end != 0 && reinterpret_cast<uintptr_t>(&here) < end + kNativeMargin)
    raise("StackOverflow", "calls through closures and compiled functions are nested too deeply for the native stack");
}

}  // namespace relaxscope
