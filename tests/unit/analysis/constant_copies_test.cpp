// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/constant_copies.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/unit/analysis/hand_made.h"

namespace relaxscope {
namespace {

TensorConstant tensorOf(std::vector<int64_t> shape, const std::string& bytes, uint8_t bits = 8) {
  TensorConstant tensor;
  tensor.dtype = DataType{0, bits, 1};
  tensor.shape = std::move(shape);
  tensor.data = Bytes::copyOf(bytes);
  return tensor;
}

TEST(ConstantCopies, AreEqualInTypeAndContent) {
  test::HandMade made;
  made.constant(tensorOf({4}, "abcd"))
      .constant(tensorOf({2, 2}, "abcd"))
      .constant(tensorOf({4}, "abcd"))
      .constant(tensorOf({4}, "abce"))
      .constant(StringConstant{"abcd"})
      .constant(StringConstant{"abcd"})
      .constant(tensorOf({4}, "abcd"))
      .constant(UnknownConstant{})
      .constant(UnknownConstant{})
      .constant(IntConstant{7})
      .constant(FloatConstant{7})
      .constant(IntConstant{7});
  const auto copies = constantCopies(made.executable, 1'000);
  ASSERT_TRUE(copies);
  EXPECT_EQ(copies->first, (std::vector<int64_t>{0, 1, 0, 3, 4, 4, 0, 7, 8, 9, 10, 9}));
  EXPECT_EQ(copies->count, (std::vector<uint32_t>{3, 1, 3, 1, 2, 2, 3, 1, 1, 2, 1, 2}));
  EXPECT_EQ(copies->duplicateBytes, 8u);
  EXPECT_EQ(copies->notComparedBytes, 0u);
}

TEST(ConstantCopies, ReadNoMoreThanTheBudget) {
  test::HandMade made;
  made.constant(tensorOf({4}, "abcd")).constant(tensorOf({4}, "abcd"));
  made.constant(tensorOf({8}, "abcdabcd"))
      .constant(tensorOf({8}, "abcdabcd"))
      .constant(tensorOf({16}, "0123456789abcdef"));
  const auto copies = constantCopies(made.executable, 8 + 15);
  ASSERT_TRUE(copies);
  EXPECT_EQ(copies->first, (std::vector<int64_t>{0, 0, -1, -1, 4})) << "one of its type and size needs no comparison";
  EXPECT_EQ(copies->notComparedBytes, 16u);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(constantCopies(made.executable, 1'000, stop.get_token()));
  made.executable.tensorDataOmitted = true;
  EXPECT_EQ(constantCopies(made.executable, 1'000)->first, (std::vector<int64_t>{0, 1, 2, 3, 4}));
}

/// Second witness: every pair, byte for byte.
TEST(ConstantCopies, AreThoseThatComparingAllPairsFinds) {
  std::mt19937 random(5);
  test::HandMade made;
  std::vector<std::string> texts;
  for (int i = 0; i < 200; ++i) {
    texts.push_back(std::string(1 + random() % 2, static_cast<char>('a' + random() % 20)));
    made.constant(tensorOf({static_cast<int64_t>(texts.back().size())}, texts.back()));
  }
  const auto copies = constantCopies(made.executable, 10'000);
  ASSERT_TRUE(copies);
  for (size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(copies->first[i], std::ranges::find(texts, texts[i]) - texts.begin());
    EXPECT_EQ(copies->count[i], std::ranges::count(texts, texts[i]));
  }
}

TEST(ConstantCopies, ScopesOfConstantsAndOfTheirDevices) {
  test::HandMade made;
  made.constant(IntConstant{1}).constant(IntConstant{2}).constant(IntConstant{3});
  EXPECT_TRUE(constantScopes(made.executable).empty());
  made.executable.memoryScopes = {{1, "global.texture"}, {99, "far"}, {-1, "near"}};
  EXPECT_EQ(constantScopes(made.executable), (std::vector<std::string>{"", "global.texture", ""}));
  made.executable.memoryScopes.clear();
  made.executable.relay.emplace();
  made.executable.relay->virtualDevices = {{1, 0, ""}, {2, 0, "global"}};
  made.executable.relay->constantDevices = {1, 0, 7, 1};
  EXPECT_EQ(constantScopes(made.executable), (std::vector<std::string>{"global", "", ""}));
}

}  // namespace
}  // namespace relaxscope
