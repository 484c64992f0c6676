// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/truth/planted.h"

#include <chrono>
#include <cstddef>
#include <numeric>
#include <vector>

namespace relaxscope::bench {
namespace {

uint64_t sink = 1;

/// Each element holds the index of the next one; 16 KiB, so that loads hit the first cache.
const std::vector<uint32_t>& ring() {
  static const std::vector<uint32_t> next = [] {
    std::vector<uint32_t> made(4096);
    for (size_t i = 0; i < made.size(); ++i) made[i] = static_cast<uint32_t>((i + 1031) % made.size());
    return made;
  }();
  return next;
}

uint64_t multiplied(uint64_t value, int steps) {
  for (int i = 0; i < steps; ++i) {
    value *= 0xBF58476D1CE4E5B9ULL;
    __asm__ volatile("" : "+r"(value));
  }
  return value;
}

}  // namespace

void multiply(int steps) { sink = multiplied(sink | 1, steps); }

void multiplyOnly(int steps) { static_cast<void>(multiplied(1, steps)); }

void chase(int steps) {
  const uint32_t* const next = ring().data();
  uint64_t at = sink % 4096;
  for (int i = 0; i < steps; ++i) {
    at = next[at];
    __asm__ volatile("" : "+r"(at));
  }
  sink = at;
}

void spin(double ns) {
  using Clock = std::chrono::steady_clock;
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double, std::nano>(ns));
  while (Clock::now() < end) {}
}

}  // namespace relaxscope::bench
