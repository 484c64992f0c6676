// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/death.h"

#include <csignal>

#if defined(RELAXSCOPE_SANITIZED) && __has_include(<sanitizer/common_interface_defs.h>)
#include <sanitizer/common_interface_defs.h>
#define RELAXSCOPE_DEATH_CALLBACK 1
#endif

namespace relaxscope::fuzz {
namespace {

void (*gReport)() = nullptr;

void onSignal(int number) {
  gReport();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

}  // namespace

void reportDeath(void (*report)()) {
  gReport = report;
#ifdef RELAXSCOPE_DEATH_CALLBACK
  __sanitizer_set_death_callback(report);
#endif
  std::signal(SIGABRT, onSignal);
#ifndef RELAXSCOPE_SANITIZED
  std::signal(SIGSEGV, onSignal);
#endif
}

}  // namespace relaxscope::fuzz
