// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/regions/repetitions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string_view>

namespace relaxscope {
namespace {

std::vector<uint32_t> numbersOf(std::string_view letters) { return {letters.begin(), letters.end()}; }

/// By definition, in cubic time.
std::vector<Repetition> slowRepetitions(const std::vector<uint32_t>& numbers) {
  std::vector<Repetition> runs;
  const auto size = static_cast<uint32_t>(numbers.size());
  for (uint32_t period = 1; 2 * period <= size; ++period) {
    for (uint32_t begin = 0; begin + 2 * period <= size;) {
      uint32_t end = begin + period;
      while (end < size && numbers[end] == numbers[end - period]) ++end;
      const bool shorter = std::ranges::any_of(runs, [&](const Repetition& run) {
        return run.begin <= begin && run.end >= end && period % run.period == 0;
      });
      if (end - begin >= 2 * period && !shorter) runs.push_back({begin, end, period});
      begin = std::max(begin + 1, end - period + 1);
    }
  }
  std::ranges::sort(runs);
  return runs;
}

TEST(Repetitions, OfWords) {
  EXPECT_TRUE(repetitionsOf({}).empty());
  EXPECT_TRUE(repetitionsOf(numbersOf("abcdef")).empty());
  EXPECT_EQ(repetitionsOf(numbersOf("aa")), (std::vector<Repetition>{{0, 2, 1}}));
  EXPECT_EQ(repetitionsOf(numbersOf("xabcabcaby")), (std::vector<Repetition>{{1, 9, 3}}));
  EXPECT_EQ(repetitionsOf(numbersOf("aabaab")), (std::vector<Repetition>{{0, 2, 1}, {0, 6, 3}, {3, 5, 1}}));
}

TEST(Repetitions, AreThoseOfTheDefinition) {
  std::mt19937 random(7);
  for (int i = 0; i < 3000; ++i) {
    std::vector<uint32_t> numbers(random() % 40);
    const uint32_t letters = 1 + random() % 4;
    for (uint32_t& number : numbers) number = random() % letters;
    if (i % 3 == 0) numbers.insert(numbers.end(), numbers.begin(), numbers.end());
    ASSERT_EQ(repetitionsOf(numbers), slowRepetitions(numbers)) << "case " << i;
  }
}

}  // namespace
}  // namespace relaxscope
