// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native/native_stack.h"

#include <pthread.h>

#include <algorithm>
#include <cstdint>

#include "vmcore/base/thread_variable.h"
#include "vmcore/run/failure_kind.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {
namespace {

/// Native stack reserved for kernels and builtins, in bytes; a quarter of the stack if that is less.
constexpr uintptr_t kNativeMargin = 256 * 1024;

struct StackRange {
  uintptr_t low = 0, high = 0;
  uintptr_t margin = 0;  ///< to keep free: a quarter of the space left at first use, at most kNativeMargin
};
/// The stack of this thread; cached per thread, as the query reads /proc.
const StackRange& nativeStack() {
  RS_THREAD_VARIABLE static const StackRange range = [] {
    pthread_attr_t attributes;
    void* low = nullptr;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return StackRange{};
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    // Not the total size: thread-local variables are part of it, hundreds of KiB under a sanitizer.
    const auto bottom = reinterpret_cast<uintptr_t>(low), now = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    const uintptr_t left = now > bottom && now < bottom + size ? now - bottom : size;
    return StackRange{bottom, bottom + size, std::min(kNativeMargin, left / 4)};
  }();
  return range;
}

}  // namespace

void checkNativeStack() {
  const StackRange& stack = nativeStack();
  const auto at = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  if (at < stack.low || at >= stack.high) return;  // not on the thread's own stack: its bounds are unknown
  if (at - stack.low < stack.margin)
    raise(failureKindName(FailureKind::StackOverflow),
          "calls through closures and compiled functions nest too deeply for the native stack");
}

}  // namespace relaxscope
