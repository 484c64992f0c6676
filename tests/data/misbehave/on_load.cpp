// SPDX-License-Identifier: Apache-2.0
// A library whose constructor misbehaves: code of a file runs as soon as it is opened.
namespace {

volatile int gSink = 0;

struct OnLoad {
  OnLoad() {
#if defined(MISBEHAVE_crash)
    *reinterpret_cast<volatile int*>(static_cast<__UINTPTR_TYPE__>(8 + gSink)) = 1;
#else
    for (;;) gSink = gSink + 1;
#endif
  }
} gOnLoad;

}  // namespace
