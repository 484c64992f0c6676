// SPDX-License-Identifier: Apache-2.0
// diff_hostile_trial COUNT SEED [FIRST]: compares COUNT pairs of malformed executables of every layout, from pair FIRST
// on, and checks what a diff promises for all. Exits with 1 if one pair took more than 2 s of processor time (10 s with
// sanitizers); a broken promise aborts and prints the pair's number.
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "tests/fuzz/diff_entry.h"
#include "tests/fuzz/random.h"
#include "tests/fuzz/trial.h"
#include "tests/support/generated_executable.h"
#include "tests/support/random_program.h"

namespace {

using namespace relaxscope;

fuzz::Trial gTrial{"diff_hostile_trial", "pair"};

using Held = std::shared_ptr<const Executable>;

Held made(uint64_t seed, uint64_t variant, fuzz::Random& random) {
  const uint64_t number = seed / kVariants * kVariants + variant;  // the seed of a generator selects the variant
  if (random.oneIn(3)) return std::make_shared<Executable>(test::randomExecutable(number, test::Validity::Malformed));
  const auto shape = random.oneIn(2) ? testing::Shape::Odd : testing::Shape::Damaged;
  return std::make_shared<Executable>(testing::generatedExecutable(number, shape));
}

void compareOne(fuzz::Random& random) {
  const uint64_t variant = random.below(kVariants);
  const Held a = made(random.next() >> 8, variant, random);
  const Held b = random.oneIn(2) ? made(random.next() >> 8, variant, random)
                                 : std::make_shared<Executable>(fuzz::damagedCopy(*a, random.next()));
  fuzz::checkDiff(a, b);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: diff_hostile_trial COUNT SEED [FIRST]\n");
    return 2;
  }
#ifdef RELAXSCOPE_SANITIZED
  constexpr double kSlowest = 10;
#else
  constexpr double kSlowest = 2;
#endif
  const uint64_t count = std::strtoull(argv[1], nullptr, 10);
  const uint64_t first = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0;
  gTrial.seed = std::strtoull(argv[2], nullptr, 10);
  fuzz::nameWhenItDies(gTrial);
  fuzz::Slowest slowest;
  for (gTrial.number = first; gTrial.number < first + count; ++gTrial.number) {
    fuzz::Random random(gTrial.seed * 0x9E3779B97F4A7C15ULL + gTrial.number);
    slowest.time(gTrial, [&] { compareOne(random); });
  }
  struct rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  std::printf("%llu pairs, seed %llu: slowest %.3f s (pair %llu), peak memory %ld MB\n",
              static_cast<unsigned long long>(count), static_cast<unsigned long long>(gTrial.seed), slowest.seconds,
              static_cast<unsigned long long>(slowest.number), usage.ru_maxrss / 1024);
  return slowest.seconds > kSlowest ? 1 : 0;
}
