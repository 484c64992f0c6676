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

/// The most pairs of equal keys in the band and, of these ways, the most pairs whose finer keys are equal too.
std::pair<size_t, size_t> bestInBand(const Keys& a, const Keys& b, const Keys& finerA, const Keys& finerB, int64_t low,
                                     int64_t high) {
  std::vector<std::vector<std::pair<size_t, size_t>>> best(a.size() + 1,
                                                           std::vector<std::pair<size_t, size_t>>(b.size() + 1));
  for (size_t i = 1; i <= a.size(); ++i)
    for (size_t j = 1; j <= b.size(); ++j) {
      best[i][j] = std::max(best[i - 1][j], best[i][j - 1]);
      const auto shift = static_cast<int64_t>(j) - static_cast<int64_t>(i);
      if (a[i - 1] != b[j - 1] || shift < low || shift > high) continue;
      const auto [pairs, finer] = best[i - 1][j - 1];
      best[i][j] = std::max(best[i][j], {pairs + 1, finer + (finerA[i - 1] == finerB[j - 1] ? 1 : 0)});
    }
  return best[a.size()][b.size()];
}

TEST(LongestInBand, KeepsMostPairsAndOfTheseMostNeighbours) {
  SplitMix64 random(3);
  for (int trial = 0; trial < 5'000; ++trial) {
    const uint64_t kinds = 1 + random.next() % 3;
    const Keys a = randomKeys(random, 14, kinds), b = randomKeys(random, 14, kinds);
    Keys finerA(a.size()), finerB(b.size());
    for (Keys* keys : {&finerA, &finerB})
      for (uint64_t& key : *keys) key = random.next() % 3;
    const auto n = static_cast<int64_t>(a.size()), m = static_cast<int64_t>(b.size());
    const auto whole = longestInBand({a, finerA}, {b, finerB}, -n, m);
    ASSERT_TRUE(whole);
    size_t finer = 0;
    for (size_t i = 0; i < whole->size(); ++i) {
      const auto [x, y] = (*whole)[i];
      EXPECT_EQ(a[x], b[y]);
      finer += finerA[x] == finerB[y] ? 1 : 0;
      EXPECT_TRUE(i == 0 || ((*whole)[i - 1].first < x && (*whole)[i - 1].second < y));
    }
    EXPECT_EQ(std::pair(whole->size(), finer), bestInBand(a, b, finerA, finerB, -n, m)) << "trial " << trial;
    // Of a band at least what lies in it: the corners are always in reach.
    const auto band = longestInBand({a, finerA}, {b, finerB}, -2, 2);
    ASSERT_TRUE(band);
    EXPECT_GE(band->size(), bestInBand(a, b, finerA, finerB, -2, 2).first) << "trial " << trial;
  }
}

TEST(LongestInBand, RefusesABandThatIsTooLarge) {
  const Keys a(20'000), b(20'000);
  EXPECT_FALSE(longestInBand({a, a}, {b, b}, -20'000, 20'000));
  const auto found = longestInBand({a, a}, {b, b}, -100, 100);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->size(), 20'000U);
}

}  // namespace
}  // namespace relaxscope::diffing
