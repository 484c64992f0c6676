// SPDX-License-Identifier: Apache-2.0
// relaxscope-worker: serves the worker protocol on its standard streams. Not for interactive use.
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "vmcore/base/version.h"
#include "vmcore/worker/crash_guard.h"
#include "vmcore/worker/worker.h"

// Libraries that the worker opens resolve these before the C library's, so that a kernel that exits this way is
// distinguished from a worker that disappeared.
extern "C" {
[[noreturn]] void _exit(int status) { relaxscope::worker::endAtOnce(status); }
[[noreturn]] void _Exit(int status) { relaxscope::worker::endAtOnce(status); }
}

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
    std::puts(relaxscope::withVersion("relaxscope-worker").c_str());
    return 0;
  }
  const bool help = argc == 2 && std::strcmp(argv[1], "--help") == 0;
  if (help || argc > 1 || isatty(STDIN_FILENO) != 0) {
    std::fputs(
        "relaxscope-worker runs executables for rscope and relaxscope, which start it and communicate with it\n"
        "over its standard input and output (rscope run --worker COMMAND). It takes no arguments.\n",
        help ? stdout : stderr);
    return help ? 0 : 2;
  }
  relaxscope::worker::serve();
}
