// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/kernel/fiber.h"

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#define RS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RS_ASAN 1
#endif
#endif
#ifdef RS_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

namespace relaxscope::emulated {
namespace {

// The context that the running one came from, and the stack that the running one leaves, for the sanitizers.
FiberContext* gFrom = nullptr;

/// Tells the sanitizers that the stack changes.
void beforeSwitch([[maybe_unused]] FiberContext* from, [[maybe_unused]] FiberContext& to) {
#ifdef RS_ASAN
  __sanitizer_start_switch_fiber(from != nullptr ? &from->fakeStack : nullptr, to.stackLow, to.stackBytes);
#endif
#ifdef __SANITIZE_THREAD__
  if (from != nullptr && from->threadState == nullptr) from->threadState = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(to.threadState, 0);
#endif
  gFrom = from;
}

/// On the new stack: `self` is null in a fiber that has just begun.
void afterSwitch([[maybe_unused]] FiberContext* self, [[maybe_unused]] FiberContext* from) {
#ifdef RS_ASAN
  const void* low = nullptr;
  size_t bytes = 0;
  __sanitizer_finish_switch_fiber(self != nullptr ? self->fakeStack : nullptr, &low, &bytes);
  if (from != nullptr && from->stackLow == nullptr) {
    from->stackLow = low;
    from->stackBytes = bytes;
  }
#endif
}

size_t systemPageBytes() {
  static const auto bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

}  // namespace

#if defined(__x86_64__)
// Registers that a called function keeps: of floating point only the control words, which kernels do not change.
asm(R"(
  .text
  .p2align 4
  .local rs_switch_stack
  .type rs_switch_stack,@function
rs_switch_stack:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .size rs_switch_stack, .-rs_switch_stack
)");
#elif defined(__aarch64__)
asm(R"(
  .text
  .p2align 4
  .local rs_switch_stack
  .type rs_switch_stack,%function
rs_switch_stack:
  sub sp, sp, #176
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #176
  ret
  .size rs_switch_stack, .-rs_switch_stack
)");
#endif

#if defined(__x86_64__) || defined(__aarch64__)
extern "C" void rs_switch_stack(void** from, void* to);

namespace {
void switchStack(FiberContext& from, FiberContext& to) { rs_switch_stack(&from.stackPointer, to.stackPointer); }

/// A stack on which switchStack "returns" to `entry`.
void makeStack(FiberContext& context, char* top, void (*entry)()) {
  auto** slots = reinterpret_cast<void**>(top);
#if defined(__x86_64__)
  // At its first instruction a function expects the stack pointer 8 bytes below a multiple of 16.
  slots -= 1;
  *slots = nullptr;
  *--slots = reinterpret_cast<void*>(entry);
  for (int i = 0; i < 6; ++i) *--slots = nullptr;
#else
  slots -= 22;
  for (int i = 0; i < 22; ++i) slots[i] = nullptr;
  slots[11] = reinterpret_cast<void*>(entry);
#endif
  context.stackPointer = slots;
}
}  // namespace
#else
namespace {
void switchStack(FiberContext& from, FiberContext& to) { swapcontext(&from.context, &to.context); }
}  // namespace
#endif

void switchFiber(FiberContext& from, FiberContext& to) {
  beforeSwitch(&from, to);
  switchStack(from, to);
  afterSwitch(&from, gFrom);
}

RS_ON_ANY_STACK void leaveFiber(FiberContext& to) {
  beforeSwitch(nullptr, to);
  FiberContext gone;
  switchStack(gone, to);
  std::abort();
}

void enterFiber() { afterSwitch(nullptr, gFrom); }

FiberStacks::~FiberStacks() {
  if (memory_ != nullptr) munmap(memory_, count_ * stride_);
}

bool FiberStacks::grow(size_t count) {
  if (count <= count_) return true;
  const size_t each = kStackBytes + systemPageBytes();
  void* memory = mmap(nullptr, count * each, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return false;
  for (size_t i = 0; i < count; ++i) mprotect(static_cast<char*>(memory) + i * each, systemPageBytes(), PROT_NONE);
  if (memory_ != nullptr) munmap(memory_, count_ * each);
  memory_ = static_cast<char*>(memory);
  first_ = memory_ + systemPageBytes();
  stride_ = each;
  count_ = count;
  return true;
}

void FiberStacks::prepare(FiberContext& context, size_t index, void (*entry)()) const {
  // Tops at different offsets within a page: stacks that are aligned alike evict each other from the cache.
  char* top = low(index) + kStackBytes - (index % 61) * 256;
  context.stackLow = low(index);
  context.stackBytes = kStackBytes;
  context.fakeStack = nullptr;
#ifdef RS_ASAN
  __asan_unpoison_memory_region(low(index), kStackBytes);
#endif
#ifdef __SANITIZE_THREAD__
  threadStates_.resize(count_);
  if (threadStates_[index] != nullptr) __tsan_destroy_fiber(threadStates_[index]);
  context.threadState = threadStates_[index] = __tsan_create_fiber(0);
#endif
#if defined(__x86_64__) || defined(__aarch64__)
  makeStack(context, top, entry);
#else
  getcontext(&context.context);
  context.context.uc_stack.ss_sp = low(index);
  context.context.uc_stack.ss_size = static_cast<size_t>(top - low(index));
  context.context.uc_link = nullptr;
  makecontext(&context.context, entry, 0);
#endif
}

bool divertSignal([[maybe_unused]] void* signalContext, [[maybe_unused]] const FiberStacks& stacks,
                  [[maybe_unused]] size_t index, [[maybe_unused]] void (*entry)()) {
#if defined(__x86_64__)
  auto& registers = static_cast<ucontext_t*>(signalContext)->uc_mcontext.gregs;
  registers[REG_RSP] =
      static_cast<greg_t>(reinterpret_cast<uintptr_t>(stacks.low(index)) + FiberStacks::kStackBytes - 8);
  registers[REG_RIP] = static_cast<greg_t>(reinterpret_cast<uintptr_t>(entry));
  return true;
#elif defined(__aarch64__)
  auto& context = static_cast<ucontext_t*>(signalContext)->uc_mcontext;
  context.sp = reinterpret_cast<uintptr_t>(stacks.low(index)) + FiberStacks::kStackBytes - 16;
  context.pc = reinterpret_cast<uintptr_t>(entry);
  return true;
#else
  return false;
#endif
}

}  // namespace relaxscope::emulated
