// SPDX-License-Identifier: Apache-2.0
// Common subsequences against the table of all prefixes.
#include "vmcore/analysis/diff/align/sequence.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "vmcore/base/split_mix.h"

namespace relaxscope::diffing {
namespace {

using Keys = std::vector<uint64_t>;

Keys randomKeys(SplitMix64& random, size_t most, uint64_t kinds) {
  Keys keys(random.next() % most);
  for (uint64_t& key : keys) key = random.next() % kinds;
  return keys;
}

size_t longest(const Keys& a, const Keys& b) {
  std::vector<std::vector<size_t>> lengths(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 1; i <= a.size(); ++i)
    for (size_t j = 1; j <= b.size(); ++j)
      lengths[i][j] = a[i - 1] == b[j - 1] ? lengths[i - 1][j - 1] + 1 : std::max(lengths[i - 1][j], lengths[i][j - 1]);
  return lengths[a.size()][b.size()];
}

TEST(CommonSubsequence, IsTheLongestOfShortSequences) {
  SplitMix64 random(1);
  for (int trial = 0; trial < 5'000; ++trial) {
    const uint64_t kinds = 1 + random.next() % 5;
    const Keys a = randomKeys(random, 14, kinds), b = randomKeys(random, 14, kinds);
    const auto pairs = commonSubsequence(a, b);
    EXPECT_EQ(pairs.size(), longest(a, b)) << "trial " << trial;
    for (size_t i = 0; i < pairs.size(); ++i) {
      EXPECT_EQ(a[pairs[i].first], b[pairs[i].second]);
      if (i == 0) continue;
      EXPECT_LT(pairs[i - 1].first, pairs[i].first);
      EXPECT_LT(pairs[i - 1].second, pairs[i].second);
    }
  }
}

TEST(CommonSubsequence, ToleratesSequencesWithLittleInCommon) {
  SplitMix64 random(2);
  Keys a(20'000), b(20'000);
  for (uint64_t& key : a) key = random.next() % 50;
  for (uint64_t& key : b) key = random.next() % 50;
  EXPECT_GT(commonSubsequence(a, b).size(), 2'000U);
}

}  // namespace
}  // namespace relaxscope::diffing
