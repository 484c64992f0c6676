// SPDX-License-Identifier: Apache-2.0
// mutation_trial COUNT SEED FILE...: damages the files COUNT times and runs reader, verifier, listings,
// summary and control flow over each result, in this process. Ends with 1 where one of them took longer
// than 2 s (10 s with sanitizers); a sanitizer's report or a broken promise ends it at once and names the
// mutation.
// mutation_trial --write NUMBER SEED OUT FILE...: writes one mutation, to look at it.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/fuzz/entries.h"
#include "tests/fuzz/mutation.h"

#if defined(RELAXSCOPE_SANITIZED) && __has_include(<sanitizer/common_interface_defs.h>)
#include <sanitizer/common_interface_defs.h>
#define RELAXSCOPE_DEATH_CALLBACK 1
#endif

namespace {

using namespace relaxscope;

uint64_t gSeed = 0, gNumber = 0;

/// Says which mutation was under way; only what a signal handler may do.
void nameMutation() {
  char text[96];
  const int size = std::snprintf(text, sizeof text, "mutation_trial: mutation %llu of seed %llu\n",
                                 static_cast<unsigned long long>(gNumber), static_cast<unsigned long long>(gSeed));
  if (size > 0 && ::write(STDERR_FILENO, text, static_cast<size_t>(size)) < 0) std::_Exit(3);
}
void onSignal(int number) {
  nameMutation();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

std::vector<fuzz::Buffer> contentOf(int count, char** paths) {
  std::vector<fuzz::Buffer> files;
  for (int i = 0; i < count; ++i) {
    std::vector<std::filesystem::path> these;
    if (std::filesystem::is_directory(paths[i])) {
      for (const auto& item : std::filesystem::directory_iterator(paths[i])) these.push_back(item.path());
      std::sort(these.begin(), these.end());
    } else {
      these.emplace_back(paths[i]);
    }
    for (const auto& path : these) {
      std::ifstream file(path, std::ios::binary);
      fuzz::Buffer bytes{std::istreambuf_iterator<char>(file), {}};
      if (!bytes.empty()) files.push_back(std::move(bytes));
    }
  }
  return files;
}

int writeOne(int argc, char** argv) {
  const auto files = contentOf(argc - 5, argv + 5);
  if (files.empty()) return 2;
  const fuzz::Buffer bytes = fuzz::mutated(files, std::strtoull(argv[3], nullptr, 10), std::strtoull(argv[2], nullptr, 10));
  std::ofstream(argv[4], std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return 0;
}

int trial(uint64_t count, const std::vector<fuzz::Buffer>& files) {
#ifdef RELAXSCOPE_SANITIZED
  constexpr double kSlowest = 10;
#else
  constexpr double kSlowest = 2;
#endif
  double slowest = 0;
  uint64_t slowestNumber = 0;
  for (gNumber = 0; gNumber < count; ++gNumber) {
    const Bytes input = Bytes::own(fuzz::mutated(files, gSeed, gNumber));
    const auto start = std::chrono::steady_clock::now();
    fuzz::runFile(input);
    fuzz::runRelaxVm(input);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (seconds <= slowest) continue;
    slowest = seconds;
    slowestNumber = gNumber;
  }
  struct rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  std::printf("%llu mutations of %zu files, seed %llu: slowest %.3f s (mutation %llu), peak memory %ld MB\n",
              static_cast<unsigned long long>(count), files.size(), static_cast<unsigned long long>(gSeed), slowest,
              static_cast<unsigned long long>(slowestNumber), usage.ru_maxrss / 1024);
  return slowest > kSlowest ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 5 && std::string(argv[1]) == "--write") return writeOne(argc, argv);
  if (argc < 4) {
    std::fprintf(stderr, "usage: mutation_trial COUNT SEED FILE_OR_FOLDER...\n");
    return 2;
  }
  gSeed = std::strtoull(argv[2], nullptr, 10);
#ifdef RELAXSCOPE_DEATH_CALLBACK
  __sanitizer_set_death_callback(nameMutation);
#endif
  std::signal(SIGABRT, onSignal);
#ifndef RELAXSCOPE_SANITIZED
  std::signal(SIGSEGV, onSignal);
#endif
  const auto files = contentOf(argc - 3, argv + 3);
  if (files.empty()) return 2;
  return trial(std::strtoull(argv[1], nullptr, 10), files);
}
