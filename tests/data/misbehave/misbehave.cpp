// SPDX-License-Identifier: Apache-2.0
// Packed functions that do everything a kernel must not. Each is one way to die, to hang or to lie.
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <tvm/ffi/c_api.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <thread>

#define KERNEL(name)                                                                                             \
  extern "C" int __tvm_ffi_misbehave_##name([[maybe_unused]] void* self, [[maybe_unused]] const TVMFFIAny* args, \
                                            [[maybe_unused]] int32_t count, [[maybe_unused]] TVMFFIAny* ret)

namespace {

int integer(TVMFFIAny* ret, int64_t value) {
  ret->type_index = kTVMFFIInt;
  ret->v_int64 = value;
  return 0;
}

volatile int gSink = 0;

int recurse(int depth) {
  volatile char frame[4096];
  frame[depth % 4096] = static_cast<char>(depth);
  return recurse(depth + 1) + frame[0] + gSink;
}

/// Leaves the file that the environment names: the kernel lives on.
int goOn() {
  if (const char* path = std::getenv("MISBEHAVE_WENT_ON")) close(open(path, O_CREAT | O_WRONLY, 0600));
  return 0;
}

}  // namespace

KERNEL(ok) { return integer(ret, 42); }

/// One that behaves, for programs that count.
KERNEL(subtract) { return integer(ret, args[0].v_int64 - args[1].v_int64); }

KERNEL(segfault) {
  *reinterpret_cast<volatile int*>(static_cast<uintptr_t>(8 + gSink)) = 1;
  return 0;
}

/// Of an address that no memory can have: the kernel names none. Then of one in the page that is never mapped.
KERNEL(wild) {
  *reinterpret_cast<volatile int*>(static_cast<uintptr_t>(0x5a5a5a5a5a5a5a58 + gSink)) = 1;
  return 0;
}
KERNEL(null) {
  *reinterpret_cast<volatile int*>(static_cast<uintptr_t>(gSink)) = 1;
  return 0;
}

/// Many threads fault at the same time, as the tasks of a parallel kernel would.
KERNEL(segfault_in_parallel) {
  static std::atomic<int> ready{0};
  constexpr int kThreads = 24;
  const auto fault = [] {
    for (ready.fetch_add(1); ready.load() < kThreads;) std::this_thread::yield();
    *reinterpret_cast<volatile int*>(static_cast<uintptr_t>(8 + gSink)) = 1;
  };
  for (int i = 1; i < kThreads; ++i) std::thread(fault).detach();
  fault();
  return 0;
}

/// Whether this is not one of the first calls, of which MISBEHAVE_CALLS gives the number.
static bool isLater() {
  static int calls = 0;
  const char* const given = std::getenv("MISBEHAVE_CALLS");
  return ++calls > (given == nullptr ? 5 : std::atoi(given));
}

KERNEL(segfault_later) {
  if (isLater()) *reinterpret_cast<volatile int*>(static_cast<uintptr_t>(8 + gSink)) = 1;
  return 0;
}

/// The fault is another thread's, which the kernel waits for.
KERNEL(segfault_later_in_parallel) {
  if (isLater()) std::thread([] { *reinterpret_cast<volatile int*>(static_cast<uintptr_t>(8 + gSink)) = 1; }).join();
  return 0;
}

KERNEL(loop_later) {
  while (isLater()) {}
  return 0;
}

KERNEL(divide) { return integer(ret, 7 / gSink); }

/// How many processes called this before, by the size of the file that MISBEHAVE_TURNS names; 0 without one.
static long turnOfProcess() {
  static const long turn = [] {
    const char* path = getenv("MISBEHAVE_TURNS");
    const int file = path == nullptr ? -1 : open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0 || write(file, ".", 1) != 1) return 0L;
    const long size = static_cast<long>(lseek(file, 0, SEEK_END));
    close(file);
    return size - 1;
  }();
  return turn;
}

/// Takes 200 us in the first process and 20 us more in each further one.
KERNEL(spin_by_process) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(200 + 20 * turnOfProcess());
  while (std::chrono::steady_clock::now() < end) {}
  return goOn();
}

/// Where this call's stack is within a page, and a new block of 40 bytes within 64 MiB, which a thread's heap begins
/// at.
KERNEL(tell_layout) {
  const std::unique_ptr<char[]> block(new char[40]);
  const auto heap = reinterpret_cast<uintptr_t>(block.get()) % (64 << 20);
  return integer(ret,
                 static_cast<int64_t>(heap << 12 | reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) % 4096));
}

/// Ends every process but the first.
KERNEL(crash_elsewhere) {
  if (turnOfProcess() > 0) std::abort();
  return goOn();
}

/// A breakpoint: the instruction behind it is the next.
KERNEL(trap) {
#ifdef __x86_64__
  __asm__ volatile("int3");
#else
  raise(SIGTRAP);
#endif
  return goOn();
}

/// A system call that a filter forbids: the kernel behind it would go on.
KERNEL(forbidden_call) {
  sock_filter code[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getpriority, 0, 1),
                        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog filter{4, code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
    raise(SIGSYS);
  syscall(SYS_getpriority, 0, 0);
  return goOn();
}

KERNEL(abort) { std::abort(); }

KERNEL(exit) { std::exit(0); }

KERNEL(exit_at_once) { _exit(7); }

/// By the system call itself: nothing of the process sees it.
KERNEL(vanish) { return static_cast<int>(syscall(SYS_exit_group, 7)); }

KERNEL(loop) {
  for (;;) gSink = gSink + 1;
}

/// Says when it has begun.
KERNEL(print_and_loop) {
  std::printf("begun\n");
  for (;;) gSink = gSink + 1;
}

/// Returns, and prints on without end.
KERNEL(print_without_end) {
  std::thread([] {
    for (const char text[4096] = {'x'}; write(1, text, sizeof text) >= 0;) {}
  }).detach();
  return integer(ret, 42);
}

/// Takes memory and uses it, and does not notice when there is no more.
KERNEL(eat) {
  for (;;) {
    void* block = std::malloc(8 << 20);
    if (block != nullptr) std::memset(block, 1, 8 << 20);
  }
}

/// The same, but trips over the missing memory.
KERNEL(eat_and_trip) {
  for (;;) std::memset(std::malloc(8 << 20), 1, 8 << 20);
}

KERNEL(eat_by_new) {
  for (;;) std::memset(new char[8 << 20], 1, 8 << 20);
}

KERNEL(print) {
  std::printf("a line of a kernel\n");
  std::printf("half a line");
  std::fprintf(stderr, "an error line\n");
  return integer(ret, 1);
}

KERNEL(print_and_crash) {
  std::printf("before the fault\n");
  *reinterpret_cast<volatile int*>(static_cast<uintptr_t>(8 + gSink)) = 1;
  return 0;
}

KERNEL(close_everything) {
  for (int fd = 0; fd < 1024; ++fd) close(fd);
  return integer(ret, 1);
}

KERNEL(close_all_there_is) {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  for (rlim_t fd = 0; fd < files.rlim_cur && fd < (1 << 20); ++fd) close(static_cast<int>(fd));
  return integer(ret, 1);
}

/// Writes nonsense into every descriptor it finds.
KERNEL(scribble) {
  for (int fd = 0; fd < 70000; ++fd)
    if (fcntl(fd, F_GETFD) >= 0) (void)!write(fd, "\xff\xff\xff\xffnonsense", 12);
  return integer(ret, 1);
}

/// The child comes back into the machine as if it were the worker.
KERNEL(fork_and_return) {
  (void)fork();
  return integer(ret, 1);
}

/// The child stays for ever; its number is the result.
KERNEL(fork_and_stay) {
  const pid_t child = fork();
  if (child == 0)
    for (;;) pause();
  return integer(ret, child);
}

KERNEL(fork_and_crash) {
  const pid_t child = fork();
  if (child == 0)
    for (;;) pause();
  std::abort();
}

KERNEL(throw) { throw std::runtime_error("thrown by a kernel"); }

KERNEL(throw_int) { throw 7; }

KERNEL(recurse) { return integer(ret, recurse(0)); }

/// Fails, and does not say why.
KERNEL(fail_silently) { return -1; }

/// Makes an instrument that lets calls of misbehave_raise not be run.
KERNEL(make_instrument) {
  const auto skip = [](void*, const TVMFFIAny* given, int32_t, TVMFFIAny* answer) {
    const bool before = given[2].v_int64 != 0;
    return before && std::strcmp(given[1].v_c_str, "misbehave_raise") == 0 ? integer(answer, 1) : 0;
  };
  ret->type_index = kTVMFFIFunction;
  TVMFFIObjectHandle made = nullptr;
  const int code = TVMFFIFunctionCreate(nullptr, skip, nullptr, &made);
  ret->v_obj = static_cast<TVMFFIObject*>(made);
  return code;
}

KERNEL(raise) {
  TVMFFIErrorSetRaisedFromCStr("ValueError", "raised as it should be");
  return -1;
}
