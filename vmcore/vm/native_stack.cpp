// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native_stack.h"

#include <pthread.h>

#include <algorithm>
#include <cstdint>

#include "vmcore/vm/objects.h"

namespace relaxscope {
namespace {

/// What kernels and builtins may use of the native stack below us; a quarter of it where it is small.
constexpr uintptr_t kNativeMargin = 256 * 1024;

struct StackRange {
  uintptr_t low = 0, high = 0;
};
/// Of this thread; asked once a thread, as asking reads /proc.
const StackRange& nativeStack() {
  static thread_local const StackRange range = [] {
    pthread_attr_t attributes;
    void* low = nullptr;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return StackRange{};
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    return StackRange{reinterpret_cast<uintptr_t>(low), reinterpret_cast<uintptr_t>(low) + size};
  }();
  return range;
}

}  // namespace

void checkNativeStack() {
  const StackRange& stack = nativeStack();
  const auto at = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  if (at < stack.low || at >= stack.high) return;   // on another stack than the thread's, of which nothing is known
  if (at - stack.low < std::min(kNativeMargin, (stack.high - stack.low) / 4))
    raise("StackOverflow", "calls through closures and compiled functions are nested too deeply for the native stack");
}

}  // namespace relaxscope
