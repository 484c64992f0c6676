// SPDX-License-Identifier: Apache-2.0
// Runs every entry over every stored input: what fuzzing once found (corpus/<entry>), damaged files and
// sound ones (tests/data). Any compiler; with sanitizers it is the regression test of the fuzzers.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "tests/fuzz/entries.h"

namespace relaxscope {

namespace fuzz {
/// How GoogleTest names a row.
static void PrintTo(const Entry& entry, std::ostream* out) { *out << entry.name; }
}  // namespace fuzz

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> filesUnder(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& item : fs::recursive_directory_iterator(folder))
    if (item.is_regular_file()) files.push_back(item.path());
  std::sort(files.begin(), files.end());
  return files;
}

Bytes contentOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return Bytes::own({std::istreambuf_iterator<char>(file), {}});
}

class FuzzReplay : public testing::TestWithParam<fuzz::Entry> {};

TEST_P(FuzzReplay, SurvivesEveryStoredInput) {
  const fs::path data = RELAXSCOPE_TEST_DATA, corpus = RELAXSCOPE_FUZZ_CORPUS;
  size_t count = 0;
  for (const fs::path& folder : {corpus / GetParam().name, data / "damaged", data / "relax", data / "containers", data / "relay"})
    for (const fs::path& path : filesUnder(folder)) {
      SCOPED_TRACE(path.string());
      GetParam().run(contentOf(path));
      ++count;
    }
  EXPECT_GT(count, 100u);
}

TEST_P(FuzzReplay, SurvivesEveryShortInput) {
  GetParam().run(Bytes());
  for (int byte = 0; byte < 256; ++byte) GetParam().run(Bytes::own({static_cast<uint8_t>(byte)}));
}

INSTANTIATE_TEST_SUITE_P(Entries, FuzzReplay, testing::ValuesIn(fuzz::entries().begin(), fuzz::entries().end()),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace relaxscope
