// SPDX-License-Identifier: Apache-2.0
// Against the map of the standard library.
#include "vmcore/analysis/memory/flat_map.h"

#include <gtest/gtest.h>

#include <map>

#include "vmcore/base/split_mix.h"

namespace relaxscope::memory {
namespace {

TEST(FlatMap, DoesWhatAMapDoes) {
  SplitMix64 random(1);
  for (const uint64_t keys : {4, 40, 4000}) {
    FlatMap<int64_t, uint32_t> flat;
    std::map<int64_t, uint32_t> expected;
    for (int step = 0; step < 20'000; ++step) {
      const auto key = static_cast<int64_t>(random.next() % keys) - 2;
      const auto value = static_cast<uint32_t>(random.next());
      if (random.next() % 5 < 2) flat.erase(key), expected.erase(key);
      else flat[key] = value, expected[key] = value;
      ASSERT_EQ(flat.size(), expected.size());
      const auto probe = static_cast<int64_t>(random.next() % keys) - 2;
      const uint32_t* const found = flat.find(probe);
      ASSERT_EQ(found != nullptr, expected.contains(probe));
      if (found != nullptr) { ASSERT_EQ(*found, expected[probe]); }
      if (step % 1000 != 0) continue;
      std::map<int64_t, uint32_t> all;
      const FlatMap<int64_t, uint32_t> copy = flat;
      copy.forEach([&](int64_t each, uint32_t is) { all[each] = is; });
      ASSERT_EQ(all, expected);
    }
  }
}

TEST(FlatMap, ACopyOfWhatShrankHoldsTheRest) {
  FlatMap<uint32_t, uint32_t> flat;
  for (uint32_t i = 0; i < 5000; ++i) flat[i] = i;
  for (uint32_t i = 3; i < 5000; ++i) flat.erase(i);
  const FlatMap<uint32_t, uint32_t> copy = flat;
  EXPECT_EQ(copy.size(), 3u);
  ASSERT_NE(copy.find(2), nullptr);
  EXPECT_EQ(*copy.find(2), 2u);
  EXPECT_EQ(copy.find(4), nullptr);
}

}  // namespace
}  // namespace relaxscope::memory
