// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/library/kernel_checks.h"

#include <gtest/gtest.h>

namespace relaxscope {
namespace {

using namespace std::string_literals;
using Messages = std::vector<std::string>;

KernelTexts::Checks checksIn(const std::string& bytes, std::set<std::string, std::less<>> kernels) {
  const Bytes parts[] = {Bytes::copyOf(bytes)};
  return findKernelChecks(parts, kernels);
}

TEST(FoundKernelChecks, BelongToTheKernelTheyName) {
  const auto checks = checksIn(
      "\0Assert fail: num_args == 3, add: num_args should be 3\0add.x.ndim is expected to equal 2\0"
      "mul.x.ndim is expected to equal 2\0add: num_args should be 3\0add: num_args should be 3\0other text\0"s,
      {"add", "sub"});
  ASSERT_EQ(checks.size(), 1u);
  EXPECT_EQ(checks.at("add"), (Messages{"Assert fail: num_args == 3, add: num_args should be 3",
                                        "add.x.ndim is expected to equal 2", "add: num_args should be 3"}));
}

TEST(FoundKernelChecks, WithoutANameAreThoseOfTheOnlyKernel) {
  const std::string text = "add: num_args should be 1\0arg0.ndim is expected to equal 2\0"s;
  EXPECT_EQ(checksIn(text, {"add"}).at("add").size(), 2u);
  EXPECT_EQ(checksIn(text + "mul: num_args should be 1\0"s, {"add", "mul"}).at("add").size(), 1u);
  const std::string named = "add: num_args should be 1\0arg.x.ndim is expected to equal 2\0"s;
  EXPECT_EQ(checksIn(named, {"add"}).at("add").size(), 2u);
  EXPECT_EQ(checksIn(named, {"add", "arg"}).at("add").size(), 1u) << "a kernel may have this name";
  EXPECT_TRUE(checksIn("arg0.ndim is expected to equal 2\0"s, {"add"}).empty());
}

TEST(FoundKernelChecks, ADotInTheNameOfAKernelIsNoGuess) {
  const std::string text = "a.b.x.ndim is expected to equal 2\0"s;
  EXPECT_EQ(checksIn(text, {"a.b"}).count("a.b"), 1u);
  EXPECT_TRUE(checksIn(text, {"a", "a.b"}).empty());
}

TEST(FoundKernelChecks, AreBounded) {
  EXPECT_TRUE(checksIn("add: num_args should be 1" + std::string(9000, 'x'), {"add"}).empty());
  std::string many;
  for (int i = 0; i < 6000; ++i) many += "add.x" + std::to_string(i) + ".ndim is expected to equal 1\0"s;
  EXPECT_EQ(checksIn(many, {"add"}).at("add").size(), 4096u);
  // One string of words: no byte of it is read for each of them.
  std::string words;
  for (int i = 0; i < 400'000; ++i) words += " is expected to ";
  EXPECT_TRUE(checksIn(words, {"add"}).empty());
}

TEST(FoundKernelChecks, AreFoundAcrossTheBordersOfWhatIsReadAtATime) {
  constexpr size_t kPiece = size_t{1} << 20;
  const std::string text = "Assert fail: num_args == 3, add: num_args should be 3";
  for (const size_t before : {kPiece - 60, kPiece - 30, kPiece - 1, kPiece, 2 * kPiece - 40}) {
    const auto checks = checksIn(std::string(before, '\0') + text + std::string(100, '\0'), {"add"});
    ASSERT_EQ(checks.size(), 1u) << before;
    EXPECT_EQ(checks.at("add"), Messages{text}) << before;
  }
}

}  // namespace
}  // namespace relaxscope
