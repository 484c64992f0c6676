// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/library/kernel_texts.h"

#include <gtest/gtest.h>

namespace relaxscope {
namespace {

using namespace std::string_literals;

KernelTexts::Map found(const std::string& bytes, std::set<std::string, std::less<>> names) {
  return findKernelTexts(Bytes::copyOf(bytes), names);
}

TEST(KernelTexts, AreStringsThatBeginWithAKernelsName) {
  const auto texts = found("\0add(x: int64)\0not add(y: int64)\0\x01mul(a: Tensor([n], float32))\n\0"s, {"add", "mul"});
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_EQ(texts.at("add"), "add(x: int64)");
  EXPECT_EQ(texts.at("mul"), "mul(a: Tensor([n], float32))");
}

TEST(KernelTexts, OtherNamesAndUnfinishedTextsAreNone) {
  EXPECT_TRUE(found("\0other(x: int64)\0add(x\0"s, {"add"}).empty());
  EXPECT_TRUE(found("add(x: int64)", {}).empty());
  EXPECT_TRUE(found("", {"add"}).empty());
  EXPECT_EQ(found("add(x: int64)", {"add"}).size(), 1u) << "at both ends of the bytes";
}

TEST(KernelTexts, ALongOneIsCutOff) {
  const std::string text = "add(" + std::string(size_t{1} << 17, 'x') + ")";
  EXPECT_TRUE(found(text, {"add"}).empty());
}

TEST(KernelTexts, AreFoundAcrossTheBordersOfWhatIsReadAtATime) {
  constexpr size_t kPiece = size_t{1} << 20;
  const std::string text = "add(" + std::string(1000, 'x') + ")";
  for (const size_t before : {kPiece - 1010, kPiece - 5, kPiece - 4, kPiece - 3, kPiece - 1, kPiece, 2 * kPiece - 3}) {
    const auto texts = found(std::string(before, '\0') + text + std::string(100, '\0'), {"add"});
    ASSERT_EQ(texts.size(), 1u) << before;
    EXPECT_EQ(texts.at("add"), text);
  }
}

TEST(KernelTexts, AreReadOnceOnFirstUse) {
  int reads = 0;
  const KernelTexts texts([&reads] {
    ++reads;
    return KernelTexts::Map{{"add", "add()"}};
  });
  EXPECT_EQ(reads, 0);
  EXPECT_NE(texts.find("add"), nullptr);
  EXPECT_EQ(texts.find("mul"), nullptr);
  EXPECT_EQ(reads, 1);
}

}  // namespace
}  // namespace relaxscope
