// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/adt_tags.h"

#include <gtest/gtest.h>

#include <functional>

#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

std::string textOf(int64_t tag, size_t fields) {
  const auto parts = adtTag(tag, fields);
  return parts ? parts->text() : "none";
}

TEST(AdtTags, OfThePrelude) {
  EXPECT_EQ(textOf(int64_t{static_cast<int32_t>(0x88000000u)}, 2), "List.Cons");
  EXPECT_EQ(textOf(int64_t{static_cast<int32_t>(0x88000001u)}, 0), "List.Nil");
  EXPECT_EQ(textOf(0x88000001, 0), "List.Nil") << "without a sign";
  EXPECT_EQ(textOf(0x42000000, 1), "Option.Some");
  EXPECT_EQ(textOf(0x42000001, 0), "Option.None");
  EXPECT_EQ(textOf(0x38000000, 2), "Tree.Rose");
}

TEST(AdtTags, WithoutANameWhereItDoesNotFit) {
  EXPECT_EQ(textOf(0x88000000, 3), "constructor 0 of type #88");
  EXPECT_EQ(textOf(0x88000002, 0), "constructor 2 of type #88");
  EXPECT_EQ(textOf(0x17000004, 1), "constructor 4 of type #17");
}

TEST(AdtTags, NoneOfOtherNumbers) {
  for (const int64_t tag :
       {int64_t{0}, int64_t{1}, int64_t{0xFFFFFF}, int64_t{-5}, int64_t{0x88FFFFFF}, INT64_MAX, INT64_MIN})
    EXPECT_EQ(textOf(tag, 2), "none") << tag;
}

#ifdef __GLIBCXX__
/// Second witness: the hash that the compiler of these models was built with.
TEST(AdtTags, HashesAreThoseOfTheNames) {
  const auto hashOf = [](const char* name) {
    return static_cast<int64_t>(std::hash<std::string>()(name) & 0xFF) << 24;
  };
  EXPECT_EQ(textOf(hashOf("List"), 2), "List.Cons");
  EXPECT_EQ(textOf(hashOf("Option"), 1), "Option.Some");
  EXPECT_EQ(textOf(hashOf("Tree"), 2), "Tree.Rose");
}
#endif

TEST(AdtTags, OfInstructions) {
  const auto file = loadFile(std::string(RELAXSCOPE_TEST_DATA) + "/relay/v0.17.0/device_copy.ro");
  ASSERT_TRUE(file.ok());
  EXPECT_FALSE(adtTagAt(*file->executable, InstrIndex(0)));
  EXPECT_FALSE(adtTagAt(*file->executable, InstrIndex(1'000)));
  EXPECT_FALSE(adtTagAt(*file->executable, InstrIndex()));
}

}  // namespace
}  // namespace relaxscope
