// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/bytes/words.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "vmcore/base/bytes/byte_reader.h"
#include "vmcore/base/bytes/byte_writer.h"

namespace relaxscope {
namespace {

const std::vector<int64_t> kNumbers = {1, -2, INT64_MAX, INT64_MIN, 0, 5};

/// The numbers after `shift` other bytes, unaligned as in files.
Bytes shifted(size_t shift) {
  ByteWriter out;
  for (size_t i = 0; i < shift; ++i) out.write(uint8_t{0xEE});
  for (const int64_t number : kNumbers) out.write(number);
  return Bytes::own(out.take()).slice(shift, SIZE_MAX);
}

TEST(Words, OfBytesAreReadAtAnyAlignment) {
  for (size_t shift = 0; shift < 8; ++shift) {
    const Bytes bytes = shifted(shift);
    const Words words = Words::in(bytes);
    EXPECT_EQ(words.view().bytes().data(), bytes.data());
    EXPECT_EQ(words, kNumbers) << shift;
    EXPECT_EQ(words[3], INT64_MIN);
    EXPECT_EQ(words.view().back(), 5);
    EXPECT_EQ(words.view().subspan(1, 2).copy(), (std::vector<int64_t>{-2, INT64_MAX}));
    EXPECT_EQ(words.view().first(0).copy(), std::vector<int64_t>());
  }
}

TEST(Words, IteratorsAreThoseOfAnArray) {
  const Words words = Words::in(shifted(3));
  EXPECT_EQ(words.end() - words.begin(), 6);
  EXPECT_EQ(*(words.begin() + 1), -2);
  EXPECT_EQ(words.begin()[4], 0);
  EXPECT_EQ(std::max_element(words.begin(), words.end()) - words.begin(), 2);
  std::vector<int64_t> sorted(words.begin(), words.end()), wanted = kNumbers;
  std::sort(sorted.begin(), sorted.end());
  std::sort(wanted.begin(), wanted.end());
  EXPECT_EQ(sorted, wanted);
}

TEST(Words, AreCopiedWhenTheyAreEdited) {
  const Bytes bytes = shifted(5);
  Words words = Words::in(bytes);
  const Words before = words;
  words.edit()[0] = 77;
  words.append({8, 9});
  EXPECT_EQ(words, (Words{77, -2, INT64_MAX, INT64_MIN, 0, 5, 8, 9}));
  EXPECT_EQ(before, kNumbers);
  EXPECT_EQ(Words::in(bytes), kNumbers);
  words.edit().clear();
  EXPECT_TRUE(words.empty());
}

TEST(Words, OfTheirOwnSurviveCopiesAndMoves) {
  Words words{1, 2, 3};
  const Words copy = words;
  words.edit()[0] = 4;
  const Words moved = std::move(words);
  EXPECT_EQ(copy, (Words{1, 2, 3}));
  EXPECT_EQ(moved, (Words{4, 2, 3}));
}

TEST(Words, AreWrittenAsTheyAreRead) {
  ByteWriter out;
  out.write(uint8_t{1});
  out.writeI64Vector(Words::in(shifted(7)));
  ByteReader in(Bytes::own(out.take()));
  ASSERT_TRUE(in.read<uint8_t>("shift").ok());
  const auto words = in.readWords("words");
  ASSERT_TRUE(words.ok());
  EXPECT_EQ(*words, kNumbers);
  EXPECT_TRUE(in.atEnd());
}

TEST(Words, OfASectionThatIsCutShortAreRefused) {
  ByteWriter out;
  out.write(uint64_t{2});
  out.write(int64_t{1});
  ByteReader in(Bytes::own(out.take()), 100);
  const auto words = in.readWords("instruction words");
  ASSERT_FALSE(words.ok());
  EXPECT_EQ(words.error().text(), "instruction words: 2 elements of at least 8 bytes, 8 bytes left (byte 100)");
}

}  // namespace
}  // namespace relaxscope
