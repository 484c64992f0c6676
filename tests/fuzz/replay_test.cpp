// SPDX-License-Identifier: Apache-2.0
// Runs every entry over every stored input: earlier fuzzing results (corpus/<entry>.tar.gz and corpus/<entry>), damaged
// files and valid ones (tests/data). Any compiler; with sanitizers it is the regression test of the fuzzers.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ostream>

#include "tests/fuzz/death.h"
#include "tests/fuzz/entries.h"
#include "tests/fuzz/stored_inputs.h"

namespace relaxscope {

namespace fuzz {
/// Name of a row for GoogleTest.
static void PrintTo(const Entry& entry, std::ostream* out) { *out << entry.name; }
}  // namespace fuzz

namespace {

namespace fs = std::filesystem;

std::string gInput;  ///< the current input

void nameInput() {
  for (const std::string_view part :
       {std::string_view("fuzz_replay: died of the input "), std::string_view(gInput), std::string_view("\n")})
    if (::write(STDERR_FILENO, part.data(), part.size()) < 0) std::_Exit(3);
}

class FuzzReplay : public ::testing::TestWithParam<fuzz::Entry> {
 protected:
  static void SetUpTestSuite() { fuzz::reportDeath(nameInput); }

  static void run(const fuzz::StoredInput& input) {
    gInput = input.name;
    EXPECT_NO_THROW(GetParam().run(input.content)) << input.name;
  }
  static size_t runAll(const std::vector<fuzz::StoredInput>& inputs) {
    for (const fuzz::StoredInput& input : inputs) run(input);
    return inputs.size();
  }
};

TEST_P(FuzzReplay, SurvivesEveryStoredInput) {
  const fs::path data = RELAXSCOPE_TEST_DATA, corpus = RELAXSCOPE_FUZZ_CORPUS;
  const std::string name = GetParam().name;
  const auto members = fuzz::membersOf(corpus / (name + ".tar.gz"));
  ASSERT_TRUE(members.ok()) << members.error().text();
  const size_t packed = runAll(*members), loose = runAll(fuzz::filesUnder(corpus / name));
  size_t shared = 0;
  for (const char* folder : {"damaged", "relax", "containers", "relay"})
    shared += runAll(fuzz::filesUnder(data / folder));
  std::printf("%s: %zu inputs replayed: %zu packed, %zu loose, %zu of tests/data\n", name.c_str(),
              packed + loose + shared, packed, loose, shared);
  EXPECT_GT(packed, 0u);
  EXPECT_GT(shared, 100u);
}

TEST_P(FuzzReplay, SurvivesEveryShortInput) {
  run({"of no bytes", Bytes()});
  for (int byte = 0; byte < 256; ++byte)
    run({"byte " + std::to_string(byte), Bytes::own({static_cast<uint8_t>(byte)})});
}

TEST(FuzzReplayDeathTest, NamesTheInput) {
  const auto die = [] {
    fuzz::reportDeath(nameInput);
    gInput = "wire.tar.gz: 0123456789ab";
    fuzz::broken("on purpose");
  };
  EXPECT_DEATH(die(), "died of the input wire.tar.gz: 0123456789ab");
}

INSTANTIATE_TEST_SUITE_P(Entries, FuzzReplay, ::testing::ValuesIn(fuzz::entries().begin(), fuzz::entries().end()),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace relaxscope
