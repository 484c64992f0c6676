// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/stored_inputs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/fuzz/entries.h"
#include "vmcore/format/container/gzip.h"

namespace relaxscope::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".tar.gz";
constexpr size_t kBlock = 512;

std::vector<uint8_t> sampleTar() {
  const auto files = filesUnder(RELAXSCOPE_FUZZ_CORPUS);
  const auto sample = std::ranges::find_if(files, [](const auto& file) { return file.name.ends_with(kSuffix); });
  if (sample == files.end()) return {};
  const auto tar = unpackGzip(sample->content);
  if (!tar) return {};
  return {tar->span().begin(), tar->span().end()};
}

TEST(StoredInputs, AnArchiveGivesAllMembersOrAnError) {
  const std::vector<uint8_t> tar = sampleTar();
  ASSERT_GT(tar.size(), 4 * kBlock);
  const auto whole = membersOfTar("whole", Bytes::own(tar));
  ASSERT_TRUE(whole.ok()) << whole.error().text();
  EXPECT_GT(whole->size(), 1u);

  std::vector<uint8_t> damaged = tar;
  const size_t second = kBlock + (whole->front().content.size() + kBlock - 1) / kBlock * kBlock;
  damaged[second] ^= 1;  // wrong header checksum: the reader's list ends before it
  EXPECT_FALSE(membersOfTar("damaged", Bytes::own(damaged)).ok());
  std::fill_n(damaged.begin() + static_cast<std::ptrdiff_t>(second), kBlock, uint8_t{0});  // a premature end block
  EXPECT_FALSE(membersOfTar("ended", Bytes::own(damaged)).ok());
  EXPECT_FALSE(membersOfTar("cut", Bytes::own({tar.begin(), tar.end() - 2 * kBlock})).ok());
}

TEST(StoredInputs, AMissingArchiveIsAnError) { EXPECT_FALSE(membersOf("no/such.tar.gz").ok()); }

TEST(StoredInputs, EachBelongsToAnEntry) {
  size_t count = 0;
  for (const auto& item : fs::directory_iterator(RELAXSCOPE_FUZZ_CORPUS)) {
    std::string name = item.path().filename().string();
    if (name.ends_with(kSuffix)) name.resize(name.size() - kSuffix.size());
    EXPECT_NE(findEntry(name), nullptr) << item.path() << ": no entry runs it";
    ++count;
  }
  EXPECT_GE(count, entries().size());
}

}  // namespace
}  // namespace relaxscope::fuzz
