// SPDX-License-Identifier: Apache-2.0
// mutation_trial COUNT SEED FILE...: damages the files COUNT times and runs reader, verifier, listings, summary and
// control flow over each result, in this process. Exits with 1 if one of them took more than 2 s of processor time
// (10 s with sanitizers); a sanitizer's report or a broken invariant aborts and prints the mutation's number.
// mutation_trial --write NUMBER SEED OUT FILE...: writes one mutation, for inspection.
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "tests/fuzz/entries.h"
#include "tests/fuzz/mutation.h"
#include "tests/fuzz/trial.h"

namespace {

using namespace relaxscope;

fuzz::Trial gTrial{"mutation_trial", "mutation"};

int writeOne(int argc, char** argv) {
  const auto files = fuzz::contentOf(argc - 5, argv + 5);
  if (files.empty()) return 2;
  const fuzz::Buffer bytes =
      fuzz::mutated(files, std::strtoull(argv[3], nullptr, 10), std::strtoull(argv[2], nullptr, 10));
  std::ofstream(argv[4], std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return 0;
}

int trial(uint64_t count, const std::vector<fuzz::Buffer>& files) {
#ifdef RELAXSCOPE_SANITIZED
  constexpr double kSlowest = 10;
#else
  constexpr double kSlowest = 2;
#endif
  fuzz::Slowest slowest;
  for (gTrial.number = 0; gTrial.number < count; ++gTrial.number) {
    const Bytes input = Bytes::own(fuzz::mutated(files, gTrial.seed, gTrial.number));
    slowest.time(gTrial, [&] {
      fuzz::runFile(input);
      fuzz::runRelaxVm(input);
    });
  }
  struct rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  std::printf("%llu mutations of %zu files, seed %llu: slowest %.3f s (mutation %llu), peak memory %ld MB\n",
              static_cast<unsigned long long>(count), files.size(), static_cast<unsigned long long>(gTrial.seed),
              slowest.seconds, static_cast<unsigned long long>(slowest.number), usage.ru_maxrss / 1024);
  return slowest.seconds > kSlowest ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 5 && std::string(argv[1]) == "--write") return writeOne(argc, argv);
  if (argc < 4) {
    std::fprintf(stderr, "usage: mutation_trial COUNT SEED FILE_OR_FOLDER...\n");
    return 2;
  }
  gTrial.seed = std::strtoull(argv[2], nullptr, 10);
  fuzz::nameWhenItDies(gTrial);
  const auto files = fuzz::contentOf(argc - 3, argv + 3);
  if (files.empty()) return 2;
  return trial(std::strtoull(argv[1], nullptr, 10), files);
}
