// SPDX-License-Identifier: Apache-2.0
// Stacks for the threads of a block, and the switch between them: a fiber gives the processor up only where it waits.
// x86-64 and AArch64 switch by a few instructions of their own, in a tenth of the time of swapcontext.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#if !defined(__x86_64__) && !defined(__aarch64__)
#include <ucontext.h>
#endif

namespace relaxscope::emulated {

/// For functions that end on a stack which AddressSanitizer does not know.
#define RS_ON_ANY_STACK __attribute__((no_sanitize("address")))

/// A suspended flow of control.
struct FiberContext {
#if defined(__x86_64__) || defined(__aarch64__)
  void* stackPointer = nullptr;
#else
  ucontext_t context{};
#endif
  const void* stackLow = nullptr;  ///< for the sanitizers
  size_t stackBytes = 0;
  void* fakeStack = nullptr;    ///< of AddressSanitizer
  void* threadState = nullptr;  ///< of ThreadSanitizer
};

/// Suspends the calling flow in `from` and continues `to`.
void switchFiber(FiberContext& from, FiberContext& to);
/// As above, when `from` never continues.
[[noreturn]] void leaveFiber(FiberContext& to);
/// Must be called first in a fiber's function.
void enterFiber();

/// Stacks of one size, each above a page without access.
class FiberStacks {
 public:
  static constexpr size_t kStackBytes = size_t{256} << 10;
  ~FiberStacks();
  /// Makes at least `count` of them; false if there is no memory.
  bool grow(size_t count);
  [[nodiscard]] size_t count() const { return count_; }
  [[nodiscard]] char* low(size_t index) const { return first_ + index * stride_; }
  /// Prepares `context` to run `entry`, which must not return, on stack `index`.
  void prepare(FiberContext& context, size_t index, void (*entry)()) const;

 private:
  char *memory_ = nullptr, *first_ = nullptr;
  size_t count_ = 0, stride_ = 0;
  mutable std::vector<void*> threadStates_;  ///< by stack, of ThreadSanitizer
};

/// Makes a signal handler return to `entry`, which must not return, on stack `index` in place of the interrupted code.
/// False where that is not possible on this processor.
bool divertSignal(void* signalContext, const FiberStacks& stacks, size_t index, void (*entry)());

}  // namespace relaxscope::emulated
