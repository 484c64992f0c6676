// SPDX-License-Identifier: Apache-2.0
// Prints the time from process start to the first paint of a scrollable listing, for a file of 20,000 instructions (or
// INSTRUCTIONS): window_bench [INSTRUCTIONS [ROUNDS]].
#include <fcntl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/builder.h"

namespace {

using namespace relaxscope;

/// A chain of calls over a hundred kernels with a storage and a drop between them, as in exported models.
Executable makeExecutable(int instructions) {
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  for (int i = 0; i + 1 < instructions; i += 3) {
    const int64_t reg = 1 + i % 64;
    b.emitCall("vm.builtin.alloc_tensor", {b.r(0), b.imm(i)}, reg);
    b.emitCall("kernel_" + std::to_string(i % 100), {b.r(0), b.r(reg)});
    b.emitCall("vm.builtin.null_value", {}, 1 + (i + 1) % 64);
  }
  b.emitRet(1);
  return b.finish();
}

long long monotonicNs() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<long long>(now.tv_sec) * 1'000'000'000LL + now.tv_nsec;
}

/// Milliseconds until the window painted the listing, or -1.
double measure(const std::string& program, const std::string& file) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  const long long begin = monotonicNs();
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    execl(program.c_str(), program.c_str(), "--print-first-paint", "--view", "listing", file.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  std::string text;
  char piece[256];
  for (ssize_t n; (n = read(ends[0], piece, sizeof piece)) > 0;) text.append(piece, static_cast<size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  long long painted = 0;
  if (std::sscanf(text.c_str(), "first-paint %lld", &painted) != 1) return -1;
  return static_cast<double>(painted - begin) / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  const int instructions = argc > 1 ? std::atoi(argv[1]) : 20'000;
  const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 7;
  char path[] = "/tmp/relaxscope-window-bench-XXXXXX";
  const int file = mkstemp(path);
  if (file < 0) return 2;
  const std::vector<uint8_t> bytes = writeVmExecutable(makeExecutable(instructions));
  const bool written = write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  close(file);
  std::vector<double> times;
  for (int i = 0; written && i < rounds; ++i) times.push_back(measure(RELAXSCOPE_PROGRAM, path));
  unlink(path);
  if (times.empty() || std::count(times.begin(), times.end(), -1.0) > 0) {
    std::fprintf(stderr, "window_bench: %s did not print its first paint\n", RELAXSCOPE_PROGRAM);
    return 2;
  }
  std::sort(times.begin(), times.end());
  std::printf(
      "process start to a scrollable listing, %d instructions: median %.0f ms, least %.0f ms, most %.0f ms of %d starts\n",
      instructions, times[times.size() / 2], times.front(), times.back(), rounds);
  return 0;
}
