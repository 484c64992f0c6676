// SPDX-License-Identifier: Apache-2.0
#include "tests/diff/samples.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "tests/support/generated_executable.h"
#include "tests/support/mutate/draft.h"
#include "tests/support/mutate/programs.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> filesOf(const std::string& path) {
  std::vector<std::string> files;
  if (!fs::is_directory(path)) return {path};
  for (const auto& entry : fs::recursive_directory_iterator(path))
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::vector<Sample> samplesOf(std::span<const std::string> paths) {
  std::vector<Sample> samples;
  std::set<std::vector<uint8_t>> seen;
  for (const std::string& path : paths) {
    for (const std::string& file : filesOf(path)) {
      const auto loaded = loadFile(file);
      if (!loaded.ok() || loaded->executable == nullptr || !Draft::of(*loaded->executable)) continue;
      if (!seen.insert(writeVmExecutable(*loaded->executable)).second) continue;
      samples.push_back({fs::relative(file, fs::path(path).parent_path()).string(), loaded->executable});
    }
  }
  return samples;
}

std::vector<Sample> generatedSamples(size_t count) {
  std::vector<Sample> samples;
  for (size_t i = 0; i < count; ++i) {
    const bool relay = i % 3 == 2;
    const uint64_t seed = i / 3 * 2 + (i % 3 == 1 ? 1 : 0);
    samples.push_back({(relay ? "relay:" : "relax:") + std::to_string(seed),
                       std::make_shared<Executable>(relay ? relayNetwork(seed) : relaxNetwork(seed))});
  }
  // Code of any operands: what compilers never emit, in every layout.
  for (uint64_t seed = 0; samples.size() < count + count / 2; ++seed) {
    auto executable = std::make_shared<Executable>(testing::generatedExecutable(seed, testing::Shape::Sound));
    if (Draft::of(*executable)) samples.push_back({"any:" + std::to_string(seed), std::move(executable)});
  }
  return samples;
}

}  // namespace relaxscope::test
