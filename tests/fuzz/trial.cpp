// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/trial.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/death.h"

namespace relaxscope::fuzz {
namespace {

const Trial* gTrial = nullptr;

}  // namespace

void nameInput(const Trial& trial) {
  char text[128];
  const int size =
      std::snprintf(text, sizeof text, "%s: %s %llu of seed %llu\n", trial.name, trial.unit,
                    static_cast<unsigned long long>(trial.number), static_cast<unsigned long long>(trial.seed));
  if (size > 0 && ::write(STDERR_FILENO, text, static_cast<size_t>(size)) < 0) std::_Exit(3);
}

void nameWhenItDies(const Trial& trial) {
  gTrial = &trial;
  reportDeath([] { nameInput(*gTrial); });
}

double Slowest::processorSeconds() {
  struct timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::vector<Buffer> contentOf(int count, char** paths, size_t maxBytes) {
  namespace fs = std::filesystem;
  std::vector<fs::path> all;
  for (int i = 0; i < count; ++i) {
    if (!fs::is_directory(paths[i])) {
      all.emplace_back(paths[i]);
      continue;
    }
    for (const auto& item : fs::recursive_directory_iterator(paths[i]))
      if (item.is_regular_file()) all.push_back(item.path());
  }
  std::sort(all.begin(), all.end());
  std::vector<Buffer> files;
  for (const fs::path& path : all) {
    std::ifstream file(path, std::ios::binary);
    Buffer bytes{std::istreambuf_iterator<char>(file), {}};
    if (!bytes.empty() && bytes.size() <= maxBytes) files.push_back(std::move(bytes));
  }
  return files;
}

}  // namespace relaxscope::fuzz
